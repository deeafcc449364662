"""Precision and recall over confidences: a curve in columns, which may have a million points."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

import numpy as np

from karat.algebra.plans.swept_corpus import Curve
from karat.one_line import one_line

if TYPE_CHECKING:
    from karat.results.statistics.resampling import Numbers


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """Precision and recall of the extractions at or above a confidence."""

    threshold: float
    precision: float | None
    recall: float | None

    __repr__ = one_line


class ConfidenceCurve(Sequence[CurvePoint]):
    """The points of a curve, the highest threshold first; a point is made when it is asked for.

    ``rows`` has threshold, precision and recall of each; NaN is undefined.
    """

    __slots__ = ("rows",)

    def __init__(self, rows: Numbers) -> None:
        self.rows = rows

    @classmethod
    def of(cls, points: Iterable[Sequence[float | None]]) -> ConfidenceCurve:
        """Collect thresholds, precisions and recalls."""
        rows = ([math.nan if value is None else value for value in point] for point in points)
        return cls(np.fromiter(rows, dtype=np.dtype((np.float64, 3))))

    @classmethod
    def of_scores(cls, curve: Curve) -> ConfidenceCurve:
        """Compute precision and recall at each threshold."""
        points = zip(curve.points.thresholds.tolist(), curve.points.values(), strict=True)
        return cls.of((threshold, precision, recall) for threshold, (precision, recall, _) in points)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[CurvePoint]:
        return map(_point, self.rows)

    @overload
    def __getitem__(self, place: int) -> CurvePoint: ...
    @overload
    def __getitem__(self, place: slice) -> ConfidenceCurve: ...
    def __getitem__(self, place: int | slice) -> CurvePoint | ConfidenceCurve:
        return ConfidenceCurve(self.rows[place]) if isinstance(place, slice) else _point(self.rows[place])

    def __eq__(self, other: object) -> bool:
        if isinstance(other, ConfidenceCurve):
            return np.array_equal(self.rows, other.rows, equal_nan=True)
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"<{len(self)} CurvePoint>"


def _point(row: Numbers) -> CurvePoint:
    threshold, precision, recall = row.tolist()
    return CurvePoint(threshold, None if math.isnan(precision) else precision, None if math.isnan(recall) else recall)
