"""Scores that are means over documents (macro averages) instead of sums of masses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from karat.algebra.scores import exact
from karat.algebra.scores.alignment import Alignment
from karat.algebra.scores.exact import Number
from karat.one_line import one_line, paragraph

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Three = tuple[Number, Number, Number]


@dataclass(frozen=True, slots=True)
class MeanScore:
    """Sums of the documents' precision, recall and F1, and how many documents have each; those without are left out."""

    sums: Three
    counts: Three

    __repr__ = one_line
    _repr_html_ = paragraph

    @classmethod
    def of(cls, precision: float | None, recall: float | None, f1: float | None) -> MeanScore:
        """The values of one document."""
        values = (precision, recall, f1)
        sums = [Fraction(value) if value is not None else 0 for value in values]
        counts = [int(value is not None) for value in values]
        return cls((sums[0], sums[1], sums[2]), (counts[0], counts[1], counts[2]))

    def _mean(self, index: int) -> float | None:
        return float(Fraction(self.sums[index]) / self.counts[index]) if self.counts[index] else None

    @property
    def precision(self) -> float | None:
        """The mean of the documents' precisions."""
        return self._mean(0)

    @property
    def recall(self) -> float | None:
        """The mean of the documents' recalls."""
        return self._mean(1)

    @property
    def f1(self) -> float | None:
        """The mean of the documents' F1, not the F1 of the mean precision and recall."""
        return self._mean(2)

    @property
    def value(self) -> float | None:
        """The mean F1."""
        return self.f1

    @property
    def bound(self) -> Number | None:
        """Only documents have bounds."""
        return None

    @property
    def optimal(self) -> bool:
        """Always true: a mean involves no search."""
        return True

    @property
    def alignment(self) -> Alignment | None:
        """A mean has none."""
        return None

    def __add__(self, other: MeanScore) -> MeanScore:
        if not isinstance(other, MeanScore):
            return NotImplemented
        return self.of_row([one + two for one, two in zip(self.row, other.row, strict=True)])

    def __radd__(self, other: object) -> MeanScore:
        """Let ``sum`` begin with 0."""
        return self if other == 0 else NotImplemented

    def __float__(self) -> float:
        return float("nan") if self.value is None else self.value

    def __str__(self) -> str:
        most = max(self.counts)
        return f"{value_and_shares(self)}: the mean of {most} document{'s' * (most != 1)}"

    @property
    def row(self) -> tuple[Number, ...]:
        """Sums and counts, as columns of a table."""
        return (*self.sums, *self.counts)

    def of_row(self, row: Sequence[Number], bound: Number | None = None) -> MeanScore:
        """A mean over other documents."""
        return MeanScore((row[0], row[1], row[2]), (row[3], row[4], row[5]))

    def columns(self, rows: NDArray[np.float64]) -> tuple[NDArray[np.float64], ...]:
        """Precision, recall, F1 and the value of many summed rows at once; NaN where undefined."""
        import numpy as np  # not at start-up

        with np.errstate(divide="ignore", invalid="ignore"):
            means = [rows[..., index] / rows[..., index + 3] for index in range(3)]
        return (*means, means[2])

    @property
    def quotients(self) -> MeanScore:
        """Itself: a mean is a sum over a count."""
        return self

    @property
    def ceilings(self) -> tuple[int, ...]:
        """For each sum the index of its count, which it cannot exceed."""
        return (3, 4, 5, 3, 4, 5)

    def to_json(self) -> dict[str, Any]:
        """Sums and counts."""
        return {"means": [exact.to_json(number) for number in self.row]}

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> MeanScore:
        """Read what ``to_json`` wrote."""
        row = [exact.from_json(number) for number in document["means"]]
        return cls((row[0], row[1], row[2]), (row[3], row[4], row[5]))


def value_and_shares(score: Any) -> str:
    """Write a score's value, with its precision and recall where they are defined.

    >>> value_and_shares(MeanScore.of(0.5, 1.0, 2 / 3))
    '0.6667 (P 0.5000, R 1.0000)'
    """
    value = "undefined" if score.value is None else f"{score.value:.4f}"
    named = (("P", score.precision), ("R", score.recall))
    shares = ", ".join(f"{name} {share:.4f}" for name, share in named if share is not None)
    return f"{value} ({shares})" if shares else value
