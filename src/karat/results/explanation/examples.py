"""Explain an evaluation's verdicts from what it keeps, without reading the gold file again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from karat.metrics.oie.benchie import triples
from karat.model import Annotation, Slot
from karat.results.evaluation import Evaluation
from karat.results.explanation.explanation import Explanation, credited_synsets
from karat.results.explanation.slot_differences import SlotDifference, slot_difference
from karat.results.explanation.verdicts import Verdict, fact_in

Item = TypeVar("Item")


def examples(evaluation: Evaluation, most: int | None = None) -> Iterator[tuple[str, Explanation]]:
    """Explain each system's extractions in the benchmark's order, or an evenly spaced sample of ``most`` of them.

    Yields nothing if the evaluation keeps no gold facts.
    """
    if evaluation.grounds is None:
        return
    annotations = evaluation.grounds.by_sentence()
    differences: dict[tuple[tuple[str, ...], Slot], SlotDifference] = {}
    for system in evaluation:
        for verdict in evenly_spaced(system.verdicts, most):
            yield system.name, _explain(verdict, annotations[verdict.sentence], differences)


def evenly_spaced(items: tuple[Item, ...], most: int | None) -> tuple[Item, ...]:
    """Take an evenly spaced sample, so that all parts of a benchmark are represented."""
    if most is None or len(items) <= most:
        return items
    return tuple(items[index * len(items) // most] for index in range(most))


def _explain(
    verdict: Verdict, annotation: Annotation, cache: dict[tuple[tuple[str, ...], Slot], SlotDifference]
) -> Explanation:
    synset_and_fact = fact_in(verdict, annotation)
    if synset_and_fact is None:
        return Explanation(
            annotation.sentence, verdict.extraction, verdict.correct, None, None, (), ruling=verdict.ruling
        )
    synset, fact = synset_and_fact
    (triple,) = triples([verdict.extraction])
    differences = []
    for pair in zip(triple, fact, strict=True):
        if pair not in cache:
            cache[pair] = slot_difference(*pair)
        differences.append(cache[pair])
    return Explanation(
        annotation.sentence,
        verdict.extraction,
        verdict.correct,
        synset,
        fact,
        tuple(differences),
        credited=credited_synsets(verdict, annotation),
        ruling=verdict.ruling,
    )
