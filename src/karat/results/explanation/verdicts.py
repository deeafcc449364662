"""Why an extraction is right or wrong: the pattern that accepts it, or the closest gold fact and what differs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from karat.metrics import oie_metric_named, scores_facts
from karat.metrics.oie.benchie import FactGold, triples
from karat.metrics.oie.fact_rule import FactRule, Ruling
from karat.metrics.oie.patterns import Triple
from karat.model import Extraction, Fact

Slots = tuple[bool, bool, bool]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the default facet, or the benchmark's own rule, says of one extraction.

    ``synset`` is the first that accepts it, by its place in the sentence, and ``fact`` the accepting pattern's place in
    it. For a wrong extraction they name the closest gold fact, and ``slots`` says which slots agree with it;
    all are ``None`` where the sentence has no gold fact. Where the benchmark's own rule decided, ``ruling`` is what it
    says, and ``fact`` is the closest one of the synset that it names, if it names one.
    """

    sentence: str
    extraction: Extraction
    correct: bool
    synset: int | None
    fact: int | None
    slots: Slots | None
    ruling: Ruling | None = None


class FactIndex:
    """A sentence's facts by slot: which patterns accept which tokens, as sets of bits in file order."""

    def __init__(self, gold: FactGold) -> None:
        self.places = [
            (number, place)
            for number, synset in enumerate(gold.annotation.synsets)
            for place in range(len(synset.facts))
        ]
        self._index = gold.index

    def accepting(self, triple: Triple) -> tuple[int, int, int]:
        """For each slot, the facts that accept it."""
        return self._index.slots(triple)

    def verdict(self, sentence: str, extraction: Extraction, triple: Triple, ruling: Ruling | None = None) -> Verdict:
        """The first fact that accepts all slots, else the first of those that accept most."""
        subject, relation, object_ = self.accepting(triple)
        if ruling is not None and ruling.synsets:
            named = sum(1 << place for place, (synset, _) in enumerate(self.places) if synset == ruling.synsets[0])
            subject, relation, object_ = subject & named, relation & named, object_ & named
        else:
            named = (1 << len(self.places)) - 1
        right = subject & relation & object_
        best = (
            right
            or (subject & relation) | (subject & object_) | (relation & object_)
            or subject | relation | object_
            or named
        )
        if not best:
            return Verdict(sentence, extraction, False, None, None, None, ruling)
        first = best & -best
        synset, fact = self.places[first.bit_length() - 1]
        slots = (subject & first > 0, relation & first > 0, object_ & first > 0)
        correct = right > 0 if ruling is None else ruling.correct
        return Verdict(sentence, extraction, correct, synset, fact, slots, ruling)


def judging_rule(metrics: Iterable[str]) -> FactRule | None:
    """The rule of the first metric over fact synsets; ``None`` where that is BenchIE's exact matching."""
    return next((oie_metric_named(name).rule for name in metrics if scores_facts(name)), None)


def verdicts(
    extractions: Sequence[Sequence[Extraction]],
    gold: Sequence[FactGold | None],
    known: dict[str, FactIndex],
    rule: FactRule | None = None,
) -> Iterator[Verdict]:
    """Judge every extraction, sentence by sentence; ``known`` keeps the sentences' indexes from system to system."""
    for found, sentence in zip(extractions, gold, strict=True):
        if sentence is None or not found:
            continue
        name = sentence.sentence.id
        index = known.get(name)
        if index is None:
            index = known[name] = FactIndex(sentence)
        rulings = [None] * len(found) if rule is None else rule.rulings(found, rule.prepared(sentence))
        for extraction, triple, ruling in zip(found, triples(found), rulings, strict=True):
            yield index.verdict(name, extraction, triple, ruling)


def fact_of(verdict: Verdict, gold: FactGold) -> Fact | None:
    """The accepting or closest gold fact of a verdict."""
    if verdict.synset is None or verdict.fact is None:
        return None
    return gold.annotation.synsets[verdict.synset].facts[verdict.fact]
