"""Align a slot's words with those of a gold slot by the fewest edits, and say in words what differs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import groupby

from karat.formats.text.slots import render_slot
from karat.metrics.oie.facts import Triple
from karat.metrics.oie.slots import Pattern, Tokens, compile_slot
from karat.model import Fact, Slot
from karat.one_line import one_line

SLOT_NAMES = ("subject", "relation", "object")

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


Differences = tuple[SlotDifference, ...]


def compare_slots(triple: Triple, fact: Fact) -> Differences:
    """Align the words of each slot with those of a fact."""
    return tuple(slot_difference(words, slot) for words, slot in zip(triple, fact, strict=True))


@lru_cache(maxsize=4096)
def slot_difference(words: Tokens, slot: Slot) -> SlotDifference:
    """Align an extraction's words with the expansion of the slot that needs the fewest edits.

    This is dynamic programming over (words read, gold words passed). An extra word, a missing word and a word in
    another case cost one edit each; skipping an optional chunk costs nothing.
    """
    gold = compile_slot(slot)
    return SlotDifference(tuple(_aligned(words, gold, _costs(words, gold))))


def _aligned(words: Tokens, pattern: Pattern, costs: list[list[int]]) -> Iterator[MarkedWord]:
    """Follow the cheapest alignment from the first words on."""
    gold, skips = pattern.symbols, dict(pattern.skips)
    optional = {border for start, stop in pattern.skips for border in range(start, stop)}
    read, passed = 0, 0
    while read < len(words) or passed < len(gold):
        cost = costs[read][passed]
        both = read < len(words) and passed < len(gold)
        if passed in skips and cost == costs[read][skips[passed]]:
            passed = skips[passed]
        elif both and words[read] == gold[passed] and cost == costs[read + 1][passed + 1] - 1:
            yield MarkedWord(words[read], Mark.OPTIONAL if passed in optional else Mark.SAME)
            read, passed = read + 1, passed + 1
        elif both and _differ_in_case(words[read], gold[passed]) and cost == costs[read + 1][passed + 1] + EDIT:
            yield MarkedWord(gold[passed], Mark.MISSING)
            yield MarkedWord(words[read], Mark.EXTRA)
            read, passed = read + 1, passed + 1
        elif passed < len(gold) and cost == costs[read][passed + 1] + EDIT:
            yield MarkedWord(gold[passed], Mark.MISSING)
            passed += 1
        else:
            yield MarkedWord(words[read], Mark.EXTRA)
            read += 1


def _costs(words: Tokens, pattern: Pattern) -> list[list[int]]:
    """Compute, for each pair of positions, the lowest cost of aligning the rest."""
    gold, skips = pattern.symbols, dict(pattern.skips)
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


def _differ_in_case(word: str, gold: str) -> bool:
    return word != gold and word.casefold() == gold.casefold()


def describe_differences(differences: Sequence[SlotDifference], fact: Fact) -> str:
    """Say what is wrong with each slot that differs from a fact."""
    return "; ".join(
        _describe_difference(name, difference, slot)
        for name, difference, slot in zip(SLOT_NAMES, differences, fact, strict=True)
        if not difference.agrees
    )


def _describe_difference(name: str, difference: SlotDifference, slot: Slot) -> str:
    extra, missing = difference.runs(Mark.EXTRA), difference.runs(Mark.MISSING)
    if not difference.marked(Mark.SAME) and not difference.marked(Mark.OPTIONAL):
        has = repr(" ".join(difference.extra)) if extra else "empty"
        return f"the {name} is {has}, where the gold has {render_slot(slot)!r}"
    if not missing:
        return f"the {name} has {list_quoted(extra)} beyond what the gold allows"
    if not extra:
        return f"the {name} lacks {list_quoted(missing)}"
    if len(extra) == len(missing) == 1 and _extra_follows_missing(difference):
        return f"the {name} has {extra[0]!r}, where the gold has {missing[0]!r}"
    return f"the {name} has {list_quoted(extra)} beyond what the gold allows and lacks {list_quoted(missing)}"


def _extra_follows_missing(difference: SlotDifference) -> bool:
    """Tell whether extra words directly follow the missing ones."""
    marks = [word.mark for word in difference.words]
    last = max(index for index, mark in enumerate(marks) if mark is Mark.MISSING)
    return last + 1 < len(marks) and marks[last + 1] is Mark.EXTRA


def list_quoted(texts: Sequence[str]) -> str:
    """Quote texts and join them as in a sentence."""
    quoted = [repr(text) for text in texts]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"
