"""A verdict, such as a metric's, against people's labels: confusion, precision, recall, agreement, correlation."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.one_line import one_line
from karat.results.agreement.agreement import Coefficient, unless_equal
from karat.results.agreement.coefficients import AC1, carried_over, coefficients, cohen, item_masses
from karat.results.agreement.measuring import BOOTSTRAP
from karat.results.statistics.intervals import Interval, intervals
from karat.results.statistics.resampling import Resampling, unless_off, values_of
from karat.results.statistics.shares import Shares

if TYPE_CHECKING:
    from karat.results.statistics.resampling import Numbers

ROUNDING = 1e-12
"""A variance below this share of the mean square comes from rounding."""

VALUES = ("precision", "recall", "f1", "accuracy", "kappa", "ac1", "correlation")


@dataclass(frozen=True, slots=True)
class Judged:
    """An item that both a verdict and people accept or refuse; ``score`` is what the verdict was made of, if known.

    ``cluster`` is what items share that are not independent of each other: their sentence.
    """

    cluster: Hashable
    verdict: bool
    people: bool
    score: float | None = None

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class VerdictAgreement:
    """How far a verdict agrees with people's labels of the same items, people's being taken as right.

    ``both`` counts items that the verdict and people accept, ``only_verdict`` those that the verdict alone accepts, and
    so on. ``correlation`` is the point-biserial correlation of the verdict's score with people's labels; of a verdict
    without scores it is φ.
    """

    verdict: str
    both: int
    only_verdict: int
    only_people: int
    neither: int
    precision: Coefficient
    recall: Coefficient
    f1: Coefficient
    accuracy: Coefficient
    kappa: Coefficient
    ac1: Coefficient
    correlation: Coefficient

    __repr__ = one_line

    @property
    def items(self) -> int:
        """How many items were judged."""
        return self.both + self.only_verdict + self.only_people + self.neither

    def to_json(self) -> dict[str, Any]:
        """Return the counts and the coefficients."""
        return {
            "verdict": self.verdict,
            "both": self.both,
            "only_verdict": self.only_verdict,
            "only_people": self.only_people,
            "neither": self.neither,
            **{name: getattr(self, name).to_json() for name in VALUES},
        }


def verdict_agreement(
    verdict: str,
    items: Iterable[Judged],
    resampling: Resampling | None = BOOTSTRAP,
    *,
    clustered_kappa: bool = False,
) -> VerdictAgreement:
    """Compare a verdict with people's labels.

    The intervals of shares are made by formula over clusters, those of AC1 and the correlation by bootstrap over
    clusters. That of κ is asymptotic, or with ``clustered_kappa`` a bootstrap over clusters, too. Without
    ``resampling`` there are none but the asymptotic one. Where no resample has another value, those of κ and AC1 are
    carried over from that of accuracy, and the correlation has none.
    """
    judged = list(items)
    verdicts, people = (
        np.array([getattr(each, side) for each in judged], dtype=bool) for side in ("verdict", "people")
    )
    table = [[int(((verdicts == one) & (people == other)).sum()) for other in (True, False)] for one in (True, False)]
    (both, only_verdict), (only_people, neither) = table
    values = _values(judged, verdicts, people, resampling)
    raw = values["accuracy"].interval
    values["kappa"] = cohen(table, 0.95 if resampling is None else resampling.level, raw)
    if clustered_kappa:
        cells = np.column_stack([verdicts & people, verdicts & ~people, people & ~verdicts, ~(verdicts | people)])
        values |= _over_clusters(judged, [(("kappa",), cells, Shares(_kappa, ()), resampling)])
    if judged and unless_off(resampling):
        one, other = ((both + alone) / len(judged) for alone in (only_verdict, only_people))
        mean = (one + other) / 2
        for name, chance in (("kappa", one * other + (1 - one) * (1 - other)), ("ac1", 2 * mean * (1 - mean))):
            if values[name].value is not None and values[name].interval is None:
                values[name] = replace(values[name], interval=carried_over(raw, chance))
    return VerdictAgreement(verdict, both, only_verdict, only_people, neither, **values)


def _values(
    judged: list[Judged], verdicts: np.ndarray[Any, Any], people: np.ndarray[Any, Any], resampling: Resampling | None
) -> dict[str, Coefficient]:
    """Compute the values that add up over clusters."""
    hits = verdicts & people
    sides = np.column_stack([hits, verdicts, hits, people, verdicts == people, np.ones(len(judged))])
    counts = np.column_stack([verdicts * 1.0 + people, 2.0 - verdicts - people])
    scores = np.array([float(each.verdict) if each.score is None else each.score for each in judged], dtype=np.float64)
    moments = np.column_stack([np.ones(len(judged)), scores, scores**2, people, scores * people])
    formula = None if resampling is None else Resampling(level=resampling.level)
    return _over_clusters(
        judged,
        [
            (("precision", "recall", "f1", "accuracy"), sides, Shares(_shares, (1, 1, 3, 3, 5, 5)), formula),
            (("ac1",), item_masses(counts.reshape(-1, 2)), Shares(_ac1, ()), resampling),
            (("correlation",), moments, Shares(_correlation, ()), resampling),
        ],
    )


Group = tuple[tuple[str, ...], "np.ndarray[Any, Any]", Shares, Resampling | None]
"""The names of values, the items' masses, the statistic that computes the values, and how intervals are made."""


def _over_clusters(judged: list[Judged], groups: Iterable[Group]) -> dict[str, Coefficient]:
    """Compute values with their intervals from the masses of the clusters."""
    position: dict[Hashable, int] = {}
    clusters = [position.setdefault(each.cluster, len(position)) for each in judged]
    values: dict[str, Coefficient] = {}
    for names, masses, shares, method in groups:
        sums = np.zeros((len(position), masses.shape[1]))
        np.add.at(sums, clusters, masses.astype(np.float64))
        points = values_of(shares, sums.sum(axis=0))
        ends: list[Interval | None] = [None] * len(names)
        if method is not None and len(position):
            ends = intervals(sums, shares, method)
        values |= {
            name: Coefficient(None) if math.isnan(point) else Coefficient(float(point), unless_equal(end))
            for name, point, end in zip(names, points, ends, strict=True)
        }
    return values


def _shares(sums: Numbers) -> Numbers:
    """Precision, recall, F1 and accuracy of (hits, accepted by the verdict, hits, accepted by people, equal, all)."""
    hits, verdicts, _, people, equal, items = (sums[..., column] for column in range(6))
    return np.stack([hits / verdicts, hits / people, 2 * hits / (verdicts + people), equal / items], axis=-1)


def _ac1(sums: Numbers) -> Numbers:
    return coefficients(sums)[..., [AC1]]


def _kappa(sums: Numbers) -> Numbers:
    """Cohen's κ of (both, only the verdict, only people, neither)."""
    both, only_verdict, only_people, neither = (sums[..., column] for column in range(4))
    items = both + only_verdict + only_people + neither
    verdicts, people = both + only_verdict, both + only_people
    chance = (verdicts * people + (items - verdicts) * (items - people)) / items**2
    return (((both + neither) / items - chance) / (1 - chance))[..., np.newaxis]


def _correlation(sums: Numbers) -> Numbers:
    """Pearson's correlation of scores with labels of 0 and 1, which is the point-biserial correlation."""
    items, scores, squares, people, products = (sums[..., column] for column in range(5))
    covariance = products / items - scores * people / items**2
    variance = squares / items - (scores / items) ** 2
    # Scores that differ only by rounding errors have no correlation.
    spread = np.where(variance > ROUNDING * squares / items, variance, 0.0) * (people / items) * (1 - people / items)
    return (covariance / np.sqrt(spread))[..., np.newaxis]
