"""The options of every command that gives intervals: one meaning, one wording."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

import typer

from karat.cli.output import say
from karat.cli.usage import typed
from karat.results import Resampling

IntervalName = Literal["korn-graubard", "bca", "percentile"]
TestName = Literal["t", "randomisation", "bootstrap"]

RESAMPLING = ("resamples", "seed")
"""Options that count only where something is resampled."""

OFF = "0 leaves out intervals and tests"

Interval = Annotated[
    IntervalName,
    typer.Option(help="How intervals are made: by a formula that also holds in small samples, or by a bootstrap."),
]
Level = Annotated[float, typer.Option(help="The confidence of the intervals.")]
Resamples = Annotated[
    int, typer.Option(min=0, help=f"How many resamples a bootstrap or a test that resamples takes; {OFF}.")
]
Seed = Annotated[int, typer.Option(min=0, help="The seed of the resamples.")]
Test = Annotated[
    TestName, typer.Option(help="Which paired test; t agrees with the intervals of korn-graubard, the others resample.")
]


def chosen(
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
    """Give what was asked for, ``None`` where intervals are off; say which options have no effect."""
    # Everything that computes is imported when it is needed: `karat --help` needs none of it.

    if off or not resamples:
        return None
    say(*idle(context, interval, test, idle_names))
    return Resampling(interval, resamples, seed, level)


def idle(context: typer.Context, interval: str, test: str, idle_names: Sequence[str] = RESAMPLING) -> Iterator[str]:
    """Name the options that have no effect, since neither the formula nor the t test resamples."""
    names = [f"--{name}" for name in idle_names if typed(context, name)]
    if names and (interval, test) == ("korn-graubard", "t"):
        why = "--interval korn-graubard" + (", --test t" if "test" in context.params else "")
        yield f"{' and '.join(names)}: no effect, since nothing is resampled ({why})"
