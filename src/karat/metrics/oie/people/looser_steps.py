"""The steps beyond spelling: one argument has more words than the fact, and the gold vouches for them.

In each of them the relation and the other argument are those of the fact.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from karat.metrics.oie.fact_table import bits
from karat.metrics.oie.people.lexicon import CONJUNCTIONS
from karat.metrics.oie.people.spelled_facts import OBJECT, SUBJECT, SpelledFacts
from karat.metrics.oie.people.spelled_text import SpelledText, SpelledTriple
from karat.metrics.oie.people.steps import PeopleStep

SLOTS = ("subject", "relation", "object")

ADDING = frozenset({PeopleStep.BORDERS, PeopleStep.CONTAINS})

Stretch = tuple[int, int]
"""Where letters begin and end in a text."""


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
        if agreeing:
            if PeopleStep.COORDINATION in steps:
                yield from _coordinated(triple[slot], slot, agreeing, facts)
            if PeopleStep.APPOSITION in steps:
                yield from _appositive(triple[slot], slot, agreeing, facts)
            if not steps.isdisjoint(ADDING):
                yield from _adding(triple, slot, agreeing, facts, steps)


def _coordinated(text: SpelledText, slot: int, agreeing: int, facts: SpelledFacts) -> Iterator[Acceptance]:
    """Leave out the argument of another synset's fact that agrees in the rest, and a conjunction beside it."""
    for fact, stretch in _occurrences(text, slot, agreeing, facts):
        synset = facts.synset_of[fact]
        for start, end in _with_conjunction(text, stretch):
            for other in facts.synsets_of(facts.accepting(slot, text.without(start, end)) & agreeing) - {synset}:
                added = text.original([stretch])
                how = f"the {SLOTS[slot]} joins this fact's with another's, {added!r}"
                yield Acceptance(PeopleStep.COORDINATION, other, added, how)


def _occurrences(text: SpelledText, slot: int, among: int, facts: SpelledFacts) -> Iterator[tuple[int, Stretch]]:
    """Find where a text contains this slot of facts, but is more than that."""
    whole = (0, len(text.letters))
    for fact in bits(among):
        for stretch in facts.rows[fact][slot].occurrences(text.letters, text.borders):
            if stretch != whole:
                yield fact, stretch


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
    for fact in bits(facts.with_copula):
        subject, _, object_ = facts.rows[fact]
        names = list(subject.occurrences(text.letters, text.borders))
        descriptions = list(object_.occurrences(text.letters, text.borders)) if names else []
        for left_out, kept in ((descriptions, names), (names, descriptions)):
            for start, end in left_out:
                if any(end == other_start or start == other_end for other_start, other_end in kept):
                    for synset in facts.synsets_of(facts.accepting(slot, text.without(start, end)) & agreeing):
                        added = text.original([(start, end)])
                        how = f"the {SLOTS[slot]} adds {added!r}, which the gold states as a fact of its own"
                        yield Acceptance(PeopleStep.APPOSITION, synset, added, how)


def _adding(
    triple: SpelledTriple, slot: int, agreeing: int, facts: SpelledFacts, steps: frozenset[PeopleStep]
) -> Iterator[Acceptance]:
    """Accept further words if those of the whole extraction are the words of a fact."""
    text = triple[slot]
    containing = list(_occurrences(text, slot, agreeing, facts))
    if not containing:
        return
    saying = {facts.synset_of[fact] for fact in facts.saying("".join([each.letters for each in triple]))}
    if PeopleStep.ORDER in steps:
        saying |= {facts.synset_of[fact] for fact in facts.made_of([word for each in triple for word in each.words])}
    for fact, (start, end) in containing:
        synset = facts.synset_of[fact]
        if PeopleStep.BORDERS in steps and synset in saying:
            step = PeopleStep.BORDERS
        elif PeopleStep.CONTAINS in steps and saying - {synset}:
            step = PeopleStep.CONTAINS
        else:
            continue
        added = text.original([(0, start), (end, len(text.letters))])
        yield Acceptance(step, synset, added, f"the {SLOTS[slot]} adds {added!r}")
