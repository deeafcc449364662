"""Refuse options that do not go together."""

from __future__ import annotations

from collections.abc import Iterable

import typer

DRAWING = ("resamples", "seed", "interval", "level", "test")
"""Options of the intervals and tests."""


def was_typed(context: typer.Context, name: str) -> bool:
    """Whether an option was given rather than left at its default."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def refuse_beside(context: typer.Context, option: str, names: Iterable[str]) -> None:
    """Refuse options that have no effect beside another option."""
    for name in names:
        if was_typed(context, name):
            flag = f"--{name.replace('_', '-')}"
            raise typer.BadParameter(f"expected no {flag} beside it, for it would do nothing", param_hint=option)
