"""A system's most frequent mistakes: by wrong slots (BenchIE, section 5.1) and by kind of near miss."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from karat.benchmarks.gold import Gold
from karat.errors import InputError
from karat.metrics.oie.people.steps import KEPT
from karat.one_line import one_line
from karat.results.explanation.explanation import Explainer, Explanation
from karat.results.explanation.near_misses import NearMissKind
from karat.results.explanation.profile import ErrorProfile, error_profile
from karat.results.explanation.verdicts import Verdict, judging_rule


@dataclass(frozen=True, slots=True)
class SlotBucket:
    """Wrong extractions that agree with their closest gold fact in the same slots."""

    slots: tuple[bool, ...]
    count: int
    examples: tuple[Explanation, ...]

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class NearMissCount:
    """Wrong extractions that the same small change would make right."""

    kind: NearMissKind
    count: int
    examples: tuple[Explanation, ...]

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class MistakeProfile:
    """A system's mistakes: its error profile, and examples of each kind.

    ``buckets`` are the combinations of wrong slots, the most frequent first. An extraction can be more than one kind of
    near miss; ``near`` counts each once.
    """

    errors: ErrorProfile
    buckets: tuple[SlotBucket, ...]
    near: int
    near_misses: tuple[NearMissCount, ...]

    __repr__ = one_line


def mistake_profile(explanations: Iterable[Explanation], examples: int = 3) -> MistakeProfile:
    """Count the mistakes among a system's explained extractions and keep the first examples of each kind."""
    explained = list(explanations)
    compared = [explanation for explanation in explained if not explanation.correct and not all(explanation.slots)]
    buckets: dict[tuple[bool, ...], list[Explanation]] = {}
    kinds: dict[NearMissKind, list[Explanation]] = {}
    for explanation in compared:
        buckets.setdefault(explanation.slots, []).append(explanation)
        for miss in explanation.near_misses:
            kinds.setdefault(miss.kind, []).append(explanation)
    return MistakeProfile(
        error_profile("", [(each.correct, each.slots or None) for each in explained]),
        tuple(
            SlotBucket(slots, len(group), tuple(group[:examples]))
            for slots, group in sorted(buckets.items(), key=lambda item: (-len(item[1]), item[0]))
        ),
        sum(bool(each.near_misses) for each in compared),
        tuple(
            NearMissCount(kind, len(group), tuple(group[:examples]))
            for kind, group in sorted(
                kinds.items(), key=lambda item: (-len(item[1]), list(NearMissKind).index(item[0]))
            )
        ),
    )


class GoldExplainer:
    """Explains extractions of a whole benchmark; a sentence's explainer is made once for all systems.

    ``facet`` is the facet of BenchIE that decides, the default one if not given; ``people_steps`` are those of facet P,
    and ``answers`` is a judge's file for the metric ``meaning``.
    """

    def __init__(
        self,
        gold: Gold,
        facet: str | None = None,
        people_steps: Sequence[str] = KEPT,
        answers: Path | None = None,
    ) -> None:
        if not gold.has_facts:
            raise InputError(f"{gold.name}: expected gold with fact synsets, found only tuples")
        self.gold = gold
        self.facet = facet
        self.people_steps = people_steps
        self.rule = judging_rule([(metric, facet) for metric in gold.metrics], people_steps, answers)
        self._indices = {sentence.id: index for index, sentence in enumerate(gold.sentences)}
        self._explainers: dict[str, Explainer] = {}

    def sentence(self, id: str) -> Explainer:
        """Return the explainer of one sentence."""
        if id not in self._explainers:
            index = self._indices.get(id)
            if index is None:
                some = ", ".join(list(self._indices)[:3])
                raise InputError(f"expected a sentence id of {self.gold.name}, such as {some}, found {id!r}")
            facts = self.gold.facts[index]
            assert facts is not None, "explanations are for gold with facts"
            self._explainers[id] = Explainer(facts, self.gold.tuples[index], self.rule, self.facet)
        return self._explainers[id]

    def explained(self, verdicts: Iterable[Verdict]) -> list[Explanation]:
        """Explain verdicts, judging the extractions again by this gold; rulings of another rule are kept."""
        return [self.sentence(verdict.sentence).extraction(verdict.extraction, verdict.ruling) for verdict in verdicts]
