"""BenchIE (Gashteovski et al., 2022): an extraction is right exactly if some fact synset accepts it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Literal

from karat import algebra as k
from karat.errors import InputError, UnknownNameError
from karat.metrics.oie.facts import Facts, Triple, triple_of
from karat.metrics.oie.oie_metric import Choices, Extractions, Measured, OieMetric, rule_metric
from karat.metrics.oie.people.rule import PEOPLE, PeopleRule
from karat.metrics.oie.people.steps import KEPT, PeopleStep, steps_named
from karat.metrics.oie.slots import Tokens, bits
from karat.model import Annotation, Extraction, Sentence, Synset
from karat.one_line import one_line
from karat.version import __version__

Facet = Literal["default", "C", "M", "E"]
FACETS: tuple[Facet, ...] = ("default", "C", "M", "E")
"""The published facets, which are measured unless others are named."""
Credit = Literal["first", "all"]


class SynsetPattern:
    """A synset under a facet: some of the facts of its sentence."""

    __slots__ = ("_synset", "accept", "facet", "facts", "number")

    def __init__(self, synset: Synset, facts: Facts, number: int, facet: str, accept: Callable[[Triple], int]) -> None:
        self._synset = synset
        self.facts = facts
        self.number = number
        self.facet = facet
        self.accept = accept
        """Finds the facts of the sentence that accept an extraction."""

    @property
    def _mask(self) -> int:
        mask = self.facts.masks[self.number]
        return self.facts.entities(mask) if self.facet == "E" else mask

    @property
    def synset(self) -> Synset:
        """The synset, under facet E with its selected facts alone."""
        if self._mask == self.facts.masks[self.number]:
            return self._synset
        return Synset(
            self._synset.id, tuple([self._synset.facts[self.facts.place(fact)[1]] for fact in bits(self._mask)])
        )

    def accepting(self, triple: Triple) -> int | None:
        """Find the first fact that accepts an extraction: its index in the synset."""
        mask = self._mask
        found = self.accept(triple) & mask
        return (((found & -found) - 1) & mask).bit_count() if found else None

    def __repr__(self) -> str:
        return f"SynsetPattern({self._synset.id})"


def accepts(extraction: Triple, synset: SynsetPattern) -> int:
    """Return 1 if a pattern of the synset accepts the extraction."""
    return 1 if synset.accept(extraction) & synset.facts.masks[synset.number] else 0


def accepted(
    extractions: Sequence[Triple], synsets: Sequence[SynsetPattern], *, only_first: bool = False
) -> list[tuple[int, int]]:
    """List the positions of each extraction and synset that accepts it, or of the first synset that does."""
    pairs: list[tuple[int, int]] = []
    columns: dict[tuple[Facts, int], list[int]] = {}
    known: dict[tuple[Facts, int], list[int]] = {}
    sentences = {synset.accept: synset.facts for synset in synsets}  # usually one
    for row, triple in enumerate(extractions):
        found: list[int] = []
        for accept, facts in sentences.items():
            if accepting := accept(triple):
                if not columns:
                    for column, synset in enumerate(synsets):
                        columns.setdefault((synset.facts, synset.number), []).append(column)
                if (facts, accepting) not in known:
                    numbers = bits(facts.synsets_of(accepting))
                    known[facts, accepting] = [
                        place for number in numbers for place in columns.get((facts, number), ())
                    ]
                found += known[facts, accepting]
        if found:
            found.sort()
            pairs += [(row, column) for column in (found[:1] if only_first else found)]
    return pairs


acceptance = k.function(accepts, "accepts", own=1, pairs=accepted)
first_acceptance = k.function(accepts, "accepts", own=1, pairs=partial(accepted, only_first=True))

BENCHIE = k.match(first_acceptance, k.N_TO_ONE, ties=k.FIRST).covered_f1.named("benchie")
"""Each extraction is credited to the first synset that accepts it; a synset counts once, however often credited."""

BENCHIE_ALL = k.match(acceptance, k.N_TO_N).covered_f1.named("benchie")
"""The paper's wording: each extraction is credited to every synset that accepts it."""

CREDITS: dict[Credit, k.Normalised] = {"first": BENCHIE, "all": BENCHIE_ALL}


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

    # Patterns and facets are computed lazily and cached: all systems share them.
    @cached_property
    def facts(self) -> Facts:
        """All facts, prepared for matching."""
        return Facts(self.annotation.synsets)

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
            patterns = self._facets[facet] = self._under(facet)
        return patterns

    def _under(self, facet: str) -> list[SynsetPattern]:
        if facet == "E" and self.entities is not None:
            return FactGold(self.entities).synsets()
        facts, accept = self.facts, self.facts.under(facet)
        return [
            SynsetPattern(synset, facts, number, facet, accept) for number, synset in enumerate(self.annotation.synsets)
        ]


def triples(extractions: Iterable[Extraction], facet: str = "default") -> list[Triple]:
    """Split extractions into tokens, as a facet compares them."""
    split = map(triple_of, extractions)
    return list(map(join_slots, split) if facet == "C" else split)


def join_slots(triple: Triple) -> Triple:
    """Make one slot of all, as facet C compares them."""
    subject, relation, object_ = triple
    return (subject + relation + object_,)


def is_explicit(extraction: Extraction, sentence: Sentence) -> bool:
    """Whether every token of the extraction is in the sentence."""
    return {token for slot in extraction.triple for token in slot.split()} <= set(sentence.tokens)


def only_triples(extractions: Iterable[Extraction]) -> list[Extraction]:
    """Keep the extractions with exactly two arguments (ROIE-T)."""
    return [extraction for extraction in extractions if len(extraction.arguments) == 2]


PEOPLES_FACET = "P"
PEOPLES_LABEL = f"{BENCHIE.name}-{PEOPLES_FACET}"
NO_STEPS = "none"


@dataclass(frozen=True, kw_only=True)
class _BenchieOnFacts(OieMetric):
    __repr__ = one_line

    def measure(self, extractions: Extractions, gold: Sequence[FactGold], choices: Choices) -> Iterator[Measured]:
        own_entities = any(facts.entities is not None for facts in gold)
        facets = [facet for facet in choices.facets if facet in self.facets]
        split = list(map(triples, extractions)) if set(facets) - {PEOPLES_FACET} else []
        for facet in facets:
            if facet == PEOPLES_FACET:
                yield self._as_people_judge(extractions, gold, people_rule(choices.people_steps))
                continue
            predicted = split if facet != "C" else [list(map(join_slots, found)) for found in split]
            scores = CREDITS[choices.credit].corpus(predicted, [facts.synsets(facet) for facts in gold])
            entities = {"entities": "own"} if facet == "E" and own_entities else {}
            obeyed = {"facet": facet, "credit": choices.credit, **entities, "avg": "micro"}
            yield Measured(self.name, facet, scores, f"{self.name}|v:{__version__}", obeyed)

    def _as_people_judge(self, extractions: Extractions, gold: Sequence[FactGold], rule: PeopleRule) -> Measured:
        scores = rule.corpus(extractions, [rule.prepared(facts) for facts in gold])
        signature = "|".join([self.name, f"facet:{PEOPLES_FACET}", *rule.choices(), f"v:{__version__}"])
        return Measured(self.name, PEOPLES_FACET, scores, signature)

    def under(self, facet: str | None, people_steps: Sequence[str] = KEPT, answers: Path | None = None) -> OieMetric:
        if facet in (None, "default"):
            return self
        name = f"{self.name}-{facet}"
        if facet == PEOPLES_FACET:
            return rule_metric(people_rule(people_steps).named(name), f"{self.title}, as people judge")
        return OieMetric(
            metric=BENCHIE.named(name),
            title=f"{self.title}, facet {facet}",
            gold=self.gold,
            predicted=partial(triples, facet=str(facet)),
            wanted=partial(FactGold.synsets, facet=str(facet)),
        )


def people_rule(steps: Sequence[str] = KEPT) -> PeopleRule:
    """Make the rule of facet P with the steps that are named."""
    return PeopleRule(steps=steps_named(steps)).named(PEOPLE.name)


def parse_steps(text: str | None) -> tuple[PeopleStep, ...]:
    """Parse names of steps with commas between them; *none* is no step, and no text means all that are kept.

    >>> parse_steps("letters") == (PeopleStep.LETTERS,), parse_steps("none") == (), parse_steps(None) == KEPT
    (True, True, True)
    """
    if text is None:
        return KEPT
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise InputError(f"expected names of steps of facet P, with commas between, found {text!r}")
    return () if names == [NO_STEPS] else steps_named(names)


def sign_steps(rule: PeopleRule) -> str:
    """Format the steps of a rule as in its signature."""
    return next(choice for choice in rule.choices() if choice.startswith("steps:"))


def signed_steps(parts: Sequence[str]) -> tuple[PeopleStep, ...]:
    """Parse the steps of facet P from the parts of its signature."""
    named = next((part.removeprefix("steps:") for part in parts if part.startswith("steps:")), None)
    return parse_steps(None if named is None else named.replace("+", ","))


BENCHIE_ON_FACTS = _BenchieOnFacts(
    metric=BENCHIE,
    title="BenchIE",
    gold="facts",
    predicted=triples,
    wanted=FactGold.synsets,
    facets=(*FACETS, PEOPLES_FACET),
    obeys=("facets", "credit", "people_steps"),
)
