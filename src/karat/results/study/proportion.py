"""Counts such as 217 of 374 with two intervals: Wilson's (1927), and one that respects sentences as clusters."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.one_line import one_line
from karat.results.statistics.intervals import Interval, between, intervals, normal_quantile
from karat.results.statistics.resampling import Resampling
from karat.results.statistics.shares import SHARE, jackknife, share_intervals

if TYPE_CHECKING:
    from karat.results.statistics.resampling import Numbers


@dataclass(frozen=True, slots=True)
class Proportion:
    """A share with its counts; ``interval`` is Wilson's, ``clustered`` the one over sentences.

    Wilson's holds if extractions are independent of each other. Those of one sentence are not: the wider of the two is
    the honest one. ``clustered`` is ``None`` for fewer than two sentences.
    """

    count: int
    total: int
    interval: Interval | None = None
    clustered: Interval | None = None

    __repr__ = one_line

    @property
    def value(self) -> float | None:
        """The share; undefined if there is nothing to count."""
        return self.count / self.total if self.total else None

    def __str__(self) -> str:
        """Write the share with its counts.

        >>> str(Proportion(217, 374)), str(Proportion(0, 0))
        ('58.0 % (217/374)', '— (0/0)')
        """
        share = "—" if self.value is None else f"{100 * self.value:.1f} %"
        return f"{share} ({self.count}/{self.total})"

    def to_json(self) -> dict[str, Any]:
        """Return the counts, the share and both intervals."""
        return {
            "count": self.count,
            "total": self.total,
            "value": self.value,
            "interval": None if self.interval is None else self.interval.to_json(),
            "clustered": None if self.clustered is None else self.clustered.to_json(),
        }


def wilson(count: float, total: float, level: float = 0.95) -> Interval | None:
    """Compute Wilson's score interval: all shares that a test of level 1 − ``level`` does not reject.

    (p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n). Undefined for a total of 0.

    >>> interval = wilson(217, 374)
    >>> round(interval.low, 4), round(interval.high, 4)
    (0.5296, 0.6292)
    """
    if not total:
        return None
    z = normal_quantile(level)
    share, square = count / total, z * z / total
    middle = (share + square / 2) / (1 + square)
    reach = z * math.sqrt(share * (1 - share) / total + square / (4 * total)) / (1 + square)
    # Rounding may leave a bound just beyond the share itself where nothing or everything is right.
    return Interval(max(0.0, min(middle - reach, share)), min(1.0, max(middle + reach, share)))


def proportion(outcomes: Iterable[tuple[Hashable, bool]], level: float = 0.95) -> Proportion:
    """Count outcomes, each with its cluster (its sentence), and compute both intervals."""
    known = list(outcomes)
    count, total = sum(outcome for _, outcome in known), len(known)
    (clustered,) = intervals(cluster_masses(known), SHARE, Resampling(level=level)) if known else (None,)
    return Proportion(count, total, wilson(count, total, level), clustered)


def running_proportions(
    outcomes: Sequence[tuple[Hashable, bool]], ends: Sequence[int], level: float = 0.95
) -> list[Proportion]:
    """Count the first so many outcomes for each of the ends, as ``proportion`` does, all at once."""
    position: dict[Hashable, int] = {}
    rows = [position.setdefault(cluster, len(position)) for cluster, _ in outcomes]
    masses = np.zeros((len(ends), len(position), 2))
    start = 0
    for number, end in enumerate(ends):
        if number:
            masses[number] = masses[number - 1]
        for row, (_, outcome) in zip(rows[start:end], outcomes[start:end], strict=True):
            masses[number, row] += (outcome, 1)
        start = end
    low, high = (side[:, 0] for side in share_intervals(jackknife(masses, SHARE), level))
    return [
        Proportion(int(count), int(total), wilson(count, total, level), clustered)
        for (count, total), clustered in zip(masses.sum(axis=1).tolist(), between(low, high), strict=True)
    ]


def cluster_masses(outcomes: Iterable[tuple[Hashable, bool]]) -> Numbers:
    """Sum outcomes by cluster: right and all, a row for each cluster, in the order in which they come."""
    rows: dict[Hashable, list[float]] = {}
    for cluster, outcome in outcomes:
        row = rows.setdefault(cluster, [0.0, 0.0])
        row[0] += outcome
        row[1] += 1
    return np.array(list(rows.values()), dtype=np.float64).reshape(-1, 2)
