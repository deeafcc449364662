"""How much is lost from the originals to the worst of each clique: ROBUST's Δ, with intervals over cliques."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.results.measurement import VALUES, Delta, Measurement
from karat.results.statistics.differences import Difference
from karat.results.statistics.intervals import Interval

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.results.statistics.resampling import Numbers

WORST, ORIGINALS, MEAN = "default", "originals", "mean"
"""ROBUST's facets: the worst member of each clique, its original, and the mean over its members."""


def with_deltas(measured: Sequence[Measurement]) -> tuple[Measurement, ...]:
    """Give the worst of the cliques its distance to the originals."""
    originals = _originals(measured)
    if originals is None:
        return tuple(measured)
    return tuple(
        replace(one, delta=_delta(one, originals)) if one.key == ("robust", WORST) else one for one in measured
    )


def difference(one: Measurement, measured: Sequence[Measurement]) -> tuple[Numbers, Difference]:
    """What the intervals of a Δ are made of: both measurements, paired unit by unit."""
    originals = _originals(measured)
    assert originals is not None, "a Δ is one to the originals"
    return np.hstack([one.masses, originals.masses]), Difference(one.statistic, originals.statistic)


def _originals(measured: Sequence[Measurement]) -> Measurement | None:
    return next((one for one in measured if one.key == ("robust", ORIGINALS)), None)


def _delta(one: Measurement, originals: Measurement) -> Delta:
    pairs = [(getattr(one, value).value, getattr(originals, value).value) for value in VALUES]
    return Delta(tuple(None if mine is None or theirs is None else mine - theirs for mine, theirs in pairs))


def delta_object(delta: Delta) -> dict[str, Any]:
    """Write a Δ into a document."""
    return {
        **dict(zip(VALUES, delta.values, strict=True)),
        "intervals": {
            value: [found.low, found.high] if found else None
            for value, found in zip(VALUES, delta.intervals, strict=True)
        },
    }


def delta_from(entry: dict[str, Any]) -> Delta:
    """Read a Δ from a document."""
    ends = [entry["intervals"][value] for value in VALUES]
    undefined = entry.get("undefined", [0] * len(VALUES))
    return Delta(
        tuple(entry[value] for value in VALUES),
        tuple(
            None if found is None else Interval(found[0], found[1], count)
            for found, count in zip(ends, undefined, strict=True)
        ),
    )
