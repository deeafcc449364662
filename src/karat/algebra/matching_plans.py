"""Plans of matchings: which pairs can be alike, which of them are matched, and the masses that follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any, Literal

from karat.algebra.alignment import Alignment, Match, arranged, shown
from karat.algebra.assignment import Cell, greedy, one_to_one
from karat.algebra.constraint import Constraint, Ties
from karat.algebra.counting import Counting, contingency
from karat.algebra.exact import Number, total
from karat.algebra.normaliser import Masses
from karat.algebra.plan import Keys, Plan, Result
from karat.algebra.plans import EqualPlan, ProductPlan
from karat.algebra.reading import listed, once


class MatchPlan(Plan):
    """A matching of two collections, by the pairs that can be alike."""

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
        self.unordered = inner.apart or by is not None or ties is Ties.FIRST or constraint is Constraint.GREEDY
        if inner.keys:
            one, other = inner.keys
            self.tokens = Keys(lambda value: map(one, self.listed(value)), lambda value: map(other, self.listed(value)))
        elif inner.tokens:
            here, there = inner.tokens
            self.tokens = Keys(
                lambda value: (token for each in self.listed(value) for token in here(each)),
                lambda value: (token for each in self.listed(value) for token in there(each)),
            )

    def listed(self, value: Any) -> list[Any]:
        """The elements that are matched."""
        elements = listed(value)
        if self.unordered and isinstance(value, (set, frozenset)):
            elements.sort(key=shown)  # where ties are broken by order, a set needs one
        return once(elements) if self.distinct else elements

    # --- which pairs can be alike ---

    def cells(self, predicted: list[Any], gold: list[Any], plan: Plan) -> list[Cell]:
        """All pairs that are alike at all."""
        if not predicted or not gold:
            return []
        try:
            if plan.counting:
                return self._counted(predicted, gold, plan, plan.counting)
            candidates = self._candidates(predicted, gold, plan)
        except TypeError as error:
            if "unhashable" not in str(error):
                raise
            candidates = ((one, other) for one in range(len(predicted)) for other in range(len(gold)))
        found = ((one, other, plan.value(predicted[one], gold[other])) for one, other in candidates)
        return [Cell(*each) for each in found if each[2]]

    def _candidates(self, predicted: list[Any], gold: list[Any], plan: Plan) -> Iterable[tuple[int, int]]:
        if not plan.keys and not plan.tokens:
            return [(one, other) for one in range(len(predicted)) for other in range(len(gold))]
        index: dict[Any, list[int]] = {}
        for other, each in enumerate(gold):
            for token in _tokens(plan, each, 1):
                index.setdefault(token, []).append(other)
        return [
            (one, other)
            for one, each in enumerate(predicted)
            for other in dict.fromkeys(other for token in _tokens(plan, each, 0) for other in index.get(token, ()))
        ]

    def _counted(self, predicted: list[Any], gold: list[Any], plan: Plan, counting: Counting) -> list[Cell]:
        one, other = counting.predicted, counting.gold
        mine = [one(each) for each in predicted]
        theirs = [other(each) for each in gold]
        formula = counting.formula
        if plan.keys:
            here, there = plan.keys
            index: dict[Any, list[int]] = {}
            for column, each in enumerate(gold):
                index.setdefault(there(each), []).append(column)
            pairs = [(row, column) for row, each in enumerate(predicted) for column in index.get(here(each), ())]
            if len(pairs) <= 4 * (len(mine) + len(theirs)):
                found = ((row, column, counting.value(predicted[row], gold[column])) for row, column in pairs)
                return [Cell(*each) for each in found if each[2]]
            mine = [_tagged(each, here(whole)) for each, whole in zip(mine, predicted, strict=True)]
            theirs = [_tagged(each, there(whole)) for each, whole in zip(theirs, gold, strict=True)]
        table = contingency(mine, theirs, None if plan.keys else counting.family)
        sizes, others = table.predicted, table.gold
        cells = [
            Cell(row, column, weight)
            for row, column, both in table.cells
            if (weight := formula(both, sizes[row], others[column]))
        ]
        if formula(0, 0, 0) and 0 in sizes and 0 in others:
            cells += self._empties(predicted, gold, mine, theirs, plan)
        return cells

    def _empties(
        self, predicted: list[Any], gold: list[Any], mine: list[Any], theirs: list[Any], plan: Plan
    ) -> list[Cell]:
        """Pairs of empty collections, which share no element and yet are alike."""
        rows = [row for row, each in enumerate(mine) if not each]
        columns = [column for column, each in enumerate(theirs) if not each]
        found = ((row, column, plan.value(predicted[row], gold[column])) for row in rows for column in columns)
        return [Cell(*each) for each in found if each[2]]

    # --- which of them are matched ---

    def chosen(
        self, predicted: Any, gold: Any, time_limit: float | None = None
    ) -> tuple[list[Any], list[Any], list[Cell], Number | None]:
        """The elements of both sides, the matched pairs with their credit, and the bound where a search proved one."""
        mine, theirs = self.listed(predicted), self.listed(gold)
        pairs = choose(self.cells(mine, theirs, self.by or self.inner), self.constraint, self.ties)
        if self.by:
            credited = ((one, other, self.inner.value(mine[one], theirs[other])) for one, other, _ in pairs)
            pairs = [Cell(*each) for each in credited if each[2]]
        return mine, theirs, pairs, None

    def value(self, predicted: Any, gold: Any) -> Number:
        """The sum over all matched pairs."""
        return total([cell.weight for cell in self.chosen(predicted, gold)[2]])

    def own_predicted(self, predicted: Any) -> Number:
        """What a collection has with itself."""
        if self.constraint is Constraint.N_TO_N:
            return self.value(predicted, predicted)
        return total([self.inner.own_predicted(each) for each in self.listed(predicted)])

    def own_gold(self, gold: Any) -> Number:
        """What a collection has with itself."""
        if self.constraint is Constraint.N_TO_N:
            return self.value(gold, gold)
        return total([self.inner.own_gold(each) for each in self.listed(gold)])

    def sides(self, predicted: Any, gold: Any) -> tuple[Number, Number]:
        """Matched mass on either side."""
        if self.literal or self.constraint is Constraint.N_TO_N:
            value = self.value(predicted, gold)
            return value, value
        mine, theirs, pairs, _ = self.chosen(predicted, gold)
        return self._gathered(mine, theirs, pairs)

    def _gathered(self, mine: list[Any], theirs: list[Any], pairs: list[Cell]) -> tuple[Number, Number]:
        here: dict[int, list[Number]] = {}
        there: dict[int, list[Number]] = {}
        for row, column, weight in pairs:
            one, other = self.inner.sides(mine[row], theirs[column]) if self.inner.apart else (weight, weight)
            here.setdefault(row, []).append(one)
            there.setdefault(column, []).append(other)
        if self.constraint is Constraint.N_TO_N:
            # An element can be matched by no more than it has: [2] against [2, 2] has precision 1, not 2.
            return (
                total([min(total(each), self.inner.own_predicted(mine[row])) for row, each in here.items()]),
                total([min(total(each), self.inner.own_gold(theirs[column])) for column, each in there.items()]),
            )
        return total([max(each) for each in here.values()]), total([max(each) for each in there.values()])

    def masses(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Result:
        """The four masses; under → and ← the sides are matched apart."""
        if self.literal:
            value = self.value(predicted, gold)
            return Result(Masses(value, self.value(predicted, predicted), value, self.value(gold, gold)))
        mine, theirs, pairs, bound = self.chosen(predicted, gold, time_limit)
        one, other = self._gathered(mine, theirs, pairs)
        return Result(
            Masses(
                one,
                total([self.inner.own_predicted(each) for each in mine]),
                other,
                total([self.inner.own_gold(each) for each in theirs]),
            ),
            bound,
        )

    def align(self, predicted: Any, gold: Any) -> Alignment:
        """Matched pairs, with what is inside them, and what was left over."""
        mine, theirs, pairs, _ = self.chosen(arranged(predicted), arranged(gold))
        matches = tuple(
            Match(mine[row], theirs[column], weight, self.inner.inside(mine[row], theirs[column]))
            for row, column, weight in pairs
        )
        rows, columns = {cell.predicted for cell in pairs}, {cell.gold for cell in pairs}
        return Alignment(
            matches,
            tuple(each for row, each in enumerate(mine) if row not in rows),
            tuple(each for column, each in enumerate(theirs) if column not in columns),
        )

    def inside(self, predicted: Any, gold: Any) -> tuple[tuple[str, Alignment], ...]:
        """The alignment of the elements."""
        return (("", self.align(predicted, gold)),)


def _tokens(plan: Plan, value: Any, side: int) -> Iterable[Any]:
    """The keys under which an object is found: its key, its tokens, or its tokens under its key."""
    if not plan.tokens:
        return (plan.keys[side](value),) if plan.keys else ()
    tokens = plan.tokens[side](value)
    if not plan.keys:
        return tokens  # type: ignore[no-any-return]
    key = plan.keys[side](value)
    return ((key, token) for token in tokens)


def _tagged(elements: Any, key: Any) -> Any:
    tagged = [(key, element) for element in elements]
    return frozenset(tagged) if isinstance(elements, (set, frozenset)) else tagged


def choose(cells: list[Cell], constraint: Constraint, ties: Ties) -> list[Cell]:
    """Choose the matched pairs under a constraint."""
    if constraint is Constraint.ONE_TO_ONE:
        return one_to_one(cells)
    if constraint is Constraint.GREEDY:
        return greedy(cells)
    if constraint is Constraint.N_TO_N:
        return cells
    if constraint is Constraint.N_TO_ONE:
        return _best_per(cells, ties, 0, 1)
    return _best_per(cells, ties, 1, 0)


def _best_per(cells: list[Cell], ties: Ties, side: Literal[0, 1], other: Literal[0, 1]) -> list[Cell]:
    """Give each element of one side its best partner; ties are spread over partners, or go to the first."""
    best: dict[int, list[Cell]] = {}
    for cell in cells:
        rivals = best.setdefault(cell[side], [])
        if rivals and rivals[0].weight < cell.weight:
            rivals.clear()
        if not rivals or rivals[0].weight == cell.weight:
            rivals.append(cell)
    for rivals in best.values():
        rivals.sort(key=lambda cell: cell[other])
    if ties is Ties.FIRST or all(len(rivals) == 1 for rivals in best.values()):
        return [rivals[0] for rivals in best.values()]
    spread = {cell[side]: cell for cell in one_to_one([cell for rivals in best.values() for cell in rivals])}
    return [spread.get(element, rivals[0]) for element, rivals in best.items()]


class DiscreteMatchPlan(MatchPlan):
    """A matching of elements that are either the same or not: multisets of keys."""

    def __init__(
        self, inner: Plan, constraint: Constraint, ties: Ties, distinct: bool, literal: bool, family: object
    ) -> None:
        super().__init__(inner, constraint, ties, None, distinct, literal)
        assert inner.keys is not None
        self.inner_keys = inner.keys
        if constraint in (Constraint.ONE_TO_ONE, Constraint.GREEDY):
            self.counting = Counting(
                lambda value: self._elements(value, 0),
                lambda value: self._elements(value, 1),
                lambda both, mine, theirs: both,
                (family, distinct),
            )

    def _elements(self, value: Any, side: int) -> Any:
        """The elements' keys: a set where no key is repeated."""
        if isinstance(self.inner, EqualPlan):
            if isinstance(value, (set, frozenset)):
                return value
            keys = self.listed(value)
        else:
            key = self.inner_keys[side]
            keys = [key(each) for each in self.listed(value)]
        unique = frozenset(keys)
        return unique if len(unique) == len(keys) else keys

    def masses(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Result:
        """Count; where the constraint lets elements share a partner, by the general rule."""
        if self.constraint not in (Constraint.ONE_TO_ONE, Constraint.GREEDY) or self.literal:
            return super().masses(predicted, gold, time_limit)
        try:
            one, other = self._elements(predicted, 0), self._elements(gold, 1)
            if isinstance(one, (set, frozenset)) and isinstance(other, (set, frozenset)):
                both = len(one & other)
            else:
                both = (Counter(one) & Counter(other)).total()
        except TypeError as error:
            if "unhashable" not in str(error):
                raise
            return super().masses(predicted, gold, time_limit)
        return Result(Masses(both, len(one), both, len(other)))

    def value(self, predicted: Any, gold: Any) -> Number:
        """How many elements are shared."""
        if self.constraint is Constraint.ONE_TO_ONE and not self.literal:
            return self.masses(predicted, gold).masses.matched_predicted
        return super().value(predicted, gold)

    def corpus(self, predicted: Iterable[Any], gold: Iterable[Any]) -> Iterator[Result]:
        """Intersect sets document by document, where the elements are their own keys."""
        mine, theirs = list(predicted), list(gold)
        if self.constraint is not Constraint.ONE_TO_ONE or len(mine) != len(theirs) or not self._plain(mine + theirs):
            return super().corpus(mine, theirs)
        return _intersections(mine, theirs)

    def _plain(self, documents: list[Any]) -> bool:
        if not set(map(type, documents)) <= {set, frozenset}:
            return False
        if isinstance(self.inner, EqualPlan):
            return True
        whole = self.inner.whole if isinstance(self.inner, ProductPlan) else None
        kinds = {type(each) for document in documents for each in document}
        return whole is not None and len(kinds) <= 1 and all(_covered(kind, whole) for kind in kinds)


def _intersections(predicted: list[Any], gold: list[Any]) -> Iterator[Result]:
    for one, other in zip(predicted, gold, strict=True):
        both = len(one & other)
        yield Result(Masses(both, len(one), both, len(other)))


@lru_cache(256)
def _covered(kind: Any, names: frozenset[str]) -> bool:
    """Whether objects of a kind are equal exactly if these fields are."""
    if is_dataclass(kind):
        compared = {field.name for field in fields(kind) if field.compare}
        return "__eq__" in vars(kind) and compared == names == {field.name for field in fields(kind)}
    return issubclass(kind, tuple) and set(getattr(kind, "_fields", ())) == names
