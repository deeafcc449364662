"""BenchIE's masses of many sentences under its exact facets, counted from bits: what ``BENCHIE.corpus`` gives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from karat.algebra.scores.column import Column
from karat.algebra.scores.corpus import Columns, Corpus
from karat.algebra.scores.normaliser import Masses
from karat.algebra.scores.score import Score
from karat.metrics.oie.benchie import BULK, CREDITS, Credit, FactGold, triples
from karat.metrics.oie.patterns import Triple
from karat.model import Extraction

FEW_EXTRACTIONS = 500
"""Fewer are counted sentence by sentence, without numpy, which takes longer to import, unless it was."""


def count_facets(
    extractions: Sequence[Sequence[Extraction]], gold: Sequence[FactGold], facets: Sequence[str], credit: Credit
) -> dict[str, Corpus[Score]]:
    """Count the masses of each sentence under all facets."""
    count = _count_together if are_many(extractions, gold) else _count_each
    normaliser = CREDITS[credit].normaliser
    counted = count(extractions, gold, facets, credit)
    return {facet: Corpus.of_columns(columns, normaliser) for facet, columns in counted.items()}


def are_many(extractions: Sequence[Sequence[Extraction]], gold: Sequence[FactGold]) -> bool:
    """Whether extractions are looked at in arrays: if there are many, or if the gold was made into arrays before."""
    return sum(map(len, extractions)) >= FEW_EXTRACTIONS or bool(gold and (BULK, len(gold)) in gold[0].by_rule)


def _count_each(
    extractions: Sequence[Sequence[Extraction]], gold: Sequence[FactGold], facets: Sequence[str], credit: Credit
) -> dict[str, Columns]:
    """Count sentence by sentence, each under all facets, so that its gold is still in the processor's cache."""
    counts: dict[str, list[tuple[Masses, None]]] = {facet: [] for facet in facets}
    for found, facts in zip(extractions, gold, strict=True):
        predicted = triples(found)
        for facet in facets:
            counts[facet].append((_count(predicted, facts, facet, credit), None))
    return {facet: Columns.of(masses) for facet, masses in counts.items()}


def _count_together(
    extractions: Sequence[Sequence[Extraction]], gold: Sequence[FactGold], facets: Sequence[str], credit: Credit
) -> dict[str, Columns]:
    """Count all sentences in arrays, but for some that are unusual."""
    from karat.metrics.oie.bulk.bulk_gold import BulkGold  # numpy is not imported at start-up

    masses, unusual = BulkGold.of(gold).count(extractions, facets, only_first=credit == "first")
    if unusual:
        one_by_one = _count_each(
            [extractions[place] for place in unusual], [gold[place] for place in unusual], facets, credit
        )
        for facet, columns in one_by_one.items():
            masses[facet][:, unusual] = columns[:4]
    no_bounds = [None] * len(gold)
    return {
        facet: Columns(Column(matched), Column(found), Column(covered), Column(synsets), no_bounds)
        for facet, (matched, found, covered, synsets) in masses.items()
    }


def _count(predicted: Sequence[Triple], facts: FactGold, facet: str, credit: Credit) -> Masses:
    """Count a sentence's masses: matched extractions, extractions, covered synsets, synsets.

    A sentence with entities of the user's own has other facts under facet E, and is scored by the metric itself.
    """
    if facet == "E" and facts.entities is not None:
        return CREDITS[credit].score(predicted, facts.synsets(facet)).masses
    matched = credited = 0
    if predicted:
        for accepting in _accepting(predicted, facts, facet, credit):
            if accepting:
                matched += 1
                credited |= accepting & -accepting if credit == "first" else accepting
    covered = sum([1 for mask in facts.masks if mask & credited]) if credited else 0
    return Masses(matched, len(predicted), covered, len(facts.annotation.synsets))


def _accepting(predicted: Sequence[Triple], facts: FactGold, facet: str, credit: Credit) -> Iterator[int]:
    """Find the facts that accept each triple; where only the first is credited, facet C looks for no others."""
    default = facts.index.accepting
    if facet == "C" and credit == "first":
        first = facts.joined_index.first
        return (first(triple[0] + triple[1] + triple[2], default(triple)) for triple in predicted)
    if facet == "C":
        joined = facts.joined_index.accepting
        return (joined((triple[0] + triple[1] + triple[2],)) for triple in predicted)
    if facet == "E":
        entities = facts.entity_facts
        return (entities.among(accepting) if (accepting := default(triple)) else 0 for triple in predicted)
    return map(facts.required_index.accepting if facet == "M" else default, predicted)
