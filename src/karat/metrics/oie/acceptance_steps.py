"""BenchIE-FL's four steps by which a synset accepts an extraction (Lamarche and Langlais, 2024)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cached_property
from itertools import product
from string import punctuation
from typing import NamedTuple

from karat.metrics.oie.facts import OBJECT, RELATION, SUBJECT, Facts, Triple
from karat.metrics.oie.slots import Pattern, Tokens, bits
from karat.model import Synset

SLOTS = ("subject", "relation", "object")
_NO_PUNCTUATION = str.maketrans("", "", punctuation)


class Step(StrEnum):
    """How a synset accepts an extraction; the first step that applies counts."""

    EXACT = "exact"
    PUNCTUATION = "punctuation"
    REDUCED = "reduced"
    WORDS = "words"


class Acceptance(NamedTuple):
    """The synsets, as bits, that accept an extraction by a step, and an explanation in words."""

    step: Step
    synsets: int
    how: str


def without_punctuation(text: str) -> str:
    """Remove ASCII punctuation."""
    return text.translate(_NO_PUNCTUATION)


Related = dict[str, set[int]]
"""A group of strings that are equal or coordinated by the gold, each with the members of the group that have it.

Members are the two sides of a fact with *is*, or synsets that differ in one argument only. Two strings are related if
they belong to different members.
"""


class AcceptanceSteps:
    """A sentence's synsets, prepared for the four steps."""

    def __init__(self, synsets: tuple[Synset, ...]) -> None:
        self.synsets = synsets
        self.facts = Facts(synsets)

    # Computed lazily: only some extractions need it.
    @cached_property
    def plain(self) -> Facts:
        """The facts without punctuation."""
        return Facts(self.synsets, _plain_words)

    @cached_property
    def related(self) -> list[Related]:
        """The groups of related strings: where an argument has two of a group, one may be omitted."""
        shown = {pattern: strings(pattern) for pattern in {pattern for row in self.facts.rows for pattern in row}}
        groups = [
            _sides(shown[row[SUBJECT]], shown[row[OBJECT]]) for row in self.facts.rows if "is" in shown[row[RELATION]]
        ]
        alike: dict[tuple[int, str, str], Related] = {}
        for number, rows in enumerate(self.facts.synsets):
            for row in rows:
                for slot, other in ((SUBJECT, OBJECT), (OBJECT, SUBJECT)):
                    for key in product((slot,), shown[row[RELATION]], shown[row[other]]):
                        group = alike.setdefault(key, {})
                        for text in shown[row[slot]]:
                            group.setdefault(text, set()).add(number)
        return [group for group in (*groups, *alike.values()) if len(set().union(*group.values())) > 1]

    def accept_exactly(self, triple: Triple) -> tuple[Acceptance, ...]:
        """Find the synsets that accept by steps 1 and 2."""
        exact = self.facts.synsets_of(self.facts.accepting(triple))
        plain = self.plain.synsets_of(self.plain.accepting(plain_triple(triple))) & ~exact
        steps = (
            Acceptance(Step.EXACT, exact, "has it"),
            Acceptance(Step.PUNCTUATION, plain, "has it but for punctuation"),
        )
        return tuple(step for step in steps if step.synsets)

    def accept_loosely(self, triple: Triple) -> Iterator[Acceptance]:
        """Find the synsets that accept by steps 3 and 4."""
        yield from self._reduced(triple)
        plain = plain_triple(triple)
        for facts, words, spelled in ((self.facts, triple, "_spelled"), (self.plain, plain, "_spelled_plain")):
            synsets = _containing(facts, words)
            if synsets and getattr(self, spelled).accepting((tuple("".join(map("".join, words)).lower()),), "C"):
                yield Acceptance(Step.WORDS, synsets, "accepts it as a fact whose words are parted elsewhere")

    def _reduced(self, triple: Triple) -> Iterator[Acceptance]:
        subject, relation, object_ = self.facts.slots(triple)
        for slot, others_accepting in ((SUBJECT, relation & object_), (OBJECT, relation & subject)):
            if not others_accepting:
                continue
            argument = " ".join(triple[slot])
            for words in dict.fromkeys(reductions(argument, self.related)):
                reduced = (*triple[:slot], words, *triple[slot + 1 :])
                synsets = self.facts.synsets_of(self.facts.accepting(reduced))
                if synsets:
                    how = f"has it with the {SLOTS[slot]} {argument!r} reduced to {' '.join(words)!r}"
                    yield Acceptance(Step.REDUCED, synsets, how)

    # A fact without borders between slots and words, and in lower case.
    @cached_property
    def _spelled(self) -> Facts:
        return Facts(self.synsets, _letters)

    @cached_property
    def _spelled_plain(self) -> Facts:
        return Facts(self.synsets, _plain_letters)


def _letters(text: str) -> str:
    return "".join(text.split()).lower()


def _plain_words(text: str) -> list[str]:
    return without_punctuation(text).split()


def _plain_letters(text: str) -> str:
    return _letters(without_punctuation(text))


def _containing(facts: Facts, triple: Triple) -> int:
    """Find the synsets that have the relation and an argument, and all required words of the other argument."""
    subject, relation, object_ = map(facts.synsets_of, facts.slots(triple))
    synsets = 0
    for number in bits(relation & (subject | object_)):
        slots = [slot for slot, other in ((OBJECT, subject), (SUBJECT, object_)) if other >> number & 1]
        if any(set(row[slot].required) <= set(triple[slot]) for slot in slots for row in facts.synsets[number]):
            synsets |= 1 << number
    return synsets


def plain_triple(triple: Triple) -> Triple:
    """Remove punctuation from a triple, and with it tokens of nothing else."""
    return tuple([tuple(without_punctuation(" ".join(tokens)).split()) for tokens in triple])


def strings(pattern: Pattern) -> set[str]:
    """Write a slot with all its optional words and with none; the empty string is left out."""
    return {" ".join(tokens) for tokens in (pattern.symbols, pattern.required) if tokens}


def _sides(*sides: Iterable[str]) -> Related:
    group: Related = {}
    for side, texts in enumerate(sides):
        for text in texts:
            group.setdefault(text, set()).add(side)
    return group


def reductions(argument: str, related: Iterable[Related]) -> Iterator[Tokens]:
    """Omit one of two related strings, with or without *and* and commas; an empty result is skipped."""
    for group in related:
        contained = {text: members for text, members in group.items() if text in argument}
        for text, members in contained.items():
            if any(text != other and len(members | theirs) > 1 for other, theirs in contained.items()):
                rest = argument.replace(text, "")
                for tokens in (rest.split(), rest.replace(",", "").split()):
                    for words in (tokens, [word for word in tokens if word != "and"]):
                        if words:
                            yield tuple(words)
