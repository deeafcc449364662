"""The scores of a corpus's documents, kept as columns of masses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from karat.algebra.exact import Number, total
from karat.algebra.normaliser import Normaliser
from karat.algebra.score import CompositeScore, Score
from karat.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BATCH = 4096
"""How many documents are held at a time."""


_WHOLE = {int}


def batches(predicted: Iterable[Any], gold: Iterable[Any]) -> Iterator[tuple[list[Any], list[Any]]]:
    """Give the documents of both sides in step, some thousand at a time."""
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
    """The masses of some documents, column by column, and what a search proved of each."""

    matched_predicted: Sequence[Number]
    predicted: Sequence[Number]
    matched_gold: Sequence[Number]
    gold: Sequence[Number]
    bounds: Sequence[Number | None]

    @classmethod
    def of(cls, results: Iterable[tuple[Iterable[Number], Number | None]]) -> Columns:
        """The columns of documents one by one."""
        rows = [(*masses, bound) for masses, bound in results]
        return cls(*zip(*rows, strict=True)) if rows else cls((), (), (), (), ())

    @classmethod
    def joined(cls, parts: Iterable[Columns]) -> Columns:
        """The columns of several batches below each other."""
        lists: tuple[list[Any], ...] = ([], [], [], [], [])
        for part in parts:
            for column, values in zip(lists, part, strict=True):
                column += values
        return cls(*lists)


def _sum(column: Sequence[Number]) -> Number:
    return sum(column) if _WHOLE.issuperset(map(type, column)) else total(column)


class Corpus(Sequence[Score]):
    """One document's score after the other; their sum, the micro average, is :attr:`total`."""

    __slots__ = ("columns", "normaliser")

    def __init__(self, columns: Columns, normaliser: Normaliser) -> None:
        self.columns = columns
        self.normaliser = normaliser

    @property
    def total(self) -> Score:
        """The score of all documents together; as ``sum`` over the documents, but quick."""
        one, predicted, other, gold, bounds = self.columns
        bound = None
        if any(each is not None for each in set(bounds)):
            bound = total([mass if each is None else each for mass, each in zip(one, bounds, strict=True)])
        return Score(_sum(one), _sum(predicted), _sum(other), _sum(gold), self.normaliser, bound)

    @property
    def masses(self) -> NDArray[np.float64]:
        """A row of four masses for each document."""
        # numpy waits until used, so that `import karat` stays light.
        import numpy as np

        return np.array([[float(mass) for mass in column] for column in self.columns[:4]]).T

    def __len__(self) -> int:
        return len(self.columns.gold)

    def __iter__(self) -> Iterator[Score]:
        normaliser = self.normaliser
        for one, predicted, other, gold, bound in zip(*self.columns, strict=True):
            yield Score(one, predicted, other, gold, normaliser, bound)

    @overload
    def __getitem__(self, place: int) -> Score: ...
    @overload
    def __getitem__(self, place: slice) -> Corpus: ...
    def __getitem__(self, place: int | slice) -> Score | Corpus:
        one, predicted, other, gold, bounds = self.columns
        if isinstance(place, slice):
            part = Columns(one[place], predicted[place], other[place], gold[place], bounds[place])
            return Corpus(part, self.normaliser)
        return Score(one[place], predicted[place], other[place], gold[place], self.normaliser, bounds[place])

    def __repr__(self) -> str:
        return f"Corpus({len(self)} documents, total {self.total!r})"


class CompositeCorpus(Sequence[CompositeScore]):
    """The same for a metric of several parts."""

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
        import numpy as np

        return np.hstack([part.masses for part in self.parts])

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

    def __repr__(self) -> str:
        return f"CompositeCorpus({len(self)} documents, total {self.total!r})"


AnyCorpus = Corpus | CompositeCorpus
