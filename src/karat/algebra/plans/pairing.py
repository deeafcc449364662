"""Which pairs of two collections are alike at all, found without trying all pairs where the plan allows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from karat.algebra.plans.contingency import Contingency, count
from karat.algebra.plans.counting import Counting
from karat.algebra.plans.plan import Keys, Plan
from karat.algebra.plans.reading import all_keys
from karat.algebra.scores.exact import Number
from karat.algebra.solvers.assignment import Cell

FEW = 4
"""Up to so many pairs for each element, pairs are compared one by one instead of in a table."""


def alike(predicted: list[Any], gold: list[Any], plan: Plan) -> list[Cell]:
    """All pairs that are alike, by the plan's keys, counts or tokens."""
    if not predicted or not gold:
        return []
    try:
        if plan.keys:
            return _under_keys(predicted, gold, plan, plan.keys)
        if plan.counting:
            return cells_of(plan.counting.table(predicted, gold), plan.counting)
        if plan.pairs:
            return _compared(predicted, gold, plan.value, plan.pairs(predicted, gold))
        pairs = _sharing_tokens(predicted, gold, plan.tokens) if plan.tokens else None
    except TypeError as error:
        if "unhashable" not in str(error):
            raise
        pairs = None
    return _compared(predicted, gold, plan.value, pairs)


def alike_twice(predicted: list[Any], gold: list[Any], one: Plan, other: Plan) -> tuple[list[Cell], list[Cell]]:
    """The same by two plans; where both look by the same tokens, these are gone through once."""
    if one.tokens and one.tokens == other.tokens and not (one.keys or one.counting or other.keys or other.counting):
        pairs = _sharing_tokens(predicted, gold, one.tokens)
        return _compared(predicted, gold, one.value, pairs), _compared(predicted, gold, other.value, pairs)
    return alike(predicted, gold, one), alike(predicted, gold, other)


def _compared(
    predicted: list[Any],
    gold: list[Any],
    value: Callable[[Any, Any], Number],
    pairs: Iterable[tuple[int, int]] | None,
) -> list[Cell]:
    """Compare the pairs one by one, or all there are."""
    if pairs is not None:
        return [(row, column, found) for row, column in pairs if (found := value(predicted[row], gold[column]))]
    return [
        (row, column, found)
        for row, one in enumerate(predicted)
        for column, other in enumerate(gold)
        if (found := value(one, other))
    ]


def _sharing_tokens(predicted: Sequence[Any], gold: Sequence[Any], tokens: Keys) -> list[tuple[int, int]]:
    here, there = tokens
    index: dict[Any, list[int]] = {}
    for column, each in enumerate(gold):
        for token in there(each):
            index.setdefault(token, []).append(column)
    return [
        (row, column)
        for row, each in enumerate(predicted)
        for column in dict.fromkeys(column for token in here(each) for column in index.get(token, ()))
    ]


def cells_of(table: Contingency, counting: Counting) -> list[Cell]:
    """The pairs of a table that are alike."""
    return table.weighed(counting.formula)


# --- objects with keys: only those under the same key are compared ---


def _under_keys(predicted: list[Any], gold: list[Any], plan: Plan, keys: Keys) -> list[Cell]:
    here, there = keys
    mine, theirs = all_keys(here, predicted), all_keys(there, gold)
    owner = dict(zip(theirs, range(len(gold)), strict=True))
    if len(owner) == len(gold):
        pairs = [(row, column) for row, column in enumerate(map(owner.get, mine)) if column is not None]
        if len(pairs) < 2 or len({column for _, column in pairs}) == len(pairs):
            return _compared(predicted, gold, plan.keyed_value, pairs)
    groups: dict[Any, tuple[list[int], list[int]]] = {}
    for column, key in enumerate(theirs):
        group = groups.get(key)
        if group is None:
            groups[key] = ([], [column])
        else:
            group[1].append(column)
    for row, key in enumerate(mine):
        group = groups.get(key)
        if group is not None:
            group[0].append(row)
    if plan.counting:
        # Elements are read once for each object, not for each pair.
        predicted = [plan.counting.predicted(each) for each in predicted]
        gold = [plan.counting.gold(each) for each in gold]
    value = plan.counting.of_elements if plan.counting else plan.keyed_value
    cells: list[Cell] = []
    for rows, columns in groups.values():
        if len(rows) * len(columns) == 1:
            row, column = rows[0], columns[0]
            if found := value(predicted[row], gold[column]):
                cells.append((row, column, found))
        elif rows:
            inside = _in_group([predicted[row] for row in rows], [gold[column] for column in columns], plan, value)
            cells += [(rows[row], columns[column], weight) for row, column, weight in inside]
    return cells


def _in_group(predicted: list[Any], gold: list[Any], plan: Plan, value: Callable[[Any, Any], Number]) -> Iterable[Cell]:
    """Compare what has one key; where the similarity is a formula over counts, what is given are the elements."""
    if len(predicted) * len(gold) <= FEW * (len(predicted) + len(gold)):
        return _compared(predicted, gold, value, None)
    if plan.counting:
        return cells_of(count(predicted, gold), plan.counting)
    pairs = _sharing_tokens(predicted, gold, plan.tokens) if plan.tokens else None
    return _compared(predicted, gold, value, pairs)


def tokens_of(plan: Plan, value: Any, side: int) -> Iterable[Any]:
    """What an object is found by: its key, its tokens, or its tokens under its key."""
    if not plan.tokens:
        return (plan.keys[side](value),) if plan.keys else ()
    tokens = plan.tokens[side](value)
    if not plan.keys:
        return tokens  # type: ignore[no-any-return]
    key = plan.keys[side](value)
    return [(key, token) for token in tokens]
