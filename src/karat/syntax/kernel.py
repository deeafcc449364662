"""The convolution tree kernel (Collins and Duffy, 2001): how many fragments two trees have in common.

A fragment is a part of a tree with more than one node, in which each node has either all its children or none. A
fragment with n inner nodes, that is n rules, counts λⁿ.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.errors import InputError
from karat.model import Tree
from karat.syntax.trees import without_words, without_wrapper

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


DECAY = 0.5

MANY = 2_500
"""The number of pairs above which they are computed in blocks; for fewer pairs, blocks would be slower."""

MOST_CELLS = 2**20
"""The largest number of node pairs for which blocks are used, which need a number for each pair."""

Rule = tuple[str, tuple[tuple[str, bool], ...]]
"""A label and its children: the label of each, and whether it is a word."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A tree as the kernel reads it: the rules of its inner nodes, from the bottom up.

    ``below`` gives for each node the numbers of its children, -1 for a leaf.
    """

    label: str
    rules: tuple[Rule, ...]
    below: tuple[tuple[int, ...], ...]


def rules_of(tree: Tree, *, words: bool = True) -> Rules:
    """Convert a tree without its wrapper; without ``words``, the parts of speech are its leaves."""
    tree = without_wrapper(tree)
    if not words:
        tree = without_words(tree)
    order: list[Tree] = [tree] if tree.children else []
    parents: list[tuple[int, int]] = [(-1, 0)]
    for index, node in enumerate(order):  # the list grows during iteration: parents before children
        for number, child in enumerate(node.children):
            if child.children:
                order.append(child)
                parents.append((index, number))
    last = len(order) - 1
    below = [[-1] * len(node.children) for node in order]
    for index, (parent, number) in enumerate(parents[: len(order)]):
        if parent >= 0:
            below[parent][number] = last - index
    return Rules(
        tree.label,
        tuple(_rule(node, words) for node in reversed(order)),
        tuple(tuple(numbers) for numbers in reversed(below)),
    )


@dataclass(frozen=True, slots=True)
class CommonFragments:
    """The pairs of nodes that follow the same rule, from the bottom up; independent of the decay.

    Each pair is given by the numbers of its pairs of children that also follow the same rule. If there are very many
    pairs, they are in ``blocks``, and ``pairs`` is empty.
    """

    pairs: tuple[tuple[int, ...], ...]
    blocks: tuple[Block, ...] = ()

    def weight(self, decay: float | Fraction = DECAY) -> float | Fraction:
        """Sum λⁿ over all common fragments.

        The result is exact if the decay is 1 or a fraction. Otherwise it is a float, unless the sum is too large for a
        float: then it is computed, slowly, as a fraction from the float's exact value.
        """
        if not 0 < decay <= 1:
            raise InputError(f"decay: expected a number above 0 and up to 1, found {decay}")
        if decay == 1:
            return self._count()
        if isinstance(decay, Fraction):
            return self._sum(decay)
        total = self._float(decay)
        return total if math.isfinite(total) else self._sum(Fraction(decay))

    def _count(self) -> int | Fraction:
        if self.blocks and (total := self._float(1.0)) < EXACT:
            return int(total)  # no value is larger than the sum, so all of them were exact
        return self._sum(1)

    def _float(self, decay: float) -> float:
        try:
            # An exact sum, so that the result does not depend on the order of the trees.
            return math.fsum(values_of_blocks(self.blocks, decay) if self.blocks else _values(self.pairs, decay))
        except OverflowError:  # each value is a finite float, but their sum is not
            return math.inf

    def _sum(self, decay: int | Fraction) -> int | Fraction:
        values: list[int | Fraction] = _values(pairs_of_blocks(self.blocks) if self.blocks else self.pairs, decay)
        return sum(values)


def _values(pairs: Sequence[Sequence[int]], decay: Any) -> list[Any]:
    """Compute the value of each pair: λ · Π (1 + the value of a pair of children)."""
    values: list[Any] = []
    for inner in pairs:
        value = decay
        for pair in inner:
            value *= 1 + values[pair]
        values.append(value)
    return values


def common_fragments(a: Rules, b: Rules) -> CommonFragments:
    """Pair the nodes that follow the same rule; others have no fragment in common and are never looked at."""
    same: defaultdict[Rule, list[int]] = defaultdict(list)
    for j, rule in enumerate(b.rules):
        same[rule].append(j)
    if len(a.rules) * len(b.rules) <= MOST_CELLS and sum(len(same.get(rule, ())) for rule in a.rules) > MANY:
        return CommonFragments((), blocks(a, b, same))
    alone: dict[int, int] = {}
    numbers: list[dict[int, int]] = []
    """For each node of a, the number of its pair with each node of b that follows the same rule."""
    pairs: list[tuple[int, ...]] = []
    for rule, below in zip(a.rules, a.below, strict=True):
        partners = same.get(rule)
        if partners is None:
            numbers.append(alone)
            continue
        inner = [(place, numbers[k]) for place, k in enumerate(below) if k >= 0 and numbers[k]]
        numbers.append({j: number for number, j in enumerate(partners, len(pairs))})
        if inner:
            # A child that is a leaf (-1) or follows another rule is in no pair.
            pairs.extend(
                tuple([known[k] for place, known in inner if (k := b.below[j][place]) in known]) for j in partners
            )
        else:
            pairs.extend([()] * len(partners))
    return CommonFragments(tuple(pairs))


def kernel(a: Tree, b: Tree, decay: float | Fraction = DECAY, *, words: bool = True) -> float | Fraction:
    """Sum λⁿ over all pairs of equal fragments of the trees.

    By default, a part of speech with its word is a rule like any other, as in the paper. Without ``words``, the parts
    of speech are the leaves, so that shared words do not make sentences similar. A wrapper is left out, and a tree of
    one node has no fragment.

    >>> from karat.formats.text.brackets import parse_tree
    >>> ann, bob = parse_tree("(S (NP Ann) (VP left))"), parse_tree("(S (NP Bob) (VP left))")
    >>> kernel(ann, ann, 1), kernel(ann, bob, 1)
    (6, 3)
    """
    return common_fragments(rules_of(a, words=words), rules_of(b, words=words)).weight(decay)


def similarity(a: Tree, b: Tree, decay: float | Fraction = DECAY, *, words: bool = True) -> float:
    """Normalise the kernel to 0 … 1: K(a, b) / √(K(a, a) · K(b, b)).

    If a tree has no fragment, the similarity is 1 for two trees of one node with the same label, else 0.
    """
    rules_a, rules_b = rules_of(a, words=words), rules_of(b, words=words)
    common = common_fragments(rules_a, rules_b).weight(decay)
    return normalised(rules_a, rules_b, common, own_weight(rules_a, decay), own_weight(rules_b, decay))


def own_weight(tree: Rules, decay: float | Fraction = DECAY) -> float | Fraction:
    """Compute K(a, a), which normalises similarities."""
    return common_fragments(tree, tree).weight(decay)


def normalised(a: Rules, b: Rules, common: float | Fraction, own_a: float | Fraction, own_b: float | Fraction) -> float:
    """Divide the kernel of two trees by the geometric mean of their own weights."""
    if not own_a or not own_b:
        return float(not own_a and not own_b and a.label == b.label)
    if common == own_a == own_b:
        return 1.0
    if all(isinstance(weight, float) for weight in (common, own_a, own_b)):
        return min(1.0, common / (math.sqrt(own_a) * math.sqrt(own_b)))
    # Exact, since one of them may be too large for a float; their ratio is not.
    return math.sqrt(Fraction(common) ** 2 / (Fraction(own_a) * Fraction(own_b)))


def _rule(node: Tree, words: bool) -> Rule:
    # A word differs from a label with the same spelling: "(. .)". Without words, all are labels.
    return node.label, tuple([(child.label, words and not child.children) for child in node.children])
