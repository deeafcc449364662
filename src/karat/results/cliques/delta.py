"""ROBUST's Δ: the scores of the worst member of each clique minus those of the originals, with intervals."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.results.measurement import VALUES, Delta, Measurement
from karat.results.statistics.differences import Difference
from karat.results.statistics.intervals import Interval, intervals_object

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.results.statistics.resampling import Numbers

WORST, ORIGINALS, MEAN = "default", "originals", "mean"
"""ROBUST's facets: the worst member of each clique, its original, and the mean over its members."""


def with_deltas(measured: Sequence[Measurement]) -> tuple[Measurement, ...]:
    """Add the Δ to the originals to the measurement of the worst members."""
    originals = _originals(measured)
    if originals is None:
        return tuple(measured)
    return tuple(
        replace(measurement, delta=_delta(measurement, originals))
        if measurement.key == ("robust", WORST)
        else measurement
        for measurement in measured
    )


def difference(worst: Measurement, measured: Sequence[Measurement]) -> tuple[Numbers, Difference]:
    """Return the masses and the statistic of a Δ, for its intervals."""
    originals = _originals(measured)
    assert originals is not None, "a Δ is to the originals"
    return np.hstack([worst.masses, originals.masses]), Difference(worst.statistic, originals.statistic)


def _originals(measured: Sequence[Measurement]) -> Measurement | None:
    return next((measurement for measurement in measured if measurement.key == ("robust", ORIGINALS)), None)


def _delta(worst: Measurement, originals: Measurement) -> Delta:
    pairs = [(getattr(worst, value).value, getattr(originals, value).value) for value in VALUES]
    return Delta(tuple(None if low is None or original is None else low - original for low, original in pairs))


def delta_object(delta: Delta) -> dict[str, Any]:
    """Write a Δ as a JSON object."""
    return {
        **dict(zip(VALUES, delta.values, strict=True)),
        "intervals": intervals_object(VALUES, delta.intervals),
    }


def delta_from(entry: dict[str, Any]) -> Delta:
    """Read a Δ from a JSON object."""
    ends = [entry["intervals"][value] for value in VALUES]
    undefined = entry.get("undefined", [0] * len(VALUES))
    return Delta(
        tuple(entry[value] for value in VALUES),
        tuple(
            None if interval is None else Interval(interval[0], interval[1], count)
            for interval, count in zip(ends, undefined, strict=True)
        ),
    )
