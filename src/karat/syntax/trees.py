"""Operations on constituency trees for syntactic measures: remove words, cut at a height, list labels by level.

No function here is recursive, so a tree may be as deep as memory allows.
"""

from __future__ import annotations

from collections.abc import Callable

from karat.errors import InputError
from karat.model import Tree

WRAPPERS = frozenset({"ROOT", "TOP", ""})
"""Labels that parsers and treebanks put around a sentence."""


def without_wrapper(tree: Tree) -> Tree:
    """Remove ``ROOT``, ``TOP`` or a bracket without label around a sentence, repeatedly.

    A wrapper has one child, which is not a word: ``(ROOT (NP Ann) (NP Bob))`` and ``(ROOT Ann)`` do not change.

    >>> from karat.formats.text.brackets import parse_tree
    >>> without_wrapper(parse_tree("(ROOT (S (NP Ann) (VP left)))")).label
    'S'
    """
    while tree.label in WRAPPERS and len(tree.children) == 1 and tree.children[0].children:
        tree = tree.children[0]
    return tree


def without_words(tree: Tree) -> Tree:
    """Remove the words, so that the parts of speech are the leaves; the root always stays.

    Every leaf counts as a word, so do this only once.
    """
    return _filter_children(tree, lambda child, _: bool(child.children))


def prune(tree: Tree, height: int) -> Tree:
    """Keep only the upper ``height`` levels; the root is the first."""
    check_height(height)
    return _filter_children(tree, lambda _, level: level <= height)


def skeleton(tree: Tree, height: int | None = None) -> Tree:
    """Remove the wrapper and the words, and cut at a height, as HWS and parse pairs need it.

    >>> from karat.formats.text.brackets import parse_tree, render_tree
    >>> render_tree(skeleton(parse_tree("(ROOT (S (NP (NNP Ann)) (VP (VBD left))))"), height=2))
    '(S NP VP)'
    """
    bare = without_words(without_wrapper(tree))
    return bare if height is None else prune(bare, height)


def level_order(tree: Tree) -> tuple[str, ...]:
    """List all labels, level by level from the root and from left to right, including leaves.

    >>> from karat.formats.text.brackets import parse_tree
    >>> level_order(skeleton(parse_tree("(S (NP (NNP Ann)) (VP (VBD left)))")))
    ('S', 'NP', 'VP', 'NNP', 'VBD')
    """
    nodes = [tree]
    for node in nodes:  # the list grows during iteration
        nodes.extend(node.children)
    return tuple(node.label for node in nodes)


def check_height(height: int | None) -> None:
    """Refuse a height that would leave no level."""
    if height is not None and height < 1:
        raise InputError(f"height: expected at least 1 level, found {height}")


def _filter_children(tree: Tree, keep: Callable[[Tree, int], bool]) -> Tree:
    """Copy the tree with only the children for which ``keep`` is true, given the child and its level."""
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
