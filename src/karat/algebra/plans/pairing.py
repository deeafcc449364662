"""Find the pairs of two collections that are alike, without trying all pairs where the plan allows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from karat.algebra.plans.contingency import Contingency, count
from karat.algebra.plans.counting import Counting
from karat.algebra.plans.hashing import by_hash, wrap_all
from karat.algebra.plans.plan import Keys, Plan
from karat.algebra.plans.reading import PLAIN, all_keys
from karat.algebra.scores.exact import Number
from karat.algebra.solvers.assignment import Cell

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


def _sharing_tokens(predicted: list[Any], gold: list[Any], tokens: Keys | None) -> list[tuple[int, int]] | None:
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
    value = (plan.rest or plan).value
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
        return (plan.keys[side](value),) if plan.keys else ()
    tokens = plan.tokens[side](value)
    if not plan.keys:
        return tokens  # type: ignore[no-any-return]
    key = plan.keys[side](value)
    return [(key, token) for token in tokens]
