"""The causes of the mistakes in one sentence: of each wrong extraction, and of each missed fact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from karat.formats.text.slots import render_fact
from karat.metrics.oie.benchie import FactGold, triples
from karat.metrics.oie.facts import MOST_COMPARED, Facts, count_different, fewest_wrong, triple_of, triple_words
from karat.metrics.oie.slots import bits
from karat.model import Extraction, Fact, Sentence, Synset
from karat.one_line import one_line, paragraph
from karat.results.explanation.causes import Cause
from karat.results.explanation.explanation import Explainer, Explanation
from karat.results.explanation.judging import JudgedSentence
from karat.results.explanation.slot_differences import SLOT_NAMES, Differences, compare_slots, describe_differences
from karat.results.explanation.verdicts import judge


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
    differences: Differences = ()

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
    wrong: tuple[Explanation, ...]
    missed: tuple[MissedFact, ...]

    __repr__ = one_line


class Closeness(NamedTuple):
    """How far an extraction is from a fact: wrong slots, then words that differ; the smallest is the closest."""

    wrong_slots: int
    words: int


class CauseFinder:
    """Finds the causes in one sentence, for any number of systems; what is computed is kept."""

    def __init__(self, gold: FactGold) -> None:
        self._explainer = Explainer(gold)
        self._gold = gold

    def causes(self, judged: JudgedSentence) -> SentenceCauses:
        """Find the cause of each wrong extraction and of each missed fact."""
        wrong: list[Explanation] = []
        closest: dict[int, tuple[Closeness, int]] = {}
        for number, correct in enumerate(judged.correct):
            if not correct:
                explanation, closeness = self._wrong(judged, number)
                if explanation.repaired is not None:
                    synset = judged.index(explanation.target[0])
                    closest[synset] = min(closest.get(synset, (closeness, len(wrong))), (closeness, len(wrong)))
                wrong.append(explanation)
        extractions = ExtractionIndex(judged.extractions, self._gold.facts)
        missed = tuple(
            _missed(judged, index, wrong[closest[index][1]])
            if index in closest
            else self._not_extracted(judged, index, extractions)
            for index in judged.missed
        )
        return SentenceCauses(judged, tuple(wrong), missed)

    def _wrong(self, judged: JudgedSentence, number: int) -> tuple[Explanation, Closeness]:
        """Explain a wrong extraction, and say how close it is to what would repair it."""
        extraction = judged.extractions[number]
        ruling = judged.rulings[number] if judged.rulings else None
        verdict = replace(judge(extraction, self._gold, ruling), correct=False)
        explanation = replace(self._explainer.explain(verdict, taken=number in judged.taken), number=number)
        if verdict.synset is None or verdict.fact is None or explanation.near_miss is not None:
            return explanation, Closeness(0, 0)
        words = self._gold.facts.words(self._gold.facts.number(verdict.synset, verdict.fact))
        different = count_different(triple_words(triple_of(extraction)), words)
        return explanation, Closeness(explanation.slots.count(False), different)

    def _not_extracted(self, judged: JudgedSentence, index: int, extractions: ExtractionIndex) -> MissedFact:
        """Find the extraction that agrees with the fact in most slots, though it belongs to another fact or to none."""
        synset = judged.synsets[index]
        first = next(iter(synset.facts), None)
        if not judged.extractions:
            return MissedFact(judged.sentence, synset, Cause.SILENT, first)
        if not synset.facts:
            return MissedFact(judged.sentence, synset, Cause.NOT_EXTRACTED, first)
        facts = self._gold.facts
        agreeing = {place: extractions.agreeing(place) for place in bits(facts.masks[index])}
        wrong_slots = min(wrong for wrong, _ in agreeing.values())
        if wrong_slots == len(SLOT_NAMES):
            return MissedFact(judged.sentence, synset, Cause.NOT_EXTRACTED, first)
        _, number, place = min(
            (count_different(extractions.words[number], facts.words(place)), number, place)
            for place, (wrong, numbers) in agreeing.items()
            if wrong == wrong_slots
            for number in islice(bits(numbers), MOST_COMPARED)
        )
        elsewhere = judged.correct[number] and not wrong_slots
        cause = Cause.CREDITED_ELSEWHERE if elsewhere else Cause.NOT_EXTRACTED
        fact = synset.facts[facts.place(place)[1]]
        differences = compare_slots(extractions.triples[number], fact)
        return MissedFact(judged.sentence, synset, cause, fact, judged.extractions[number], differences)


class ExtractionIndex:
    """The extractions of a sentence by the facts that accept their slots; sets of them are bits in their order."""

    def __init__(self, extractions: Sequence[Extraction], facts: Facts) -> None:
        self.triples = triples(extractions)
        self.words = list(map(triple_words, self.triples))
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

    def agreeing(self, place: int) -> tuple[int, int]:
        """Find the fewest wrong slots against a fact, and the extractions with so few."""
        subject, relation, object_ = (of_fact.get(place, 0) for of_fact in self._accepted)
        return fewest_wrong(subject, relation, object_, (1 << len(self.triples)) - 1)


def _missed(judged: JudgedSentence, index: int, nearest: Explanation) -> MissedFact:
    """Describe a missed fact by the wrong extraction that comes closest to it."""
    _, fact, differences = nearest.target
    assert nearest.cause is not None, "a wrong extraction has a cause"
    return MissedFact(judged.sentence, judged.synsets[index], nearest.cause, fact, nearest.extraction, differences)


def _triple(extraction: Extraction) -> str:
    return f"({'; '.join(extraction.triple)})"
