"""Parse strings: a tree's upper levels in brackets, without words, as parse pairs are counted and compared."""

from __future__ import annotations

import re

from karat.formats.brackets import parse_tree
from karat.model import Tree
from karat.syntax.trees import WRAPPERS, check_height, prune, skeleton, without_wrapper

HEIGHT = 3
"""How many levels a parse keeps, the root being the first and a wrapper such as ROOT none (§2.1 of the paper)."""

WORD = re.compile(r"[^\s()]\s+[^\s()]|\)\s*[^\s()]")
TOKEN = re.compile(r"[()]|[^\s()]+")
UNIT = re.compile(r"\(\s*[^\s()]*|\)|[^\s()]+")
CHILDLESS = re.compile(r"\(\s*[^\s()]*\s*\)")


def parse_string(text: str, height: int = HEIGHT) -> str:
    """Cut a bracketed tree down to its parse string.

    A text in which nothing but labels stands in the brackets is a tree whose words are gone already, and loses no leaf.

    >>> parse_string("(ROOT (S (NP (NNP Ann)) (VP (VBD left) (NP (NN town)))))", height=2)
    '(S (NP) (VP))'
    >>> parse_string("(S (NP (NNP)) (VP (VBD) (NP)))")
    '(S (NP (NNP)) (VP (VBD) (NP)))'
    """
    check_height(height)
    return _scanned(text, height) or _parsed(text, height)


def _parsed(text: str, height: int) -> str:
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
    """Part a parse string into brackets and labels.

    >>> parse_tokens("(S (NP))")
    ['(', 'S', '(', 'NP', ')', ')']
    """
    return TOKEN.findall(parse)


def _scanned(text: str, height: int) -> str | None:
    """Do the same some five times faster, without a tree; nothing where only a tree would tell what is meant.

    A bank is counted from millions of trees. Wrong brackets, brackets without label inside the sentence, constituents
    without words among others with words, and wrappers that are none are left to the tree.
    """
    if has_words(text) and CHILDLESS.search(text):
        return None
    units = UNIT.findall(text)
    if not units or units[0][0] != "(":
        return None
    wrapped = units[0][1:].lstrip() in WRAPPERS
    level, deepest, sentences = 0, 0, 0
    first, last = 1 + wrapped, height + wrapped
    parts: list[str] = []
    for place, unit in enumerate(units):
        if unit[0] == "(":
            label = unit[1:].lstrip()
            if place and (level < 1 or not label or (wrapped and level == 1 and label in WRAPPERS)):
                return None
            level += 1
            deepest = max(deepest, level)
            sentences += level == first
            if first <= level <= last:
                parts.append(f" ({label}")
        elif unit == ")":
            if first <= level <= last:
                parts.append(")")
            level -= 1
        elif level < first:
            return None
    whole = level == 0 and sentences == 1 and (not wrapped or deepest > 2)
    return "".join(parts)[1:] if whole else None
