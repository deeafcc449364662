"""Bracketed trees, as the Penn Treebank writes them: ``(S (NP (NNP Ann)) (VP (VBD left)))``."""

from __future__ import annotations

import re

from karat.errors import InputError
from karat.model import Tree

MARK = re.compile(r"[()]|[^\s()]+")


def parse_tree(text: str) -> Tree:
    """Read one tree. A bracket may lack its label, as around a whole sentence in the Treebank.

    >>> list(parse_tree("(S (NP Ann) (VP left))").leaves)
    ['Ann', 'left']
    """
    open_: list[tuple[int, str, list[Tree]]] = []
    root: Tree | None = None
    labelled = True
    for mark in MARK.finditer(text):
        column, word = mark.start() + 1, mark[0]
        if root is not None:
            raise _wrong(column, "the end of the tree", word)
        if word == "(":
            open_.append((column, "", []))
            labelled = False
            continue
        if not open_:
            raise _wrong(column, "'('", word)
        if word == ")":
            _, label, children = open_.pop()
            tree = Tree(label, tuple(children))
            if not tree.label and not tree.children:
                raise _wrong(column, "a label or a tree inside the brackets", word)
            if open_:
                open_[-1][2].append(tree)
            else:
                root = tree
        elif not labelled:
            open_[-1] = (open_[-1][0], word, [])
        else:
            open_[-1][2].append(Tree(word))
        labelled = True
    if open_:
        raise InputError(f"expected ')' for the '(' at character {open_[-1][0]}, found the end")
    if root is None:
        raise InputError("expected a tree in brackets, found nothing")
    return root


def render_tree(tree: Tree) -> str:
    """Write a tree on one line; a label with a bracket or white space in it is an error."""
    parts: list[str] = []
    pending: list[Tree | str] = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, str):
            parts.append(node)
        elif node.children or node is tree:
            parts.append(f"{' ' if parts else ''}({_label(node)}")
            pending.append(")")
            pending.extend(reversed(node.children))
        else:
            parts.append(f" {_label(node)}")
    return "".join(parts)


def _label(node: Tree) -> str:
    if re.search(r"[\s()]", node.label) or not (node.label or node.children):
        raise InputError(f"a bracketed tree cannot hold this label: expected no bracket or space, found {node.label!r}")
    return node.label


def _wrong(place: int, expected: str, found: str) -> InputError:
    return InputError(f"expected {expected}, found {found!r} at character {place}")
