"""Two trees, or all cliques of a benchmark: HWS distance and the convolution tree kernel. There are no peers on PyPI.

The limit is for kernels of 200 nodes, as sentences have them, and for the worst case: a single rule throughout.
"""

from __future__ import annotations

import random

from case import Case

from karat.model import Clique, Member, Sentence, Tree
from karat.results.cliques.syntax import syntax_by_discount
from karat.syntax.hws import hws
from karat.syntax.kernel import kernel, similarity

LIMIT = 0.005
LABELS = ("S", "NP", "NP", "VP", "VP", "PP", "SBAR", "ADJP")
TAGS = ("DT", "NN", "NN", "NNP", "VBD", "IN", "JJ", "CC", "PRP")


def grown(draw: random.Random, words: int) -> Tree:
    """A random tree over so many words, about 2.6 nodes a word, with as few labels as English parses mostly have."""
    if words == 1:
        return Tree(draw.choice(TAGS), (Tree(f"w{draw.randrange(50)}"),))
    cuts = sorted(draw.sample(range(1, words), min(words, draw.choice((2, 2, 3))) - 1))
    parts = [end - start for start, end in zip([0, *cuts], [*cuts, words], strict=True)]
    return Tree(draw.choice(LABELS), tuple(grown(draw, part) for part in parts))


def nodes(tree: Tree) -> int:
    found = [tree]
    for node in found:
        found.extend(node.children)
    return len(found)


def two_trees() -> tuple[Tree, Tree]:
    """Two trees of 200 to 210 nodes."""
    draw = random.Random(0)
    trees = (grown(draw, 75) for _ in range(1000))
    one, other = (next(tree for tree in trees if 200 <= nodes(tree) <= 210) for _ in range(2))
    return one, other


def two_chains() -> tuple[Tree, Tree]:
    """The worst case: 200 nodes, all of one rule."""
    tree = Tree("X")
    for _ in range(199):
        tree = Tree("X", (tree,))
    return tree, tree


def two_sequences(length: int = 200) -> tuple[list[str], list[str]]:
    draw = random.Random(0)
    one, other = (draw.choices(LABELS + TAGS, k=length) for _ in range(2))
    return one, other


def many_cliques() -> list[Clique]:
    """As many cliques as ROBUST has, of four sentences of 25 words."""
    draw = random.Random(0)
    return [
        Clique(str(number), tuple(Member(Sentence(str(place), ""), (), grown(draw, 25)) for place in range(4)))
        for number in range(1272)
    ]


CASES = (
    Case("trees/kernel", "200 nodes, words", two_trees, lambda given: kernel(*given), limit=LIMIT),
    Case("trees/kernel", "200 nodes, no words", two_trees, lambda given: kernel(*given, words=False), limit=LIMIT),
    Case("trees/kernel, decay 1, exact", "200 nodes", two_trees, lambda given: kernel(*given, 1), limit=LIMIT),
    Case("trees/kernel, normalised", "200 nodes", two_trees, lambda given: similarity(*given), limit=LIMIT),
    Case("trees/kernel, one rule only", "200 nodes", two_chains, lambda given: kernel(*given), limit=LIMIT),
    Case("trees/hws", "200 labels", two_sequences, lambda given: hws(*given)),
    Case("trees/hws, min_run 1", "200 labels", two_sequences, lambda given: hws(*given, min_run=1)),
    *(
        Case(
            f"trees/{measure} by discount",
            "1,272 cliques × 6 pairs × 10 discounts",
            many_cliques,
            lambda given, measure=measure: syntax_by_discount(given, measure),
        )
        for measure in ("hws", "kernel")
    ),
)
