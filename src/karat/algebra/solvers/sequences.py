"""Match sequences in order: the weighted longest common subsequence and its variants (Chen et al., 2023, equation 37).

Given weights φ(u, v) ≥ 0 between the elements u of P (0 to n - 1) and v of R (0 to m - 1), a matching is the set M of
pairs with the largest total weight such that

(a) the matching constraint holds: ↔ at most one partner on both sides; → (N:1) at most one v for each predicted u;
    ← (1:N) at most one u for each gold v; ~ no constraint;
(b) order is kept: for any two pairs (u, v), (u', v') of M with u ≠ u' and v ≠ v', u ≤ u' ⟺ v ≤ v'.

Two pairs that share an element are exempt from (b), so that a constraint means the same for sets, sequences and graphs
(`karat.algebra.solvers.orders`). A pair of weight 0 is never part of M.

In a sequence ≤ is the order of positions, so M is a chain of pairs: both sides rise, and a side repeats only where
the constraint lets its element have several partners. The heaviest chain is found from its end, in O(k log k) for k
pairs of positive weight. All decisions are taken on whole numbers (weights over their common denominator), so no
rounding can prefer the lighter of two chains. Of several heaviest chains `match_sequences` returns the one whose pairs,
in order, are lexicographically smallest; `cover` returns one that covers most of the side whose elements are shared.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any

from karat.algebra.scores.exact import Number, total, whole_numbers

Pair = tuple[int, int]
Pairs = Mapping[Pair, Number]
_Chain = tuple[int, Pair | None, Any]


def match_sequences(
    predicted: int, gold: int, weights: Pairs, *, one_per_predicted: bool, one_per_gold: bool
) -> tuple[Number, list[Pair]]:
    """Match two sequences of the given lengths in order; give the total weight and the matched pairs, sorted.

    Both flags set is ↔, the first alone is →, the second alone is ←, neither is ~.

    >>> equal = {(0, 0): 1, (2, 1): 1, (4, 2): 1}  # (1, 2, 3, 4, 5) against (1, 3, 5, 7, 9)
    >>> match_sequences(5, 5, equal, one_per_predicted=True, one_per_gold=True)
    (3, [(0, 0), (2, 1), (4, 2)])
    """
    whole, _ = whole_weights(weights)
    pairs = sorted(whole)
    assert all(0 <= u < predicted and 0 <= v < gold for u, v in pairs), "a pair lies outside of the sequences"
    masses = [whole[pair] for pair in pairs]
    rows, columns = _ranks(u for u, _ in pairs), _ranks(v for _, v in pairs)
    best = _heaviest_from(rows, columns, masses, one_per_predicted, one_per_gold)
    chain = _first_chain(pairs, masses, best, one_per_predicted, one_per_gold)
    return total([weights[pair] for pair in chain]), chain


def cover(weights: Pairs, *, one_per_predicted: bool) -> list[Pair]:
    """Match sequences under → (or under ←, if gold elements have one partner); break ties by what is covered.

    Of (a, a) against (a, a) it weighs the same to match both with the first *a* or one with each. As for sets, ties are
    spread, so that a sequence covers all of itself. A gold element is covered by the weight of its best partner.

    >>> cover({(0, 0): 1, (0, 1): 1, (1, 0): 1, (1, 1): 1}, one_per_predicted=True)
    [(0, 0), (1, 1)]
    """
    if not one_per_predicted:
        turned = cover({(v, u): weight for (u, v), weight in weights.items()}, one_per_predicted=True)
        return [(u, v) for v, u in turned]
    whole, _ = whole_weights(weights)
    unit = sum(whole.values()) + 1  # one unit of weight is worth more than all that can be covered
    columns = sorted({v for _, v in whole}, reverse=True)
    # The best chain in the rows done and the columns from v on, as (worth, pair, rest), and the same if v is covered.
    nothing: _Chain = (0, None, None)
    ahead, covered = dict.fromkeys(columns, nothing), dict.fromkeys(columns, nothing)
    for u in sorted({u for u, _ in whole}, reverse=True):
        right = nothing
        for v in columns:
            old, old_covered = ahead[v], covered[v]
            choices, choices_covered = [old, right], [old_covered, right]
            if weight := whole.get((u, v)):
                choices += [
                    (old_covered[0] + weight * (unit + 1), (u, v), old_covered),
                    (old[0] + weight * unit, (u, v), old),
                ]
                choices_covered.append((old_covered[0] + weight * unit, (u, v), old_covered))
            right = ahead[v] = max(choices, key=itemgetter(0))
            covered[v] = max(choices_covered, key=itemgetter(0))
    chain = ahead[columns[-1]] if columns else nothing
    pairs = []
    while chain[1] is not None:
        pairs.append(chain[1])
        chain = chain[2]
    return pairs


def whole_weights(weights: Pairs) -> tuple[dict[Pair, int], int]:
    """Write the positive weights as whole numbers over one common denominator, without any rounding."""
    whole, denominator = whole_numbers([weight.as_integer_ratio() for weight in weights.values()])
    return {pair: weight for pair, weight in zip(weights, whole, strict=True) if weight}, denominator


def _ranks(positions: Iterable[int]) -> list[int]:
    """Number the positions that occur from 0 on, so that elements without a pair cost nothing."""
    listed = list(positions)
    rank = {position: number for number, position in enumerate(sorted(set(listed)))}
    return [rank[position] for position in listed]


def _heaviest_from(
    rows: Sequence[int], columns: Sequence[int], masses: Sequence[int], one_per_predicted: bool, one_per_gold: bool
) -> list[int]:
    """Weigh the heaviest chain that begins at each pair, with a Fenwick tree of maxima over the columns still ahead.

    Rows are taken from the last to the first. In a row whose element may have one partner only, columns rise, so that
    no pair sees another of its row; otherwise they fall, so that each pair sees those behind it.
    """
    width = max(columns, default=0) + 1
    tree = [0] * (width + 1)
    best = [0] * len(masses)
    turn = 1 if one_per_predicted else -1
    for index in sorted(range(len(masses)), key=lambda index: (-rows[index], turn * columns[index])):
        place = width - columns[index]
        ahead = 0
        position = place - 1 if one_per_gold else place
        while position > 0:
            ahead = max(ahead, tree[position])
            position &= position - 1
        mass = best[index] = masses[index] + ahead
        while place <= width:
            if tree[place] < mass:
                tree[place] = mass
            place += place & -place
    return best


def _first_chain(
    pairs: Sequence[Pair], masses: Sequence[int], best: Sequence[int], one_per_predicted: bool, one_per_gold: bool
) -> list[Pair]:
    """Rebuild the heaviest chain; of several pairs that continue it equally well, take the first."""
    remaining = max(best, default=0)
    chain: list[Pair] = []
    least_row, least_column = 0, 0
    for pair, mass, reach in zip(pairs, masses, best, strict=True):
        if reach == remaining and pair[0] >= least_row and pair[1] >= least_column:
            chain.append(pair)
            remaining -= mass
            least_row, least_column = pair[0] + one_per_predicted, pair[1] + one_per_gold
            if not remaining:
                break
    return chain
