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
pairs of positive weight, or on a grid where many pairs have one. All decisions are taken on whole numbers (weights over
their common denominator), so no rounding can prefer the lighter of two chains. Of several heaviest chains the one whose
pairs, in order, are lexicographically smallest is given.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from karat.errors import SimilarityError

Weight = int | Fraction | float
Pair = tuple[int, int]
Pairs = Mapping[Pair, Weight]

# Below so many pairs the grid's arrays cost more than they save.
_FEWEST_FOR_GRID = 2_000
# The grid is used where at least one in so many of its cells has a weight.
_CELLS_PER_PAIR = 8
# Sums below this are exact in 64 bits.
_LARGEST_TOTAL = 2**62


def match_sequences(
    predicted: int, gold: int, weights: Pairs, *, one_per_predicted: bool, one_per_gold: bool
) -> tuple[Weight, list[Pair]]:
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
    if _fills_grid(len(pairs), max(rows, default=0) + 1, max(columns, default=0) + 1) and sum(masses) < _LARGEST_TOTAL:
        best = _best_on_grid(rows, columns, masses, one_per_predicted, one_per_gold)
    else:
        best = _best_by_tree(rows, columns, masses, one_per_predicted, one_per_gold)
    chain = _first_chain(pairs, masses, best, one_per_predicted, one_per_gold)
    return add_weights(weights[pair] for pair in chain), chain


def whole_weights(weights: Pairs) -> tuple[dict[Pair, int], int]:
    """Write the positive weights as whole numbers over one common denominator, without any rounding."""
    ratios = {pair: _ratio(pair, weight) for pair, weight in weights.items() if weight != 0}
    denominator = math.lcm(*{below for _, below in ratios.values()})
    return {pair: above * (denominator // below) for pair, (above, below) in ratios.items()}, denominator


def add_weights(weights: Iterable[Weight]) -> Weight:
    """Add up weights: whole numbers stay whole, fractions stay fractions, floats are rounded once, at the end."""
    parts = list(weights)
    if any(isinstance(part, float) for part in parts):
        if any(isinstance(part, Fraction) for part in parts):
            return float(sum(Fraction(part) for part in parts))
        return math.fsum(parts)
    return sum(parts)


def _ratio(pair: Pair, weight: Weight) -> tuple[int, int]:
    if not (weight > 0 and (not isinstance(weight, float) or math.isfinite(weight))):
        raise SimilarityError(f"pair {pair}: expected a finite similarity of 0 or more, found {weight!r}")
    above, below = weight.as_integer_ratio()
    return int(above), int(below)


def _ranks(positions: Iterable[int]) -> list[int]:
    """Number the positions that occur from 0 on, so that elements without a pair cost nothing."""
    listed = list(positions)
    rank = {position: number for number, position in enumerate(sorted(set(listed)))}
    return [rank[position] for position in listed]


def _fills_grid(pairs: int, rows: int, columns: int) -> bool:
    return pairs >= _FEWEST_FOR_GRID and pairs * _CELLS_PER_PAIR >= rows * columns


def _best_by_tree(
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


def _best_on_grid(
    rows: Sequence[int], columns: Sequence[int], masses: Sequence[int], one_per_predicted: bool, one_per_gold: bool
) -> list[int]:
    """Weigh the heaviest chain that begins at each pair, a row of the grid at a time.

    `ahead[u, v]` is the weight of the heaviest chain among rows from u and columns from v on.
    """
    import numpy as np  # not at start-up

    if one_per_gold and not one_per_predicted:  # ← is → with the sides exchanged
        return _best_on_grid(columns, rows, masses, True, False)
    grid = np.zeros((max(rows) + 1, max(columns) + 1), dtype=np.int64)
    grid[rows, columns] = masses
    ahead = np.zeros((grid.shape[0] + 1, grid.shape[1] + 1), dtype=np.int64)
    for row in range(grid.shape[0] - 1, -1, -1):
        below, here = ahead[row + 1], grid[row]
        if one_per_predicted:
            step = np.maximum(below[:-1], here + below[1:]) if one_per_gold else here + below[:-1]
            ahead[row, :-1] = np.maximum.accumulate(step[::-1])[::-1]
        else:  # ~ walks along the row as far as it likes, then goes down
            rest = np.cumsum(here[::-1])[::-1]
            leave = below[:-1] - (rest - here)
            ahead[row, :-1] = rest + np.maximum.accumulate(leave[::-1])[::-1]
    if not one_per_predicted:
        return [int(best) for best in ahead[rows, columns]]
    after = ahead[np.asarray(rows) + 1, np.asarray(columns) + int(one_per_gold)]
    return [mass + int(best) for mass, best in zip(masses, after, strict=True)]


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
