"""The scores of a corpus: the masses of its documents, in columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, overload

from karat.algebra.scores.exact import Number, counted_total, total
from karat.algebra.scores.normaliser import CoveredF, FMeasure, Masses, Normaliser
from karat.algebra.scores.score import CompositeScore, MeanScore, Score, Scored
from karat.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Integers = NDArray[Any]
    """Integers of 64 bits, or of Python (dtype ``object``) where one of them has more."""

BATCH = 512
"""How many documents are scored at a time; more do not fit into the processor's cache."""
Leaf = TypeVar("Leaf", Score, MeanScore)
_WHOLE = {int}


def batches(predicted: Iterable[Any], gold: Iterable[Any]) -> Iterator[tuple[list[Any], list[Any]]]:
    """Give the documents of both sides, some hundred at a time."""
    one, other = iter(predicted), iter(gold)
    while True:
        mine, theirs = list(islice(one, BATCH)), list(islice(other, BATCH))
        if len(mine) != len(theirs):
            more, fewer = ("predicted", "gold") if len(mine) > len(theirs) else ("gold", "predicted")
            raise InputError(f"expected as many {fewer} as {more} documents, found fewer")
        if not mine:
            return
        yield mine, theirs


class Columns(NamedTuple):
    """The masses of some documents, column by column, and the proved bound of each."""

    matched_predicted: Sequence[Number]
    predicted: Sequence[Number]
    matched_gold: Sequence[Number]
    gold: Sequence[Number]
    bounds: Sequence[Number | None]

    @classmethod
    def of(cls, results: Iterable[tuple[Masses, Number | None]]) -> Columns:
        """Collect results into columns."""
        columns: tuple[list[Any], ...] = ([], [], [], [], [])
        one, predicted, other, gold, bounds = (column.append for column in columns)
        for masses, bound in results:
            one(masses[0])
            predicted(masses[1])
            other(masses[2])
            gold(masses[3])
            bounds(bound)
        return cls(*columns)

    @classmethod
    def joined(cls, parts: Iterable[Columns]) -> Columns:
        """Concatenate the columns of several batches."""
        lists: tuple[list[Any], ...] = ([], [], [], [], [])
        for part in parts:
            for column, values in zip(lists, part, strict=True):
                column += values
        return cls(*lists)


def _sum(column: Sequence[Number]) -> Number:
    if isinstance(column, Column):
        return column.total
    return sum(column) if _WHOLE.issuperset(map(type, column)) else total(column)


class Corpus(Sequence[Leaf], Generic[Leaf]):
    """The scores of documents, in order; their sum, the micro average, is :attr:`total`.

    ``columns`` has one sequence for each mass; ``shape`` is any score of the metric.
    """

    __slots__ = ("bounds", "columns", "shape")

    def __init__(self, columns: Sequence[Sequence[Number]], bounds: Sequence[Number | None], shape: Leaf) -> None:
        self.columns = tuple(columns)
        self.bounds = bounds
        self.shape: Leaf = shape

    @classmethod
    def of_columns(cls, columns: Columns, normaliser: Normaliser) -> Corpus[Score]:
        """The scores of documents whose four masses are known."""
        return Corpus(columns[:4], columns.bounds, Score(0, 0, 0, 0, normaliser))

    @property
    def total(self) -> Leaf:
        """The sum of the documents' scores."""
        bound = None
        if any(each is not None for each in set(self.bounds)):
            matched = zip(self.columns[0], self.bounds, strict=True)
            bound = total([mass if each is None else each for mass, each in matched])
        return self.shape.of_row([_sum(column) for column in self.columns], bound)

    @property
    def masses(self) -> NDArray[np.float64]:
        """A row of four masses for each document."""
        import numpy as np  # not at start-up

        return np.stack([Column.of(column).floats for column in self.columns], axis=-1)

    @property
    def packed(self) -> Corpus[Leaf]:
        """The same scores, in little memory."""
        return Corpus([Column.of(column) for column in self.columns], tuple(self.bounds), self.shape)

    @property
    def quotients(self) -> AnyCorpus:
        """Equal scores whose precision is simply their first mass divided by their second."""
        if not isinstance(self.shape, Score) or type(self.shape.normaliser).parts is Normaliser.parts:
            return self
        columns = [Column.of(column) for column in self.columns]
        if type(self.shape.normaliser).parts is CoveredF.parts and all(column.bottoms is None for column in columns):
            # The sum of two integers of 64 bits may have more, but counts of extractions never come near.
            arrays: list[Any] = [column.tops for column in columns]
            parts: tuple[Any, ...] = self.shape.normaliser.parts(Masses(*arrays))
            return Corpus([Column(part) for part in parts], self.bounds, self.shape.quotients)
        return gathered(score.quotients for score in self)

    @property
    def all_columns(self) -> tuple[Sequence[Number], ...]:
        """A column for each mass of a score's row."""
        return self.columns

    def take(self, places: Sequence[int]) -> Corpus[Leaf]:
        """Select the scores of some documents."""
        columns = [Column.of(column).take(places) for column in self.columns]
        return Corpus(columns, [self.bounds[place] for place in places], self.shape)

    def __len__(self) -> int:
        return len(self.bounds)

    def __iter__(self) -> Iterator[Leaf]:
        of_row = self.shape.of_row
        return map(of_row, zip(*self.columns, strict=True), self.bounds)

    @overload
    def __getitem__(self, place: int) -> Leaf: ...
    @overload
    def __getitem__(self, place: slice) -> Corpus[Leaf]: ...
    def __getitem__(self, place: int | slice) -> Leaf | Corpus[Leaf]:
        if isinstance(place, slice):
            return Corpus([column[place] for column in self.columns], self.bounds[place], self.shape)
        return self.shape.of_row([column[place] for column in self.columns], self.bounds[place])

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Corpus) and all(map(_is_packed, (self, other))):
            alike = self.shape.of_row(self.shape.row) == other.shape.of_row(self.shape.row)
            return alike and self.columns == other.columns and tuple(self.bounds) == tuple(other.bounds)
        return _equal(self, other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Corpus({len(self)} documents, total {self.total!r})"


class CompositeCorpus(Sequence[CompositeScore]):
    """The scores of documents under a metric of several parts."""

    __slots__ = ("combination", "parts")

    def __init__(self, parts: Sequence[AnyCorpus], combination: str) -> None:
        self.parts = tuple(parts)
        self.combination = combination

    @property
    def total(self) -> CompositeScore:
        """The score of all documents together."""
        return CompositeScore(tuple(part.total for part in self.parts), self.combination)

    @property
    def masses(self) -> NDArray[np.float64]:
        """A row for each document, the parts' masses side by side."""
        import numpy as np  # not at start-up

        return np.hstack([part.masses for part in self.parts])

    @property
    def packed(self) -> CompositeCorpus:
        """The same scores, in little memory."""
        return CompositeCorpus([part.packed for part in self.parts], self.combination)

    @property
    def quotients(self) -> CompositeCorpus:
        """The parts' quotients, combined in the same way."""
        return CompositeCorpus([part.quotients for part in self.parts], self.combination)

    @property
    def all_columns(self) -> tuple[Sequence[Number], ...]:
        """The parts' columns side by side."""
        return tuple(column for part in self.parts for column in part.all_columns)

    @property
    def bounds(self) -> Sequence[None]:
        """Only the parts have bounds."""
        return (None,) * len(self)

    def take(self, places: Sequence[int]) -> CompositeCorpus:
        """Select the scores of some documents."""
        return CompositeCorpus([part.take(places) for part in self.parts], self.combination)

    def __len__(self) -> int:
        return len(self.parts[0])

    @overload
    def __getitem__(self, place: int) -> CompositeScore: ...
    @overload
    def __getitem__(self, place: slice) -> CompositeCorpus: ...
    def __getitem__(self, place: int | slice) -> CompositeScore | CompositeCorpus:
        if isinstance(place, slice):
            return CompositeCorpus([part[place] for part in self.parts], self.combination)
        return CompositeScore(tuple(part[place] for part in self.parts), self.combination)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CompositeCorpus):
            return (self.combination, self.parts) == (other.combination, other.parts)
        return _equal(self, other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"CompositeCorpus({len(self)} documents, total {self.total!r})"


AnyCorpus = Corpus[Score] | Corpus[MeanScore] | CompositeCorpus


def _is_packed(corpus: Corpus[Any]) -> bool:
    return all(isinstance(column, Column) for column in corpus.columns)


def _equal(scores: Sequence[Any], other: object) -> bool:
    same = isinstance(other, Sequence) and len(scores) == len(other)
    return same and all(one == two for one, two in zip(scores, other, strict=True))  # type: ignore[call-overload]


def joined(parts: Sequence[AnyCorpus]) -> AnyCorpus:
    """Concatenate the scores of one metric, packed."""
    first = parts[0]
    if isinstance(first, CompositeCorpus):
        by_part = zip(*(corpus.parts for corpus in parts if isinstance(corpus, CompositeCorpus)), strict=True)
        return CompositeCorpus([joined(each) for each in by_part], first.combination)
    packed: list[Corpus[Any]] = [corpus.packed for corpus in parts if isinstance(corpus, Corpus)]
    columns = zip(*(corpus.columns for corpus in packed), strict=True)
    bounds = tuple(bound for corpus in packed for bound in corpus.bounds)
    found: Corpus[Any] = Corpus([Column.joined(each) for each in columns], bounds, first.shape)
    return found


def gold_masses(corpus: AnyCorpus) -> Column | None:
    """The gold mass of each document; ``None`` for a score of several parts and for a mean."""
    if isinstance(corpus, CompositeCorpus) or not isinstance(corpus.shape, Score):
        return None
    return Column.of(corpus.columns[3])


def corpus_of(shape: Scored, columns: Sequence[Sequence[Number]], bounds: Sequence[Number | None]) -> AnyCorpus:
    """Make a packed corpus of the columns of its scores' rows; ``shape`` is any score of the metric."""
    if isinstance(shape, CompositeScore):
        parts, start = [], 0
        for part in shape.parts:
            end = start + len(part.row)
            parts.append(corpus_of(part, columns[start:end], (None,) * len(bounds)))
            start = end
        return CompositeCorpus(parts, shape.combination)
    packed: Corpus[Any] = Corpus(columns, bounds, shape.of_row(shape.row)).packed  # type: ignore[type-var]
    return packed


def gathered(scores: Iterable[Scored]) -> AnyCorpus:
    """Collect the masses of scores, without keeping the documents."""
    shape: Scored | None = None
    rows = []
    for score in scores:
        shape = shape or score
        rows.append(_row(score))
    return _assembled(shape, rows) if shape else Corpus.of_columns(Columns.of(()), FMeasure())


def _row(score: Scored) -> tuple[Any, ...]:
    return tuple(map(_row, score.parts)) if isinstance(score, CompositeScore) else (score.row, score.bound)


def _assembled(shape: Scored, rows: list[tuple[Any, ...]]) -> AnyCorpus:
    if isinstance(shape, CompositeScore):
        parts = [_assembled(part, [row[place] for row in rows]) for place, part in enumerate(shape.parts)]
        return CompositeCorpus(parts, shape.combination)
    columns, bounds = list(zip(*(row for row, _ in rows), strict=True)), [bound for _, bound in rows]
    if isinstance(shape, Score):
        return Corpus(columns, bounds, shape.of_row(shape.row))
    return Corpus(columns, bounds, shape)


CHUNK = 4096
"""How many numbers are made into Python objects at a time."""


class Column(Sequence[Number]):
    """Exact numbers, in order.

    ``tops`` are their numerators, ``bottoms`` their denominators, or ``None`` where all numbers are whole. A number
    takes 8 bytes, or 16 with a denominator.
    """

    __slots__ = ("bottoms", "tops")

    def __init__(self, tops: Integers, bottoms: Integers | None = None) -> None:
        self.tops = tops
        self.bottoms = bottoms

    @classmethod
    def of(cls, numbers: Iterable[Number]) -> Column:
        """Pack numbers; a column stays as it is."""
        if isinstance(numbers, Column):
            return numbers
        listed = list(numbers)
        if {int}.issuperset(map(type, listed)):
            return cls(integers(listed))  # type: ignore[arg-type]
        ratios = [number.as_integer_ratio() for number in listed]
        bottoms = [bottom for _, bottom in ratios]
        return cls(integers([top for top, _ in ratios]), None if set(bottoms) <= {1} else integers(bottoms))

    @classmethod
    def joined(cls, parts: Sequence[Column]) -> Column:
        """Concatenate columns."""
        import numpy as np  # not at start-up

        tops = np.concatenate([part.tops for part in parts])
        if all(part.bottoms is None for part in parts):
            return cls(tops)
        return cls(tops, np.concatenate([part.denominators for part in parts]))

    @property
    def denominators(self) -> Integers:
        """The denominator of each number, 1 where it is whole."""
        import numpy as np  # not at start-up

        return np.ones(len(self.tops), dtype=np.int64) if self.bottoms is None else self.bottoms

    @property
    def total(self) -> Number:
        """The exact sum."""
        import numpy as np  # not at start-up

        if self.bottoms is None:
            return integer_sum(self.tops)
        bottoms, places = np.unique(self.bottoms, return_inverse=True)
        order = np.argsort(places, kind="stable")
        groups = np.split(self.tops[order], np.flatnonzero(np.diff(places[order])) + 1)
        ratios = [(integer_sum(group), int(bottom)) for group, bottom in zip(groups, bottoms, strict=True)]
        return counted_total(ratios, [1] * len(ratios))

    @property
    def floats(self) -> NDArray[np.float64]:
        """The nearest float of each number."""
        import numpy as np  # not at start-up

        tops = self.tops.astype(np.float64)
        if self.bottoms is None:
            return tops
        bottoms = self.bottoms.astype(np.float64)
        nearest = tops / bottoms
        # A quotient of floats is the nearest one only if the floats are the integers themselves.
        for place in np.flatnonzero((tops != self.tops) | (bottoms != self.bottoms)):
            nearest[place] = int(self.tops[place]) / int(self.bottoms[place])
        return nearest

    def take(self, places: Sequence[int] | NDArray[np.int64]) -> Column:
        """Select the numbers at some places."""
        return Column(self.tops[places], None if self.bottoms is None else self.bottoms[places])

    def __len__(self) -> int:
        return len(self.tops)

    def __iter__(self) -> Iterator[Number]:
        for start in range(0, len(self), CHUNK):
            tops = self.tops[start : start + CHUNK].tolist()
            if self.bottoms is None:
                yield from tops
            else:
                yield from map(_number, tops, self.bottoms[start : start + CHUNK].tolist())

    @overload
    def __getitem__(self, place: int) -> Number: ...
    @overload
    def __getitem__(self, place: slice) -> Column: ...
    def __getitem__(self, place: int | slice) -> Number | Column:
        if isinstance(place, slice):
            return Column(self.tops[place], None if self.bottoms is None else self.bottoms[place])
        return _number(int(self.tops[place]), 1 if self.bottoms is None else int(self.bottoms[place]))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Column):
            return NotImplemented
        same = len(self) == len(other) and bool((self.tops == other.tops).all())
        return same and bool((self.denominators == other.denominators).all())

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Column({len(self)} numbers, total {self.total})"


def integers(numbers: Sequence[int]) -> Integers:
    """Make an array of integers, of 64 bits where all of them fit."""
    import numpy as np  # not at start-up

    try:
        return np.array(numbers, dtype=np.int64)
    except OverflowError:
        return np.array(numbers, dtype=object)


def integer_sum(numbers: Integers) -> int:
    """Add integers exactly, also where the sum has more than 64 bits."""
    if numbers.dtype == object:
        return sum(numbers.tolist())
    return (int((numbers >> 32).sum()) << 32) + int((numbers & 0xFFFFFFFF).sum())


def _number(top: int, bottom: int) -> Number:
    return top if bottom == 1 else Fraction(top, bottom)
