"""The steps beyond spelling: one argument has more words than the fact, and the gold states them, too.

In each of them the relation and the other argument are those of the fact.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from karat.metrics.oie.facts import OBJECT, RELATION, SUBJECT
from karat.metrics.oie.people.lexicon import ADVERBS, ALTERNATIVES, CONJUNCTIONS
from karat.metrics.oie.people.spelled import SpelledFacts, SpelledText, SpelledTriple, Stretch, is_copula
from karat.metrics.oie.people.spelling import MARK
from karat.metrics.oie.people.steps import PeopleStep
from karat.metrics.oie.slots import Tokens, bits

SLOTS = ("subject", "relation", "object")

JOINING = (CONJUNCTIONS - ALTERNATIVES) | {",", f"{MARK},", f"{MARK}、"}
"""What joins two arguments, whatever the sentence has between them."""
JOINS = JOINING | CONJUNCTIONS

ADDING = frozenset({PeopleStep.BORDERS, PeopleStep.CONTAINS})

Contained = list[tuple[int, Stretch]]
"""Where an extraction's argument contains that of facts, and the synsets of these, as bits."""


class Acceptance(NamedTuple):
    """The synset that accepts an extraction by a step, what is added to its fact, and an explanation in words."""

    step: PeopleStep
    synset: int
    added: str
    how: str


def accept_loosely(
    triple: SpelledTriple, facts: SpelledFacts, allowed: int, steps: frozenset[PeopleStep], sentence: SpelledText
) -> Iterator[Acceptance]:
    """Yield the synsets that accept an extraction by one of the steps; only the allowed facts can."""
    subject, relation, object_ = facts.slots(tuple([text.letters for text in triple]))
    relation &= allowed
    for slot, agreeing in ((SUBJECT, relation & object_), (OBJECT, relation & subject)):
        if not agreeing:
            continue
        if contained := facts.contained_in(triple[slot], slot, agreeing):
            if PeopleStep.COORDINATION in steps:
                yield from _coordinated(triple, slot, agreeing, contained, facts, sentence)
            if not steps.isdisjoint(ADDING):
                yield from _adding(triple, slot, contained, facts, steps, sentence)
        if PeopleStep.APPOSITION in steps:
            yield from _appositive(triple[slot], slot, agreeing, facts)


def _coordinated(
    triple: SpelledTriple, slot: int, agreeing: int, contained: Contained, facts: SpelledFacts, sentence: SpelledText
) -> Iterator[Acceptance]:
    """Leave out the argument of another synset's fact that agrees in the rest, and a conjunction next to it."""
    text = triple[slot]
    is_attribute = slot == OBJECT and is_copula(triple[RELATION].words)
    for joined, stretch in contained:
        for start, end in _with_conjunction(text, stretch):
            accepting = facts.column(slot).accepting(text.without(start, end)) & agreeing
            if not accepting or not _is_joined(text, stretch, (start, end), sentence, is_attribute):
                continue
            for synset in bits(facts.synsets_of(accepting)):
                if joined != 1 << synset:
                    added = text.original([stretch])
                    how = f"the {SLOTS[slot]} joins this fact's with another's, {added!r}"
                    yield Acceptance(PeopleStep.COORDINATION, synset, added, how)


def _with_conjunction(text: SpelledText, stretch: Stretch) -> Iterator[Stretch]:
    """Yield a stretch, and the same with a conjunction that joins it to the words before or after it."""
    start, end = stretch
    yield stretch
    first, last = text.borders.index(start), text.borders.index(end)
    if first > 1 and text.words[first - 1].strip() in CONJUNCTIONS:
        yield text.borders[first - 1], end
    if last < len(text.words) - 1 and text.words[last].strip() in CONJUNCTIONS:
        yield start, text.borders[last + 1]


def _is_joined(
    text: SpelledText, phrase: Stretch, left_out: Stretch, sentence: SpelledText, is_attribute: bool
) -> bool:
    """Whether a phrase is joined to the rest by *and*, by a comma, or as in the sentence; *or* only if it is there."""
    start, end, first, last = (text.borders.index(border) for border in (*phrase, *left_out))
    pieces, places = text.pieces, text.places
    if first:
        link = pieces[places[first - 1] : places[start] + 1]
        if not (_joins(link, sentence) or (len(link) == 2 and _is_beside(text.words[start - 1 : end], sentence))):
            return False
    if last < len(places):
        link = pieces[places[end - 1] : places[last] + 1]
        if not (_joins(link, sentence) or (len(link) == 2 and _is_beside(text.words[last - 1 :], sentence))):
            inside = pieces[places[start] : places[end - 1] + 1]
            return is_attribute and len(link) == 2 and _is_modifier(inside, link[1], sentence)
    return True


def _joins(link: Tokens, sentence: SpelledText) -> bool:
    """Whether something between the first and the last word joins them, or is between them in the sentence."""
    between = {piece.strip() for piece in link[1:-1]}
    return bool(between) and (between <= JOINING or bool(sentence.places_of(link)))


def _is_beside(words: Tokens, sentence: SpelledText) -> bool:
    """Whether the sentence has the first word just before the others, and does not list both.

    A comma may be between them, *was founded by Ann , in Ulm*, unless another follows: *met Ann , Bo and Cy*.
    """
    pieces, places = sentence.pieces, sentence.places
    for start in range(len(places) - len(words) + 1):
        stretch = places[start : start + len(words)]
        if sentence.words[start : start + len(words)] == words:
            is_listed = any(piece.strip() in JOINS for piece in pieces[stretch[-1] + 1 :][:1])
            if stretch[1] == stretch[0] + 1 or not is_listed:
                return True
    return False


def _is_modifier(phrase: Tokens, word: str, sentence: SpelledText) -> bool:
    """Whether a phrase is before a coordination in the sentence, and the word in it.

    *Swiss* is before *red and green* in *a Swiss red and green flag*; in *a Swiss and green flag* it is in it.
    """
    behind = [sentence.pieces[place + len(phrase) :][:1] for place in sentence.places_of(phrase)]
    before = [sentence.pieces[place - 1 : place] for place in sentence.places_of((word,))]
    is_outside = all(after and after[0][0] != MARK and after[0].strip() not in JOINS for after in behind)
    is_inside = (word,) in behind or any(each and each[0].strip() in JOINS for each in before)
    return bool(behind) and is_outside and is_inside


def _appositive(text: SpelledText, slot: int, agreeing: int, facts: SpelledFacts) -> Iterator[Acceptance]:
    """Leave out a name or description next to what it describes, if the gold states that one *is* the other."""
    for names, descriptions in facts.descriptions_in(text):
        for left_out, kept in ((descriptions, names), (names, descriptions)):
            for start, end in left_out:
                if any(end == other_start or start == other_end for other_start, other_end in kept):
                    accepting = facts.column(slot).accepting(text.without(start, end)) & agreeing
                    for synset in bits(facts.synsets_of(accepting)):
                        added = text.original([(start, end)])
                        how = f"the {SLOTS[slot]} adds {added!r}, which the gold states as a fact of its own"
                        yield Acceptance(PeopleStep.APPOSITION, synset, added, how)


def _adding(
    triple: SpelledTriple,
    slot: int,
    contained: Contained,
    facts: SpelledFacts,
    steps: frozenset[PeopleStep],
    sentence: SpelledText,
) -> Iterator[Acceptance]:
    """Accept further words if the words of the whole extraction are those of a fact."""
    text = triple[slot]
    saying = facts.synsets_of(facts.saying("".join([each.letters for each in triple])))
    if PeopleStep.ORDER in steps:
        saying |= facts.synsets_of(_saying_in_another_order(triple, slot, facts, sentence))
    if not saying:
        return
    for synsets, (start, end) in contained:
        added = text.original([(0, start), (end, len(text.letters))])
        for synset in bits(synsets):
            if PeopleStep.BORDERS in steps and saying >> synset & 1:
                yield Acceptance(PeopleStep.BORDERS, synset, added, f"the {SLOTS[slot]} adds {added!r}")
            elif PeopleStep.CONTAINS in steps and saying != 1 << synset:
                yield Acceptance(PeopleStep.CONTAINS, synset, added, f"the {SLOTS[slot]} adds {added!r}")


def _saying_in_another_order(triple: SpelledTriple, slot: int, facts: SpelledFacts, sentence: SpelledText) -> int:
    """Find the facts that have the words of the extraction, but with an optional chunk at either end of the argument.

    Adverbials of the relation can move, phrases not before an object: *sold in / in May Ulm*. Other chunks are there
    only if the sentence has the argument as it is.
    """
    before, after = ("".join([each.letters for each in part]) for part in (triple[:slot], triple[slot + 1 :]))
    letters = triple[slot].letters
    is_in_sentence = sentence.has(triple[slot].words)
    saying = 0
    for chunk, having in (facts.optional_chunks if is_in_sentence else facts.adverbials).items():
        can_be_first = is_in_sentence or slot == SUBJECT or chunk.strip() in ADVERBS
        for is_there, rest in (
            (letters.endswith(chunk), letters[: -len(chunk)]),
            (can_be_first and letters.startswith(chunk), letters[len(chunk) :]),
        ):
            if is_there:
                saying |= facts.saying(before + rest + after, having)
    words = [word for each in triple for word in each.words]
    return sum(1 << fact for fact in bits(saying) if facts.is_made_of(fact, words))
