"""Every verdict in words: why an extraction is right or wrong, which facts of a sentence were found and missed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from karat.formats.benchmarks.carb_gold import as_scored
from karat.formats.text.slots import render_slot
from karat.metrics.oie.benchie import FactGold, triples
from karat.metrics.oie.carb import CarbGold, shares, word_tuple
from karat.metrics.oie.fact_rule import FactRule, Ruling
from karat.model import Annotation, Extraction, Fact, Sentence, Slot, Synset
from karat.results.explanation.near_misses import SLOT_NAMES, NearMiss, NearMisses
from karat.results.explanation.slot_differences import Mark, SlotDifference
from karat.results.explanation.verdicts import Verdict, fact_of


@dataclass(frozen=True, slots=True)
class WordOverlap:
    """What CaRB says of an extraction: word precision and recall against the gold tuple it shares most with."""

    precision: float
    recall: float
    gold: Extraction

    @property
    def f1(self) -> float:
        """The harmonic mean of the two."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why the default facet, or the benchmark's own rule, takes an extraction for right or wrong.

    ``fact`` of ``synset`` is the pattern that accepts it or the closest one; both are ``None``, and ``differences`` is
    empty, where the sentence has no gold fact. ``overlap`` is there where the sentence has gold of CaRB's kind.
    ``credited`` are the synsets that count as found by it; ``ruling`` is there where the benchmark's own rule decided.
    """

    sentence: Sentence
    extraction: Extraction
    correct: bool
    synset: Synset | None
    fact: Fact | None
    differences: tuple[SlotDifference, ...]
    near_misses: tuple[NearMiss, ...] = ()
    overlap: WordOverlap | None = None
    credited: tuple[Synset, ...] = ()
    ruling: Ruling | None = None

    @property
    def slots(self) -> tuple[bool, ...]:
        """Which slots agree with the fact."""
        return tuple(difference.agrees for difference in self.differences)

    @property
    def reason(self) -> str:
        """The verdict in a sentence."""
        if self.ruling is not None and self.ruling.reason:
            return f"{'right' if self.correct else 'wrong'}: {self.ruling.reason}"
        if self.fact is None or self.synset is None:
            return "wrong: the sentence has no gold fact"
        if self.correct:
            used = [run for difference in self.differences for run in difference.runs(Mark.OPTIONAL)]
            with_ = f", with the optional {_listed(used)}" if used else ""
            return f"right: synset {self.synset.id} has it{with_}"
        said = (
            _in_words(name, difference, slot)
            for name, difference, slot in zip(SLOT_NAMES, self.differences, self.fact, strict=True)
            if not difference.agrees
        )
        return f"wrong: {'; '.join(said)}"

    def __str__(self) -> str:
        return self.reason


def _in_words(name: str, difference: SlotDifference, slot: Slot) -> str:
    """Say what is wrong with one slot."""
    extra, missing = difference.runs(Mark.EXTRA), difference.runs(Mark.MISSING)
    if not difference.marked(Mark.SAME) and not difference.marked(Mark.OPTIONAL):
        has = repr(" ".join(difference.extra)) if extra else "empty"
        return f"the {name} is {has}, where the gold has {render_slot(slot)!r}"
    if not missing:
        return f"the {name} has {_listed(extra)} beyond what the gold allows"
    if not extra:
        return f"the {name} lacks {_listed(missing)}"
    if len(extra) == len(missing) == 1 and _beside(difference):
        return f"the {name} has {extra[0]!r}, where the gold has {missing[0]!r}"
    return f"the {name} has {_listed(extra)} beyond what the gold allows and lacks {_listed(missing)}"


def _beside(difference: SlotDifference) -> bool:
    """Whether what is too much stands right behind what is wanting."""
    marks = [word.mark for word in difference.words]
    last = max(place for place, mark in enumerate(marks) if mark is Mark.MISSING)
    return last + 1 < len(marks) and marks[last + 1] is Mark.EXTRA


def _listed(texts: Sequence[str]) -> str:
    quoted = [repr(text) for text in texts]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"


class Explainer:
    """Explains the extractions of one sentence, of as many systems as there are."""

    def __init__(self, gold: FactGold, tuples: CarbGold | None = None, rule: FactRule | None = None) -> None:
        self.gold = gold
        self.tuples = tuples
        self.rule = rule
        self.near = NearMisses(gold)

    def alone(self, extraction: Extraction) -> Explanation:
        """Explain an extraction as if it were the only one of its sentence."""
        rulings = [None] if self.rule is None else self.rule.rulings([extraction], self.rule.prepared(self.gold))
        return self.extraction(extraction, rulings[0])

    def extraction(self, extraction: Extraction, ruling: Ruling | None = None) -> Explanation:
        """Explain one extraction, by the exact rule or as another one decided."""
        (triple,) = triples([extraction])
        verdict = self.near.index.verdict(self.gold.sentence.id, extraction, triple, ruling)
        fact = fact_of(verdict, self.gold)
        differences = (
            () if fact is None else tuple(self.near.difference(*pair) for pair in zip(triple, fact, strict=True))
        )
        return Explanation(
            self.gold.sentence,
            extraction,
            verdict.correct,
            None if verdict.synset is None else self.gold.annotation.synsets[verdict.synset],
            fact,
            differences,
            () if verdict.correct else self.near.of(triple),
            None if self.tuples is None else word_overlap(extraction, self.tuples),
            credited_synsets(verdict, self.gold.annotation),
            ruling,
        )


def credited_synsets(verdict: Verdict, annotation: Annotation) -> tuple[Synset, ...]:
    """The synsets that count as found by an extraction."""
    if not verdict.correct:
        return ()
    places = (verdict.synset,) if verdict.ruling is None else verdict.ruling.synsets
    return tuple(annotation.synsets[place] for place in places if place is not None)


def explain_extraction(extraction: Extraction, gold: FactGold, tuples: CarbGold | None = None) -> Explanation:
    """Explain one extraction: the pattern that accepts it, or the closest gold fact and what differs."""
    return Explainer(gold, tuples).extraction(extraction)


def word_overlap(extraction: Extraction, gold: CarbGold) -> WordOverlap | None:
    """CaRB's word precision and recall against the tuple with the best F1 of them, the first of equal ones."""
    words = word_tuple(extraction)
    pairs = zip(gold.tuples, as_scored(gold.annotation).extractions, strict=True)
    found = []
    for each, tuple_ in pairs:
        precision, recall = shares(words, each)
        found.append(WordOverlap(float(precision), float(recall), tuple_))
    return max(found, key=lambda one: (one.f1, one.precision + one.recall), default=None)


@dataclass(frozen=True, slots=True)
class FoundSynset:
    """A synset and the extractions that are credited to it."""

    synset: Synset
    by: tuple[Explanation, ...]


@dataclass(frozen=True, slots=True)
class SentenceExplanation:
    """What a system made of one sentence, each extraction credited to the first synset that accepts it."""

    sentence: Sentence
    extractions: tuple[Explanation, ...]
    found: tuple[FoundSynset, ...]
    missed: tuple[Synset, ...]

    @property
    def wrong(self) -> tuple[Explanation, ...]:
        """The extractions that no synset accepts."""
        return tuple(each for each in self.extractions if not each.correct)


def explain_sentence(
    extractions: Iterable[Extraction], gold: FactGold, tuples: CarbGold | None = None
) -> SentenceExplanation:
    """Explain all that a system took from a sentence."""
    explainer = Explainer(gold, tuples)
    return sentence_explanation([explainer.extraction(each) for each in extractions], gold)


def sentence_explanation(extractions: Sequence[Explanation], gold: FactGold) -> SentenceExplanation:
    """Part a sentence's synsets into those found and those missed."""
    found, missed = [], []
    for synset in gold.annotation.synsets:
        by = tuple(each for each in extractions if any(synset is credited for credited in each.credited))
        if by:
            found.append(FoundSynset(synset, by))
        else:
            missed.append(synset)
    return SentenceExplanation(gold.sentence, tuple(extractions), tuple(found), tuple(missed))
