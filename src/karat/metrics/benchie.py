"""BenchIE (Gashteovski et al., 2022): an extraction is right exactly if some fact synset accepts it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from karat import algebra as k
from karat.errors import UnknownNameError
from karat.metrics.patterns import (
    SlotPattern,
    SynsetPattern,
    Tokens,
    Triple,
    in_one,
    required_only,
    slot_by_slot,
    synset_keys,
    triple_keys,
)
from karat.model import Annotation, Extraction, Fact, Sentence, Synset

Facet = Literal["default", "C", "M", "E"]
FACETS: tuple[Facet, ...] = ("default", "C", "M", "E")
Credit = Literal["first", "all"]


def accepts(extraction: Triple, synset: SynsetPattern) -> int:
    """1 where a pattern of the synset accepts the extraction."""
    return int(synset.accepting(extraction) is not None)


acceptance = k.function(accepts, "accepts", keys=(triple_keys, synset_keys), own=1)

BENCHIE = k.match(acceptance, k.N_TO_ONE, ties=k.FIRST).covered_f1.named("benchie")
"""Each extraction is credited to the first synset that accepts it; a synset is a true positive however often."""

BENCHIE_ALL = k.match(acceptance, k.N_TO_N).covered_f1.named("benchie")
"""The paper's wording: each extraction is credited to every synset that accepts it."""

CREDITS: dict[Credit, k.Normalised] = {"first": BENCHIE, "all": BENCHIE_ALL}

_PATTERNS: dict[Facet, Callable[[Fact], tuple[SlotPattern, ...]]] = {
    "default": slot_by_slot,
    "C": in_one,
    "M": required_only,
    "E": slot_by_slot,
}


def entity_facts(synset: Synset) -> Synset:
    """Derive facet E: of triples that differ only in where relation and object part, the shortest objects stay.

    The annotators' own file was never published; by their guideline (A.1.2) token placement is the only difference.
    """
    words = [(fact.subject.words, fact.relation.words + fact.object.words) for fact in synset.facts]
    shortest: dict[tuple[Tokens, Tokens], int] = {}
    for key, fact in zip(words, synset.facts, strict=True):
        size = len(fact.object.words)
        shortest[key] = min(size, shortest.get(key, size))
    kept = (fact for key, fact in zip(words, synset.facts, strict=True) if len(fact.object.words) == shortest[key])
    return Synset(synset.id, tuple(kept))


@dataclass(frozen=True)
class FactGold:
    """A sentence's synsets, ready to be scored against under each facet.

    ``entities`` are the sentence's synsets of an E file of one's own, in place of those derived.
    """

    annotation: Annotation
    entities: Annotation | None = None

    @property
    def sentence(self) -> Sentence:
        """The sentence."""
        return self.annotation.sentence

    # Facets are made when first asked for and kept: all systems share them.
    @cached_property
    def _facets(self) -> dict[Facet, list[SynsetPattern]]:
        return {}

    def synsets(self, facet: Facet = "default") -> list[SynsetPattern]:
        """The synsets under a facet."""
        known = self._facets.get(facet)
        if known is None:
            if facet not in FACETS:
                raise UnknownNameError("facet", facet, FACETS)
            patterns = _PATTERNS[facet]
            known = self._facets[facet] = [
                SynsetPattern(synset, [patterns(fact) for fact in synset.facts]) for synset in self._of(facet)
            ]
        return known

    def _of(self, facet: Facet) -> Iterable[Synset]:
        if facet != "E":
            return self.annotation.synsets
        return map(entity_facts, self.annotation.synsets) if self.entities is None else self.entities.synsets


def triples(extractions: Iterable[Extraction], facet: Facet = "default") -> list[Triple]:
    """The extractions' tokens, as a facet compares them."""
    slots: list[Triple] = [tuple(tuple(slot.split()) for slot in extraction.triple) for extraction in extractions]
    return [(subject + relation + object_,) for subject, relation, object_ in slots] if facet == "C" else slots


def is_explicit(extraction: Extraction, sentence: Sentence) -> bool:
    """Whether every token of the extraction stands in the sentence."""
    return {token for slot in extraction.triple for token in slot.split()} <= set(sentence.tokens)


def only_triples(extractions: Iterable[Extraction]) -> list[Extraction]:
    """Keep the extractions with exactly two arguments (ROIE-T)."""
    return [extraction for extraction in extractions if len(extraction.arguments) == 2]
