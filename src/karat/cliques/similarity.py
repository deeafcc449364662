"""The source parses of a bank that are most similar to a sentence's own: exact, and fast on large banks."""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from karat.cliques.bank import ParseBank
from karat.cliques.parses import parse_tokens
from karat.cliques.rouge import WEIGHTS, Weights, f1, longest_common_at
from karat.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Postings: TypeAlias = dict[str | tuple[str, str], tuple[NDArray[np.int32], NDArray[np.int32]]]

SOURCES = 2
MARGIN = 1e-9
"""How far a bound, which numpy computes, may lie from the score, which Python does."""


@dataclass(frozen=True, slots=True)
class Similar:
    """A source parse, its score from 0 to 1, and how often the bank has it."""

    parse: str
    score: float
    count: int


class SourceIndex:
    """The source parses of a bank, by what they consist of.

    What two parses share of tokens and neighbours is counted for the whole bank at once; the longest common
    subsequence, which costs more, only for parses that could still be among the best: it is at most as long as the
    tokens that both have.
    """

    def __init__(self, bank: ParseBank, weights: Weights = WEIGHTS) -> None:
        self.weights = weights
        self.parses = list(bank.targets)
        self.counts = [sum(counts.values()) for counts in bank.targets.values()]
        self._tokens = [tuple(parse_tokens(parse)) for parse in self.parses]
        self._lengths = np.array([len(tokens) for tokens in self._tokens], dtype=np.int64)
        self._postings = _postings(self._tokens)

    def most_similar(self, parse: str, wanted: int = SOURCES) -> tuple[Similar, ...]:
        """Give the parses with the highest scores, best first; ties: the more frequent, then by name."""
        if wanted < 1:
            raise InputError(f"expected at least 1 source parse, found {wanted}")
        tokens = parse_tokens(parse)
        places: dict[str, int] = {}
        for place, token in enumerate(tokens):
            places[token] = places.get(token, 0) | 1 << place
        best: list[tuple[float, int, _Later]] = []
        for index, one, two, bound in self._by_bound(tokens):
            if len(best) == wanted and bound < best[0][0] - MARGIN:
                break
            longest = f1(
                longest_common_at(places, len(tokens), self._tokens[index]), len(tokens), len(self._tokens[index])
            )
            found = (self.weights.mean(one, two, longest), self.counts[index], _Later(self.parses[index]))
            if len(best) < wanted:
                heapq.heappush(best, found)
            elif found > best[0]:
                heapq.heapreplace(best, found)
        return tuple(Similar(name.text, score, count) for score, count, name in sorted(best, reverse=True))

    def _by_bound(self, tokens: list[str]) -> Iterator[tuple[int, float, float, float]]:
        """Yield each parse's place, ROUGE-1, ROUGE-2 and the most that its score can be, the highest first."""
        both = self._lengths + len(tokens)
        one = 2 * self._shared(tokens) / both
        two = 2 * self._shared(pairwise(tokens)) / (both - 2)
        weights = self.weights
        bounds = (weights.one * one + weights.two * two + weights.longest * one) / (
            weights.one + weights.two + weights.longest
        )
        for index in np.argsort(-bounds, kind="stable"):
            yield int(index), float(one[index]), float(two[index]), float(bounds[index])

    def _shared(self, items: Iterable[str | tuple[str, str]]) -> NDArray[np.int64]:
        """How many of the items each parse has, each at most as often as both have it."""
        shared = np.zeros(len(self.parses), dtype=np.int64)
        for item, count in Counter(items).items():
            if item in self._postings:
                where, counts = self._postings[item]
                shared[where] += np.minimum(counts, count)
        return shared


@dataclass(frozen=True, slots=True)
class _Later:
    """A name that counts for less the later it comes."""

    text: str

    def __lt__(self, other: _Later) -> bool:
        return self.text > other.text

    def __gt__(self, other: _Later) -> bool:
        return self.text < other.text


def _postings(sequences: list[tuple[str, ...]]) -> Postings:
    """Where each token and each pair of neighbours occurs, and how often there."""
    found: dict[str | tuple[str, str], tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for index, tokens in enumerate(sequences):
        items: Counter[str | tuple[str, str]] = Counter(tokens)
        items.update(pairwise(tokens))
        for item, count in items.items():
            found[item][0].append(index)
            found[item][1].append(count)
    return {
        item: (np.array(where, dtype=np.int32), np.array(counts, dtype=np.int32))
        for item, (where, counts) in found.items()
    }
