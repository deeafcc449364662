"""Pairs of nodes for the tree kernel, many at once: for trees in which a great many nodes follow the same rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.intp]

EXACT = 2.0**53
"""Up to here every whole number is a float."""


@dataclass(frozen=True, slots=True)
class Block:
    """A node of the first tree, paired with all nodes of the second that follow the same rule.

    ``first`` is the number of the first of these pairs, ``size`` how many there are; ``inner`` gives, for one child
    after the other, the number of each pair's pair of children, or the number after all pairs if they are no pair.
    """

    first: int
    size: int
    inner: tuple[Numbers, ...]


def blocks(a: Any, b: Any, same: dict[Any, list[int]]) -> tuple[Block, ...]:
    """Pair nodes; ``same`` has the nodes of the second tree by the rule that they follow."""
    children = {rule: np.array([b.below[j] for j in nodes], dtype=np.intp) for rule, nodes in same.items()}
    partners = {rule: np.array(nodes, dtype=np.intp) for rule, nodes in same.items()}
    rows: dict[int, Numbers] = {}
    total = sum(len(same.get(rule, ())) for rule in a.rules)
    found, first = [], 0
    for i, (rule, below) in enumerate(zip(a.rules, a.below, strict=True)):
        if rule not in partners:
            continue
        theirs = children[rule]
        # a child that is a leaf is -1: the last place of a row, which is in no pair
        inner = tuple(rows[k][theirs[:, place]] for place, k in enumerate(below) if k in rows)
        size = len(theirs)
        row = np.full(len(b.rules) + 1, total, dtype=np.intp)
        row[partners[rule]] = np.arange(first, first + size)
        rows[i] = row
        found.append(Block(first, size, inner))
        first += size
    return tuple(found)


def values_of_blocks(found: Sequence[Block], decay: float) -> list[float]:
    """Give each pair λ · Π (1 + the value of a pair of children), in the order of the pairs."""
    total = sum(block.size for block in found)
    values = np.zeros(total + 1)
    with np.errstate(over="ignore"):  # what no float holds is infinite, as without numpy
        for block in found:
            part = values[block.first : block.first + block.size]
            part[:] = decay
            for inner in block.inner:
                part *= 1.0 + values[inner]
    given: list[float] = values[:total].tolist()
    return given


def pairs_of_blocks(found: Sequence[Block]) -> tuple[tuple[int, ...], ...]:
    """Give each pair by the numbers of its pairs of children, for values that are no floats."""
    total = sum(block.size for block in found)
    pairs: list[tuple[int, ...]] = []
    for block in found:
        columns = [inner.tolist() for inner in block.inner]
        pairs += (
            [tuple([number for number in row if number < total]) for row in zip(*columns, strict=True)]
            if columns
            else [()] * block.size
        )
    return tuple(pairs)
