"""Choosing pairs: optimal, greedy and best-partner matchings of sparse weights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import Literal, TypeVar

from karat.algebra.scores.exact import Number, whole_numbers
from karat.algebra.solvers.integer_assignment import assigned

Cell = tuple[int, int, Number]
"""A predicted and a gold position, and how alike they are (more than 0)."""

_Weighed = tuple[int, int, int]
"""A cell whose weight is an integer, on the scale of all."""
AnyCell = TypeVar("AnyCell", Cell, _Weighed)
_WHOLE = {int}
_TAKEN = inf
_NOTHING = (0, -1)

FEW = 512
"""Up to so many pairs it is likely that they can be chosen at a glance."""
LISTED = 64
"""Up to so many steps a part is solved by trying all choices, which takes less time than calling a solver."""


def one_to_one(cells: list[Cell]) -> list[Cell]:
    """Choose the cells of largest total weight, no two in one row or column.

    Cells that some best choice must contain are taken first, which settles most matchings; what is left is split into
    connected parts, and only the larger ones need a solver.
    """
    if len({row for row, _, _ in cells}) == len(cells) == len({column for _, column, _ in cells}):
        return cells
    chosen = _heaviest_choice(_weighed(sorted(cells)))
    chosen.sort()
    if _WHOLE.issuperset(type(weight) for _, _, weight in cells):
        return list(chosen)
    weights = {(row, column): weight for row, column, weight in cells}
    return [(row, column, weights[row, column]) for row, column, _ in chosen]


def heaviest_then(cells: list[Cell], extras: Sequence[Number]) -> list[Cell]:
    """Choose like ``one_to_one``; of equally heavy choices take one whose extras, which may be negative, sum highest.

    >>> heaviest_then([(0, 0, 1), (0, 1, 1)], [-2, 0])
    [(0, 1, 1)]
    """
    if len({row for row, _, _ in cells}) == len(cells) == len({column for _, column, _ in cells}):
        return cells
    weights, _ = whole_numbers([weight.as_integer_ratio() for _, _, weight in cells])
    added, _ = whole_numbers([extra.as_integer_ratio() for extra in extras])
    # Weight comes first: all extras together are worth less than one unit of it.
    unit = sum(map(abs, added)) + 1
    ranked = [
        (row, column, weight * unit + extra)
        for (row, column, _), weight, extra in zip(cells, weights, added, strict=True)
    ]
    known = {(row, column): weight for row, column, weight in cells}
    chosen = sorted(_heaviest_choice(sorted(ranked), exactly=True))
    return [(row, column, known[row, column]) for row, column, _ in chosen]


def largest_total(rows: Sequence[int], columns: Sequence[int], weights: Sequence[int], leading: int = 0) -> int:
    """The total weight of the best choice of cells, no two in one row or column.

    The first ``leading`` cells, where that is known, are each of another row, and all others of these rows.
    """
    if leading == len(rows) == len(set(columns)):
        return sum(weights)
    found = None
    if len(rows) <= FEW:
        # Rows without a cell are left out; then the first cells are numbered like their rows.
        if leading and rows[leading - 1] == leading - 1:
            found = _after_bids(rows, columns, weights, leading)
        else:
            found = _after_bids(*_leading(rows, columns, weights))
    if found is None:
        chosen = _heaviest_choice(list(zip(rows, columns, weights, strict=True)))
        found = sum([weight for _, _, weight in chosen])
    return found


def _leading(
    rows: Sequence[int], columns: Sequence[int], weights: Sequence[int]
) -> tuple[list[int], list[int], list[int], int]:
    """Number the rows from 0, put the first cell of each before all others, and say how many these are."""
    number = {row: index for index, row in enumerate(dict.fromkeys(rows))}
    first = dict(zip(reversed(rows), reversed(range(len(rows))), strict=True))
    leading = [first[row] for row in number]
    order = leading + sorted(set(range(len(rows))).difference(leading))
    return (
        [number[rows[cell]] for cell in order],
        [columns[cell] for cell in order],
        [weights[cell] for cell in order],
        len(leading),
    )


def _after_bids(rows: Sequence[int], columns: Sequence[int], weights: Sequence[int], leading: int) -> int | None:
    """The best total, where it is found at once: each row has its best column or, where others want that, its second.

    Of several rows that want one column, the one that would lose most has it; the others take their second, if no row
    wants that. The most that one of the others lost is the column's price; with such prices no row would rather have
    another column, so no choice is worth more.
    """
    best, wish = list(weights[:leading]), list(columns[:leading])
    second: dict[int, tuple[int, int]] = {}
    for cell in range(leading, len(rows)):
        row, weight = rows[cell], weights[cell]
        if weight > best[row]:
            second[row] = best[row], wish[row]
            best[row], wish[row] = weight, columns[cell]
        elif weight > second.get(row, _NOTHING)[0]:
            second[row] = weight, columns[cell]
    total = sum(best)
    holders = dict(zip(wish, range(leading), strict=True))
    if len(holders) == leading:
        return total
    for row in [row for row, column in enumerate(wish) if holders[column] != row]:
        claim = best[row] - second.get(row, _NOTHING)[0], row
        rival = holders[wish[row]]
        rivals = best[rival] - second.get(rival, _NOTHING)[0], rival
        loss, loser = min(claim, rivals)
        holders[wish[row]] = max(claim, rivals)[1]
        total -= loss
        instead = second.get(loser)
        if instead:
            if instead[1] in holders:
                return None
            holders[instead[1]] = loser
    return total


def _heaviest_choice(cells: list[_Weighed], *, exactly: bool = False) -> list[_Weighed]:
    chosen, left = _settled(cells)
    for part in _parts(left) if left else ():
        rows, columns = {row for row, _, _ in part}, {column for _, column, _ in part}
        if len(part) << min(len(rows), len(columns)) <= LISTED:
            chosen += _best_of_all(part, 0, 1) if len(columns) <= len(rows) else _best_of_all(part, 1, 0)
        else:
            chosen += _solved(part, sorted(rows), sorted(columns), exactly=exactly)
    return chosen


def _weighed(cells: list[Cell]) -> list[_Weighed]:
    """Bring the weights on one scale of integers."""
    if _WHOLE.issuperset(type(weight) for _, _, weight in cells):
        return cells  # type: ignore[return-value]
    weights, _ = whole_numbers([weight.as_integer_ratio() for _, _, weight in cells])
    return [(row, column, weight) for (row, column, _), weight in zip(cells, weights, strict=True)]


def _settled(left: list[_Weighed]) -> tuple[list[_Weighed], list[_Weighed]]:
    """Take each cell that weighs as much as its row and its column could otherwise give together, again and again."""
    chosen: list[_Weighed] = []
    rows = max([row for row, _, _ in left], default=0) + 1
    columns = max([column for _, column, _ in left], default=0) + 1
    while left:
        first: list[float] = [0] * rows
        second: list[float] = [0] * rows
        highest: list[float] = [0] * columns
        next_highest: list[float] = [0] * columns
        for row, column, weight in left:
            if weight > first[row]:
                second[row], first[row] = first[row], weight
            elif weight > second[row]:
                second[row] = weight
            if weight > highest[column]:
                next_highest[column], highest[column] = highest[column], weight
            elif weight > next_highest[column]:
                next_highest[column] = weight
        before = len(chosen)
        for cell in left:
            row, column, weight = cell
            beside = second[row] if weight == first[row] else first[row]
            beyond = next_highest[column] if weight == highest[column] else highest[column]
            if weight >= beside + beyond:
                chosen.append(cell)
                # Nothing else in this row or column passes the test any more.
                first[row] = second[row] = highest[column] = next_highest[column] = _TAKEN
        left = [cell for cell in left if first[cell[0]] is not _TAKEN and highest[cell[1]] is not _TAKEN]
        if (len(chosen) - before) * 16 < len(left):
            break
    return chosen, left


def _parts(cells: list[_Weighed]) -> list[list[_Weighed]]:
    """Split the cells by connected component, in order of first appearance."""
    parent: dict[int, int] = {}

    def root(node: int) -> int:
        while parent[node] != node:
            parent[node] = node = parent[parent[node]]
        return node

    for row, column, _ in cells:
        one = root(parent.setdefault(row, row))
        other = root(parent.setdefault(~column, ~column))
        if one != other:
            parent[other] = one
    parts: dict[int, list[_Weighed]] = {}
    for each in cells:
        parts.setdefault(root(each[0]), []).append(each)
    return list(parts.values())


def _best_of_all(part: list[_Weighed], side: Literal[0, 1], other: Literal[0, 1]) -> list[_Weighed]:
    """Go through the lines of one side; for each set of lines taken on the other, keep the best choice so far."""
    bits: dict[int, int] = {}
    lines: dict[int, list[tuple[int, _Weighed]]] = {}
    for cell in part:
        bit = bits.setdefault(cell[other], 1 << len(bits))
        lines.setdefault(cell[side], []).append((bit, cell))
    best: dict[int, tuple[int, tuple[_Weighed, ...]]] = {0: (0, ())}
    for line in lines.values():
        for taken, (worth, chosen) in list(best.items()):
            for bit, cell in line:
                if not taken & bit and worth + cell[2] > best.get(taken | bit, (0,))[0]:
                    best[taken | bit] = (worth + cell[2], (*chosen, cell))
    return list(max(best.values(), key=lambda found: found[0])[1])


def _solved(part: list[_Weighed], rows: list[int], columns: list[int], *, exactly: bool) -> list[_Weighed]:
    most = max(weight for _, _, weight in part)
    # The solver adds up to so many weights; while no sum passes this, floats are as exact as integers.
    whole = most * (len(rows) + len(columns)) < 1 << 53
    if exactly and not whole:
        return assigned(part)
    # scipy waits until a matching really needs it: most do not, and importing it takes longer than scoring.
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    row_at = {row: index for index, row in enumerate(rows)}
    column_at = {column: index for index, column in enumerate(columns)}
    by_place = {(column_at[column], row_at[row]): (row, column, weight) for row, column, weight in part}
    # Integers can be too large for a float; shares of the largest are not.
    values = [weight if whole else weight / most for _, _, weight in part]
    if len(part) * 20 < len(rows) * len(columns) > 100_000:
        places = _solved_sparse(list(by_place), values, len(columns), len(rows))
    else:
        weights = np.zeros((len(columns), len(rows)))
        weights[tuple(zip(*by_place, strict=True))] = values
        gold, predicted = linear_sum_assignment(weights, maximize=True)
        places = list(zip(gold.tolist(), predicted.tolist(), strict=True))
    return [by_place[place] for place in places if place in by_place]


def _solved_sparse(
    places: list[tuple[int, int]], values: list[float], columns: int, rows: int
) -> list[tuple[int, int]]:
    """Solve a large sparse part: each gold element may also take a place of its own, worth 1 instead of 1 + weight."""
    import numpy as np
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    gold = [place[0] for place in places] + list(range(columns))
    predicted = [place[1] for place in places] + [rows + index for index in range(columns)]
    weights = np.array([1 + value for value in values] + [1.0] * columns)
    graph = csr_array((weights, (gold, predicted)), shape=(columns, rows + columns))
    one, other = min_weight_full_bipartite_matching(graph, maximize=True)
    return list(zip(one.tolist(), other.tolist(), strict=True))


def greedy(cells: list[Cell]) -> list[Cell]:
    """Take the heaviest cell again and again; ties go to the first gold element, then to the first prediction."""
    return first_come(heaviest_first(cells))


def first_come(cells: Iterable[AnyCell]) -> list[AnyCell]:
    """Take each cell whose row and column are still free."""
    chosen: list[AnyCell] = []
    rows: set[int] = set()
    columns: set[int] = set()
    for cell in cells:
        row, column, _ = cell
        if row not in rows and column not in columns:
            rows.add(row)
            columns.add(column)
            chosen.append(cell)
    return chosen


def heaviest_first(cells: Sequence[AnyCell]) -> Iterator[AnyCell]:
    """Sort by weight, then by gold element, then by prediction."""
    ranked = sorted((-weight, column, row, index) for index, (row, column, weight) in enumerate(_weighed(list(cells))))
    return (cells[index] for _, _, _, index in ranked)


def best_per_row(cells: list[Cell], *, spread: bool) -> list[Cell]:
    """Give each row its best column, which other rows may share; ties are spread over columns, or go to the first."""
    return _best_per(cells, spread, 0, 1)


def best_per_column(cells: list[Cell], *, spread: bool) -> list[Cell]:
    """Give each column its best row, which other columns may share; ties are spread over rows, or go to the first."""
    return _best_per(cells, spread, 1, 0)


def _best_per(cells: list[Cell], spread: bool, side: Literal[0, 1], other: Literal[0, 1]) -> list[Cell]:
    best: dict[int, list[Cell]] = {}
    for cell in cells:
        rivals = best.setdefault(cell[side], [])
        if rivals and rivals[0][2] < cell[2]:
            rivals.clear()
        if not rivals or rivals[0][2] == cell[2]:
            rivals.append(cell)
    if any(len(rivals) > 1 for rivals in best.values()):
        for rivals in best.values():
            rivals.sort(key=lambda cell: cell[other])
        if spread:
            return _spread(best, side)
    return [rivals[0] for rivals in best.values()]


def _spread(best: dict[int, list[Cell]], side: Literal[0, 1]) -> list[Cell]:
    spread = {cell[side]: cell for cell in one_to_one([cell for rivals in best.values() for cell in rivals])}
    return [spread.get(element, rivals[0]) for element, rivals in best.items()]
