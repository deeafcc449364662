"""BenchIE's masses of many sentences, counted in arrays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from operator import is_

import numpy as np

from karat.metrics.oie.benchie import BULK, FactGold
from karat.metrics.oie.bulk.closest import Closest, closest_facts
from karat.metrics.oie.bulk.entities import EntityFacts
from karat.metrics.oie.bulk.fact_arrays import FactArrays, fact_counts
from karat.metrics.oie.bulk.matching import Pairs, joined_accepted, likely_pairs, requires_all, slots_accepted
from karat.metrics.oie.bulk.ragged import Integers
from karat.metrics.oie.bulk.triple_arrays import TripleArrays
from karat.model import Annotation, Extraction

MANY_FACTS = 500
"""A sentence with more facts is left out: the indexes of its facts need not try each pair of extraction and fact."""


class BulkGold:
    """The facts of many sentences, prepared as arrays; all systems share them."""

    @classmethod
    def of(cls, gold: Sequence[FactGold]) -> BulkGold:
        """Prepare gold, or find it as it was prepared before; the first sentence keeps it."""
        kept, key = gold[0].by_rule, (BULK, len(gold))
        bulk: BulkGold | None = kept.get(key)
        if bulk is None or not bulk._is_of(gold):
            bulk = kept[key] = cls(gold)
        return bulk

    def __init__(self, gold: Sequence[FactGold]) -> None:
        self._sentences = [facts.source for facts in gold]
        self._left_out = [
            place
            for place, facts in enumerate(gold)
            if facts.entities is not None or sum(fact_counts(facts.source)) > MANY_FACTS
        ]
        used = list(self._sentences)
        for place in self._left_out:
            used[place] = Annotation(used[place].sentence, ())
        self.facts = FactArrays(used)
        self.entities = EntityFacts(self.facts)
        self._last: tuple[list[int], list[Extraction], TripleArrays] | None = None

    def _is_of(self, gold: Sequence[FactGold]) -> bool:
        """Whether these are the facts of the same sentences, in the same order."""
        return _are_same([facts.source for facts in gold], self._sentences)

    def closest(self, extractions: Sequence[Sequence[Extraction]]) -> tuple[Closest, list[int]]:
        """Find the closest fact of each extraction; in the sentences also given, it must be found otherwise."""
        triples = self._triples(extractions)
        return closest_facts(triples, self.facts), self._unusual(triples)

    def _triples(self, extractions: Sequence[Sequence[Extraction]]) -> TripleArrays:
        """Make arrays of extractions, or find those of the last ones: a system is first counted, then judged."""
        sizes, flat = list(map(len, extractions)), list(chain.from_iterable(extractions))
        if self._last is None or sizes != self._last[0] or not _are_same(flat, self._last[1]):
            self._last = sizes, flat, TripleArrays(extractions, self.facts.patterns.vocabulary)
        return self._last[2]

    def _unusual(self, triples: TripleArrays) -> list[int]:
        """List the sentences that are left out, and those with an extraction that is too long."""
        return sorted({*self._left_out, *triples.sentences[triples.is_long].tolist()})

    def count(
        self, extractions: Sequence[Sequence[Extraction]], facets: Iterable[str], *, only_first: bool
    ) -> tuple[dict[str, Integers], list[int]]:
        """Count each sentence's masses: rows of matched extractions, extractions, covered synsets and synsets.

        With ``only_first`` an extraction is credited to the first synset that accepts it, and else to all of them.
        The sentences that are also given have wrong masses: they are left out, or have an extraction that is too long.
        """
        triples = self._triples(extractions)
        found = np.bincount(triples.sentences, minlength=len(extractions))
        likely = likely_pairs(triples, self.facts)
        accepted = slots_accepted(likely, triples, self.facts)
        masses = {}
        for facet in facets:
            pairs = accepted
            if facet == "C":
                pairs = joined_accepted(likely, triples, self.facts)
            elif facet == "M":
                pairs = accepted.where(requires_all(accepted, triples, self.facts))
            elif facet == "E":
                pairs = accepted.where(self.entities.are_selected(accepted.facts))
            matched, covered = self._matched(pairs, triples, only_first=only_first)
            masses[facet] = np.stack([matched, found, covered, self.facts.synsets])
        return masses, self._unusual(triples)

    def _matched(self, pairs: Pairs, triples: TripleArrays, *, only_first: bool) -> tuple[Integers, Integers]:
        """Count the matched extractions and the covered synsets of each sentence."""
        is_first = np.ones(len(pairs.extractions), np.bool_)
        is_first[1:] = pairs.extractions[1:] != pairs.extractions[:-1]
        credited = pairs.facts[is_first] if only_first else pairs.facts
        synsets = np.unique(self.facts.synset_of[credited])
        count = len(self._sentences)
        matched = np.bincount(triples.sentences[pairs.extractions[is_first]], minlength=count)
        return matched, np.bincount(self.facts.sentence_of[synsets], minlength=count)


def _are_same(some: Sequence[object], others: Sequence[object]) -> bool:
    """Whether these are the same objects in the same order."""
    return len(some) == len(others) and all(map(is_, some, others))
