"""Verdicts: whether an extraction is right, and the pattern that accepts it or the closest gold fact."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from karat.formats.text.slots import render_slot
from karat.metrics import oie_metric_named, scores_facts
from karat.metrics.oie.benchie import FactGold, triples
from karat.metrics.oie.benchie_counts import are_many
from karat.metrics.oie.fact_rule import FactRule, Ruling
from karat.metrics.oie.patterns import Triple
from karat.metrics.oie.people.steps import KEPT
from karat.model import Annotation, Extraction, Fact, Synset
from karat.one_line import one_line, paragraph
from karat.quick_records import quick_init

Slots = tuple[bool, bool, bool]
ALL = (True, True, True)


@quick_init
@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict of BenchIE's default facet, of facet P, or of the benchmark's own rule, on one extraction.

    ``synset`` is the index of the first synset that accepts the extraction, and ``fact`` the index of the accepting
    pattern in it. For a wrong extraction they are those of the closest gold fact, and ``slots`` says which slots agree
    with it. All are ``None`` if the sentence has no gold fact. If facet P or the benchmark's own rule decided,
    ``ruling`` is its decision, and ``fact`` is the closest fact of the synset that it names, if any.
    """

    sentence: str
    extraction: Extraction
    correct: bool
    synset: int | None
    fact: int | None
    slots: Slots | None
    ruling: Ruling | None = None
    gold: Fact | None = field(default=None, compare=False, repr=False, kw_only=True)
    """The accepting or closest gold fact itself."""

    __repr__ = one_line
    _repr_html_ = paragraph

    def __str__(self) -> str:
        """Say whether the extraction is right, and which gold fact accepts it or is closest."""
        said = f"{'right' if self.correct else 'wrong'}: {_written(self.extraction)} in sentence {self.sentence}"
        if self.ruling is not None and self.ruling.reason:
            said += f", {self.ruling.reason}"
        if self.synset is None:
            return f"{said}, which has no gold fact"
        if self.gold is None:
            return said
        fact = f"({'; '.join(map(render_slot, self.gold))})"
        if self.correct:
            return f"{said}; the gold has {fact}"
        agreeing = zip(("subject", "relation", "object"), self.slots or (True, True, True), strict=True)
        other = [name for name, agrees in agreeing if not agrees]
        differs = f", which differs in {_listed(other)}" if other else ""
        return f"{said}; the closest gold fact is {fact}{differs}"


def _written(extraction: Extraction) -> str:
    return f"({'; '.join((extraction.subject, extraction.relation, *extraction.arguments[1:]))})"


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


class FactIndex:
    """An index of a sentence's facts by slot; sets of facts are bit masks in file order."""

    def __init__(self, gold: FactGold) -> None:
        self.places = [
            (synset_index, fact_index)
            for synset_index, synset in enumerate(gold.annotation.synsets)
            for fact_index in range(len(synset.facts))
        ]
        self._index = gold.index
        self._synsets = gold.annotation.synsets

    def accepting(self, triple: Triple) -> tuple[int, int, int]:
        """Find the facts that accept each slot."""
        return self._index.slots(triple)

    def verdict(self, sentence: str, extraction: Extraction, triple: Triple, ruling: Ruling | None = None) -> Verdict:
        """Judge an extraction by the first fact that accepts all slots, else the first of those that accept most."""
        subject, relation, object_ = self.accepting(triple)
        if ruling is not None and ruling.synsets:
            candidates = sum(
                1 << number for number, (synset, _) in enumerate(self.places) if synset == ruling.synsets[0]
            )
            subject, relation, object_ = subject & candidates, relation & candidates, object_ & candidates
        else:
            candidates = (1 << len(self.places)) - 1
        right = subject & relation & object_
        best = (
            right
            or (subject & relation) | (subject & object_) | (relation & object_)
            or subject | relation | object_
            or candidates
        )
        if not best:
            return Verdict(sentence, extraction, False, None, None, None, ruling)
        first = best & -best
        synset, fact = self.places[first.bit_length() - 1]
        slots = (subject & first > 0, relation & first > 0, object_ & first > 0)
        correct = right > 0 if ruling is None else ruling.correct
        gold = self._synsets[synset].facts[fact]
        return Verdict(sentence, extraction, correct, synset, fact, slots, ruling, gold=gold)


def judging_rule(
    measured: Iterable[tuple[str, str | None]], people_steps: Sequence[str] = KEPT, answers: Path | None = None
) -> FactRule | None:
    """Return the rule of the first metric over fact synsets; ``None`` if that is BenchIE's exact matching.

    ``measured`` are metrics with their facets. Extractions are judged by the default facet in place of C, M and E.
    """
    first = next(((name, facet) for name, facet in measured if scores_facts(name)), None)
    return None if first is None else oie_metric_named(first[0]).under(first[1], people_steps, answers).rule


def verdicts(
    extractions: Sequence[Sequence[Extraction]],
    gold: Sequence[FactGold | None],
    indexes: dict[str, FactIndex],
    rule: FactRule | None = None,
) -> Iterator[Verdict]:
    """Judge every extraction, sentence by sentence; ``indexes`` caches the sentences' indexes across systems."""
    with_gold = [(predicted, facts) for predicted, facts in zip(extractions, gold, strict=True) if facts is not None]
    if are_many([predicted for predicted, _ in with_gold], [facts for _, facts in with_gold]):
        yield from _judge_together(with_gold, indexes, rule)
        return
    for predicted, facts in with_gold:
        if predicted:
            yield from _judge_sentence(predicted, facts, indexes, rule)


def _judge_sentence(
    predicted: Sequence[Extraction], gold: FactGold, indexes: dict[str, FactIndex], rule: FactRule | None
) -> Iterator[Verdict]:
    index = _index_of(gold, indexes)
    for extraction, triple, ruling in zip(predicted, triples(predicted), _rulings(predicted, gold, rule), strict=True):
        yield index.verdict(gold.sentence.id, extraction, triple, ruling)


def _index_of(gold: FactGold, indexes: dict[str, FactIndex]) -> FactIndex:
    index = indexes.get(gold.sentence.id)
    if index is None:
        index = indexes[gold.sentence.id] = FactIndex(gold)
    return index


def _rulings(predicted: Sequence[Extraction], gold: FactGold, rule: FactRule | None) -> Sequence[Ruling | None]:
    return [None] * len(predicted) if rule is None else rule.rulings(predicted, rule.prepared(gold))


def _judge_together(
    with_gold: Sequence[tuple[Sequence[Extraction], FactGold]], indexes: dict[str, FactIndex], rule: FactRule | None
) -> Iterator[Verdict]:
    """Judge all extractions by the closest facts, found in arrays, but for those of a few unusual sentences.

    Where a rule credits an extraction to another synset than that of the closest fact, the closest one of that synset
    is looked up.
    """
    from karat.metrics.oie.bulk.bulk_gold import BulkGold  # numpy is not imported at start-up

    bulk = BulkGold.of([facts for _, facts in with_gold])
    closest, unusual = bulk.closest([predicted for predicted, _ in with_gold])
    alone = set(unusual)
    judged = zip(closest.places(bulk.facts), map(tuple, closest.slots.tolist()), strict=True)
    for place, (predicted, facts) in enumerate(with_gold):
        mine = list(islice(judged, len(predicted)))
        if not predicted:
            continue
        if place in alone:
            yield from _judge_sentence(predicted, facts, indexes, rule)
            continue
        sentence, synsets = facts.sentence.id, facts.annotation.synsets
        for extraction, ((synset, fact), slots), ruling in zip(
            predicted, mine, _rulings(predicted, facts, rule), strict=True
        ):
            if synset is None or fact is None:
                yield Verdict(sentence, extraction, False, None, None, None, ruling)
            elif ruling is not None and ruling.synsets and ruling.synsets[0] != synset:
                (triple,) = triples([extraction])
                yield _index_of(facts, indexes).verdict(sentence, extraction, triple, ruling)
            else:
                correct = slots == ALL if ruling is None else ruling.correct
                gold = synsets[synset].facts[fact]
                yield Verdict(sentence, extraction, correct, synset, fact, slots, ruling, gold=gold)


def fact_in(verdict: Verdict, annotation: Annotation) -> tuple[Synset, Fact] | None:
    """Look up the accepting or closest gold fact of a verdict, with its synset."""
    if verdict.synset is None or verdict.fact is None:
        return None
    synset = annotation.synsets[verdict.synset]
    return synset, synset.facts[verdict.fact]
