"""Two annotators' work on one item side by side, and the merged state that adjudication starts from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from karat.annotate.synsets.gold import fact_from_triple, new_id
from karat.annotate.synsets.state import Origin, State, Synset, Triple
from karat.one_line import one_line
from karat.results.gold.expansions import shared_expansions

Flags = tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class TriplePair:
    """The same triple of A and B, or one that only one of them has.

    Triples are the same if their slots have the same words. ``differing`` are the words that are optional for one of
    them only, each as its slot and its number in the slot; ``grouped_otherwise`` says that the same words are optional,
    but come and go together in other groups.
    """

    a: Triple | None
    b: Triple | None
    differing: tuple[tuple[int, int], ...] = ()
    grouped_otherwise: bool = False

    __repr__ = one_line

    @property
    def agrees(self) -> bool:
        return self.a is not None and self.b is not None and not self.differing and not self.grouped_otherwise

    def to_json(self) -> dict[str, Any]:
        """Give ids of triples, and what differs."""
        return {
            "a": self.a and self.a.id,
            "b": self.b and self.b.id,
            "agrees": self.agrees,
            "differing": [list(place) for place in self.differing],
            "grouped_otherwise": self.grouped_otherwise,
        }


@dataclass(frozen=True, slots=True)
class SynsetPair:
    """The same fact of A and B, or one that only one of them has.

    ``covering`` are the other's synsets with an expansion in common, of which at most one is the pair's; ``shared`` is
    such an expansion, as texts of subject, relation and object.
    """

    a: Synset | None
    b: Synset | None
    triples: tuple[TriplePair, ...]
    covering: tuple[str, ...] = ()
    shared: tuple[str, ...] | None = None

    __repr__ = one_line

    @property
    def agrees(self) -> bool:
        return all(pair.agrees for pair in self.triples)

    def to_json(self) -> dict[str, Any]:
        """Give ids of synsets and triples, and what differs."""
        return {
            "a": self.a and self.a.id,
            "b": self.b and self.b.id,
            "agrees": self.agrees,
            "covering": list(self.covering),
            "shared": None if self.shared is None else list(self.shared),
            "triples": [pair.to_json() for pair in self.triples],
        }


@dataclass(frozen=True)
class Comparison:
    """All facts of two annotators for one sentence: pairs in A's order, then what only B has."""

    pairs: tuple[SynsetPair, ...]

    __repr__ = one_line

    @cached_property
    def matched(self) -> tuple[SynsetPair, ...]:
        """The facts that both have."""
        return tuple(pair for pair in self.pairs if pair.a is not None and pair.b is not None)

    def to_json(self) -> list[dict[str, Any]]:
        """Give the pairs."""
        return [pair.to_json() for pair in self.pairs]


def compare(a: State, b: State) -> Comparison:
    """Pair the synsets of two annotators one to one.

    Only synsets with an expansion in common are paired, as ``fact_agreement`` decides it. Of all ways, one with the
    most pairs is chosen, then with the most triples of the same words.
    """
    facts = [[[fact_from_triple(triple) for triple in synset.triples] for synset in state.synsets] for state in (a, b)]
    alike = {(row, column): expansion for row, column, expansion in shared_expansions(*facts)}
    partner = _pair(a.synsets, b.synsets, list(alike))
    pairs = []
    for row, synset in enumerate(a.synsets):
        covering = tuple(b.synsets[other].id for one, other in alike if one == row)
        column = partner.get(row)
        other = None if column is None else b.synsets[column]
        texts = None if column is None else tuple(" ".join(words) for words in alike[row, column])
        triples = pair_triples(synset.triples, () if other is None else other.triples)
        pairs.append(SynsetPair(synset, other, triples, covering, texts))
    taken = set(partner.values())
    for column, synset in enumerate(b.synsets):
        if column not in taken:
            covering = tuple(a.synsets[one].id for one, other in alike if other == column)
            pairs.append(SynsetPair(None, synset, pair_triples((), synset.triples), covering))
    return Comparison(tuple(pairs))


def pair_triples(a: Sequence[Triple], b: Sequence[Triple]) -> tuple[TriplePair, ...]:
    """Pair triples whose slots have the same words: in A's order, then what only B has."""
    waiting: dict[tuple[str, ...], list[Triple]] = {}
    for triple in b:
        waiting.setdefault(_words(triple), []).append(triple)
    pairs = []
    for triple in a:
        others = waiting.get(_words(triple), [])
        # Of several with the same words, one that agrees in all is taken first.
        other = next((each for each in others if _chunks(each) == _chunks(triple)), others[0] if others else None)
        if other is None:
            pairs.append(TriplePair(triple, None))
            continue
        others.remove(other)
        differing = _differing(triple, other)
        pairs.append(TriplePair(triple, other, differing, not differing and _chunks(triple) != _chunks(other)))
    left = {triple.id for others in waiting.values() for triple in others}
    return (*pairs, *(TriplePair(None, triple) for triple in b if triple.id in left))


def agreed_state(comparison: Comparison, names: Sequence[str], make_id: Callable[[], str] = new_id) -> State:
    """Build the state that adjudication starts from: the triples that both have, word for word and option for option.

    A triple keeps the earlier of its two rounds, and names both annotators as its source.
    """
    synsets = []
    for pair in comparison.matched:
        triples = tuple(_adopt(each, names, make_id()) for each in pair.triples if each.agrees)
        if triples:
            synsets.append(Synset(make_id(), triples))
    return State(tuple(synsets))


def _adopt(pair: TriplePair, names: Sequence[str], id: str) -> Triple:
    assert pair.a is not None
    assert pair.b is not None, "only a triple that both have is adopted"
    origin = Origin(min(pair.a.origin.round, pair.b.origin.round), "adopted", ", ".join(names))
    wholesome = pair.a.wholesome if pair.a.wholesome == pair.b.wholesome else None
    return replace(pair.a, id=id, origin=origin, wholesome=wholesome)


def optional_flags(triple: Triple) -> tuple[Flags, Flags, Flags]:
    """List the words of each slot, and whether each is optional."""
    subject, relation, object_ = (
        tuple((word, chunk.optional) for chunk in slot for word in chunk.text.split()) for slot in triple.slots
    )
    return subject, relation, object_


def _differing(a: Triple, b: Triple) -> tuple[tuple[int, int], ...]:
    return tuple(
        (slot, place)
        for slot, (first, second) in enumerate(zip(optional_flags(a), optional_flags(b), strict=True))
        for place, (one, other) in enumerate(zip(first, second, strict=True))
        if one != other
    )


def _words(triple: Triple) -> tuple[str, ...]:
    return tuple(" ".join(word for word, _ in slot) for slot in optional_flags(triple))


def _chunks(triple: Triple) -> list[list[tuple[tuple[str, ...], bool]]]:
    """The words of each chunk and whether it is optional; an empty chunk says nothing."""
    return [
        [(tuple(chunk.text.split()), chunk.optional) for chunk in slot if chunk.text.strip()] for slot in triple.slots
    ]


def _pair(a: Sequence[Synset], b: Sequence[Synset], alike: Sequence[tuple[int, int]]) -> dict[int, int]:
    """Choose the pairs, by the column of each row."""
    if not alike:
        return {}
    # Slow to import, and only comparisons need it.
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    weights = np.zeros((len(a), len(b)))
    for row, column in alike:
        common = sum(
            pair.a is not None and pair.b is not None for pair in pair_triples(a[row].triples, b[column].triples)
        )
        # One more pair is worth more than all triples of a document.
        weights[row, column] = 10_000 + common
    rows, columns = linear_sum_assignment(weights, maximize=True)
    return {int(row): int(column) for row, column in zip(rows, columns, strict=True) if weights[row, column]}
