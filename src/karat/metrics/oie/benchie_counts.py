"""BenchIE's masses of many sentences under one facet, counted from bits; what ``BENCHIE.corpus`` gives, sooner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from karat.algebra.scores.corpus import Columns, Corpus
from karat.algebra.scores.score import Score
from karat.metrics.oie.benchie import CREDITS, Credit, FactGold
from karat.metrics.oie.patterns import Triple


def count_facet(
    predicted: Sequence[Sequence[Triple]], gold: Sequence[FactGold], facet: str, credit: Credit
) -> Corpus[Score]:
    """Score each sentence's triples, which are those of the default facet; only facet C joins their slots.

    A sentence with entities of the user's own has other facts under facet E, and is scored by the metric itself.
    """
    metric = CREDITS[credit]
    matched_predicted, matched_gold, all_predicted, all_gold = [], [], [], []
    for triples, facts in zip(predicted, gold, strict=True):
        if facet == "E" and facts.entities is not None:
            masses = metric.score(triples, facts.synsets(facet)).masses
            matched, covered, synsets = masses.matched_predicted, masses.matched_gold, masses.gold
        else:
            matched, credited = 0, 0
            for accepting in _accepting(triples, facts, facet, credit) if triples else ():
                if accepting:
                    matched += 1
                    credited |= accepting & -accepting if credit == "first" else accepting
            covered = sum(1 for mask in facts.masks if mask & credited) if credited else 0
            synsets = len(facts.annotation.synsets)
        matched_predicted.append(matched)
        all_predicted.append(len(triples))
        matched_gold.append(covered)
        all_gold.append(synsets)
    bounds = [None] * len(all_gold)
    columns = Columns(matched_predicted, all_predicted, matched_gold, all_gold, bounds)
    return Corpus.of_columns(columns, metric.normaliser)


def _accepting(triples: Sequence[Triple], facts: FactGold, facet: str, credit: Credit) -> Iterator[int]:
    """Find the facts that accept each triple; where only the first is credited, facet C looks for no others."""
    default = facts.index.accepting
    if facet == "C" and credit == "first":
        first = facts.joined_index.first
        return (first(triple[0] + triple[1] + triple[2], default(triple)) for triple in triples)
    if facet == "C":
        joined = facts.joined_index.accepting
        return (joined((triple[0] + triple[1] + triple[2],)) for triple in triples)
    if facet == "E":
        entities = facts.entity_facts
        return (entities.among(found) if (found := default(triple)) else 0 for triple in triples)
    return map(facts.required_index.accepting if facet == "M" else default, triples)
