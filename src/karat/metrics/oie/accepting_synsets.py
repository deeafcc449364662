"""Which synsets accept which extractions, found fact by fact where a sentence has very many synsets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from karat.metrics.oie.fact_table import bits
from karat.metrics.oie.pattern_indexes import PatternIndex, SynsetPattern
from karat.metrics.oie.patterns import Triple

FEW = 64
"""Up to so many synsets, each is tried; beyond, they are looked up by the facts that accept an extraction."""


def accepted(extractions: Sequence[Triple], synsets: Sequence[SynsetPattern]) -> Iterator[tuple[int, int]]:
    """Yield the positions of each extraction and synset that accepts it; most extractions are accepted by none."""
    if len(synsets) > FEW:
        owners = _Owners(synsets)
        for row, extraction in enumerate(extractions):
            for index in owners.indexes:
                yield from ((row, column) for column in owners.all(index, index.accepting(extraction)))
        return
    indexes = dict.fromkeys([synset.index for synset in synsets])  # usually one
    for row, extraction in enumerate(extractions):
        for index in indexes:
            if facts := index.accepting(extraction):
                for column, synset in enumerate(synsets):
                    if facts & synset.mask and synset.index is index:
                        yield row, column


def first_accepted(extractions: Sequence[Triple], synsets: Sequence[SynsetPattern]) -> Iterator[tuple[int, int]]:
    """Yield the positions of each extraction that is accepted, and of the first synset that accepts it."""
    if len(synsets) > FEW:
        owners = _Owners(synsets)
        for row, extraction in enumerate(extractions):
            columns = [
                column
                for index in owners.indexes
                if (column := owners.first(index, index.accepting(extraction))) is not None
            ]
            if columns:
                yield row, min(columns)
        return
    for row, pairs in groupby(accepted(extractions, synsets), key=itemgetter(0)):
        yield row, min(column for _, column in pairs)


class _Owners:
    """The synsets that each fact of an index belongs to."""

    def __init__(self, synsets: Sequence[SynsetPattern]) -> None:
        self.indexes: dict[PatternIndex, dict[int, list[int]]] = {}
        self._masks: dict[PatternIndex, int] = {}
        self._in_order = True
        for column, synset in enumerate(synsets):
            owners = self.indexes.setdefault(synset.index, {})
            mask = self._masks.get(synset.index, 0)
            self._in_order &= synset.mask == 0 or synset.mask & -synset.mask > mask
            self._masks[synset.index] = mask | synset.mask
            for fact in bits(synset.mask):
                owners.setdefault(fact, []).append(column)

    def all(self, index: PatternIndex, facts: int) -> list[int]:
        """The synsets that have one of the facts, in order."""
        owners = self.indexes[index]
        return sorted({column for fact in bits(facts & self._masks[index]) for column in owners[fact]})

    def first(self, index: PatternIndex, facts: int) -> int | None:
        """The first synset that has one of the facts."""
        facts &= self._masks[index]
        if not facts:
            return None
        if self._in_order:
            return self.indexes[index][(facts & -facts).bit_length() - 1][0]
        return self.all(index, facts)[0]
