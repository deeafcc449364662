"""Causes: why an extraction is wrong, compared with its closest gold fact, and why a fact is missed.

Every wrong extraction has exactly one cause, and every missed fact has one: docs/what-to-fix.md defines them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from karat.errors import UnknownNameError
from karat.formats.text.slots import render_fact
from karat.metrics.oie.benchie import FactGold, triples
from karat.metrics.oie.facts import Facts, Row, Triple, fewest_wrong
from karat.metrics.oie.slots import Pattern, Tokens, bits
from karat.model import Extraction, Fact, Sentence, Synset
from karat.one_line import one_line, paragraph
from karat.results.explanation.described_differences import describe_differences
from karat.results.explanation.judging import JudgedSentence
from karat.results.explanation.near_misses import SLOT_NAMES, NearMisses, NearMissKind
from karat.results.explanation.slot_differences import Mark, SlotDifference
from karat.results.explanation.word_distances import WordDistances, slots_of_extraction, slots_of_fact


class Cause(StrEnum):
    """Why an extraction is wrong or a fact is missed; the first that applies counts."""

    NO_GOLD = "sentence without gold facts"
    CREDIT_TAKEN = "credit taken by another extraction"
    WHITE_SPACE = "white space"
    CASE = "case"
    PUNCTUATION = "punctuation"
    SLOT_BORDER = "slot border"
    SWAPPED = "swapped arguments"
    NEGATION = "negation"
    LONG_SUBJECT = "too long a subject"
    LONG_RELATION = "too long a relation"
    LONG_OBJECT = "too long an object"
    SHORT_SUBJECT = "too short a subject"
    SHORT_RELATION = "too short a relation"
    SHORT_OBJECT = "too short an object"
    OTHER_SUBJECT = "wrong subject"
    OTHER_RELATION = "wrong relation"
    OTHER_OBJECT = "wrong object"
    SUBJECT_AND_RELATION = "wrong subject and relation"
    SUBJECT_AND_OBJECT = "wrong subject and object"
    RELATION_AND_OBJECT = "wrong relation and object"
    NO_SLOT = "no slot right"
    SILENT = "nothing extracted from the sentence"
    NOT_EXTRACTED = "fact not extracted"
    CREDITED_ELSEWHERE = "credited to another fact"


NEAR_MISSES = {
    NearMissKind.WHITE_SPACE: Cause.WHITE_SPACE,
    NearMissKind.CASE: Cause.CASE,
    NearMissKind.PUNCTUATION: Cause.PUNCTUATION,
    NearMissKind.SLOT_BORDER: Cause.SLOT_BORDER,
    NearMissKind.SWAPPED: Cause.SWAPPED,
    NearMissKind.NEGATION: Cause.NEGATION,
}
"""The near misses that are causes of their own, in their order of precedence."""

LONG = (Cause.LONG_SUBJECT, Cause.LONG_RELATION, Cause.LONG_OBJECT)
SHORT = (Cause.SHORT_SUBJECT, Cause.SHORT_RELATION, Cause.SHORT_OBJECT)
OTHER = (Cause.OTHER_SUBJECT, Cause.OTHER_RELATION, Cause.OTHER_OBJECT)
TWO_SLOTS = (Cause.RELATION_AND_OBJECT, Cause.SUBJECT_AND_OBJECT, Cause.SUBJECT_AND_RELATION)
"""Two wrong slots, by the index of the right one."""

LEFT_OUT = frozenset({Cause.NO_GOLD, Cause.CREDIT_TAKEN, Cause.NO_SLOT})
"""Causes of extractions that no gold fact can repair; they can only be left out."""

OF_FACTS = frozenset({Cause.SILENT, Cause.NOT_EXTRACTED, Cause.CREDITED_ELSEWHERE})
"""Causes of missed facts that no wrong extraction comes close to."""


def cause_named(name: str) -> Cause:
    """Find a cause by its name in any case, or by words that only one name has.

    >>> cause_named("Too long an object") is cause_named("long object") is Cause.LONG_OBJECT
    True
    """
    words = name.casefold().replace("-", " ").replace("_", " ").split()
    names = {cause.value: cause for cause in Cause}
    if (wanted := " ".join(words)) in names:
        return names[wanted]
    having = [cause for known, cause in names.items() if words and set(words) <= set(known.split())]
    if len(having) == 1:
        return having[0]
    raise UnknownNameError("kind", wanted, [cause.value for cause in having] or names)


@dataclass(frozen=True, slots=True)
class WrongExtraction:
    """A wrong extraction, its cause, and its closest gold fact with the differences in each slot.

    ``repaired`` is the extraction with the fact's words: optional ones only where the extraction has them. It is
    ``None`` where the extraction can only be left out; without a gold fact, ``synset`` and ``fact`` are ``None`` too.
    ``number`` is its place among the extractions of its sentence, from 0.
    """

    sentence: Sentence
    number: int
    extraction: Extraction
    cause: Cause
    synset: Synset | None = None
    fact: Fact | None = None
    differences: tuple[SlotDifference, ...] = ()
    repaired: Extraction | None = None

    __repr__ = one_line
    _repr_html_ = paragraph

    @property
    def reason(self) -> str:
        """What is wrong, in words."""
        if self.fact is None:
            return str(self.cause)
        if self.cause is Cause.CREDIT_TAKEN:
            return "another extraction has the credit for the fact"
        return describe_differences(self.differences, self.fact)

    def __str__(self) -> str:
        return f"{self.sentence.id} {_triple(self.extraction)}: {self.cause}: {self.reason}"


class Closeness(NamedTuple):
    """How far an extraction is from a fact: wrong slots, then words that differ; the smallest is the closest."""

    wrong_slots: int
    words: int


@dataclass(frozen=True, slots=True)
class MissedFact:
    """A fact that no extraction finds, the cause, and the closest extraction of its sentence.

    ``fact`` is the pattern of ``synset`` that is closest to ``extraction``. If no extraction agrees with the fact in a
    slot, ``extraction`` is ``None``, and ``fact`` is the first pattern, if there is one.
    """

    sentence: Sentence
    synset: Synset
    cause: Cause
    fact: Fact | None
    extraction: Extraction | None = None
    differences: tuple[SlotDifference, ...] = ()

    __repr__ = one_line
    _repr_html_ = paragraph

    @property
    def reason(self) -> str:
        """What the closest extraction lacks, in words; empty if there is none."""
        if self.extraction is None or self.fact is None:
            return ""
        if self.cause is Cause.CREDITED_ELSEWHERE:
            return "the extraction is credited to an earlier fact"
        return describe_differences(self.differences, self.fact)

    def __str__(self) -> str:
        fact = render_fact(self.fact) if self.fact is not None else f"synset {self.synset.id}"
        closest = f"; closest {_triple(self.extraction)}: {self.reason}" if self.extraction is not None else ""
        return f"{self.sentence.id} {fact}: {self.cause}{closest}"


@dataclass(frozen=True, slots=True)
class SentenceCauses:
    """What is wrong in one sentence."""

    judged: JudgedSentence
    wrong: tuple[WrongExtraction, ...]
    missed: tuple[MissedFact, ...]

    __repr__ = one_line


class CauseFinder:
    """Finds the causes in one sentence, for any number of systems; what is computed is kept."""

    def __init__(self, gold: FactGold) -> None:
        self.near = NearMisses(gold)
        self._gold = gold

    # Computed lazily: most sentences have few wrong extractions.
    @cached_property
    def _facts(self) -> WordDistances:
        return WordDistances([slots_of_fact(row) for row in self._gold.facts.rows])

    @cached_property
    def _synset_indexes(self) -> dict[int, int]:
        """The index of each synset, by identity; the first counts."""
        synsets = self._gold.annotation.synsets
        return {id(synset): index for index, synset in reversed(list(enumerate(synsets)))}

    def causes(self, judged: JudgedSentence) -> SentenceCauses:
        """Find the cause of each wrong extraction and of each missed fact."""
        of_extractions = [self._wrong(judged, number) for number, correct in enumerate(judged.correct) if not correct]
        wrong = tuple(each for each, _, _ in of_extractions)
        closest: dict[int, tuple[WrongExtraction, Closeness]] = {}
        for each, synset_index, closeness in of_extractions:
            if synset_index is not None and (synset_index not in closest or closeness < closest[synset_index][1]):
                closest[synset_index] = each, closeness
        extractions = ExtractionIndex(judged.extractions, self._gold.facts)
        missed = tuple(
            _missed(judged, index, closest[index][0])
            if index in closest
            else self._not_extracted(judged, index, extractions)
            for index in judged.missed
        )
        return SentenceCauses(judged, wrong, missed)

    def _wrong(self, judged: JudgedSentence, number: int) -> tuple[WrongExtraction, int | None, Closeness]:
        """Give a wrong extraction with the index of the synset that would repair it, and how close that is."""
        extraction = judged.extractions[number]
        (triple,) = triples([extraction])
        if not self._gold.facts.rows:
            return WrongExtraction(judged.sentence, number, extraction, Cause.NO_GOLD), None, Closeness(3, 0)
        place, closeness = self.closest(triple)
        cause = None
        if judged.taken[number] or not closeness.wrong_slots:
            cause = Cause.CREDIT_TAKEN
        else:
            near_misses = {NEAR_MISSES[miss.kind]: miss for miss in self.near.of(triple) if miss.kind in NEAR_MISSES}
            cause = next((kind for kind in NEAR_MISSES.values() if kind in near_misses), None)
            if cause is not None:
                place, closeness = self._place(near_misses[cause].fact, near_misses[cause].synset), Closeness(0, 0)
        synset_index, fact_index = self._gold.facts.place(place)
        synset = judged.synsets[synset_index]
        fact = synset.facts[fact_index]
        differences = self.differences(triple, fact)
        cause = cause or cause_of_differences(differences)
        repaired = None if cause in LEFT_OUT else repair(extraction, differences)
        found = WrongExtraction(judged.sentence, number, extraction, cause, synset, fact, differences, repaired)
        return found, None if repaired is None else synset_index, closeness

    def _not_extracted(self, judged: JudgedSentence, index: int, extractions: ExtractionIndex) -> MissedFact:
        """Find the extraction that agrees with the fact in most slots, though it belongs to another fact or to none."""
        synset = judged.synsets[index]
        first = next(iter(synset.facts), None)
        if not judged.extractions:
            return MissedFact(judged.sentence, synset, Cause.SILENT, first)
        if not synset.facts:
            return MissedFact(judged.sentence, synset, Cause.NOT_EXTRACTED, first)
        agreeing = {place: extractions.agreeing(place) for place in bits(self._gold.facts.masks[index])}
        wrong_slots = min(wrong for wrong, _ in agreeing.values())
        if wrong_slots == len(SLOT_NAMES):
            return MissedFact(judged.sentence, synset, Cause.NOT_EXTRACTED, first)
        rows = self._gold.facts.rows
        closest = []
        for place, (wrong, numbers) in agreeing.items():
            if wrong == wrong_slots:
                number = extractions.closest(rows[place], numbers)
                closest.append((_count(extractions.triples[number], rows[place]), number, place))
        _, number, place = min(closest)
        elsewhere = judged.correct[number] and not wrong_slots
        cause = Cause.CREDITED_ELSEWHERE if elsewhere else Cause.NOT_EXTRACTED
        fact = synset.facts[self._gold.facts.place(place)[1]]
        differences = self.differences(extractions.triples[number], fact)
        return MissedFact(judged.sentence, synset, cause, fact, judged.extractions[number], differences)

    def closest(self, triple: Triple) -> tuple[int, Closeness]:
        """Find the fact with the fewest wrong slots, then the fewest words that differ, then the first in the file.

        Words are counted in any order: those that the fact requires and the extraction lacks, and those that it has
        and the fact does not know.
        """
        wrong_slots, best = self._gold.facts.closest(triple)
        if wrong_slots and best.bit_count() > 1:
            best = self._facts.closest(slots_of_extraction(triple), best)
        place = next(bits(best))
        return place, Closeness(wrong_slots, _count(triple, self._gold.facts.rows[place]))

    def differences(self, triple: Triple, fact: Fact) -> tuple[SlotDifference, ...]:
        """Align each slot of an extraction with that of a fact."""
        return tuple(self.near.difference(words, slot) for words, slot in zip(triple, fact, strict=True))

    def _place(self, fact: Fact, synset: Synset) -> int:
        """Find a fact's number in the index, by identity."""
        synset_index = self._synset_indexes[id(synset)]
        fact_index = next(index for index, other in enumerate(synset.facts) if other is fact)
        return next(bits(self._gold.facts.masks[synset_index])) + fact_index


class ExtractionIndex:
    """The extractions of a sentence by the facts that accept their slots; sets of them are bits in their order."""

    def __init__(self, extractions: Sequence[Extraction], facts: Facts) -> None:
        self.triples = triples(extractions)
        self._facts = facts

    @cached_property
    def _accepted(self) -> list[dict[int, int]]:
        """For each slot, the extractions that a fact accepts there, by the fact's number."""
        by_facts: list[dict[int, int]] = [{}, {}, {}]
        for number, triple in enumerate(self.triples):
            for of_slot, facts in zip(by_facts, self._facts.slots(triple), strict=True):
                of_slot[facts] = of_slot.get(facts, 0) | 1 << number
        accepted: list[dict[int, int]] = [{}, {}, {}]
        for of_fact, of_slot in zip(accepted, by_facts, strict=True):
            for facts, numbers in of_slot.items():
                for place in bits(facts):
                    of_fact[place] = of_fact.get(place, 0) | numbers
        return accepted

    @cached_property
    def _distances(self) -> WordDistances:
        return WordDistances([slots_of_extraction(triple) for triple in self.triples])

    def agreeing(self, place: int) -> tuple[int, int]:
        """Find the fewest wrong slots against a fact, and the extractions with so few."""
        subject, relation, object_ = (of_fact.get(place, 0) for of_fact in self._accepted)
        return fewest_wrong(subject, relation, object_, (1 << len(self.triples)) - 1)

    def closest(self, row: Row, among: int) -> int:
        """Find the extraction with the fewest words that differ from a fact, the first of equal ones."""
        if among.bit_count() > 1:
            among = self._distances.closest(slots_of_fact(row), among)
        return next(bits(among))


def _missed(judged: JudgedSentence, index: int, nearest: WrongExtraction) -> MissedFact:
    """Describe a missed fact by the wrong extraction that comes closest to it."""
    assert nearest.fact is not None, "an extraction that can be repaired has a closest fact"
    return MissedFact(
        judged.sentence,
        judged.synsets[index],
        nearest.cause,
        nearest.fact,
        nearest.extraction,
        nearest.differences,
    )


def _count(triple: Triple, row: Row) -> int:
    """Count the words that differ between an extraction and a fact."""
    return sum([count_different(words, pattern) for words, pattern in zip(triple, row, strict=True)])


def count_different(words: Tokens, pattern: Pattern) -> int:
    """Count the words that the gold slot does not know, and those that it requires and the extraction lacks.

    >>> count_different(("the", "old", "bridge"), Pattern(("the", "new", "bridge"), ((0, 1),)))
    2
    """
    known, own = pattern.symbols, set(words)
    return sum(word not in known for word in words) + sum(word not in own for word in pattern.required)


def cause_of_differences(differences: Sequence[SlotDifference]) -> Cause:
    """Name the cause by the slots that differ from the closest fact, and how."""
    wrong = [slot for slot, difference in enumerate(differences) if not difference.agrees]
    if len(wrong) == 1:
        (slot,) = wrong
        difference = differences[slot]
        if not difference.missing:
            return LONG[slot]
        return OTHER[slot] if difference.extra else SHORT[slot]
    if len(wrong) == 2:
        (right,) = {0, 1, 2} - set(wrong)
        return TWO_SLOTS[right]
    return Cause.NO_SLOT


def repair(extraction: Extraction, differences: Iterable[SlotDifference]) -> Extraction:
    """Give the extraction the words of the fact: without the extra ones, with the missing ones in their places."""
    subject, relation, object_ = (
        " ".join(marked.word for marked in difference.words if marked.mark is not Mark.EXTRA)
        for difference in differences
    )
    return replace(extraction, relation=relation, arguments=(subject, object_), spans=())


def _triple(extraction: Extraction) -> str:
    return f"({'; '.join(extraction.triple)})"
