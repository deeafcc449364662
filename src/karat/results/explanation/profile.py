"""Error profiles (BenchIE, section 5.1): which slots are wrong, and in which of the seven combinations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.metrics import scores_facts
from karat.one_line import one_line
from karat.results.evaluation import Evaluation
from karat.results.explanation.causes import Cause
from karat.results.explanation.explanation import Explanation
from karat.results.explanation.slot_differences import SLOT_NAMES
from karat.results.explanation.verdicts import Slots
from karat.results.statistics.intervals import Interval, intervals_of_all
from karat.results.statistics.resampling import Resampling
from karat.results.statistics.shares import Shares
from karat.results.system_result import SystemResult
from karat.results.verdict_files.sample import Sample

if TYPE_CHECKING:
    from karat.results.statistics.resampling import Numbers

BUCKETS: tuple[Slots, ...] = tuple(
    sorted(((s, p, o) for s, p, o in product((True, False), repeat=3) if not (s and p and o)), key=lambda b: -sum(b))
)
"""The seven combinations of slots with at least one wrong slot, those with more right slots first."""


@dataclass(frozen=True, slots=True)
class Share:
    """A count as a share of a whole, with its confidence interval."""

    count: int
    whole: int
    low: float | None = None
    high: float | None = None

    __repr__ = one_line

    @property
    def value(self) -> float | None:
        """The share; ``None`` if the whole is 0."""
        return self.count / self.whole if self.whole else None

    def to_json(self) -> dict[str, Any]:
        """Return the share as a JSON document."""
        interval = None if self.low is None else [self.low, self.high]
        return {"count": self.count, "of": self.whole, "share": self.value, "interval": interval}


@dataclass(frozen=True, slots=True)
class ErrorProfile:
    """A system's wrong extractions, each compared with its closest gold fact.

    ``slots`` are the shares of wrong subjects, relations and objects among the wrong extractions. An extraction can be
    wrong in several slots, so the shares can sum to more than 1. ``buckets`` are the shares of the combinations, in the
    order of ``BUCKETS``, which sum to 1. Two kinds of wrong extractions are in neither: those of sentences without gold
    facts (``without_gold``), and those that agree with a fact in all slots but lost the credit to another extraction
    by the benchmark's own rule (``without_credit``). If the evaluation keeps a ``sample`` of the sentences only, all of
    this is about the sample.
    """

    system: str
    """The system's name; empty for explanations that belong to no named system."""
    extractions: int
    wrong: int
    without_gold: int
    without_credit: int
    slots: tuple[Share, ...]
    buckets: tuple[Share, ...]
    sample: Sample | None = None

    __repr__ = one_line

    @property
    def compared(self) -> int:
        """The number of wrong extractions that differ from a closest gold fact."""
        return self.wrong - self.without_gold - self.without_credit

    @property
    def worst_slot(self) -> int:
        """The index of the slot that is wrong most often; the first of equal ones."""
        return max(range(len(self.slots)), key=lambda slot: self.slots[slot].count)

    def to_json(self) -> dict[str, Any]:
        """Return the profile as a JSON document."""
        return {
            "system": self.system,
            "extractions": self.extractions,
            "wrong": self.wrong,
            "without_gold": self.without_gold,
            "slots": {name: share.to_json() for name, share in zip(SLOT_NAMES, self.slots, strict=True)},
            "buckets": {
                bucket_name(bucket): share.to_json() for bucket, share in zip(BUCKETS, self.buckets, strict=True)
            },
            **({} if self.sample is None else {"sample": self.sample.to_json()}),
        }


def bucket_name(slots: Slots) -> str:
    """Write a combination of slots as the paper does.

    >>> bucket_name((True, True, False))
    '(1,1,0)'
    """
    return f"({','.join(str(int(right)) for right in slots)})"


def wrong_slots(slots: Slots) -> str:
    """Say which slots are wrong.

    >>> wrong_slots((True, False, False)), wrong_slots((False, False, False))
    ('relation, object', 'all three')
    """
    wrong = [name for name, right in zip(SLOT_NAMES, slots, strict=True) if not right]
    return ", ".join(wrong) if len(wrong) < len(SLOT_NAMES) else "all three"


def error_profiles(evaluation: Evaluation) -> tuple[ErrorProfile, ...]:
    """Profile each system's errors from its verdicts, with intervals over sentences if the evaluation has them.

    Empty if there are no verdicts: only fact synsets show which slot is wrong.
    """
    if not any(system.verdicts for system in evaluation):
        return ()
    drawn = _intervals(evaluation, evaluation.resampling)
    return tuple(
        replace(
            error_profile(system.name, [(verdict.correct, verdict.slots) for verdict in system.verdicts], intervals),
            sample=evaluation.sample,
        )
        for system, intervals in zip(evaluation, drawn, strict=True)
    )


def error_profile(
    system: str, judged: Sequence[tuple[bool, tuple[bool, ...] | None]], intervals: Sequence[Interval | None] = ()
) -> ErrorProfile:
    """Count a system's errors.

    ``judged`` says of each extraction whether it is right and which slots agree with the closest fact. ``intervals``
    are those of the slots, then those of the buckets.
    """
    wrong = [slots for correct, slots in judged if not correct]
    compared = [slots for slots in wrong if slots is not None and not all(slots)]
    without_gold = wrong.count(None)
    *counts, total = _counts(compared)
    shares = [
        Share(count, total, interval.low if interval else None, interval.high if interval else None)
        for count, interval in zip(counts, intervals or [None] * len(counts), strict=True)
    ]
    return ErrorProfile(
        system,
        len(judged),
        len(wrong),
        without_gold,
        len(wrong) - without_gold - len(compared),
        tuple(shares[: len(SLOT_NAMES)]),
        tuple(shares[len(SLOT_NAMES) :]),
    )


def _counts(compared: Sequence[tuple[bool, ...]]) -> list[int]:
    """Count the wrong extractions by slot, by combination, and in total."""
    by_slots = Counter(compared)
    wrong = [sum(not slots[slot] for slots in compared) for slot in range(len(SLOT_NAMES))]
    return [*wrong, *(by_slots[bucket] for bucket in BUCKETS), len(compared)]


def _sentences_with_facts(evaluation: Evaluation) -> Sequence[str]:
    """List the sentences with fact synsets, even if BenchIE is measured only inside ROBUST or not at all."""
    kept = set() if evaluation.grounds is None else {sentence.id for sentence in evaluation.grounds.sentences}
    for measurement in evaluation.systems[0].measurements:
        if scores_facts(measurement.metric):
            return [id for id in measurement.sentences if evaluation.sample is None or id in kept]
    if evaluation.grounds is not None:
        return [annotation.sentence.id for annotation in evaluation.grounds.annotations if annotation.synsets]
    return list(dict.fromkeys(verdict.sentence for system in evaluation for verdict in system.verdicts))


def _counts_by_sentence(system: SystemResult, sentences: Sequence[str]) -> list[list[int]]:
    by_sentence: dict[str, list[Slots]] = {}
    for verdict in system.verdicts:
        if verdict.slots is not None and not verdict.correct and not all(verdict.slots):
            by_sentence.setdefault(verdict.sentence, []).append(verdict.slots)
    return [_counts(by_sentence.get(sentence, ())) for sentence in sentences]


def _intervals(evaluation: Evaluation, resampling: Resampling | None) -> list[list[Interval | None]]:
    columns = len(SLOT_NAMES) + len(BUCKETS)
    if resampling is None:
        return [[None] * columns for _ in evaluation.systems]
    sentences = _sentences_with_facts(evaluation)
    tables = [_counts_by_sentence(system, sentences) for system in evaluation]
    shares = Shares(_shares, (columns,) * (columns + 1))
    return intervals_of_all([(np.array(table, dtype=np.float64), shares) for table in tables], resampling)


def _shares(sums: Numbers) -> Numbers:
    """Divide each count by the total in the last column."""
    shares: Numbers = sums[..., :-1] / sums[..., -1:]
    return shares


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

    kind: Cause
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
    kinds: dict[Cause, list[Explanation]] = {}
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
            for kind, group in sorted(kinds.items(), key=lambda item: (-len(item[1]), list(Cause).index(item[0])))
        ),
    )
