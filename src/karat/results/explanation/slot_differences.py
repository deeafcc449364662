"""Align a slot's words with a gold slot of required and optional chunks, by the fewest edits."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from karat.model import Slot
from karat.one_line import one_line

EDIT = 1 << 20
"""The cost of an edit, larger than any number of shared words, which only decide between equal numbers of edits."""


class Mark(StrEnum):
    """What a word is: required by the gold, optional in it, extra, or missing."""

    SAME = "same"
    OPTIONAL = "optional"
    EXTRA = "extra"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class MarkedWord:
    """A word of the extraction, or a word of the gold that the extraction lacks."""

    word: str
    mark: Mark

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class SlotDifference:
    """A slot of an extraction compared with a slot of a gold fact, word by word."""

    words: tuple[MarkedWord, ...]

    __repr__ = one_line

    def marked(self, mark: Mark) -> tuple[str, ...]:
        """List the words with a mark."""
        return tuple(marked.word for marked in self.words if marked.mark is mark)

    @property
    def extra(self) -> tuple[str, ...]:
        """Words that the gold does not allow in this position."""
        return self.marked(Mark.EXTRA)

    @property
    def missing(self) -> tuple[str, ...]:
        """Words of the gold that the extraction lacks."""
        return self.marked(Mark.MISSING)

    @property
    def optional(self) -> tuple[str, ...]:
        """Optional words of the gold that the extraction has."""
        return self.marked(Mark.OPTIONAL)

    @property
    def edits(self) -> int:
        """The number of extra and missing words; 0 exactly if the gold accepts the slot."""
        return len(self.extra) + len(self.missing)

    @property
    def agrees(self) -> bool:
        """Whether the gold accepts the slot."""
        return not self.edits

    def runs(self, mark: Mark) -> list[str]:
        """List the runs of adjacent words with a mark, each run as one text."""
        by_mark = groupby(self.words, lambda marked: marked.mark)
        return [" ".join(marked.word for marked in run) for kind, run in by_mark if kind is mark]


def slot_difference(words: tuple[str, ...], slot: Slot) -> SlotDifference:
    """Align an extraction's words with the expansion of the slot that needs the fewest edits.

    This is dynamic programming over (words read, gold words passed). An extra word, a missing word and a word in
    another case cost one edit each; skipping an optional chunk costs nothing.
    """
    gold, optional, skips = _flatten(slot)
    costs = _costs(words, gold, skips)
    read, passed = 0, 0
    marked_words: list[MarkedWord] = []
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
            marked_words.append(MarkedWord(words[read], Mark.OPTIONAL if optional[passed] else Mark.SAME))
            read, passed = read + 1, passed + 1
        elif (
            read < len(words)
            and passed < len(gold)
            and _differ_in_case(words[read], gold[passed])
            and cost == costs[read + 1][passed + 1] + EDIT
        ):
            marked_words += [MarkedWord(gold[passed], Mark.MISSING), MarkedWord(words[read], Mark.EXTRA)]
            read, passed = read + 1, passed + 1
        elif passed < len(gold) and cost == costs[read][passed + 1] + EDIT:
            marked_words.append(MarkedWord(gold[passed], Mark.MISSING))
            passed += 1
        else:
            marked_words.append(MarkedWord(words[read], Mark.EXTRA))
            read += 1
    return SlotDifference(tuple(marked_words))


def _differ_in_case(word: str, gold: str) -> bool:
    return word != gold and word.casefold() == gold.casefold()


def _flatten(slot: Slot) -> tuple[list[str], list[bool], dict[int, int]]:
    """Return the slot's words, whether each is optional, and where each optional chunk starts and ends."""
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
    """Compute, for each pair of positions, the lowest cost of aligning the rest."""
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
