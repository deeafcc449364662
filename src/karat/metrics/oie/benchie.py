"""BenchIE (Gashteovski et al., 2022): an extraction is right exactly if some fact synset accepts it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from typing import TYPE_CHECKING, Any, Literal

from karat import algebra as k
from karat.errors import UnknownNameError
from karat.metrics.oie.accepting_synsets import accepted, first_accepted
from karat.metrics.oie.pattern_indexes import JoinedIndex, PatternIndex, RequiredIndex, SlotIndex, SynsetPattern
from karat.metrics.oie.patterns import Row, Tokens, Triple, patterns_of
from karat.model import Annotation, Extraction, Sentence, Synset
from karat.one_line import one_line

if TYPE_CHECKING:
    from karat.formats.json.plain_synsets import PlainFacts

Facet = Literal["default", "C", "M", "E"]
FACETS: tuple[Facet, ...] = ("default", "C", "M", "E")
"""The published facets, which are measured unless others are named."""
Credit = Literal["first", "all"]
BULK = "bulk"
"""Under this name the first of many sentences keeps the facts of all of them in arrays."""


def accepts(extraction: Triple, synset: SynsetPattern) -> int:
    """Give 1 if a pattern of the synset accepts the extraction."""
    return 1 if synset.index.accepting(extraction) & synset.mask else 0


acceptance = k.function(accepts, "accepts", own=1, pairs=accepted)
first_acceptance = k.function(accepts, "accepts", own=1, pairs=first_accepted)

BENCHIE = k.match(first_acceptance, k.N_TO_ONE, ties=k.FIRST).covered_f1.named("benchie")
"""Each extraction is credited to the first synset that accepts it; a synset counts once, however often credited."""

BENCHIE_ALL = k.match(acceptance, k.N_TO_N).covered_f1.named("benchie")
"""The paper's wording: each extraction is credited to every synset that accepts it."""

CREDITS: dict[Credit, k.Normalised] = {"first": BENCHIE, "all": BENCHIE_ALL}


def shortest_objects(rows: Sequence[Row]) -> list[bool]:
    """Select the facts of facet E: of those that only split relation and object differently, the shortest objects.

    The annotators' own file was never published; by their guideline (A.1.2) token placement is the only difference.
    """
    selected = [True] * len(rows)
    if len({row[2].most for row in rows}) < 2:
        return selected
    alike: dict[tuple[Tokens, Tokens], list[int]] = {}
    for index, (subject, relation, object_) in enumerate(rows):
        alike.setdefault((subject.words, relation.words + object_.words), []).append(index)
    for indices in alike.values():
        if len(indices) > 1:
            shortest = min([rows[index][2].most for index in indices])
            for index in indices:
                selected[index] = rows[index][2].most == shortest
    return selected


@dataclass(frozen=True)
class FactGold:
    """A sentence's synsets, prepared for scoring under each facet.

    ``entities`` are the sentence's synsets from the user's own file for facet E, instead of derived ones.
    """

    annotation: Annotation
    entities: Annotation | None = None

    __repr__ = one_line

    @property
    def sentence(self) -> Sentence:
        return self.annotation.sentence

    @property
    def source(self) -> Annotation | PlainFacts:
        """The synsets as they were given."""
        return self.annotation

    # Patterns and facets are computed lazily and cached: all systems share them.
    @cached_property
    def _rows(self) -> list[list[Row]]:
        return patterns_of(self.annotation.synsets)

    @cached_property
    def index(self) -> SlotIndex:
        """An index of all facts by slot."""
        return SlotIndex([row for facts in self._rows for row in facts])

    @cached_property
    def joined_index(self) -> JoinedIndex:
        """An index of all facts as single sequences of tokens, for facet C."""
        return JoinedIndex(self.index)

    @cached_property
    def required_index(self) -> RequiredIndex:
        """An index of all facts without their optional tokens, for facet M."""
        return RequiredIndex(self.index)

    @cached_property
    def masks(self) -> list[int]:
        """The facts of each synset in the indexes, as bits."""
        masks, first = [], 0
        for synset in self.annotation.synsets:
            size = len(synset.facts)
            masks.append(((1 << size) - 1) << first)
            first += size
        return masks

    @cached_property
    def entity_facts(self) -> EntityFacts:
        """The facts of facet E, derived."""
        return EntityFacts(self._rows, self.masks)

    @cached_property
    def slot_words(self) -> list[Tokens]:
        """The words of each slot, optional ones included, also of the user's own facts; equal slots are mostly one."""
        annotations = [self.annotation] if self.entities is None else [self.annotation, self.entities]
        synsets = [synset for annotation in annotations for synset in annotation.synsets]
        slots = {id(slot): slot for synset in synsets for fact in synset.facts for slot in fact}
        return [slot.words for slot in slots.values()]

    @cached_property
    def _facets(self) -> dict[str, list[SynsetPattern]]:
        return {}

    @cached_property
    def by_rule(self) -> dict[object, Any]:
        """The gold as prepared by other rules."""
        return {}

    def synsets(self, facet: str = "default") -> list[SynsetPattern]:
        """Get the synsets under a facet."""
        patterns = self._facets.get(facet)
        if patterns is None:
            if facet not in FACETS:
                raise UnknownNameError("facet", facet, FACETS)
            patterns = self._facets[facet] = self._compute(facet)
        return patterns

    def _compute(self, facet: str) -> list[SynsetPattern]:
        if facet == "E" and self.entities is not None:
            return FactGold(self.entities).synsets()
        synsets = self.annotation.synsets
        if facet == "E":
            return [_entity_facts(*pair) for pair in zip(self.synsets("default"), self._rows, strict=True)]
        index = {"C": "joined_index", "M": "required_index"}.get(facet, "index")
        patterns: PatternIndex = getattr(self, index)
        return [SynsetPattern(synset, patterns, mask) for synset, mask in zip(synsets, self.masks, strict=True)]


class EntityFacts:
    """The facts of facet E, found for a synset when one of its facts is first asked for."""

    def __init__(self, rows: Sequence[Sequence[Row]], masks: Sequence[int]) -> None:
        self._rows = rows
        self._masks = masks
        self._known = 0
        self._selected = 0

    def among(self, facts: int) -> int:
        """Find the facts of facet E among others, which are bits in file order."""
        if facts & ~self._known:
            for rows, mask in zip(self._rows, self._masks, strict=True):
                if facts & mask & ~self._known:
                    self._known |= mask
                    self._selected |= _selected_facts(rows, mask)
        return facts & self._selected


def _selected_facts(rows: Sequence[Row], mask: int) -> int:
    """Find those of a synset's facts that facet E has, as bits."""
    selected = shortest_objects(rows)
    if all(selected):
        return mask
    first = mask & -mask
    return sum(first << index for index, is_selected in enumerate(selected) if is_selected)


def _entity_facts(pattern: SynsetPattern, rows: Sequence[Row]) -> SynsetPattern:
    """Reduce a synset to its facts of facet E, in the same index."""
    mask = _selected_facts(rows, pattern.mask)
    if mask == pattern.mask:
        return pattern
    synset = Synset(pattern.synset.id, tuple(compress(pattern.synset.facts, shortest_objects(rows))))
    return SynsetPattern(synset, pattern.index, mask)


def triples(extractions: Iterable[Extraction], facet: str = "default") -> list[Triple]:
    """Split extractions into tokens, as a facet compares them."""
    tokens = _joined_tokens if facet == "C" else _tokens
    return [tokens(*extraction.triple) for extraction in extractions]


def _tokens(subject: str, relation: str, object_: str) -> Triple:
    return tuple(subject.split()), tuple(relation.split()), tuple(object_.split())


def _joined_tokens(*slots: str) -> Triple:
    subject, relation, object_ = _tokens(*slots)
    return (subject + relation + object_,)


def is_explicit(extraction: Extraction, sentence: Sentence) -> bool:
    """Whether every token of the extraction is in the sentence."""
    return {token for slot in extraction.triple for token in slot.split()} <= set(sentence.tokens)


def only_triples(extractions: Iterable[Extraction]) -> list[Extraction]:
    """Keep the extractions with exactly two arguments (ROIE-T)."""
    return [extraction for extraction in extractions if len(extraction.arguments) == 2]
