"""BenchIE as `evaluate` uses it: the published facets, and facet P, which judges as people do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from karat.errors import InputError
from karat.metrics.oie.benchie import BENCHIE, CREDITS, FACETS, FactGold, join_slots, triples
from karat.metrics.oie.oie_metric import Choices, Extractions, Measured, OieMetric, rule_metric
from karat.metrics.oie.people.rule import PEOPLE, PeopleRule
from karat.metrics.oie.people.steps import KEPT, PeopleStep, steps_named
from karat.one_line import one_line
from karat.version import __version__

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
    """Write the steps of a rule as its signature has them."""
    return next(choice for choice in rule.choices() if choice.startswith("steps:"))


def signed_steps(parts: Sequence[str]) -> tuple[PeopleStep, ...]:
    """Read the steps of facet P from the parts of its signature."""
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
