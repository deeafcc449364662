"""Candidates for review: which of them no synset accepts yet, and which synset each is closest to.

An extraction is accepted exactly if BenchIE's metric would call it right (``karat.metrics``), and the closest synset is
the one that ``karat explain`` would name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from karat.annotate.synsets.alignment import align_words
from karat.annotate.synsets.gold import annotation_from_state
from karat.annotate.synsets.state import Chunk, Slots, State, slots_to_json
from karat.metrics.oie.benchie import FactGold, accepted, triples
from karat.metrics.oie.facts import Triple as Words
from karat.metrics.oie.facts import count_different, triple_words
from karat.model import Extraction, Sentence
from karat.one_line import one_line


class Candidate(Protocol):
    """An extraction of a system or of another gold; ``sources`` are hidden from those who review."""

    @property
    def id(self) -> str: ...
    @property
    def round(self) -> int: ...
    @property
    def subject(self) -> str: ...
    @property
    def relation(self) -> str: ...
    @property
    def object(self) -> str: ...


C = TypeVar("C", bound=Candidate)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The synset that a candidate is closest to: slots that no pattern of it accepts, and words that differ."""

    synset: str
    triple: str
    wrong_slots: int
    wrong_words: int

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Give the fields by name."""
        return {
            "synset": self.synset,
            "triple": self.triple,
            "wrong_slots": self.wrong_slots,
            "wrong_words": self.wrong_words,
        }


@dataclass(frozen=True, slots=True)
class Pending(Generic[C]):
    """A candidate to be decided, as a triple of required words, and the synset that it may belong to."""

    candidate: C
    slots: Slots
    suggestion: Suggestion | None

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Give what a reviewer sees; the sources stay hidden."""
        return {
            "id": self.candidate.id,
            "round": self.candidate.round,
            **slots_to_json(self.slots),
            "suggestion": None if self.suggestion is None else self.suggestion.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Review(Generic[C]):
    """The candidates of an item by what became of them; each wording counts once."""

    pending: tuple[Pending[C], ...]
    covered: int
    """A synset accepts them."""
    accepted: int
    rejected: int
    implicit: int
    """They have words outside the sentence, which the project does not allow."""

    __repr__ = one_line


def review(
    state: State,
    candidates: Iterable[C],
    sentence: Sentence,
    tokens: Sequence[str],
    explicit_only: bool = True,
) -> Review[C]:
    """Sort the candidates of an item by what became of them.

    Candidates with the same words are one: a decision on one of them is a decision on all. An accepted candidate whose
    triple was removed since is pending again.
    """
    by_words = _by_words(candidates)
    gold = FactGold(annotation_from_state(state, sentence))
    wordings = list(by_words)
    covered = {row for row, _ in accepted(wordings, gold.synsets())}
    present, allowed = state.triple_ids(), {*tokens, *sentence.tokens}
    closest = _Closest(state, gold)
    counts = dict.fromkeys(("covered", "accepted", "rejected", "implicit"), 0)
    pending = []
    for row, words in enumerate(wordings):
        decisions = [state.decisions[each.id] for each in by_words[words] if each.id in state.decisions]
        if any(decision.accepted and decision.triple in present for decision in decisions):
            counts["accepted"] += 1
        elif row in covered:
            counts["covered"] += 1
        elif any(not decision.accepted for decision in decisions):
            counts["rejected"] += 1
        elif explicit_only and not allowed.issuperset(word for slot in words for word in slot):
            counts["implicit"] += 1
        else:
            pending.append(Pending(by_words[words][0], slots_of_words(words, tokens), closest.suggestion(words)))
    return Review(tuple(pending), **counts)


def slots_of_words(words: Words, tokens: Sequence[str]) -> Slots:
    """Make required chunks of the words of a triple, aligned to the sentence's tokens."""
    positions = iter(align_words([word for slot in words for word in slot], tokens))
    subject, relation, object_ = (
        tuple(Chunk(word, False, None if at is None else (at,)) for word, at in zip(slot, positions, strict=False))
        for slot in words
    )
    return subject, relation, object_


def _by_words(candidates: Iterable[C]) -> dict[Words, list[C]]:
    """Group candidates by their words, the lowest round first."""
    ordered = sorted(candidates, key=lambda each: each.round)
    split = triples(Extraction(each.relation, (each.subject, each.object)) for each in ordered)
    groups: dict[Words, list[C]] = {}
    for candidate, words in zip(ordered, split, strict=True):
        groups.setdefault(words, []).append(candidate)
    return groups


class _Closest:
    """Finds the synset that a triple of words is closest to."""

    def __init__(self, state: State, gold: FactGold) -> None:
        self._triples = [(synset.id, triple.id) for synset in state.synsets for triple in synset.triples]
        self._facts = gold.facts

    def suggestion(self, words: Words) -> Suggestion | None:
        closest = self._facts.closest(words)
        if closest is None:
            return None
        different = count_different(triple_words(words), self._facts.words(closest.fact))
        return Suggestion(*self._triples[closest.fact], closest.slots.count(False), different)
