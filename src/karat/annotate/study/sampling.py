"""Which extractions are labelled, and in which order: seeded, and the same on every machine.

Each extraction gets one random number from the seed. A system's sample is made of those of its extractions that have
the smallest numbers, so it is a simple random sample of them; and since all systems use the same numbers, an extraction
of several systems tends to be in the samples of all, which saves labels and makes systems easier to compare (samples
with permanent random numbers).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import TypeVar

from karat.annotate.study.options import StudyOptions
from karat.annotate.study.outputs import Candidate, Pool
from karat.errors import InputError
from karat.model.study import Source, Task
from karat.one_line import one_line

T = TypeVar("T")

LEAST_WIDTH = 4
"""The least number of digits of a task's key."""
LEAST_DISTANCE = 3
"""A repeat comes at least this part of the study after its first: a third."""
EXCHANGES = 20
"""Exchanges of two places for each place of the study, by which repeats are mixed."""


@dataclass(frozen=True, slots=True)
class Sampled:
    """A task, and the stratum by confidence of each system that it was sampled for, numbered from 1."""

    task: Task
    strata: Mapping[str, int]

    __repr__ = one_line


def make_tasks(pool: Pool, options: StudyOptions) -> list[Sampled]:
    """Sample the extractions, put them into random order, and add hidden repeats."""
    drawn = draw(pool, options)
    if not drawn:
        raise InputError("expected extractions to label, found none")
    return number(with_repeats(shuffled(drawn, options.seed), options.repeats, options.seed))


def draw(pool: Pool, options: StudyOptions) -> list[Sampled]:
    """Give the extractions that are in the sample of at least one system."""
    order = _random_numbers(len(pool.candidates), options.seed)
    groups: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for index, candidate in enumerate(pool.candidates):
        for system in candidate.confidences:
            groups[system, "" if options.per == "system" else candidate.sentence.id].append(index)
    strata: dict[int, dict[str, int]] = {}
    for (system, _), members in groups.items():
        for stratum, sampled in enumerate(_strata(members, system, pool.candidates, order, options), 1):
            for index in sampled:
                strata.setdefault(index, {})[system] = stratum
    return [
        Sampled(as_task(candidate, strata[index]), strata[index] if options.strata > 1 else {})
        for index, candidate in enumerate(pool.candidates)
        if index in strata
    ]


def _strata(
    members: list[int], system: str, candidates: Sequence[Candidate], order: Sequence[int], options: StudyOptions
) -> list[list[int]]:
    """Divide a group by confidence, and sample from each stratum as many as its share of the group."""
    if options.sample is None and options.strata == 1:
        return [members]
    # Among equal confidences the random number decides, so that no stratum prefers what comes first in the file.
    by_confidence = sorted(members, key=lambda index: (candidates[index].confidences[system] or 0.0, order[index]))
    strata = divide(by_confidence, min(options.strata, len(members)))
    if options.sample is None:
        return strata
    shares = allot(min(options.sample, len(members)), [len(stratum) for stratum in strata])
    return [
        sorted(stratum, key=lambda index: order[index])[:share] for stratum, share in zip(strata, shares, strict=True)
    ]


def divide(values: Sequence[T], parts: int) -> list[list[T]]:
    """Cut values into parts whose sizes differ by one at most.

    >>> divide("abcdefg", 3)
    [['a', 'b'], ['c', 'd'], ['e', 'f', 'g']]
    """
    bounds = [len(values) * part // parts for part in range(parts + 1)]
    return [list(values[start:end]) for start, end in pairwise(bounds)]


def allot(count: int, sizes: Sequence[int]) -> list[int]:
    """Divide a sample among strata by their sizes; what is left over goes to the largest remainders.

    >>> allot(5, [2, 3, 3])
    [1, 2, 2]
    """
    total = sum(sizes)
    shares = [count * size // total for size in sizes]
    by_remainder = sorted(range(len(sizes)), key=lambda index: -(count * sizes[index] % total))
    for index in by_remainder[: count - sum(shares)]:
        shares[index] += 1
    return shares


def as_task(candidate: Candidate, sampled_for: Iterable[str]) -> Task:
    """Make a task, which has no key yet."""
    sampled = set(sampled_for)
    sources = tuple(
        Source(system, confidence, system in sampled) for system, confidence in candidate.confidences.items()
    )
    return Task("", candidate.sentence, candidate.extraction, candidate.clause, sources)


def shuffled(tasks: Sequence[Sampled], seed: int) -> list[Sampled]:
    """Put tasks into random order."""
    order = list(tasks)
    _random(seed, "order").shuffle(order)
    return order


def with_repeats(tasks: Sequence[Sampled], share: float, seed: int) -> list[tuple[Sampled, int | None]]:
    """Show a share of the tasks again; give each place's task, and where a repeat's first is.

    Which tasks come again, how much later and in which order is random. All other tasks stay in order.
    """
    repeats = round(share * len(tasks))
    firsts = repeat_places(len(tasks) + repeats, repeats, _random(seed, "repeats"))
    others = iter(tasks)
    placed: list[tuple[Sampled, int | None]] = []
    for place in range(len(tasks) + repeats):
        first = firsts.get(place)
        placed.append((next(others), None) if first is None else (placed[first][0], first))
    return placed


def repeat_places(total: int, repeats: int, random: Random) -> dict[int, int]:
    """Give the place of each repeat, and where its task came first: at least a third of the study before.

    Any such choice of places is about as likely as any other: one with repeats exactly half of the study later is mixed
    by exchanging two places again and again, wherever all repeats then still come late enough.
    """
    least = -(-total // LEAST_DISTANCE)
    half = total // 2
    # The task that comes first is marked by a number, its repeat by the same number below zero, all others by zero.
    marks = [0] * total
    for mark, first in enumerate(random.sample(range(half), repeats), 1):
        marks[first], marks[first + half] = mark, -mark
    where = {mark: place for place, mark in enumerate(marks) if mark}

    def exchange(one: int, other: int) -> None:
        marks[one], marks[other] = marks[other], marks[one]
        where.update((marks[place], place) for place in (one, other) if marks[place])

    for _ in range(EXCHANGES * total if repeats else 0):
        one, other = random.randrange(total), random.randrange(total)
        exchange(one, other)
        moved = [abs(marks[place]) for place in (one, other) if marks[place]]
        if any(where[-mark] - where[mark] < least for mark in moved):
            exchange(one, other)
    return {where[-mark]: where[mark] for mark in range(1, repeats + 1)}


def number(placed: Sequence[tuple[Sampled, int | None]]) -> list[Sampled]:
    """Give each task its place as its key, which tells nothing of its systems or of whether it is a repeat."""
    width = max(LEAST_WIDTH, len(str(len(placed))))
    keys = [f"{place:0{width}}" for place in range(1, len(placed) + 1)]
    return [
        replace(sampled, task=replace(sampled.task, key=key, repeat_of=None if first is None else keys[first]))
        for key, (sampled, first) in zip(keys, placed, strict=True)
    ]


def _random_numbers(count: int, seed: int) -> list[int]:
    """Give each of ``count`` extractions a number of its own, in random order."""
    numbers = list(range(count))
    _random(seed, "sample").shuffle(numbers)
    return numbers


def _random(seed: int, purpose: str) -> Random:
    """Make a source of random numbers that depends on nothing but the seed and what it is for."""
    return Random(f"{seed} {purpose}")  # noqa: S311 - nothing is secret, and the seed must give the same again
