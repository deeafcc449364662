"""Explain why an extraction is right or wrong, and which facts of a sentence were found and missed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from karat.benchmarks.gold import Gold
from karat.errors import InputError
from karat.formats.benchmarks.carb_gold import as_scored
from karat.metrics.oie.benchie import FactGold, triples
from karat.metrics.oie.carb import CarbGold, shares, word_tuple
from karat.metrics.oie.facts import triple_of
from karat.metrics.oie.oie_metric import FactRule, Ruling
from karat.metrics.oie.people.steps import KEPT
from karat.model import Annotation, Extraction, Fact, Sentence, Synset
from karat.one_line import one_line, paragraph
from karat.results.explanation.causes import LEFT_OUT, ONE_WORD, Cause, NearMiss, NearMisses, cause_of_differences
from karat.results.explanation.judging import facts_of_facet
from karat.results.explanation.slot_differences import (
    Differences,
    Mark,
    compare_slots,
    describe_differences,
    list_quoted,
)
from karat.results.explanation.verdicts import Verdict, credited_synsets, fact_in, judge, judging_rule


@dataclass(frozen=True, slots=True)
class WordOverlap:
    """CaRB's word precision and recall of an extraction against the gold tuple with the best F1."""

    precision: float
    recall: float
    gold: Extraction

    __repr__ = one_line

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why an extraction is right or wrong by a facet of BenchIE or by the benchmark's own rule.

    ``fact`` of ``synset`` is the pattern that accepts the extraction, or the closest one. If the sentence has no gold
    fact, both are ``None`` and ``differences`` is empty. ``overlap`` is set if the sentence has gold of CaRB's kind.
    ``credited`` are the synsets that the extraction finds; ``ruling`` is set if a rule decided, not exact matching.
    ``cause`` is ``None`` if the extraction is right, or if no cause was looked for. ``number`` is the extraction's
    place among those of its sentence, from 0, if they were judged together.
    """

    sentence: Sentence
    extraction: Extraction
    correct: bool
    synset: Synset | None
    fact: Fact | None
    differences: Differences
    near_misses: tuple[NearMiss, ...] = ()
    overlap: WordOverlap | None = None
    credited: tuple[Synset, ...] = ()
    ruling: Ruling | None = None
    cause: Cause | None = None
    number: int | None = None

    __repr__ = one_line
    _repr_html_ = paragraph

    @property
    def slots(self) -> tuple[bool, ...]:
        """Which slots agree with the fact."""
        return tuple(difference.agrees for difference in self.differences)

    @property
    def near_miss(self) -> NearMiss | None:
        """The near miss that is the cause, if one is."""
        return next((miss for miss in self.near_misses if miss.kind is self.cause), None)

    @property
    def target(self) -> tuple[Synset | None, Fact | None, Differences]:
        """What a repair would make of the extraction: the fact of its near miss, or else the closest one."""
        miss = self.near_miss
        if miss is None:
            return self.synset, self.fact, self.differences
        return miss.synset, miss.fact, compare_slots(triple_of(self.extraction), miss.fact)

    @property
    def repaired(self) -> Extraction | None:
        """The extraction with the words of its target: optional ones only where the extraction has them.

        ``None`` if the extraction is right or can only be left out.
        """
        if self.cause is None or self.cause in LEFT_OUT:
            return None
        _, _, differences = self.target
        subject, relation, object_ = (
            " ".join(marked.word for marked in difference.words if marked.mark is not Mark.EXTRA)
            for difference in differences
        )
        return replace(self.extraction, relation=relation, arguments=(subject, object_), spans=())

    @property
    def reason(self) -> str:
        """The verdict in a sentence."""
        if self.ruling is not None and self.ruling.reason:
            return f"{'right' if self.correct else 'wrong'}: {self.ruling.reason}"
        if self.synset is None or self.fact is None:
            return "wrong: the sentence has no gold fact"
        if self.correct:
            used = [run for difference in self.differences for run in difference.runs(Mark.OPTIONAL)]
            with_optional = f", with the optional {list_quoted(used)}" if used else ""
            return f"right: synset {self.synset.id} has it{with_optional}"
        return f"wrong: {describe_differences(self.differences, self.fact)}"

    def __str__(self) -> str:
        return self.reason


WrongExtraction = Explanation
"""The explanation of an extraction that is wrong."""


def explain_verdict(verdict: Verdict, annotation: Annotation) -> Explanation:
    """Explain a verdict by the gold fact that it names."""
    synset, fact = fact_in(verdict, annotation) or (None, None)
    return Explanation(
        annotation.sentence,
        verdict.extraction,
        verdict.correct,
        synset,
        fact,
        () if fact is None else compare_slots(triple_of(verdict.extraction), fact),
        credited=credited_synsets(verdict, annotation),
        ruling=verdict.ruling,
    )


class Explainer:
    """Explains the extractions of one sentence, of any number of systems; for BenchIE under one facet."""

    def __init__(
        self,
        gold: FactGold,
        tuples: CarbGold | None = None,
        rule: FactRule | None = None,
        facet: str | None = None,
    ) -> None:
        self.gold = facts_of_facet(gold, facet)
        self.tuples = tuples
        self.rule = rule
        self.facet = facet
        self.near = NearMisses(self.gold)

    def alone(self, extraction: Extraction) -> Explanation:
        """Explain an extraction as if it were the only one of its sentence."""
        rulings = [None] if self.rule is None else self.rule.rulings([extraction], self.rule.prepared(self.gold))
        return self.extraction(extraction, rulings[0])

    def extraction(self, extraction: Extraction, ruling: Ruling | None = None) -> Explanation:
        """Explain one extraction, by exact matching or by the ruling of another rule."""
        if self.facet == "C":
            ruling = self._joined_ruling(extraction)
        explanation = self.explain(judge(extraction, self.gold, ruling))
        return (
            explanation if self.tuples is None else replace(explanation, overlap=word_overlap(extraction, self.tuples))
        )

    def explain(self, verdict: Verdict, *, taken: bool = False) -> Explanation:
        """Find the cause of a verdict; ``taken`` says that another extraction has the credit."""
        explanation = explain_verdict(verdict, self.gold.annotation)
        if verdict.correct:
            return explanation
        if verdict.synset is None or verdict.fact is None:
            return replace(explanation, cause=Cause.NO_GOLD)
        ruling = verdict.ruling
        near: tuple[NearMiss, ...] = ()
        if not self._is_refused_for_marks(verdict.extraction, ruling):
            near = self.near.of(triple_of(verdict.extraction), self.gold.facts.number(verdict.synset, verdict.fact))
        if taken or (ruling is not None and ruling.synsets) or all(explanation.slots):
            cause = Cause.CREDIT_TAKEN
        else:
            kinds = (miss.kind for miss in near if miss.kind not in ONE_WORD)
            cause = next(kinds, None) or cause_of_differences(explanation.differences)
        return replace(explanation, near_misses=near, cause=cause)

    def _is_refused_for_marks(self, extraction: Extraction, ruling: Ruling | None) -> bool:
        """Whether polarity or modality alone is wrong, which no change of words repairs."""
        if ruling is None or self.rule is None or not self.rule.reads_marks:
            return False
        unmarked = replace(extraction, polarity=None, modality=None)
        return unmarked != extraction and self.rule.rulings([unmarked], self.rule.prepared(self.gold))[0].correct

    def _joined_ruling(self, extraction: Extraction) -> Ruling | None:
        """Rule by facet C where the slots alone do not say it: the words are right, but divided differently."""
        (joined,) = triples([extraction], "C")
        for index, pattern in enumerate(self.gold.synsets("C")):
            if pattern.accepting(joined) is not None:
                if self.gold.synsets("default")[index].accepting(*triples([extraction])) is None:
                    reason = f"synset {pattern.synset.id} has all its words in order, wherever the slots are divided"
                    return Ruling(True, (index,), reason)
                return None
        return None


def explain_extraction(extraction: Extraction, gold: FactGold, tuples: CarbGold | None = None) -> Explanation:
    """Explain one extraction: the pattern that accepts it, or the closest gold fact and what differs."""
    return Explainer(gold, tuples).extraction(extraction)


def word_overlap(extraction: Extraction, gold: CarbGold) -> WordOverlap | None:
    """Compute CaRB's word precision and recall against the gold tuple with the best F1; the first of equal ones."""
    words = word_tuple(extraction)
    pairs = zip(gold.tuples, as_scored(gold.annotation).extractions, strict=True)
    overlaps = []
    for gold_words, gold_tuple in pairs:
        precision, recall = shares(words, gold_words)
        overlaps.append(WordOverlap(float(precision), float(recall), gold_tuple))
    return max(overlaps, key=lambda overlap: (overlap.f1, overlap.precision + overlap.recall), default=None)


@dataclass(frozen=True, slots=True)
class FoundSynset:
    """A synset, the extractions that are credited to it, and its facts that accept them or are closest."""

    synset: Synset
    by: tuple[Explanation, ...]
    facts: tuple[Fact, ...] = ()

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class SentenceExplanation:
    """A system's extractions of one sentence, each credited to the first synset that accepts it."""

    sentence: Sentence
    extractions: tuple[Explanation, ...]
    found: tuple[FoundSynset, ...]
    missed: tuple[Synset, ...]

    __repr__ = one_line

    @property
    def wrong(self) -> tuple[Explanation, ...]:
        """The extractions that no synset accepts."""
        return tuple(explanation for explanation in self.extractions if not explanation.correct)


def explain_sentence(
    extractions: Iterable[Extraction], gold: FactGold, tuples: CarbGold | None = None
) -> SentenceExplanation:
    """Explain all extractions of a sentence."""
    explainer = Explainer(gold, tuples)
    return sentence_explanation([explainer.extraction(extraction) for extraction in extractions], gold)


def sentence_explanation(extractions: Sequence[Explanation], gold: FactGold) -> SentenceExplanation:
    """Divide a sentence's synsets into those found and those missed."""
    found, missed = [], []
    for number, synset in enumerate(gold.annotation.synsets):
        finders = tuple(each for each in extractions if any(synset is credited for credited in each.credited))
        if finders:
            facts = [_fact_of(each, number, synset, gold) for each in finders]
            found.append(FoundSynset(synset, finders, tuple(dict.fromkeys(fact for fact in facts if fact is not None))))
        else:
            missed.append(synset)
    return SentenceExplanation(gold.sentence, tuple(extractions), tuple(found), tuple(missed))


def _fact_of(explanation: Explanation, number: int, synset: Synset, gold: FactGold) -> Fact | None:
    """Find the fact of a synset that an extraction is compared with; an explanation has that of one synset only."""
    if explanation.synset is synset:
        return explanation.fact
    return judge(explanation.extraction, gold, Ruling(True, (number,))).gold


class GoldExplainer:
    """Explains extractions of a whole benchmark; a sentence's explainer is made once for all systems.

    ``facet`` is the facet of BenchIE that decides, the default one if not given; ``people_steps`` are those of facet P,
    and ``answers`` is a judge's file for the metric ``meaning``.
    """

    def __init__(
        self,
        gold: Gold,
        facet: str | None = None,
        people_steps: Sequence[str] = KEPT,
        answers: Path | None = None,
    ) -> None:
        if not gold.has_facts:
            raise InputError(f"{gold.name}: expected gold with fact synsets, found only tuples")
        self.gold = gold
        self.facet = facet
        self.people_steps = people_steps
        self.rule = judging_rule([(metric, facet) for metric in gold.metrics], people_steps, answers)
        self._indices = {sentence.id: index for index, sentence in enumerate(gold.sentences)}
        self._explainers: dict[str, Explainer] = {}

    def sentence(self, id: str) -> Explainer:
        """Return the explainer of one sentence."""
        if id not in self._explainers:
            index = self._indices.get(id)
            if index is None:
                some = ", ".join(list(self._indices)[:3])
                raise InputError(f"expected a sentence id of {self.gold.name}, such as {some}, found {id!r}")
            facts = self.gold.facts[index]
            assert facts is not None, "explanations are for gold with facts"
            self._explainers[id] = Explainer(facts, self.gold.tuples[index], self.rule, self.facet)
        return self._explainers[id]

    def explained(self, verdicts: Iterable[Verdict]) -> list[Explanation]:
        """Explain verdicts, judging the extractions again by this gold; rulings of another rule are kept."""
        return [self.sentence(verdict.sentence).extraction(verdict.extraction, verdict.ruling) for verdict in verdicts]
