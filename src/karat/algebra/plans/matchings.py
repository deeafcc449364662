"""The general plan of a matching: the pairs that are alike, the matched ones among them, and their masses.

Not all pairs are compared where the elements' plan has keys, counts, pairs of its own, or tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from karat.algebra.definitions.matching import Constraint, Ties
from karat.algebra.plans.counting import Contingency, Counting, count
from karat.algebra.plans.plan import Functions, Keys, Plan, Result, SideNumber
from karat.algebra.plans.reading import PLAIN, all_keys, all_plain, all_sets, by_hash, listed, once, wrap_all
from karat.algebra.scores.alignment import Alignment, Match, arranged, shown
from karat.algebra.scores.exact import Number, total
from karat.algebra.scores.normaliser import Masses
from karat.algebra.solvers.assignment import Cell, best_per_column, best_per_row, greedy, heaviest_then, one_to_one

FEW = 4
"""Up to so many pairs for each element, pairs are compared one by one instead of in a table."""


def alike(predicted: list[Any], gold: list[Any], plan: Plan) -> list[Cell]:
    """All pairs of similarity above 0, by the plan's keys, counts, own pairs or tokens, in this order."""
    if not predicted or not gold:
        return []
    if plan.keys:
        return _under_keys(predicted, gold, plan, plan.keys)
    if plan.counting:
        return cells_of(plan.counting.table(predicted, gold), plan.counting)
    if plan.pairs:
        return _compared(predicted, gold, plan.value, plan.pairs(predicted, gold))
    return _compared(predicted, gold, plan.value, _sharing_tokens(predicted, gold, plan.tokens))


def _compared(
    predicted: list[Any],
    gold: list[Any],
    value: Callable[[Any, Any], Number],
    pairs: Iterable[tuple[int, int]] | None,
) -> list[Cell]:
    """Compare the given pairs; all pairs, where none are given."""
    if pairs is not None:
        return [(row, column, weight) for row, column in pairs if (weight := value(predicted[row], gold[column]))]
    return [
        (row, column, weight)
        for row, one in enumerate(predicted)
        for column, other in enumerate(gold)
        if (weight := value(one, other))
    ]


def _sharing_tokens(predicted: list[Any], gold: list[Any], tokens: Functions | None) -> list[tuple[int, int]] | None:
    """The pairs that share a token; ``None`` where there are no tokens to go by."""
    if tokens is None:
        return None
    return by_hash(_pairs_by_token, _tokens(tokens.predicted, predicted), _tokens(tokens.gold, gold), wrap_all)


def _tokens(tokens: Callable[[Any], Iterable[Any]], elements: list[Any]) -> list[Iterable[Any]]:
    return [read if type(read := tokens(each)) in PLAIN else list(read) for each in elements]


def _pairs_by_token(predicted: list[Any], gold: list[Any]) -> list[tuple[int, int]]:
    columns_of: dict[Any, list[int]] = {}
    for column, tokens in enumerate(gold):
        for token in tokens:
            columns_of.setdefault(token, []).append(column)
    return [
        (row, column)
        for row, tokens in enumerate(predicted)
        for column in dict.fromkeys(column for token in tokens for column in columns_of.get(token, ()))
    ]


def cells_of(table: Contingency, counting: Counting) -> list[Cell]:
    """The pairs of a table that are alike."""
    return table.weighed(counting.formula)


def _under_keys(predicted: list[Any], gold: list[Any], plan: Plan, keys: Keys) -> list[Cell]:
    """Compare only objects with equal keys."""
    predicted_keys, gold_keys = all_keys(keys.predicted, predicted), all_keys(keys.gold, gold)
    value = (keys.rest or plan).value
    pairs = by_hash(_unique_pairs, predicted_keys, gold_keys)
    if pairs is not None:
        return _compared(predicted, gold, value, pairs)
    if plan.counting:
        # Elements are read once for each object, not for each pair.
        value = plan.counting.of_elements
        predicted, gold = plan.counting.elements(predicted, gold)
    cells: list[Cell] = []
    for rows, columns in by_hash(_groups, predicted_keys, gold_keys):
        if len(rows) * len(columns) == 1:
            row, column = rows[0], columns[0]
            if weight := value(predicted[row], gold[column]):
                cells.append((row, column, weight))
        elif rows:
            inside = _in_group([predicted[row] for row in rows], [gold[column] for column in columns], plan, value)
            cells += [(rows[row], columns[column], weight) for row, column, weight in inside]
    return cells


def _unique_pairs(predicted_keys: list[Any], gold_keys: list[Any]) -> list[tuple[int, int]] | None:
    """The pairs with equal keys, where no key is repeated on either side; else ``None``."""
    column_of = dict(zip(gold_keys, range(len(gold_keys)), strict=True))
    if len(column_of) < len(gold_keys):
        return None
    pairs = [(row, column) for row, column in enumerate(map(column_of.get, predicted_keys)) if column is not None]
    return pairs if len(pairs) < 2 or len({column for _, column in pairs}) == len(pairs) else None


def _groups(predicted_keys: list[Any], gold_keys: list[Any]) -> list[tuple[list[int], list[int]]]:
    """The rows and columns under each key that the gold side has."""
    groups: dict[Any, tuple[list[int], list[int]]] = {}
    for column, key in enumerate(gold_keys):
        group = groups.get(key)
        if group is None:
            groups[key] = ([], [column])
        else:
            group[1].append(column)
    for row, key in enumerate(predicted_keys):
        group = groups.get(key)
        if group is not None:
            group[0].append(row)
    return list(groups.values())


def _in_group(predicted: list[Any], gold: list[Any], plan: Plan, value: Callable[[Any, Any], Number]) -> Iterable[Cell]:
    """Compare what has one key; where the similarity is a formula over counts, elements are given, not objects."""
    if len(predicted) * len(gold) <= FEW * (len(predicted) + len(gold)):
        return _compared(predicted, gold, value, None)
    if plan.counting:
        return cells_of(count(predicted, gold), plan.counting)
    return _compared(predicted, gold, value, _sharing_tokens(predicted, gold, plan.tokens))


def tokens_of(plan: Plan, value: Any, side: int) -> Iterable[Any]:
    """What an object is found by: its key, its tokens, or its tokens under its key."""
    if not plan.tokens:
        return (plan.keys.of(side)(value),) if plan.keys else ()
    tokens = plan.tokens[side](value)
    if not plan.keys:
        return tokens  # type: ignore[no-any-return]
    key = plan.keys.of(side)(value)
    return [(key, token) for token in tokens]


def choose(cells: list[Cell], constraint: Constraint, ties: Ties) -> list[Cell]:
    """Choose the matched pairs under a constraint."""
    if len(cells) < 2 or constraint is Constraint.N_TO_N:
        return cells
    if constraint is Constraint.ONE_TO_ONE:
        return one_to_one(cells)
    if constraint is Constraint.GREEDY:
        return greedy(cells)
    best_per = best_per_row if constraint is Constraint.N_TO_ONE else best_per_column
    return best_per(cells, spread=ties is Ties.SPREAD)


class Matched(NamedTuple):
    """The elements of both sides, the matched pairs with their credit, and the bound that a search proved."""

    predicted: list[Any]
    gold: list[Any]
    pairs: list[Cell]
    bound: Number | None = None


class MatchPlan(Plan):
    """A matching of two collections: finds the pairs that are alike, then chooses among them."""

    def __init__(
        self,
        inner: Plan,
        constraint: Constraint,
        ties: Ties = Ties.SPREAD,
        by: Plan | None = None,
        distinct: bool = False,
        literal: bool = False,
    ) -> None:
        self.inner = inner
        self.constraint = constraint
        self.ties = ties
        self.by = by
        self.distinct = distinct
        self.literal = literal
        self.apart = inner.apart or constraint not in (Constraint.ONE_TO_ONE, Constraint.GREEDY)
        self.order_matters = inner.apart or by is not None or ties is Ties.FIRST or constraint is Constraint.GREEDY
        """The order of elements breaks ties, so that sets are sorted."""
        if inner.keys or inner.tokens:
            self.tokens = Functions(lambda value: self._tokens(value, 0), lambda value: self._tokens(value, 1))

    def _tokens(self, value: Any, side: int) -> list[Any]:
        return [token for each in self.listed(value) for token in tokens_of(self.inner, each, side)]

    def listed(self, value: Any) -> list[Any]:
        """The elements that are matched."""
        elements = listed(value)
        if self.order_matters and isinstance(value, (set, frozenset)):
            elements.sort(key=shown)
        return once(elements) if self.distinct else elements

    def collections(self, values: list[Any]) -> list[Any]:
        """The elements of many collections, each as a set, list or tuple."""
        plain = all_sets(values) if self.distinct else all_plain(values)
        return values if plain else list(map(self.listed, values))

    def matched(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Matched:
        """Match the elements of two collections."""
        mine, theirs = self.listed(predicted), self.listed(gold)
        return Matched(mine, theirs, self._matched_pairs(mine, theirs))

    def _matched_pairs(self, mine: list[Any], theirs: list[Any]) -> list[Cell]:
        """The matched pairs of two lists of elements, with their credit."""
        cells = alike(mine, theirs, self.by or self.inner)
        if self.inner.apart and not self.by and self.constraint is Constraint.ONE_TO_ONE:
            return self._covering(mine, theirs, cells)
        pairs = choose(cells, self.constraint, self.ties)
        if self.by:
            credited = ((one, other, self.inner.value(mine[one], theirs[other])) for one, other, _ in pairs)
            pairs = [each for each in credited if each[2]]
        return pairs

    def _covering(self, mine: list[Any], theirs: list[Any], cells: list[Cell]) -> list[Cell]:
        """Of several heaviest matchings, choose one that covers most of both sides, whatever the order of elements."""
        covered = [self.inner.sides(mine[row], theirs[column]) for row, column, _ in cells]
        return heaviest_then(cells, [one + other for one, other in covered])

    def value(self, predicted: Any, gold: Any) -> Number:
        return total([weight for _, _, weight in self.matched(predicted, gold).pairs])

    def own(self, value: Any, side: SideNumber) -> Number:
        if self.constraint is Constraint.N_TO_N:
            return self.value(value, value)
        return total(self.inner.owns(self.listed(value), side))

    def sides(self, predicted: Any, gold: Any) -> tuple[Number, Number]:
        if self.literal or self.constraint is Constraint.N_TO_N:
            value = self.value(predicted, gold)
            return value, value
        mine, theirs, pairs, _ = self.matched(predicted, gold)
        return self._side_masses(mine, theirs, pairs)

    def _side_masses(self, mine: list[Any], theirs: list[Any], pairs: list[Cell]) -> tuple[Number, Number]:
        """The matched mass of each side, from the matched pairs."""
        if not pairs:
            return 0, 0
        if not self.apart:
            matched = total([weight for _, _, weight in pairs])
            return matched, matched
        here: dict[int, list[Number]] = {}
        there: dict[int, list[Number]] = {}
        for row, column, weight in pairs:
            one, other = self.inner.sides(mine[row], theirs[column]) if self.inner.apart else (weight, weight)
            here.setdefault(row, []).append(one)
            there.setdefault(column, []).append(other)
        if self.constraint is Constraint.N_TO_N:
            # No element is matched by more than its mass: [2] against [2, 2] has precision 1, not 2.
            return (
                total([min(total(each), self.inner.own(mine[row], 0)) for row, each in here.items()]),
                total([min(total(each), self.inner.own(theirs[column], 1)) for column, each in there.items()]),
            )
        return total([max(each) for each in here.values()]), total([max(each) for each in there.values()])

    def masses(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Result:
        if self.literal:
            value = self.value(predicted, gold)
            return Result(Masses(value, self.value(predicted, predicted), value, self.value(gold, gold)))
        mine, theirs, pairs, bound = self.matched(predicted, gold, time_limit)
        one, other = self._side_masses(mine, theirs, pairs)
        if bound is not None:
            # The search bounds the sum over all pairs, of which a side may have less; the gap stays the same.
            bound = one + (bound - total([weight for *_, weight in pairs]))
        return Result(
            Masses(
                one,
                total(self.inner.owns(mine, 0)),
                other,
                total(self.inner.owns(theirs, 1)),
            ),
            bound,
        )

    def align(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Alignment:
        mine, theirs, pairs, _ = self.matched(arranged(predicted), arranged(gold), time_limit)
        return self._aligned(mine, theirs, pairs)

    def _aligned(self, mine: list[Any], theirs: list[Any], pairs: list[Cell]) -> Alignment:
        """The matched pairs with what is inside them, and what is left."""
        matches = tuple(
            Match(mine[row], theirs[column], weight, self.inner.inside(mine[row], theirs[column]))
            for row, column, weight in pairs
        )
        rows, columns = {row for row, _, _ in pairs}, {column for _, column, _ in pairs}
        return Alignment(
            matches,
            tuple(each for row, each in enumerate(mine) if row not in rows),
            tuple(each for column, each in enumerate(theirs) if column not in columns),
        )

    def inside(self, predicted: Any, gold: Any) -> tuple[tuple[str, Alignment], ...]:
        return (("", self.align(predicted, gold)),)
