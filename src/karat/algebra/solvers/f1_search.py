"""Search for the one-to-one assignment with the highest F1, a ratio of two sums and so no plain assignment problem.

Each cell earns something on the predicted side and something on the gold side. F1 rises with both sums, so only the
pairs of sums that no other pair exceeds on both sides matter. An assignment that is optimal for a weighted sum of both
sides bounds all pairs of sums by a line; few whole-numbered pairs above the best F1 so far remain below these lines.
Each of them is reached by a further assignment, excluded by a further line, or decided by an integer program.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import gcd
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment
from scipy.sparse import csr_array, vstack

from karat.algebra.solvers.assignment import Columns, Sums, quotient
from karat.algebra.solvers.deadline import Deadline
from karat.algebra.solvers.linear_assignment import least_prices
from karat.algebra.solvers.program import maximise

Table = NDArray[np.int64]


SMALL = 32
"""Tables with so few numbers are searched to the end, whatever the time limit; that takes milliseconds."""


class _TimeLimitError(Exception):
    """The deadline passed during a search."""


class F1Assignment(NamedTuple):
    """An assignment, and what no better one can exceed on the predicted side; ``None`` where it is proved."""

    columns: Columns
    bound: int | None = None


def highest_f1(
    rows: int, columns: int, cells: Mapping[tuple[int, int], tuple[int, int]], masses: Sums, deadline: Deadline
) -> F1Assignment:
    """Find the first assignment with the highest F1; ``cells`` says what a row and a column earn on both sides.

    Assignments are ordered by the column of the first row, then of the second, and so on; a row without a column comes
    last. At the deadline the best assignment so far is given, with a bound.
    """
    table = np.zeros((rows, columns, 2), dtype=np.int64)
    for place, earned in cells.items():
        table[place] = earned
    search = _Search(table, masses, deadline if table.size > SMALL else Deadline(None))
    try:
        search.maximise()
        return F1Assignment(search.first())
    except _TimeLimitError:
        return F1Assignment(search.best_columns, search.bound())


class _Search:
    """The best assignment so far, and for each predicted sum the highest gold sum that is not excluded yet."""

    def __init__(self, table: Table, masses: Sums, deadline: Deadline) -> None:
        self.table, self.masses, self.deadline = table, masses, deadline
        self.rows, self.columns = range(table.shape[0]), list(range(table.shape[1]))
        self.ceiling = [masses.gold] * (masses.predicted + 1)
        self.best, self.best_columns = self._assign(0, self.columns, self._tangent(masses))

    def maximise(self) -> None:
        """Find the highest F1, and exclude all that is higher."""
        for direction in ((1, 0), (0, 1)):
            self._check_time()
            self._learn(direction, *self._assign(0, self.columns, direction))
        while (goal := self._highest_open()) is not None:
            self._reach(0, self.columns, goal)

    def first(self) -> Columns:
        """The first of the assignments that are as good as the best one."""
        if not self._quotient(self.best)[0]:
            return dict(zip(self.rows, self.columns, strict=False))
        options = [columns for goal in self._as_good() if (columns := self._first_reaching(goal)) is not None]
        return min(options, key=lambda columns: [columns.get(row, len(self.columns)) for row in self.rows])

    def bound(self) -> int:
        """The highest predicted sum of assignments that could still be better; more than that of the best one."""
        better = [one for one, other in enumerate(self.ceiling) if self._exceeds(Sums(one, other))]
        return max([self.best.predicted + 1, *better])

    def _check_time(self) -> None:
        if self.deadline.passed():
            raise _TimeLimitError

    def _quotient(self, sums: Sums) -> tuple[int, int]:
        return quotient(sums, self.masses)

    def _exceeds(self, sums: Sums) -> bool:
        (one, below), (other, beneath) = self._quotient(sums), self._quotient(self.best)
        return one * beneath > other * below

    def _as_good(self) -> Iterator[Sums]:
        """The sums with the best F1 that are not excluded."""
        top, bottom = self._quotient(self.best)
        for one in range(1, len(self.ceiling)):
            # F1 is top / bottom where the gold sum is this quotient.
            denominator = 2 * one * bottom - top * self.masses.predicted
            if denominator > 0:
                other, rest = divmod(top * one * self.masses.gold, denominator)
                if not rest and other <= self.ceiling[one]:
                    yield Sums(one, other)

    def _highest_open(self) -> Sums | None:
        highest, value = None, self._quotient(self.best)
        for one, other in enumerate(self.ceiling):
            top, bottom = self._quotient(Sums(one, other))
            if top * value[1] > value[0] * bottom:
                highest, value = Sums(one, other), (top, bottom)
        return highest

    def _offer(self, sums: Sums, columns: Columns) -> None:
        if self._exceeds(sums):
            self.best, self.best_columns = sums, columns

    def _assign(self, start: int, columns: Sequence[int], direction: tuple[int, int]) -> tuple[Sums, Columns]:
        """The rows from ``start`` on, assigned for the highest weighted sum of both sides."""
        part = self.table[start:, columns]
        if not part.size:
            return Sums(0, 0), {}
        chosen = linear_sum_assignment(part @ np.array(direction), maximize=True)
        sums = part[chosen].sum(axis=0)
        assigned = {start + int(row): columns[int(column)] for row, column in zip(*chosen, strict=True)}
        return Sums(int(sums[0]), int(sums[1])), assigned

    def _reach(self, start: int, columns: Sequence[int], goal: Sums) -> Columns | None:
        """Assign the rows from ``start`` on so that both sums reach the goal; ``None`` if no assignment does."""
        if not goal.predicted and not goal.gold:
            return {}
        for direction in (self._tangent(goal), (1, 0), (0, 1)):
            self._check_time()
            sums, assigned = self._assign(start, columns, direction)
            if start == 0:
                self._learn(direction, sums, assigned)
            if _covers(sums, goal):
                return assigned
            if _weigh(direction, sums) < _weigh(direction, goal):
                return None
        return self._decide(start, columns, goal)

    def _tangent(self, goal: Sums) -> tuple[int, int]:
        """The direction in which F1 rises fastest at the goal, in small whole numbers."""
        steepness = self.masses.predicted * max(goal.gold, 1) ** 2, self.masses.gold * max(goal.predicted, 1) ** 2
        scale = max(*steepness, 1)
        return _reduced(*(max(1, round(1000 * each / scale)) for each in steepness))

    def _learn(self, direction: tuple[int, int], sums: Sums, assigned: Columns) -> None:
        """Exclude what lies above the line through the best sums in a direction."""
        self._offer(sums, assigned)
        highest = _weigh(direction, sums)
        if direction[1]:
            for one, other in enumerate(self.ceiling):
                self.ceiling[one] = min(other, (highest - direction[0] * one) // direction[1])
        else:
            del self.ceiling[highest + 1 :]

    def _decide(self, start: int, columns: Sequence[int], goal: Sums) -> Columns | None:
        """Settle by an integer program whether the goal can be reached."""
        part = self.table[start:, columns]
        rows, places = np.nonzero(part.any(axis=2) & self._promising(part, goal))
        size = len(rows)
        cells, ones = np.arange(size), np.ones(size)
        matrix = vstack(
            [
                csr_array((ones, (rows, cells)), shape=(part.shape[0], size)),
                csr_array((ones, (places, cells)), shape=(part.shape[1], size)),
                csr_array(-part[rows, places].T),
            ]
        )
        limits = np.concatenate((np.ones(sum(part.shape[:2])), 0.5 - np.array(goal)))
        answer = maximise(np.zeros(size), matrix, limits, self.deadline)
        if answer.chosen is None:
            if not answer.infeasible:
                raise _TimeLimitError
            if start == 0:
                for one in range(goal.predicted, len(self.ceiling)):
                    self.ceiling[one] = min(self.ceiling[one], goal.gold - 1)
            return None
        held = np.flatnonzero(answer.chosen).tolist()
        assigned = {start + int(rows[cell]): columns[int(places[cell])] for cell in held}
        if start == 0:
            sums = part[rows[held], places[held]].sum(axis=0)
            self._offer(Sums(int(sums[0]), int(sums[1])), assigned)
        return assigned

    def _first_reaching(self, goal: Sums) -> Columns | None:
        """The first assignment that reaches the goal: row after row, the first column that allows it."""
        known = self._reach(0, self.columns, goal)
        if known is None:
            return None
        fixed: Columns = {}
        free = self.columns
        for row in self.rows:
            for column in self._columns_for(row, free, goal):
                if column == known.get(row):
                    break
                rest = _less(goal, self.table[row, column])
                found = self._reach(row + 1, [each for each in free if each != column], rest)
                if found is not None:
                    known = {**fixed, row: column, **found}
                    break
            if row in known:
                fixed[row] = known[row]
                goal = _less(goal, self.table[row, fixed[row]])
                free = [each for each in free if each != fixed[row]]
        return fixed

    def _columns_for(self, row: int, free: Sequence[int], goal: Sums) -> list[int]:
        """The free columns that may lead to the goal, in order."""
        part = self.table[row:, free]
        if not part.size:
            return []
        promising = self._promising(part, goal)
        return [column for column, open_to_row in zip(free, promising[0].tolist(), strict=True) if open_to_row]

    def _promising(self, part: Table, goal: Sums) -> NDArray[np.bool_]:
        """The cells that an assignment may hold which reaches the goal, as far as the best assignment's prices tell."""
        direction = self._tangent(goal)
        worth = part @ np.array(direction)
        rows, columns = linear_sum_assignment(worth, maximize=True)
        taken = worth[rows, columns]
        prices = least_prices(worth, rows, columns, taken, self.deadline)
        if prices is None:
            raise _TimeLimitError
        column_price, row_price = prices
        slack = row_price[:, None] + column_price - worth
        return np.asarray(taken.sum() - slack >= _weigh(direction, goal))


def _covers(sums: Sums, goal: Sums) -> bool:
    return sums.predicted >= goal.predicted and sums.gold >= goal.gold


def _weigh(direction: tuple[int, int], sums: Sums) -> int:
    return direction[0] * sums.predicted + direction[1] * sums.gold


def _reduced(one: int, other: int) -> tuple[int, int]:
    divisor = gcd(one, other)
    return one // divisor, other // divisor


def _less(goal: Sums, earned: Any) -> Sums:
    """What is left of a goal."""
    return Sums(max(goal.predicted - int(earned[0]), 0), max(goal.gold - int(earned[1]), 0))
