"""Matchings of sparse weights: optimal (the assignment problem), greedy, and the best partner of each element."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import Literal, NamedTuple, TypeVar

from karat.algebra.scores.exact import Number, whole_numbers

Cell = tuple[int, int, Number]
"""A predicted and a gold position, and how alike they are (more than 0)."""
WeighedCell = tuple[int, int, int]
"""A cell whose weight is an integer, on a common scale."""
AnyCell = TypeVar("AnyCell", Cell, WeighedCell)
_WHOLE = {int}
_TAKEN = inf
_NOTHING = (0, -1)
LARGEST_AUCTION = 128
"""Up to so many pairs, one round of an auction is likely to settle the matching."""
LARGEST_ENUMERATION = 64
"""Up to so many steps, a part is solved by trying all choices, which needs no solver to be imported."""


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
    weight_of = {(row, column): weight for row, column, weight in cells}
    chosen = sorted(_heaviest_choice(sorted(ranked), exactly=True))
    return [(row, column, weight_of[row, column]) for row, column, _ in chosen]


def largest_total(rows: Sequence[int], columns: Sequence[int], weights: Sequence[int], leading: int = 0) -> int:
    """The total weight of the best choice of cells, no two in one row or column.

    The first ``leading`` cells, if that is given, have different rows, which contain all rows of the others.
    """
    if leading == len(rows) == len(set(columns)):
        return sum(weights)
    best = None
    if len(rows) <= LARGEST_AUCTION:
        # Rows without a cell are left out; then the first cells are numbered like their rows.
        if leading and rows[leading - 1] == leading - 1:
            best = _auction(rows, columns, weights, leading)
        else:
            best = _auction(*_leading(rows, columns, weights))
    if best is None:
        chosen = _heaviest_choice(list(zip(rows, columns, weights, strict=True)))
        best = sum([weight for _, _, weight in chosen])
    return best


def _leading(
    rows: Sequence[int], columns: Sequence[int], weights: Sequence[int]
) -> tuple[list[int], list[int], list[int], int]:
    """Number the rows from 0 and put the first cell of each row before all others; also count these first cells."""
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


def _auction(rows: Sequence[int], columns: Sequence[int], weights: Sequence[int], leading: int) -> int | None:
    """The best total by one round of an auction (Bertsekas, 1979); ``None`` if one round does not settle it.

    Each row bids for its best column. Of several bidders the one that would lose most gets the column; the others take
    their second best, if nobody bids for that. The largest loss among them is the column's price. At these prices no
    row prefers another column, so no choice is worth more.
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


def _heaviest_choice(cells: list[WeighedCell], *, exactly: bool = False) -> list[WeighedCell]:
    chosen, left = _take_dominant(cells)
    for part in _parts(left) if left else ():
        rows, columns = {row for row, _, _ in part}, {column for _, column, _ in part}
        if len(part) << min(len(rows), len(columns)) <= LARGEST_ENUMERATION:
            chosen += _enumerate(part, 0, 1) if len(columns) <= len(rows) else _enumerate(part, 1, 0)
        else:
            # Not at start-up: it imports scipy, which takes longer than most matchings and is rarely needed.
            from karat.algebra.solvers.linear_assignment import solve_part

            chosen += solve_part(part, sorted(rows), sorted(columns), exactly=exactly)
    return chosen


def _weighed(cells: list[Cell]) -> list[WeighedCell]:
    """Scale the weights to integers."""
    if _WHOLE.issuperset(type(weight) for _, _, weight in cells):
        return cells  # type: ignore[return-value]
    weights, _ = whole_numbers([weight.as_integer_ratio() for _, _, weight in cells])
    return [(row, column, weight) for (row, column, _), weight in zip(cells, weights, strict=True)]


def _take_dominant(left: list[WeighedCell]) -> tuple[list[WeighedCell], list[WeighedCell]]:
    """Take each dominant cell, which weighs as much as the next best cells of its row and column together; repeat."""
    chosen: list[WeighedCell] = []
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


def _parts(cells: list[WeighedCell]) -> list[list[WeighedCell]]:
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
    parts: dict[int, list[WeighedCell]] = {}
    for each in cells:
        parts.setdefault(root(each[0]), []).append(each)
    return list(parts.values())


def _enumerate(part: list[WeighedCell], side: Literal[0, 1], other: Literal[0, 1]) -> list[WeighedCell]:
    """Try all choices by dynamic programming over the sets of lines that are taken on the other side."""
    bits: dict[int, int] = {}
    lines: dict[int, list[tuple[int, WeighedCell]]] = {}
    for cell in part:
        bit = bits.setdefault(cell[other], 1 << len(bits))
        lines.setdefault(cell[side], []).append((bit, cell))
    best: dict[int, tuple[int, tuple[WeighedCell, ...]]] = {0: (0, ())}
    for line in lines.values():
        for taken, (worth, chosen) in list(best.items()):
            for bit, cell in line:
                if not taken & bit and worth + cell[2] > best.get(taken | bit, (0,))[0]:
                    best[taken | bit] = (worth + cell[2], (*chosen, cell))
    return list(max(best.values(), key=lambda found: found[0])[1])


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


Columns = dict[int, int]
"""The column of each assigned row."""


class Sums(NamedTuple):
    """What an assignment earns on both sides, or the masses of both sides."""

    predicted: int
    gold: int


def quotient(sums: Sums, masses: Sums) -> tuple[int, int]:
    """Numerator and denominator of F1; 0 where nothing is matched."""
    if not sums.predicted or not sums.gold:
        return 0, 1
    return 2 * sums.predicted * sums.gold, sums.predicted * masses.gold + sums.gold * masses.predicted
