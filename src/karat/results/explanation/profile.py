"""Error profiles (BenchIE, section 5.1): which slots are wrong, and in which of the seven combinations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.metrics import scores_facts
from karat.results.evaluation import Evaluation
from karat.results.explanation.near_misses import SLOT_NAMES
from karat.results.explanation.verdicts import Slots
from karat.results.statistics.intervals import Interval, intervals_of_all
from karat.results.statistics.resampling import Resampling
from karat.results.statistics.shares import Shares
from karat.results.system_result import SystemResult

if TYPE_CHECKING:
    from karat.results.statistics.resampling import Numbers

BUCKETS: tuple[Slots, ...] = tuple(
    sorted(((s, p, o) for s, p, o in product((True, False), repeat=3) if not (s and p and o)), key=lambda b: -sum(b))
)
"""The seven combinations of right and wrong slots with at least one wrong; those with more right ones first."""


@dataclass(frozen=True, slots=True)
class Share:
    """So many of a whole, and where the share lies with the confidence asked for."""

    count: int
    whole: int
    low: float | None = None
    high: float | None = None

    @property
    def value(self) -> float | None:
        """The share; undefined of nothing."""
        return self.count / self.whole if self.whole else None

    def to_json(self) -> dict[str, Any]:
        """Give the share as a document."""
        interval = None if self.low is None else [self.low, self.high]
        return {"count": self.count, "of": self.whole, "share": self.value, "interval": interval}


@dataclass(frozen=True, slots=True)
class ErrorProfile:
    """A system's wrong extractions, each held against its closest gold fact.

    ``slots`` are the shares of wrong subjects, relations and objects among the wrong extractions; one may be wrong in
    several, so they add up to more than 1. ``buckets`` are the shares of the combinations, in the order of
    ``BUCKETS``, which add up to 1. Two sorts are in neither: extractions of sentences without gold facts
    (``without_gold``), which have no closest one, and extractions that agree with a fact in all slots, but whose credit
    another extraction has by the benchmark's own rule (``without_credit``).
    """

    system: str
    """Its name; empty where explanations of no named system are profiled."""
    extractions: int
    wrong: int
    without_gold: int
    without_credit: int
    slots: tuple[Share, ...]
    buckets: tuple[Share, ...]

    @property
    def compared(self) -> int:
        """The wrong extractions that have a closest gold fact from which they differ."""
        return self.wrong - self.without_gold - self.without_credit

    @property
    def worst_slot(self) -> int:
        """The place of the slot that is wrong most often, the first of equal ones."""
        return max(range(len(self.slots)), key=lambda slot: self.slots[slot].count)

    def to_json(self) -> dict[str, Any]:
        """Give the profile as a document."""
        return {
            "system": self.system,
            "extractions": self.extractions,
            "wrong": self.wrong,
            "without_gold": self.without_gold,
            "slots": {name: share.to_json() for name, share in zip(SLOT_NAMES, self.slots, strict=True)},
            "buckets": {
                bucket_name(bucket): share.to_json() for bucket, share in zip(BUCKETS, self.buckets, strict=True)
            },
        }


def bucket_name(slots: Slots) -> str:
    """Write a combination as the paper does.

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
    """Profile each system's errors from its verdicts, with intervals over sentences where the evaluation has them.

    Empty where there are no verdicts: only fact synsets tell which slot is wrong.
    """
    if not any(system.verdicts for system in evaluation):
        return ()
    sentences = _judged(evaluation)
    tables = [_counts_by_sentence(system, sentences) for system in evaluation]
    drawn = _intervals(tables, evaluation.resampling)
    return tuple(
        error_profile(system.name, [(verdict.correct, verdict.slots) for verdict in system.verdicts], intervals)
        for system, intervals in zip(evaluation, drawn, strict=True)
    )


def error_profile(
    system: str, judged: Sequence[tuple[bool, tuple[bool, ...] | None]], intervals: Sequence[Interval | None] = ()
) -> ErrorProfile:
    """Count a system's errors: of each extraction, whether it is right and which slots agree with the closest fact.

    ``intervals`` are those of the slots and of the buckets, in this order.
    """
    wrong = [slots for correct, slots in judged if not correct]
    compared = [slots for slots in wrong if slots is not None and not all(slots)]
    without_gold = wrong.count(None)
    *counts, whole = _counts(compared)
    shares = [
        Share(count, whole, interval.low if interval else None, interval.high if interval else None)
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
    """Count wrong slots, combinations, and all of them."""
    by_slots = Counter(compared)
    wrong = [sum(not slots[slot] for slots in compared) for slot in range(len(SLOT_NAMES))]
    return [*wrong, *(by_slots[bucket] for bucket in BUCKETS), len(compared)]


def _judged(evaluation: Evaluation) -> Sequence[str]:
    """The sentences with fact synsets, also where BenchIE is measured inside ROBUST only, or not at all."""
    for one in evaluation.systems[0].measurements:
        if scores_facts(one.metric):
            return one.sentences
    if evaluation.grounds is not None:
        return [each.sentence.id for each in evaluation.grounds.annotations if each.synsets]
    return list(dict.fromkeys(verdict.sentence for system in evaluation for verdict in system.verdicts))


def _counts_by_sentence(system: SystemResult, sentences: Sequence[str]) -> list[list[int]]:
    by_sentence: dict[str, list[Slots]] = {}
    for verdict in system.verdicts:
        if verdict.slots is not None and not verdict.correct and not all(verdict.slots):
            by_sentence.setdefault(verdict.sentence, []).append(verdict.slots)
    return [_counts(by_sentence.get(sentence, ())) for sentence in sentences]


def _intervals(tables: Sequence[list[list[int]]], resampling: Resampling | None) -> list[list[Interval | None]]:
    if resampling is None:
        return [[None] * (len(SLOT_NAMES) + len(BUCKETS)) for _ in tables]
    columns = len(SLOT_NAMES) + len(BUCKETS)
    shares = Shares(_shares, (columns,) * (columns + 1))
    return intervals_of_all([(np.array(table, dtype=np.float64), shares) for table in tables], resampling)


def _shares(sums: Numbers) -> Numbers:
    """Each count over the last one."""
    shares: Numbers = sums[..., :-1] / sums[..., -1:]
    return shares
