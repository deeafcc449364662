"""Explain an evaluation's verdicts from what it keeps, without reading the gold file again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from karat.metrics.oie.benchie import triples
from karat.model import Slot
from karat.results.evaluation import Evaluation
from karat.results.explanation.explanation import Explanation, credited_synsets
from karat.results.explanation.slot_differences import SlotDifference, slot_difference
from karat.results.explanation.verdicts import Verdict, fact_in
from karat.results.grounds import Grounds

Item = TypeVar("Item")


def examples(evaluation: Evaluation, most: int | None = None) -> Iterator[tuple[str, Explanation]]:
    """Explain each system's extractions in the benchmark's order, or an evenly spaced sample of ``most`` of them.

    Yields nothing if the evaluation keeps no gold facts.
    """
    if evaluation.grounds is None:
        return
    explainer = VerdictExplainer(evaluation.grounds)
    for system in evaluation:
        for verdict in evenly_spaced(system.verdicts, most):
            yield system.name, explainer.explain(verdict)


def evenly_spaced(items: tuple[Item, ...], most: int | None) -> tuple[Item, ...]:
    """Take an evenly spaced sample, so that all parts of a benchmark are represented."""
    if most is None or len(items) <= most:
        return items
    return tuple(items[index * len(items) // most] for index in range(most))


class VerdictExplainer:
    """Explains verdicts by the gold that an evaluation keeps; what is computed is kept."""

    def __init__(self, grounds: Grounds) -> None:
        self._annotations = grounds.by_sentence()
        self._differences: dict[tuple[tuple[str, ...], Slot], SlotDifference] = {}

    def explain(self, verdict: Verdict) -> Explanation:
        """Explain one verdict."""
        annotation = self._annotations[verdict.sentence]
        synset_and_fact = fact_in(verdict, annotation)
        if synset_and_fact is None:
            return Explanation(
                annotation.sentence, verdict.extraction, verdict.correct, None, None, (), ruling=verdict.ruling
            )
        synset, fact = synset_and_fact
        (triple,) = triples([verdict.extraction])
        return Explanation(
            annotation.sentence,
            verdict.extraction,
            verdict.correct,
            synset,
            fact,
            tuple(self._difference(*pair) for pair in zip(triple, fact, strict=True)),
            credited=credited_synsets(verdict, annotation),
            ruling=verdict.ruling,
        )

    def _difference(self, words: tuple[str, ...], slot: Slot) -> SlotDifference:
        key = (words, slot)
        if key not in self._differences:
            self._differences[key] = slot_difference(words, slot)
        return self._differences[key]
