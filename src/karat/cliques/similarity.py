"""An exact search for the source parses of a bank most similar to a sentence's own, fast on large banks."""

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
"""Tolerance between a bound, computed by numpy, and a score, computed by Python."""


@dataclass(frozen=True, slots=True)
class Similar:
    """A source parse, its score from 0 to 1, and how often the bank has it."""

    parse: str
    score: float
    count: int


class SourceIndex:
    """An inverted index of the source parses of a bank.

    Shared tokens and bigrams are counted for the whole bank at once. The longest common subsequence, which costs more,
    is computed only for parses that could still be among the best: it is at most as long as the shared tokens.
    """

    def __init__(self, bank: ParseBank, weights: Weights = WEIGHTS) -> None:
        self.weights = weights
        self.parses = list(bank.targets)
        self.counts = [sum(counts.values()) for counts in bank.targets.values()]
        self._tokens = [tuple(parse_tokens(parse)) for parse in self.parses]
        self._lengths = np.array([len(tokens) for tokens in self._tokens], dtype=np.int64)
        self._postings = _postings(self._tokens)

    def most_similar(self, parse: str, wanted: int = SOURCES) -> tuple[Similar, ...]:
        """Find the parses with the highest scores, best first; on a tie the more frequent, then by name."""
        if wanted < 1:
            raise InputError(f"expected at least 1 source parse, found {wanted}")
        tokens = parse_tokens(parse)
        positions: dict[str, int] = {}
        for position, token in enumerate(tokens):
            positions[token] = positions.get(token, 0) | 1 << position
        best: list[tuple[float, int, _Reversed]] = []
        for index, one, two, bound in self._by_bound(tokens):
            if len(best) == wanted and bound < best[0][0] - MARGIN:
                break
            longest = f1(
                longest_common_at(positions, len(tokens), self._tokens[index]), len(tokens), len(self._tokens[index])
            )
            candidate = (self.weights.mean(one, two, longest), self.counts[index], _Reversed(self.parses[index]))
            if len(best) < wanted:
                heapq.heappush(best, candidate)
            elif candidate > best[0]:
                heapq.heapreplace(best, candidate)
        return tuple(Similar(name.text, score, count) for score, count, name in sorted(best, reverse=True))

    def _by_bound(self, tokens: list[str]) -> Iterator[tuple[int, float, float, float]]:
        """Yield each parse's index, ROUGE-1, ROUGE-2 and an upper bound of its score, the highest bound first."""
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
        """Count the items that each parse shares, repeated ones as often as both have them."""
        shared = np.zeros(len(self.parses), dtype=np.int64)
        for item, count in Counter(items).items():
            if item in self._postings:
                where, counts = self._postings[item]
                shared[where] += np.minimum(counts, count)
        return shared


@dataclass(frozen=True, slots=True)
class _Reversed:
    """A string in reversed order: the later in the alphabet, the smaller."""

    text: str

    def __lt__(self, other: _Reversed) -> bool:
        return self.text > other.text

    def __gt__(self, other: _Reversed) -> bool:
        return self.text < other.text


def _postings(sequences: list[tuple[str, ...]]) -> Postings:
    """List the parses in which each token and each bigram occurs, and how often."""
    postings: dict[str | tuple[str, str], tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for index, tokens in enumerate(sequences):
        items: Counter[str | tuple[str, str]] = Counter(tokens)
        items.update(pairwise(tokens))
        for item, count in items.items():
            postings[item][0].append(index)
            postings[item][1].append(count)
    return {
        item: (np.array(where, dtype=np.int32), np.array(counts, dtype=np.int32))
        for item, (where, counts) in postings.items()
    }
