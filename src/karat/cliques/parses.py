"""Parse strings: a tree's upper levels in brackets, without words, as parse pairs are counted and compared."""

from __future__ import annotations

import re

from karat.formats.text.brackets import MARK, parse_tree
from karat.model import Tree
from karat.syntax.trees import WRAPPERS, check_height, prune, skeleton, without_wrapper

HEIGHT = 3
"""How many levels a parse keeps; the root is the first, a wrapper such as ROOT does not count (§2.1 of the paper)."""

WORD = re.compile(r"[^\s()]\s+[^\s()]|\)\s*[^\s()]")
UNLABELLED = re.compile(r"\(\s*[()]")
ODD = re.compile(r"\(\s*(?:[()]|[^\s()]+\s*\))")
"""A node without label or, in a tree with words, without children."""


def parse_string(text: str, height: int = HEIGHT) -> str:
    """Reduce a bracketed tree to its parse string.

    A tree with nothing but labels has already lost its words, and keeps its leaves.

    >>> parse_string("(ROOT (S (NP (NNP Ann)) (VP (VBD left) (NP (NN town)))))", height=2)
    '(S (NP) (VP))'
    >>> parse_string("(S (NP (NNP)) (VP (VBD) (NP)))")
    '(S (NP (NNP)) (VP (VBD) (NP)))'
    """
    check_height(height)
    return _scan(text, height) or _parse(text, height)


def _parse(text: str, height: int) -> str:
    tree = parse_tree(text)
    return render_labels(skeleton(tree, height) if has_words(text) else prune(without_wrapper(tree), height))


def has_words(text: str) -> bool:
    """Whether a bracketed tree has anything in its brackets but labels and brackets."""
    return WORD.search(text) is not None


def render_labels(tree: Tree) -> str:
    """Write a tree of labels with brackets around each, leaves too.

    >>> render_labels(parse_tree("(S NP VP)"))
    '(S (NP) (VP))'
    """
    parts: list[str] = []
    pending: list[Tree | None] = [tree]
    while pending:
        node = pending.pop()
        if node is None:
            parts.append(")")
        else:
            parts.append(f"{' ' if parts else ''}({node.label}")
            pending.append(None)
            pending.extend(reversed(node.children))
    return "".join(parts)


def parse_tokens(parse: str) -> list[str]:
    """Split a parse string into brackets and labels.

    >>> parse_tokens("(S (NP))")
    ['(', 'S', '(', 'NP', ')', ')']
    """
    return MARK.findall(parse)


def _scan(text: str, height: int) -> str | None:
    """Compute the parse string some seven times faster, without building a tree; ``None`` where a tree is needed.

    A bank is counted from millions of trees. A tree is needed for wrong brackets, brackets without label inside the
    sentence, constituents without words among others with words, words outside the sentence, and doubtful wrappers.
    """
    before, *nodes = text.split("(")
    if before.strip() or len(nodes) < 2 or not nodes[-1].strip():
        return None
    wrapped = nodes[0].strip() in WRAPPERS
    if wrapped and (len(nodes) < 3 or _label(nodes[1]) in WRAPPERS):
        return None
    if (ODD if has_words(text) else UNLABELLED).search(text, len(before) + wrapped):
        return None
    *others, last = nodes[1:] if wrapped else nodes
    parts: list[str] = []
    level = 0
    for node in others:  # a label and a blank, or a label, a word, and brackets that close
        level += 1
        if level <= height:
            parts.append(f" ({_label(node)}")
        if closed := node.count(")"):
            if level - closed < height:
                parts.append(")" * (min(level, height) - level + closed))
            level -= closed
        if level < 1:
            return None
    level += 1
    if level <= height:
        parts.append(f" ({_label(last)}")
    parts.append(")" * min(level, height))
    _, *tail = last.split(")")
    is_complete = len(tail) == level + wrapped and not any(map(str.strip, tail))
    return "".join(parts)[1:] if is_complete else None


def _label(node: str) -> str:
    return (node.replace(")", " ").split(None, 1) or [""])[0]
