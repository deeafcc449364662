"""The steps beyond spelling: one argument has more words than the fact, and the gold vouches for them.

In each of them the relation and the other argument are those of the fact.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from karat.metrics.oie.people.lexicon import CONJUNCTIONS
from karat.metrics.oie.people.spelled_facts import OBJECT, SUBJECT, SpelledFacts
from karat.metrics.oie.people.spelled_text import SpelledText, SpelledTriple, Stretch
from karat.metrics.oie.people.steps import PeopleStep
from karat.metrics.oie.slots import bits

SLOTS = ("subject", "relation", "object")

ADDING = frozenset({PeopleStep.BORDERS, PeopleStep.CONTAINS})

Contained = list[tuple[frozenset[int], Stretch]]
"""Where an extraction's argument contains that of facts, and their synsets."""


class Acceptance(NamedTuple):
    """The synset that accepts an extraction by a step, what is added to its fact, and an explanation in words."""

    step: PeopleStep
    synset: int
    added: str
    how: str


def accept_loosely(
    triple: SpelledTriple, facts: SpelledFacts, allowed: int, steps: frozenset[PeopleStep]
) -> Iterator[Acceptance]:
    """Yield the synsets that accept an extraction by one of the steps; only the allowed facts can."""
    subject, relation, object_ = (facts.accepting(slot, text.letters) for slot, text in enumerate(triple))
    relation &= allowed
    for slot, agreeing in ((SUBJECT, relation & object_), (OBJECT, relation & subject)):
        if not agreeing:
            continue
        if contained := list(facts.contained_in(triple[slot], slot, agreeing)):
            if PeopleStep.COORDINATION in steps:
                yield from _coordinated(triple[slot], slot, agreeing, contained, facts)
            if not steps.isdisjoint(ADDING):
                yield from _adding(triple, slot, contained, facts, steps)
        if PeopleStep.APPOSITION in steps:
            yield from _appositive(triple[slot], slot, agreeing, facts)


def _coordinated(
    text: SpelledText, slot: int, agreeing: int, contained: Contained, facts: SpelledFacts
) -> Iterator[Acceptance]:
    """Leave out the argument of another synset's fact that agrees in the rest, and a conjunction beside it."""
    for joined, stretch in contained:
        for start, end in _with_conjunction(text, stretch):
            accepting = facts.accepting(slot, text.without(start, end)) & agreeing
            if not accepting:
                continue
            for synset in facts.synsets_of(accepting):
                if joined != {synset}:
                    added = text.original([stretch])
                    how = f"the {SLOTS[slot]} joins this fact's with another's, {added!r}"
                    yield Acceptance(PeopleStep.COORDINATION, synset, added, how)


def _with_conjunction(text: SpelledText, stretch: Stretch) -> Iterator[Stretch]:
    """Yield a stretch, and the same with a conjunction before or behind it."""
    start, end = stretch
    yield stretch
    first, last = text.borders.index(start), text.borders.index(end)
    if first and text.words[first - 1].strip() in CONJUNCTIONS:
        yield text.borders[first - 1], end
    if last < len(text.words) and text.words[last].strip() in CONJUNCTIONS:
        yield start, text.borders[last + 1]


def _appositive(text: SpelledText, slot: int, agreeing: int, facts: SpelledFacts) -> Iterator[Acceptance]:
    """Leave out a name or description of what stands beside it, where the gold says that one *is* the other."""
    for subject, object_ in facts.described:
        names = list(subject.stretches(text))
        descriptions = list(object_.stretches(text)) if names else []
        for left_out, kept in ((descriptions, names), (names, descriptions)):
            for start, end in left_out:
                if any(end == other_start or start == other_end for other_start, other_end in kept):
                    for synset in facts.synsets_of(facts.accepting(slot, text.without(start, end)) & agreeing):
                        added = text.original([(start, end)])
                        how = f"the {SLOTS[slot]} adds {added!r}, which the gold states as a fact of its own"
                        yield Acceptance(PeopleStep.APPOSITION, synset, added, how)


def _adding(
    triple: SpelledTriple, slot: int, contained: Contained, facts: SpelledFacts, steps: frozenset[PeopleStep]
) -> Iterator[Acceptance]:
    """Accept further words if those of the whole extraction are the words of a fact."""
    text = triple[slot]
    saying = facts.synsets_of(facts.saying("".join([each.letters for each in triple])))
    if PeopleStep.ORDER in steps:
        saying |= facts.synsets_of(_saying_in_another_order(triple, slot, facts))
    if not saying:
        return
    for synsets, (start, end) in contained:
        added = text.original([(0, start), (end, len(text.letters))])
        for synset in synsets:
            if PeopleStep.BORDERS in steps and synset in saying:
                yield Acceptance(PeopleStep.BORDERS, synset, added, f"the {SLOTS[slot]} adds {added!r}")
            elif PeopleStep.CONTAINS in steps and saying != {synset}:
                yield Acceptance(PeopleStep.CONTAINS, synset, added, f"the {SLOTS[slot]} adds {added!r}")


def _saying_in_another_order(triple: SpelledTriple, slot: int, facts: SpelledFacts) -> int:
    """Find the facts that have the words of the extraction, but with an optional chunk at either end of the argument.

    Optional chunks are mostly adverbs, which move freely; other words do not.
    """
    before, after = ("".join([each.letters for each in part]) for part in (triple[:slot], triple[slot + 1 :]))
    letters = triple[slot].letters
    saying = 0
    for chunk, having in facts.optional_chunks.items():
        for is_there, rest in (
            (letters.endswith(chunk), letters[: -len(chunk)]),
            (letters.startswith(chunk), letters[len(chunk) :]),
        ):
            if is_there:
                saying |= facts.saying(before + rest + after, having)
    words = [word for each in triple for word in each.words]
    return sum(1 << fact for fact in bits(saying) if facts.is_made_of(fact, words))
