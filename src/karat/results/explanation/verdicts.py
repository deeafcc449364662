"""Verdicts: whether an extraction is right, and the gold fact that accepts it or is closest to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from karat.formats.text.slots import render_slot
from karat.metrics import oie_metric_named, scores_facts
from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.facts import triple_of
from karat.metrics.oie.oie_metric import FactRule, Ruling
from karat.metrics.oie.people.steps import KEPT
from karat.model import Annotation, Extraction, Fact, Synset
from karat.one_line import one_line, paragraph

Slots = tuple[bool, bool, bool]

Item = TypeVar("Item")


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


def judging_rule(
    measured: Iterable[tuple[str, str | None]], people_steps: Sequence[str] = KEPT, answers: Path | None = None
) -> FactRule | None:
    """Return the rule of the first metric over fact synsets; ``None`` if that is BenchIE's exact matching.

    ``measured`` are metrics with their facets. Extractions are judged by the default facet in place of C, M and E.
    """
    first = next(((name, facet) for name, facet in measured if scores_facts(name)), None)
    return None if first is None else oie_metric_named(first[0]).under(first[1], people_steps, answers).rule


def verdicts(
    extractions: Sequence[Sequence[Extraction]], gold: Sequence[FactGold | None], rule: FactRule | None = None
) -> Iterator[Verdict]:
    """Judge every extraction, sentence by sentence."""
    for predicted, facts in zip(extractions, gold, strict=True):
        if facts is not None and predicted:
            rulings = [None] * len(predicted) if rule is None else rule.rulings(predicted, rule.prepared(facts))
            for extraction, ruling in zip(predicted, rulings, strict=True):
                yield judge(extraction, facts, ruling)


def judge(extraction: Extraction, gold: FactGold, ruling: Ruling | None = None) -> Verdict:
    """Judge an extraction by the first fact that accepts all slots, else find the closest one (``Facts.closest``).

    A ruling that names synsets decides between the facts of the first of them.
    """
    facts = gold.facts
    among = facts.masks[ruling.synsets[0]] if ruling is not None and ruling.synsets else -1
    closest = facts.closest(triple_of(extraction), among)
    if closest is None:
        return Verdict(gold.sentence.id, extraction, False, None, None, None, ruling)
    synset, fact = facts.place(closest.fact)
    return Verdict(
        gold.sentence.id,
        extraction,
        all(closest.slots) if ruling is None else ruling.correct,
        synset,
        fact,
        closest.slots,
        ruling,
        gold=gold.annotation.synsets[synset].facts[fact],
    )


def fact_in(verdict: Verdict, annotation: Annotation) -> tuple[Synset, Fact] | None:
    """Look up the accepting or closest gold fact of a verdict, with its synset."""
    if verdict.synset is None or verdict.fact is None:
        return None
    synset = annotation.synsets[verdict.synset]
    return synset, synset.facts[verdict.fact]


def credited_synsets(verdict: Verdict, annotation: Annotation) -> tuple[Synset, ...]:
    """List the synsets that an extraction finds."""
    if not verdict.correct:
        return ()
    indices = (verdict.synset,) if verdict.ruling is None else verdict.ruling.synsets
    return tuple(annotation.synsets[index] for index in indices if index is not None)


def extractions_by_sentence(verdicts: Iterable[Verdict]) -> dict[str, list[Extraction]]:
    """Collect a system's extractions from its verdicts."""
    by_sentence: dict[str, list[Extraction]] = {}
    for verdict in verdicts:
        by_sentence.setdefault(verdict.sentence, []).append(verdict.extraction)
    return by_sentence


def evenly_spaced(items: tuple[Item, ...], most: int | None) -> tuple[Item, ...]:
    """Take an evenly spaced sample, so that all parts of a benchmark are represented."""
    if most is None or len(items) <= most:
        return items
    return tuple(items[index * len(items) // most] for index in range(most))
