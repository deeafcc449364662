"""BenchIE-FL (Lamarche and Langlais, 2024): synsets accept by four steps, and each synset credits one extraction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from karat import algebra as k
from karat.algebra.scores.normaliser import FMeasure
from karat.metrics.oie.acceptance_steps import Acceptance, AcceptanceSteps, Step
from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.fact_rule import FactRule, Ruling
from karat.metrics.oie.facts import Triple
from karat.metrics.oie.oie_metric import rule_metric
from karat.metrics.oie.slots import bits
from karat.model import Annotation, Extraction, Synset

MOST_SYNSETS = 2
"""The most synsets that one extraction can count for."""


def triple_of(extraction: Extraction) -> Triple:
    """Split subject, relation and object into tokens; arguments after the second are dropped."""
    subject, object_ = (*extraction.arguments, "", "")[:2]
    return tuple(subject.split()), tuple(extraction.relation.split()), tuple(object_.split())


class Verdict(NamedTuple):
    """An extraction's acceptances, and the indices of the synsets that it is credited with."""

    accepted: tuple[Acceptance, ...]
    credited: tuple[int, ...]
    claimed: int | None = None
    """The synset that it claims by steps 3 and 4; a later extraction may take it."""


class FLGold:
    """A sentence's gold, prepared for BenchIE-FL's rule."""

    def __init__(self, annotation: Annotation) -> None:
        self.annotation = annotation
        self.steps = AcceptanceSteps(annotation.synsets)
        self._last: tuple[list[Triple], list[Verdict]] | None = None

    def judge(self, triples: list[Triple]) -> list[Verdict]:
        """Judge extractions; the last result is cached, since a score and its explanation need the same."""
        if self._last is None or self._last[0] != triples:
            self._last = triples, judge(triples, self.steps)
        return self._last[1]


def judge(triples: Sequence[Triple], steps: AcceptanceSteps) -> list[Verdict]:
    """Credit extractions, in order.

    An extraction that matches synsets exactly (steps 1 and 2) takes those that no earlier extraction has taken. Any
    other claims the first synset that accepts it and that no extraction matches exactly; the last claim counts.
    """
    exact = [steps.accept_exactly(triple) for triple in triples]
    matched = [_union(accepted) for accepted in exact]
    any_exact = taken = 0
    for synsets in matched:
        any_exact |= synsets
    verdicts, claims = [], {}
    for number, (triple, accepted, own) in enumerate(zip(triples, exact, matched, strict=True)):
        if own:
            verdicts.append(Verdict(accepted, tuple(bits(own & ~taken))))
            taken |= own
            continue
        loosely_accepted = tuple(steps.accept_loosely(triple))
        free = _union(loosely_accepted) & ~any_exact
        first = next(bits(free), None)
        if first is not None:
            claims[first] = number
        verdicts.append(Verdict(loosely_accepted, (), first))
    return [
        verdict._replace(credited=(verdict.claimed,))
        if verdict.claimed is not None and claims[verdict.claimed] == number
        else verdict
        for number, verdict in enumerate(verdicts)
    ]


def _union(accepted: Iterable[Acceptance]) -> int:
    synsets = 0
    for acceptance in accepted:
        synsets |= acceptance.synsets
    return synsets


@dataclass(frozen=True)
class BenchIEFL(FactRule):
    """Precision: credited extractions among all. Recall: credited synsets among all, at most two per extraction."""

    name: str = field(default="", compare=False)
    normaliser: FMeasure = field(default_factory=FMeasure)

    nary = "drop"

    def __str__(self) -> str:
        return f"F[first of {', '.join(Step)}; one extraction a synset]"

    def latex(self) -> str:
        steps = r",\ ".join(Step)
        return rf"\mathrm{{F}}[\mathrm{{first\ of\ {steps};\ one\ extraction\ a\ synset}}]"

    def choices(self) -> list[str]:
        return [
            f"steps:{'+'.join(Step)}",
            "strings:all_or_no_optional",
            "contains:substring",
            f"synsets:{MOST_SYNSETS}",
            "contested:last",
            "avg:micro",
            self.normaliser.signature,
        ]

    def applies_to(self, annotations: Iterable[Annotation]) -> bool:
        return any(annotation.synsets for annotation in annotations)

    def prepare(self, annotation: Annotation) -> FLGold:
        return FLGold(annotation)

    def score(self, predicted: Sequence[Extraction], gold: FLGold, *, time_limit: float | None = None) -> k.Score:
        verdicts = gold.judge(list(map(triple_of, predicted)))
        credited = [len(verdict.credited) for verdict in verdicts]
        return k.Score(
            sum(map(bool, credited)),
            len(credited),
            sum(min(MOST_SYNSETS, count) for count in credited),
            len(gold.annotation.synsets),
            self.normaliser,
            None,
            lambda: self._alignment(predicted, verdicts, gold),
        )

    def _alignment(self, predicted: Sequence[Extraction], verdicts: Sequence[Verdict], gold: FLGold) -> k.Alignment:
        synsets = gold.annotation.synsets
        matches = [
            k.Match(extraction, synsets[index], 1)
            for extraction, verdict in zip(predicted, verdicts, strict=True)
            for index in verdict.credited
        ]
        credited = {index for verdict in verdicts for index in verdict.credited}
        return k.Alignment(
            tuple(matches),
            tuple(extraction for extraction, verdict in zip(predicted, verdicts, strict=True) if not verdict.credited),
            tuple(synset for index, synset in enumerate(synsets) if index not in credited),
        )

    def rulings(self, predicted: Sequence[Extraction], gold: FLGold) -> list[Ruling]:
        """Explain which step accepted each extraction, or which other extraction has its synset."""
        return [_ruling(verdict, gold) for verdict in gold.judge(list(map(triple_of, predicted)))]


def _ruling(verdict: Verdict, gold: FLGold) -> Ruling:
    if verdict.credited:
        return Ruling(True, verdict.credited, _how(verdict.credited[0], verdict.accepted, gold))
    index = verdict.claimed
    if index is not None:
        reason = f"{_how(index, verdict.accepted, gold)}, but a later extraction takes that synset"
    elif verdict.accepted:
        index = next(bits(_union(verdict.accepted)))
        exact = verdict.accepted[0].step in (Step.EXACT, Step.PUNCTUATION)
        who = (
            "an earlier extraction has taken that synset" if exact else "another extraction matches that synset exactly"
        )
        reason = f"{_how(index, verdict.accepted, gold)}, but {who}"
    else:
        return Ruling(False)
    return Ruling(False, (index,), reason)


def _how(index: int, accepted: Iterable[Acceptance], gold: FLGold) -> str:
    how = next(acceptance.how for acceptance in accepted if acceptance.synsets >> index & 1)
    return f"synset {gold.annotation.synsets[index].id} {how}"


BENCHIE_FL = BenchIEFL().named("benchie_fl")


def _synsets(gold: FactGold) -> Sequence[Synset]:
    return gold.annotation.synsets


BENCHIE_FL_ON_FACTS = rule_metric(BENCHIE_FL, "BenchIE-FL", _synsets)
