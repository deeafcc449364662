"""Match sequences under → or ←; of several heaviest matchings, choose one that covers most of the other side.

Under → each predicted element has at most one partner, order is kept, and partners may be shared. Several matchings
can weigh the same: of (a, a) against (a, a), both on the first, or one on each. As for sets, ties are spread, so that a
sequence covers all of itself. A gold element is covered by the weight of its best partner.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from karat.algebra.scores.exact import Number
from karat.algebra.solvers.sequences import Pair, whole_weights


class _Chain(NamedTuple):
    """The weight of a chain of pairs, its first pair, and the rest of the chain."""

    worth: int
    pair: Pair | None = None
    rest: Any = None

    def before(self, worth: int, pair: Pair) -> _Chain:
        return _Chain(self.worth + worth, pair, self)


_NOTHING = _Chain(0)


def cover(weights: Mapping[Pair, Number], *, one_per_predicted: bool) -> list[Pair]:
    """Choose the pairs under → (or, where it is gold elements that have one partner, under ←), in order.

    >>> cover({(0, 0): 1, (0, 1): 1, (1, 0): 1, (1, 1): 1}, one_per_predicted=True)
    [(0, 0), (1, 1)]
    """
    if not one_per_predicted:
        turned = cover({(v, u): weight for (u, v), weight in weights.items()}, one_per_predicted=True)
        return [(u, v) for v, u in turned]
    whole, _ = whole_weights(weights)
    # Weight comes first: all that can be covered together is worth less than one unit of weight.
    unit = sum(whole.values()) + 1
    rows: dict[int, list[int]] = {}
    for u, v in sorted(whole):
        rows.setdefault(u, []).append(v)
    # The best chain from column v on in the rows done; v is not covered yet (open), or it is (closed).
    open_, closed = _Ahead(whole), dict.fromkeys({v for _, v in whole}, _NOTHING)
    for u in sorted(rows, reverse=True):
        in_row = []
        for v in rows[u]:
            weight, after = whole[u, v], open_.after(v)
            done = max(closed[v], after, key=_worth).before(weight * unit, (u, v))
            best = max(done._replace(worth=done.worth + weight), _more(open_, v, after, weight * unit, u), key=_worth)
            in_row.append((v, best, done))
        for v, best, done in in_row:
            open_.improve(v, best)
            closed[v] = max(closed[v], done, key=_worth)
    return _pairs(open_.after(-1))


def _more(ahead: _Ahead, v: int, after: _Chain, worth: int, u: int) -> _Chain:
    """The best chain with this pair in which a later pair covers v."""
    return max(ahead.at.get(v, _NOTHING), after, key=_worth).before(worth, (u, v))


class _Ahead:
    """The best chain that begins in each column, and in any column after one (a Fenwick tree of maxima)."""

    def __init__(self, pairs: Mapping[Pair, int]) -> None:
        columns = sorted({v for _, v in pairs}, reverse=True)
        self.place = {v: index + 1 for index, v in enumerate(columns)}
        self.tree = [_NOTHING] * (len(columns) + 1)
        self.at: dict[int, _Chain] = {}

    def after(self, v: int) -> _Chain:
        """The best chain that begins behind column v."""
        position = self.place[v] - 1 if v in self.place else len(self.place)
        best = _NOTHING
        while position > 0:
            best = max(best, self.tree[position], key=_worth)
            position &= position - 1
        return best

    def improve(self, v: int, chain: _Chain) -> None:
        """Record a chain that begins in column v."""
        self.at[v] = max(self.at.get(v, _NOTHING), chain, key=_worth)
        position = self.place[v]
        while position < len(self.tree):
            self.tree[position] = max(self.tree[position], chain, key=_worth)
            position += position & -position


def _worth(chain: _Chain) -> int:
    return chain.worth


def _pairs(chain: _Chain) -> list[Pair]:
    pairs = []
    while chain.pair is not None:
        pairs.append(chain.pair)
        chain = chain.rest
    return pairs
