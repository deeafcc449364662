"""What syntactic measures look at in a constituency tree: its labels by level, cut at a height, without words.

No function here calls itself, so a tree may be as deep as memory allows.
"""

from __future__ import annotations

from collections.abc import Callable

from karat.errors import InputError
from karat.model import Tree

WRAPPERS = frozenset({"ROOT", "TOP", ""})
"""Labels that parsers and treebanks put around a whole sentence."""


def without_wrapper(tree: Tree) -> Tree:
    """Take away ``ROOT``, ``TOP`` or a bracket without label around a sentence, as often as there is one.

    A wrapper has one child, and that is not a word: ``(ROOT (NP Ann) (NP Bob))`` and ``(ROOT Ann)`` stay as they are.

    >>> from karat.formats.text.brackets import parse_tree
    >>> without_wrapper(parse_tree("(ROOT (S (NP Ann) (VP left)))")).label
    'S'
    """
    while tree.label in WRAPPERS and len(tree.children) == 1 and tree.children[0].children:
        tree = tree.children[0]
    return tree


def without_words(tree: Tree) -> Tree:
    """Take the words away, so that the parts of speech are the leaves; the root always stays.

    A leaf is a word, also in a tree whose words are gone already: do this once.
    """
    return _rebuilt(tree, lambda child, _: bool(child.children))


def prune(tree: Tree, height: int) -> Tree:
    """Keep so many levels, the root being the first."""
    check_height(height)
    return _rebuilt(tree, lambda _, level: level <= height)


def skeleton(tree: Tree, height: int | None = None) -> Tree:
    """Give the tree without wrapper and words, cut at a height: what HWS compares and what a parse pair is made of.

    >>> from karat.formats.text.brackets import parse_tree, render_tree
    >>> render_tree(skeleton(parse_tree("(ROOT (S (NP (NNP Ann)) (VP (VBD left))))"), height=2))
    '(S NP VP)'
    """
    bare = without_words(without_wrapper(tree))
    return bare if height is None else prune(bare, height)


def level_order(tree: Tree) -> tuple[str, ...]:
    """All labels, level by level from the root and from left to right; leaves too, so take words away before.

    >>> from karat.formats.text.brackets import parse_tree
    >>> level_order(skeleton(parse_tree("(S (NP (NNP Ann)) (VP (VBD left)))")))
    ('S', 'NP', 'VP', 'NNP', 'VBD')
    """
    nodes = [tree]
    for node in nodes:  # grows while it is read
        nodes.extend(node.children)
    return tuple(node.label for node in nodes)


def check_height(height: int | None) -> None:
    """Refuse a height that would leave no level."""
    if height is not None and height < 1:
        raise InputError(f"height: expected at least 1 level, found {height}")


def _rebuilt(tree: Tree, keep: Callable[[Tree, int], bool]) -> Tree:
    """Build the tree again with only those children that pass, which are told with the level they stand on."""
    open_: list[tuple[Tree, list[Tree], list[Tree]]] = []
    node: Tree | None = tree
    while True:
        if node is not None:
            level = len(open_) + 2
            pending = [child for child in reversed(node.children) if keep(child, level)]
            open_.append((node, pending, []))
        parent, pending, built = open_[-1]
        if pending:
            node = pending.pop()
            continue
        done = Tree(parent.label, tuple(built))
        open_.pop()
        if not open_:
            return done
        open_[-1][2].append(done)
        node = None
