"""Statements prepared for matching: an extraction's tokens against words, optional parts and labels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import NamedTuple

from karat.metrics.oie.facts import Triple
from karat.metrics.oie.slots import Column, Pattern, Tokens
from karat.model import OptionalPart, Parts, Statement, Wording

Labels = frozenset[str]
NONE: Labels = frozenset()


class LabelledSlot(NamedTuple):
    """A slot with the label of each part that may be left out, ``None`` if it has none."""

    pattern: Pattern
    labels: tuple[str | None, ...]

    @classmethod
    def of(cls, parts: Parts) -> LabelledSlot:
        """Compile words and optional parts, which may be nested."""
        symbols: list[str] = []
        skips: list[tuple[int, int]] = []
        labels: list[str | None] = []

        def add(parts: Parts) -> None:
            for part in parts:
                if isinstance(part, OptionalPart):
                    place, start = len(skips), len(symbols)
                    add(part.parts)
                    if len(symbols) > start:
                        skips.insert(place, (start, len(symbols)))
                        labels.insert(place, part.label)
                else:
                    symbols.append(part)

        add(parts)
        return cls(Pattern(tuple(symbols), tuple(skips)), tuple(labels))

    @property
    def complete(self) -> Pattern:
        """The pattern in which labelled parts are required."""
        unlabelled = zip(self.pattern.skips, self.labels, strict=True)
        return Pattern(self.pattern.symbols, tuple([skip for skip, label in unlabelled if label is None]))

    def left_out(self, tokens: Tokens, missing: Mapping[str, Labels], keep: Keep) -> list[Labels]:
        """List, for the ways to match that ``keep`` selects, the facts that are still missing."""
        symbols = self.pattern.symbols
        reached: list[dict[int, list[Labels]]] = [{0: [NONE]}, *({} for _ in symbols)]
        for border, symbol in enumerate(symbols):
            skips = [skip for skip in zip(self.pattern.skips, self.labels, strict=True) if skip[0][0] == border]
            for position, ways in reached[border].items():
                if position < len(tokens) and tokens[position] == symbol:
                    _add_ways(reached[border + 1], position + 1, ways, keep)
                for (_, stop), label in skips:
                    omitted = NONE if label is None else missing[label]
                    _add_ways(reached[stop], position, [labels | omitted for labels in ways], keep)
        return reached[-1].get(len(tokens), [])


Keep = Callable[[Iterable[Labels]], list[Labels]]


def _add_ways(reached: dict[int, list[Labels]], position: int, ways: Iterable[Labels], keep: Keep) -> None:
    reached[position] = keep([*reached.get(position, ()), *ways])


def smallest(sets: Iterable[Labels]) -> list[Labels]:
    """Keep the smallest set; of equally small ones, the first in the alphabet."""
    return [min(sets, key=_order)]


def minimal(sets: Iterable[Labels]) -> list[Labels]:
    """Keep the sets that contain no other one."""
    minima: list[Labels] = []
    for labels in sorted(set(sets), key=_order):
        if not any(smaller <= labels for smaller in minima):
            minima.append(labels)
    return minima


def _order(labels: Labels) -> tuple[int, list[str]]:
    return len(labels), sorted(labels)


class WordingPattern:
    """A wording's slots, prepared for matching."""

    __slots__ = ("labels", "slots", "swaps")

    def __init__(self, wording: Wording) -> None:
        self.slots = tuple(map(LabelledSlot.of, wording))
        self.labels = [label for slot in self.slots for label in slot.labels if label is not None]
        self.swaps = wording.swap is not False
        """Whether subject and object may be exchanged: unless the wording forbids it."""

    def left_out(self, triple: Triple, missing: Mapping[str, Labels]) -> Iterator[Labels]:
        """List, for the ways to match that can be best, the facts that are still missing."""
        # If no two labels share a missing fact, sizes add up, and the smallest set is enough.
        sizes = [len(missing[label]) for label in self.labels]
        together = NONE.union(*(missing[label] for label in self.labels))
        keep = smallest if sum(sizes) == len(together) else minimal
        for reading in (triple, triple[::-1]) if self.swaps and triple[0] != triple[2] else (triple,):
            slots = [slot.left_out(tokens, missing, keep) for slot, tokens in zip(self.slots, reading, strict=True)]
            for ways in product(*slots):
                yield NONE.union(*ways)


class StatementPattern:
    """A statement prepared for matching; sets of wordings are bits."""

    def __init__(self, statement: Statement) -> None:
        self.label = statement.label
        self.wordings = tuple(map(WordingPattern, statement.wordings))
        self.labels = {label for wording in self.wordings for label in wording.labels}
        """The labels of its optional parts."""
        self._swapping = sum(1 << number for number, wording in enumerate(self.wordings) if wording.swaps)

    @cached_property
    def _any(self) -> list[Column]:
        return _columns([[slot.pattern for slot in wording.slots] for wording in self.wordings])

    @cached_property
    def _whole(self) -> list[Column]:
        return _columns([[slot.complete for slot in wording.slots] for wording in self.wordings])

    def accepts(self, triple: Triple, *, complete: bool = False) -> bool:
        """Whether one of the wordings has the triple, if ``complete`` with every labelled part."""
        columns = self._whole if complete else self._any

        def having(triple: Triple) -> int:
            wordings = -1 if columns else 0
            for column, tokens in zip(columns, triple, strict=False):
                wordings &= column.accepting(tokens)
            return wordings

        return having(triple) > 0 or having(triple[::-1]) & self._swapping > 0

    def left_out(self, triples: Iterable[Triple], missing: Mapping[str, Labels]) -> Labels:
        """Find the smallest set of missing facts if one of the triples stands for the statement."""
        ways = [
            labels for triple in triples for wording in self.wordings for labels in wording.left_out(triple, missing)
        ]
        return smallest(ways)[0]


def _columns(rows: Sequence[Sequence[Pattern]]) -> list[Column]:
    return [Column(column) for column in zip(*rows, strict=True)]
