"""How much is lost from the originals to the worst of each clique: ROBUST's Δ, with intervals over cliques."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from karat.results.intervals import Interval, intervals
from karat.results.measurement import VALUES, Delta, Measurement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.results.resampling import Numbers, Resampling

WORST, ORIGINALS, MEAN = "default", "originals", "mean"
"""ROBUST's facets: the worst member of each clique, its original, and the mean over its members."""


@dataclass(frozen=True, slots=True)
class _Difference:
    """The values of one measurement less those of another, whose masses stand behind its own."""

    one: Measurement
    other: Measurement

    def __call__(self, sums: Numbers) -> Numbers:
        width = sums.shape[-1] // 2
        return self.one.statistic(sums[..., :width]) - self.other.statistic(sums[..., width:])


def with_deltas(measured: Sequence[Measurement], resampling: Resampling | None) -> tuple[Measurement, ...]:
    """Give the worst of the cliques its distance to the originals; both are taken from the same resamples."""
    originals = next((one for one in measured if (one.metric, one.facet) == ("robust", ORIGINALS)), None)
    if originals is None:
        return tuple(measured)
    return tuple(
        replace(one, delta=_delta(one, originals, resampling)) if (one.metric, one.facet) == ("robust", WORST) else one
        for one in measured
    )


def _delta(one: Measurement, originals: Measurement, resampling: Resampling | None) -> Delta:
    pairs = [(getattr(one, value).value, getattr(originals, value).value) for value in VALUES]
    values = tuple(None if mine is None or theirs is None else mine - theirs for mine, theirs in pairs)
    if resampling is None:
        return Delta(values)
    import numpy as np  # slow to load, and loaded already where numbers are resampled

    masses = np.hstack([one.masses, originals.masses])
    return Delta(values, tuple(intervals(masses, _Difference(one, originals), resampling)))


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
