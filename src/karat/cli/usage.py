"""Options that do not go together."""

from __future__ import annotations

from collections.abc import Iterable

import typer

DRAWING = ("resamples", "seed", "interval", "level", "test")
"""Options of the intervals and tests."""


def refuse_beside(context: typer.Context, option: str, names: Iterable[str]) -> None:
    """Refuse options that were typed beside one that leaves them without effect."""
    for name in names:
        source = context.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            flag = f"--{name.replace('_', '-')}"
            raise typer.BadParameter(f"expected no {flag} beside it, for it would do nothing", param_hint=option)
