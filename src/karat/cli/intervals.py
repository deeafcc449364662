"""What the options of intervals and tests mean, for every command that has them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import typer

from karat.cli.options import IntervalName, TestName, was_typed
from karat.cli.output import say
from karat.results import Resampling

RESAMPLING = ("resamples", "seed")
"""Options that have an effect only if something is resampled."""


def choose_resampling(
    context: typer.Context,
    interval: IntervalName,
    resamples: int,
    seed: int,
    level: float,
    test: TestName = "t",
    *,
    off: bool = False,
    idle_names: Sequence[str] = RESAMPLING,
) -> Resampling | None:
    """Make the resampling that was asked for, ``None`` without intervals; say which options have no effect."""
    if off or not resamples:
        return None
    say(*options_without_effect(context, interval, test, idle_names))
    return Resampling(interval, resamples, seed, level)


def options_without_effect(
    context: typer.Context, interval: str, test: str, idle_names: Sequence[str] = RESAMPLING
) -> Iterator[str]:
    """Name the options that have no effect, since neither the formula nor the t test resamples."""
    names = [f"--{name}" for name in idle_names if was_typed(context, name)]
    if names and (interval, test) == ("korn-graubard", "t"):
        why = "--interval korn-graubard" + (", --test t" if "test" in context.params else "")
        yield f"{' and '.join(names)}: no effect, since nothing is resampled ({why})"
