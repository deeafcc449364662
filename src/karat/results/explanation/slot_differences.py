"""What a slot's words and a gold slot do not share: the fewest edits against required and optional chunks."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from karat.model import Slot

EDIT = 1 << 20
"""Weighs an edit over any number of words in common, of which more are better between equally many edits."""


class Mark(StrEnum):
    """What a word is to both sides: required by the gold, allowed by it, too much, or wanting."""

    SAME = "same"
    OPTIONAL = "optional"
    EXTRA = "extra"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class MarkedWord:
    """A word of the extraction, or one of the gold that the extraction has not got."""

    word: str
    mark: Mark


@dataclass(frozen=True, slots=True)
class SlotDifference:
    """A slot of an extraction held against a slot of a gold fact, word by word."""

    words: tuple[MarkedWord, ...]

    def marked(self, mark: Mark) -> tuple[str, ...]:
        """The words with a mark."""
        return tuple(each.word for each in self.words if each.mark is mark)

    @property
    def extra(self) -> tuple[str, ...]:
        """Words that the gold does not allow where they stand."""
        return self.marked(Mark.EXTRA)

    @property
    def missing(self) -> tuple[str, ...]:
        """Words of the gold that are wanting."""
        return self.marked(Mark.MISSING)

    @property
    def optional(self) -> tuple[str, ...]:
        """Optional words of the gold that were used."""
        return self.marked(Mark.OPTIONAL)

    @property
    def edits(self) -> int:
        """How many words are too many or wanting; none exactly if the gold accepts the slot."""
        return len(self.extra) + len(self.missing)

    @property
    def agrees(self) -> bool:
        """Whether the gold accepts the slot."""
        return not self.edits

    def runs(self, mark: Mark) -> list[str]:
        """The words with a mark, those that stand together in one text."""
        by_mark = groupby(self.words, lambda each: each.mark)
        return [" ".join(each.word for each in run) for kind, run in by_mark if kind is mark]


def slot_difference(words: tuple[str, ...], slot: Slot) -> SlotDifference:
    """Align an extraction's words with the expansion of the slot that is fewest edits away.

    A dynamic programme over (words read, gold words passed): a word too many, a gold word wanting and a word in another
    case cost one edit each, and an optional chunk can be passed by for nothing.
    """
    gold, optional, skips = _flat(slot)
    costs = _costs(words, gold, skips)
    read, passed = 0, 0
    found: list[MarkedWord] = []
    while read < len(words) or passed < len(gold):
        cost = costs[read][passed]
        if skips.get(passed) is not None and cost == costs[read][skips[passed]]:
            passed = skips[passed]
        elif (
            read < len(words)
            and passed < len(gold)
            and words[read] == gold[passed]
            and cost == costs[read + 1][passed + 1] - 1
        ):
            found.append(MarkedWord(words[read], Mark.OPTIONAL if optional[passed] else Mark.SAME))
            read, passed = read + 1, passed + 1
        elif (
            read < len(words)
            and passed < len(gold)
            and _differ_in_case(words[read], gold[passed])
            and cost == costs[read + 1][passed + 1] + EDIT
        ):
            found += [MarkedWord(gold[passed], Mark.MISSING), MarkedWord(words[read], Mark.EXTRA)]
            read, passed = read + 1, passed + 1
        elif passed < len(gold) and cost == costs[read][passed + 1] + EDIT:
            found.append(MarkedWord(gold[passed], Mark.MISSING))
            passed += 1
        else:
            found.append(MarkedWord(words[read], Mark.EXTRA))
            read += 1
    return SlotDifference(tuple(found))


def _differ_in_case(word: str, gold: str) -> bool:
    return word != gold and word.casefold() == gold.casefold()


def _flat(slot: Slot) -> tuple[list[str], list[bool], dict[int, int]]:
    """The slot's words, whether each is optional, and from where to where an optional chunk can be passed by."""
    gold: list[str] = []
    optional: list[bool] = []
    skips: dict[int, int] = {}
    for chunk in slot.chunks:
        start = len(gold)
        gold += chunk.tokens
        optional += [chunk.optional] * (len(gold) - start)
        if chunk.optional and len(gold) > start:
            skips[start] = len(gold)
    return gold, optional, skips


def _costs(words: tuple[str, ...], gold: list[str], skips: dict[int, int]) -> list[list[int]]:
    """For each pair of places, the cost of the rest: edits first, words in common against it."""
    size = len(gold)
    costs = [[0] * (size + 1) for _ in range(len(words) + 1)]
    for read in range(len(words), -1, -1):
        row = costs[read]
        below = costs[read + 1] if read < len(words) else None
        for passed in range(size, -1, -1):
            choices = []
            if below is not None:
                choices.append(below[passed] + EDIT)
                if passed < size and words[read] == gold[passed]:
                    choices.append(below[passed + 1] - 1)
                elif passed < size and _differ_in_case(words[read], gold[passed]):
                    choices.append(below[passed + 1] + EDIT)
            if passed < size:
                choices.append(row[passed + 1] + EDIT)
                if passed in skips:
                    choices.append(row[skips[passed]])
            row[passed] = min(choices, default=0)
    return costs
