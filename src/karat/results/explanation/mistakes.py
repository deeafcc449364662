"""What a system gets wrong most: by slots (BenchIE, section 5.1) and by kind of near miss."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from karat.benchmarks.gold import Gold
from karat.errors import InputError
from karat.results.explanation.explanation import Explainer, Explanation
from karat.results.explanation.near_misses import NearMissKind
from karat.results.explanation.verdicts import Verdict, judging_rule

Slots = tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class SlotBucket:
    """Wrong extractions that agree with their closest gold fact in the same slots."""

    slots: Slots
    count: int
    examples: tuple[Explanation, ...]


@dataclass(frozen=True, slots=True)
class NearMissCount:
    """Wrong extractions that the same small change would make right."""

    kind: NearMissKind
    count: int
    examples: tuple[Explanation, ...]


@dataclass(frozen=True, slots=True)
class MistakeProfile:
    """A system's mistakes.

    ``slot_errors`` counts wrong subjects, relations and objects; an extraction may have several. ``without_gold`` are
    extractions of sentences without gold facts, which have no closest one; ``without_credit`` are those that agree with
    a fact in all slots, but that the benchmark's own rule gives no credit, because another extraction has it. An
    extraction can be more than one kind of near miss; ``near`` counts each once.
    """

    extractions: int
    wrong: int
    without_gold: int
    slot_errors: tuple[int, int, int]
    buckets: tuple[SlotBucket, ...]
    near: int
    near_misses: tuple[NearMissCount, ...]
    without_credit: int = 0

    @property
    def compared(self) -> int:
        """The wrong extractions that have a closest gold fact from which they differ."""
        return self.wrong - self.without_gold - self.without_credit

    @property
    def slot_shares(self) -> tuple[float | None, float | None, float | None]:
        """The share of wrong subjects, relations and objects among the wrong extractions."""
        subject, relation, object_ = (count / self.compared if self.compared else None for count in self.slot_errors)
        return subject, relation, object_


def mistake_profile(explanations: Iterable[Explanation], examples: int = 3) -> MistakeProfile:
    """Count the mistakes among a system's explained extractions and keep the first examples of each sort."""
    everything = list(explanations)
    wrong = [each for each in everything if not each.correct]
    compared = [each for each in wrong if not all(each.slots)]
    without_gold = sum(each.fact is None for each in wrong)
    buckets: dict[Slots, list[Explanation]] = {}
    kinds: dict[NearMissKind, list[Explanation]] = {}
    errors: Counter[int] = Counter()
    for each in compared:
        buckets.setdefault(each.slots, []).append(each)
        errors.update(slot for slot, right in enumerate(each.slots) if not right)
        for miss in each.near_misses:
            kinds.setdefault(miss.kind, []).append(each)
    return MistakeProfile(
        len(everything),
        len(wrong),
        without_gold,
        (errors[0], errors[1], errors[2]),
        tuple(
            SlotBucket(slots, len(found), tuple(found[:examples]))
            for slots, found in sorted(buckets.items(), key=lambda item: (-len(item[1]), item[0]))
        ),
        sum(bool(each.near_misses) for each in compared),
        tuple(
            NearMissCount(kind, len(found), tuple(found[:examples]))
            for kind, found in sorted(
                kinds.items(), key=lambda item: (-len(item[1]), list(NearMissKind).index(item[0]))
            )
        ),
        len(wrong) - len(compared) - without_gold,
    )


class GoldExplainer:
    """Explains extractions of a whole benchmark; what a sentence takes is made once for all systems."""

    def __init__(self, gold: Gold) -> None:
        if not gold.has_facts:
            raise InputError(f"{gold.name}: expected gold with fact synsets, found only tuples")
        self.gold = gold
        self._places = {sentence.id: place for place, sentence in enumerate(gold.sentences)}
        self._known: dict[str, Explainer] = {}

    def sentence(self, id: str) -> Explainer:
        """The explainer of one sentence."""
        if id not in self._known:
            place = self._places.get(id)
            if place is None:
                some = ", ".join(list(self._places)[:3])
                raise InputError(f"expected a sentence id of {self.gold.name}, such as {some}, found {id!r}")
            facts = self.gold.facts[place]
            assert facts is not None, "explanations are for gold with facts"
            self._known[id] = Explainer(facts, self.gold.tuples[place], judging_rule(self.gold.metrics))
        return self._known[id]

    def explained(self, verdicts: Iterable[Verdict]) -> list[Explanation]:
        """Explain what a system extracted, judged anew by this gold; what another rule decided stands."""
        return [self.sentence(verdict.sentence).extraction(verdict.extraction, verdict.ruling) for verdict in verdicts]
