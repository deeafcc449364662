"""Pairs of nodes for the tree kernel, in numpy blocks: for trees in which very many nodes follow the same rule."""

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
"""Below this, floats represent every whole number exactly."""


@dataclass(frozen=True, slots=True)
class Block:
    """A node of the first tree, paired with all nodes of the second that follow the same rule.

    ``first`` is the number of the first of these pairs, ``size`` how many there are. ``inner`` gives, for each child,
    the number of each pair's pair of children; if these are not a pair, it is the total number of pairs.
    """

    first: int
    size: int
    inner: tuple[Numbers, ...]


def blocks(a: Any, b: Any, same: dict[Any, list[int]]) -> tuple[Block, ...]:
    """Pair nodes that follow the same rule; ``same`` gives the nodes of the second tree by their rule."""
    children = {rule: np.array([b.below[j] for j in nodes], dtype=np.intp) for rule, nodes in same.items()}
    partners = {rule: np.array(nodes, dtype=np.intp) for rule, nodes in same.items()}
    rows: dict[int, Numbers] = {}
    total = sum(len(same.get(rule, ())) for rule in a.rules)
    all_blocks, first = [], 0
    for i, (rule, below) in enumerate(zip(a.rules, a.below, strict=True)):
        if rule not in partners:
            continue
        theirs = children[rule]
        # A child that is a leaf is -1: the last cell of a row, which belongs to no pair.
        inner = tuple(rows[k][theirs[:, position]] for position, k in enumerate(below) if k in rows)
        size = len(theirs)
        row = np.full(len(b.rules) + 1, total, dtype=np.intp)
        row[partners[rule]] = np.arange(first, first + size)
        rows[i] = row
        all_blocks.append(Block(first, size, inner))
        first += size
    return tuple(all_blocks)


def values_of_blocks(all_blocks: Sequence[Block], decay: float) -> list[float]:
    """Compute the value of each pair, λ · Π (1 + the value of a pair of children), in the order of the pairs."""
    total = sum(block.size for block in all_blocks)
    values = np.zeros(total + 1)
    with np.errstate(over="ignore"):  # values too large for a float become infinite, as without numpy
        for block in all_blocks:
            part = values[block.first : block.first + block.size]
            part[:] = decay
            for inner in block.inner:
                part *= 1.0 + values[inner]
    pair_values: list[float] = values[:total].tolist()
    return pair_values


def pairs_of_blocks(all_blocks: Sequence[Block]) -> tuple[tuple[int, ...], ...]:
    """Convert blocks to pairs, each given by the numbers of its pairs of children, for values that are not floats."""
    total = sum(block.size for block in all_blocks)
    pairs: list[tuple[int, ...]] = []
    for block in all_blocks:
        columns = [inner.tolist() for inner in block.inner]
        pairs += (
            [tuple([number for number in row if number < total]) for row in zip(*columns, strict=True)]
            if columns
            else [()] * block.size
        )
    return tuple(pairs)
