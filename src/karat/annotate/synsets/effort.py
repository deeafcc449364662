"""Effort against completeness: what each round of annotation added, and what it cost (BenchIE, section 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from karat.annotate.synsets.gold import fact_from_triple
from karat.annotate.synsets.state import ROUNDS, State
from karat.model import Fact
from karat.one_line import one_line
from karat.results.gold.expansions import shared_expansions


@dataclass(frozen=True, slots=True)
class ItemWork:
    """What was done on one item: the annotators' states, the final gold if there is one, and the active time."""

    states: Sequence[State]
    final: State | None = None
    active_ms: int = 0

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class RoundGain:
    """What one round added, and the recall of all rounds up to it against the final gold.

    A synset belongs to the round of its earliest triple. Of items without a final gold, the annotators' triples are
    counted, and they have no recall.
    """

    round: int
    triples: int = 0
    synsets: int = 0
    found: int = 0
    final: int = 0

    __repr__ = one_line

    @property
    def recall(self) -> float | None:
        """The share of the final synsets of which the annotators had an extraction by the end of the round."""
        return self.found / self.final if self.final else None

    def to_json(self) -> dict[str, Any]:
        """Give the counts and the recall."""
        return {"round": self.round, "triples": self.triples, "synsets": self.synsets, "recall": self.recall}


@dataclass(frozen=True, slots=True)
class Effort:
    """The gain of each round, and the active time of the items that were worked on."""

    rounds: tuple[RoundGain, ...]
    items: int
    active_ms: int

    __repr__ = one_line

    @property
    def active_ms_per_item(self) -> float | None:
        """The mean active time of all annotators on an item."""
        return self.active_ms / self.items if self.items else None

    def to_json(self) -> dict[str, Any]:
        """Give the rounds and the time."""
        return {
            "rounds": [each.to_json() for each in self.rounds],
            "items": self.items,
            "active_ms_per_item": self.active_ms_per_item,
        }


def effort(works: Iterable[ItemWork]) -> Effort:
    """Sum up the effort of items, one at a time."""
    gains = {number: RoundGain(number) for number in ROUNDS}
    items = active_ms = 0
    for work in works:
        items += 1
        active_ms += work.active_ms
        for gain in _gains(work):
            gains[gain.round] = _add(gains[gain.round], gain)
    return Effort(tuple(gains.values()), items, active_ms)


def _gains(work: ItemWork) -> Iterator[RoundGain]:
    counted = work.states if work.final is None else (work.final,)
    triples = Counter(triple.origin.round for state in counted for triple in state.triples())
    synsets = Counter(
        min(triple.origin.round for triple in synset.triples) for state in counted for synset in state.synsets
    )
    found = _rounds_of_final(work)
    for number in ROUNDS:
        by_then = sum(each is not None and each <= number for each in found)
        yield RoundGain(number, triples[number], synsets[number], by_then, len(found))


def _rounds_of_final(work: ItemWork) -> list[int | None]:
    """Find, for each synset of the final gold, the round by which an annotator had an extraction of it."""
    if work.final is None:
        return []
    by_round: dict[int, list[Fact]] = {number: [] for number in ROUNDS}
    for state in work.states:
        for triple in state.triples():
            by_round[triple.origin.round].append(fact_from_triple(triple))
    final = [[fact_from_triple(triple) for triple in synset.triples] for synset in work.final.synsets]
    first: dict[int, int] = {}
    for synset, place, _ in shared_expansions(final, list(by_round.values())):
        first.setdefault(synset, ROUNDS[place])
    return [first.get(number) for number in range(len(final))]


def _add(one: RoundGain, other: RoundGain) -> RoundGain:
    return RoundGain(
        one.round,
        one.triples + other.triples,
        one.synsets + other.synsets,
        one.found + other.found,
        one.final + other.final,
    )
