"""Scores: masses, which add over documents, with the normaliser that makes a value of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING, Any

from karat.algebra.scores import exact, normaliser
from karat.algebra.scores.alignment import Alignment
from karat.algebra.scores.exact import Number
from karat.algebra.scores.normaliser import FMeasure, Masses, Normaliser
from karat.errors import DefinitionError, InputError
from karat.one_line import one_line, paragraph

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Score:
    """Four masses and their normaliser.

    ``bound`` is a proved upper bound of the matched mass; it equals the mass where the matching is optimal, and is
    ``None`` where there was nothing to search.
    """

    matched_predicted: Number
    predicted: Number
    matched_gold: Number
    gold: Number
    normaliser: Normaliser
    bound: Number | None = None
    _align: Callable[[], Alignment] | None = field(default=None, compare=False, repr=False)

    __repr__ = one_line
    _repr_html_ = paragraph

    def __reduce__(self) -> tuple[type[Score], tuple[Any, ...]]:
        """Leave out the alignment, which refers to the document."""
        return Score, (*self.masses, self.normaliser, self.bound)

    @property
    def masses(self) -> Masses:
        """The four masses."""
        return Masses(self.matched_predicted, self.predicted, self.matched_gold, self.gold)

    @property
    def exact(self) -> Number | None:
        """The value as an exact number."""
        return self.normaliser.value(self.masses)

    @property
    def value(self) -> float | None:
        """The normalised score; ``None`` where it is undefined."""
        return _float(self.exact)

    @property
    def precision(self) -> float | None:
        """Share of what was predicted that is matched."""
        return _float(self.normaliser.precision(self.masses))

    @property
    def recall(self) -> float | None:
        """Share of the gold that is matched."""
        return _float(self.normaliser.recall(self.masses))

    @property
    def f1(self) -> float | None:
        """Harmonic mean of precision and recall."""
        found = self.normaliser.f_quotient(self.masses)
        return None if found is None else found[0] / found[1]

    @property
    def optimal(self) -> bool:
        """Whether the matching is proved to be the best there is."""
        return self.bound is None or self.bound == self.matched_predicted

    @property
    def alignment(self) -> Alignment | None:
        """What matched what; ``None`` for a sum of scores, which has none of its own."""
        return self._align() if self._align else None

    def __add__(self, other: Score) -> Score:
        if not isinstance(other, Score):
            return NotImplemented
        if other.normaliser is not self.normaliser and other.normaliser != self.normaliser:
            raise DefinitionError(f"scores of one metric add: expected {self.normaliser}, found {other.normaliser}")
        bound = None
        if self.bound is not None or other.bound is not None:
            one = self.matched_predicted if self.bound is None else self.bound
            bound = one + (other.matched_predicted if other.bound is None else other.bound)
        return Score(
            self.matched_predicted + other.matched_predicted,
            self.predicted + other.predicted,
            self.matched_gold + other.matched_gold,
            self.gold + other.gold,
            self.normaliser,
            bound,
        )

    def __radd__(self, other: object) -> Score:
        """Let ``sum`` begin with 0."""
        return self if other == 0 else NotImplemented

    def __float__(self) -> float:
        value = self.value
        return float("nan") if value is None else value

    def __str__(self) -> str:
        """Say what the value is, and what it is made of."""
        predicted, gold = _share(self.matched_predicted, self.predicted), _share(self.matched_gold, self.gold)
        masses = "" if self.normaliser.whole else f": {predicted} predicted and {gold} gold matched{self._divided()}"
        return f"{value_and_shares(self)}{masses}{'' if self.optimal else ', not proved to be the best matching'}"

    def _divided(self) -> str:
        """What precision is made of, where it is not simply the share of the predicted mass that is matched."""
        top, bottom, _, _ = self.normaliser.parts(self.masses)
        if not bottom or (top, bottom) == (self.matched_predicted, self.predicted):
            return ""
        return f" (P is {_share(top, bottom)}: the gold matched, of it and the predicted without a match)"

    @property
    def row(self) -> tuple[Number, ...]:
        """The masses as they stand in a table of documents."""
        return self.masses

    def of_row(self, row: Sequence[Number], bound: Number | None = None) -> Score:
        """A score of the same metric with other masses."""
        return Score(row[0], row[1], row[2], row[3], self.normaliser, bound)

    def columns(self, rows: NDArray[np.float64]) -> tuple[NDArray[np.float64], ...]:
        """Precision, recall, F1 and the value of many summed rows at once; NaN where undefined."""
        return self.normaliser.columns(rows)

    @property
    def quotients(self) -> Score:
        """An equal score whose precision is simply its first mass divided by its second."""
        if type(self.normaliser).parts is Normaliser.parts:
            return self
        return Score(*self.normaliser.parts(self.masses), FMeasure(self.normaliser.empty))

    @property
    def ceilings(self) -> tuple[int, ...]:
        """For each mass of ``quotients`` the index of the mass that it cannot exceed."""
        return (1, 1, 3, 3)

    def to_json(self) -> dict[str, Any]:
        """Masses, normaliser and bound, without the alignment."""
        document: dict[str, Any] = {
            "masses": [exact.to_json(mass) for mass in self.masses],
            "normaliser": self.normaliser.to_json(),
        }
        if self.bound is not None:
            document["bound"] = exact.to_json(self.bound)
        return document


@dataclass(frozen=True, slots=True)
class CompositeScore:
    """The scores of several metrics and how they make one value."""

    parts: tuple[Scored, ...]
    combination: str

    __repr__ = one_line
    _repr_html_ = paragraph

    def _combined(self, values: list[float | None]) -> float | None:
        if self.combination == "mean of present":
            # BLANC counts only the kinds of link that the key has.
            values = [value or 0.0 for value, part in zip(values, self.parts, strict=True) if _gold(part)]
            return float(sum(map(Fraction, values)) / len(values)) if values else 0.0  # type: ignore[arg-type]
        if any(value is None for value in values):
            return None
        known = [Fraction(value) for value in values if value is not None]
        return float(prod(known)) if self.combination == "product" else float(sum(known) / len(known))

    @property
    def value(self) -> float | None:
        """The parts' values, combined; ``None`` where one is undefined."""
        return self._combined([part.value for part in self.parts])

    @property
    def precision(self) -> float | None:
        """The parts' precisions, combined."""
        return self._combined([part.precision for part in self.parts])

    @property
    def recall(self) -> float | None:
        """The parts' recalls, combined."""
        return self._combined([part.recall for part in self.parts])

    @property
    def f1(self) -> float | None:
        """The parts' F1, combined; not the F1 of the combined precision and recall."""
        return self._combined([part.f1 for part in self.parts])

    @property
    def optimal(self) -> bool:
        """Whether every part's matching is proved to be the best there is."""
        return all(part.optimal for part in self.parts)

    @property
    def alignment(self) -> Alignment | None:
        """The first part's alignment."""
        return self.parts[0].alignment

    def __add__(self, other: CompositeScore) -> CompositeScore:
        if not isinstance(other, CompositeScore):
            return NotImplemented
        if (self.combination, len(self.parts)) != (other.combination, len(other.parts)):
            raise DefinitionError("scores of one metric add: expected the same parts")
        return CompositeScore(
            tuple(one + two for one, two in zip(self.parts, other.parts, strict=True)),
            self.combination,
        )

    def __radd__(self, other: object) -> CompositeScore:
        """Let ``sum`` begin with 0."""
        return self if other == 0 else NotImplemented

    def __float__(self) -> float:
        value = self.value
        return float("nan") if value is None else value

    def __str__(self) -> str:
        parts = ", ".join("undefined" if part.value is None else f"{part.value:.4f}" for part in self.parts)
        return f"{value_and_shares(self)}: the {self.combination} of {parts}"

    @property
    def bound(self) -> Number | None:
        """Only the parts have bounds."""
        return None

    @property
    def row(self) -> tuple[Number, ...]:
        """The parts' masses side by side."""
        return tuple(mass for part in self.parts for mass in part.row)

    def of_row(self, row: Sequence[Number], bound: Number | None = None) -> CompositeScore:
        """A score of the same metric with other masses."""
        parts, start = [], 0
        for part in self.parts:
            width = len(part.row)
            parts.append(part.of_row(row[start : start + width]))
            start += width
        return CompositeScore(tuple(parts), self.combination)

    def columns(self, rows: NDArray[np.float64]) -> tuple[NDArray[np.float64], ...]:
        """Precision, recall, F1 and the value of many summed rows at once; NaN where undefined."""
        import numpy as np  # not at start-up

        widths = [len(part.row) for part in self.parts]
        tables = np.split(rows, np.cumsum(widths)[:-1], axis=-1)
        found = [part.columns(table) for part, table in zip(self.parts, tables, strict=True)]
        combined = [np.stack(values) for values in zip(*found, strict=True)]
        if self.combination == "product":
            return tuple(values.prod(axis=0) for values in combined)
        if self.combination == "mean":
            return tuple(values.mean(axis=0) for values in combined)
        present = np.stack([table[..., 3::4].sum(axis=-1) > 0 for table in tables])
        kept = [np.where(present, np.nan_to_num(values), 0.0).sum(axis=0) for values in combined]
        return tuple(total / np.maximum(present.sum(axis=0), 1) for total in kept)

    @property
    def quotients(self) -> CompositeScore:
        """The parts' quotients, combined in the same way."""
        return CompositeScore(tuple(part.quotients for part in self.parts), self.combination)

    @property
    def ceilings(self) -> tuple[int, ...]:
        """For each mass of ``quotients`` the index of the mass that it cannot exceed."""
        found: list[int] = []
        for part in self.parts:
            found += [len(found) + place for place in part.ceilings]
        return tuple(found)

    def to_json(self) -> dict[str, Any]:
        """The parts and how they are combined."""
        return {"parts": [part.to_json() for part in self.parts], "combination": self.combination}


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


Scored = Score | CompositeScore | MeanScore


def from_json(document: dict[str, Any]) -> Scored:
    """Read what ``to_json`` wrote, equal to what was written."""
    try:
        return _from_json(document)
    except (LookupError, TypeError, ValueError, AttributeError):
        raise InputError(f"expected a score as to_json writes it, found {document!r:.80}") from None


def _from_json(document: dict[str, Any]) -> Scored:
    if "means" in document:
        return MeanScore.from_json(document)
    if "parts" in document:
        return CompositeScore(tuple(map(_from_json, document["parts"])), document["combination"])
    bound = document.get("bound")
    return Score(
        *Masses(*(exact.from_json(mass) for mass in document["masses"])),
        normaliser.from_json(document["normaliser"]),
        None if bound is None else exact.from_json(bound),
    )


def value_and_shares(score: Any) -> str:
    """Write a score's value, with its precision and recall where they are defined.

    >>> value_and_shares(MeanScore.of(0.5, 1.0, 2 / 3))
    '0.6667 (P 0.5000, R 1.0000)'
    """
    value = "undefined" if score.value is None else f"{score.value:.4f}"
    named = (("P", score.precision), ("R", score.recall))
    shares = ", ".join(f"{name} {share:.4f}" for name, share in named if share is not None)
    return f"{value} ({shares})" if shares else value


def _float(value: Number | None) -> float | None:
    return None if value is None else float(value)


def _share(matched: Number, mass: Number) -> str:
    return " of ".join(str(each) if isinstance(each, int) else f"{float(each):.2f}" for each in (matched, mass))


def _gold(part: Scored) -> bool:
    if isinstance(part, CompositeScore):
        return any(map(_gold, part.parts))
    return bool(part.gold if isinstance(part, Score) else part.counts[1])
