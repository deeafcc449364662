"""Verdicts with their explanations, from what an evaluation keeps: no gold file is read again."""

from __future__ import annotations

from collections.abc import Iterator

from karat.metrics.oie.benchie import triples
from karat.model import Annotation, Slot
from karat.results.evaluation import Evaluation
from karat.results.explanation.explanation import Explanation, credited_synsets
from karat.results.explanation.slot_differences import SlotDifference, slot_difference
from karat.results.explanation.verdicts import Verdict
from karat.results.grounds import fact_in


def examples(evaluation: Evaluation, most: int | None = None) -> Iterator[tuple[str, Explanation]]:
    """Explain each system's extractions in the benchmark's order, at most so many evenly spread ones of each.

    Nothing where the evaluation keeps no gold facts.
    """
    if evaluation.grounds is None:
        return
    annotations = evaluation.grounds.by_sentence()
    known: dict[tuple[tuple[str, ...], Slot], SlotDifference] = {}
    for system in evaluation:
        for verdict in spread(system.verdicts, most):
            yield system.name, _explained(verdict, annotations[verdict.sentence], known)


def spread(verdicts: tuple[Verdict, ...], most: int | None) -> tuple[Verdict, ...]:
    """Take every so-manieth, so that no part of a benchmark is over-represented."""
    if most is None or len(verdicts) <= most:
        return verdicts
    return tuple(verdicts[place * len(verdicts) // most] for place in range(most))


def _explained(
    verdict: Verdict, annotation: Annotation, known: dict[tuple[tuple[str, ...], Slot], SlotDifference]
) -> Explanation:
    found = fact_in(verdict, annotation)
    if found is None:
        return Explanation(
            annotation.sentence, verdict.extraction, verdict.correct, None, None, (), ruling=verdict.ruling
        )
    synset, fact = found
    (triple,) = triples([verdict.extraction])
    differences = []
    for pair in zip(triple, fact, strict=True):
        if pair not in known:
            known[pair] = slot_difference(*pair)
        differences.append(known[pair])
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
