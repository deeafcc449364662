"""Files of constituency trees, one for each sentence: lines of brackets, as stanza prints them, or CoreNLP's JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from unicodedata import normalize

from karat.errors import FormatError, InputError, quoted
from karat.formats.documents.corenlp_parses import read_trees as read_corenlp
from karat.formats.json.parts import Part
from karat.formats.problems import parse_each
from karat.formats.text.brackets import parse_tree
from karat.formats.text.input_file import Input, as_input
from karat.formats.text.lines import Line, content
from karat.model import Clique, Member, Tree

CODE = re.compile(r"-[LR][RSC]B-", re.IGNORECASE)
"""How treebanks and parsers write brackets among words: ``-LRB-``, ``-RSB-`` and so on."""

TRACE = "-NONE-"
"""The label of traces and other empty elements."""


@dataclass(frozen=True, slots=True)
class PlacedTree:
    """A tree and its place in the file, for error messages."""

    tree: Tree
    place: Line | Part

    def error(self, expected: str, found: str) -> FormatError:
        """Say what is wrong here; the caller raises it."""
        if isinstance(self.place, Line):
            return self.place.error(expected=expected, found=found)
        return self.place.error(expected, found)


def read_trees(path: Input, encoding: str = "utf-8") -> Iterator[PlacedTree]:
    """Yield each tree: one in brackets on each line that is not blank, or CoreNLP's ``parse`` of each sentence."""
    file = as_input(path)
    if next(content(file, encoding)).text.lstrip()[:1] in ("{", "["):
        for part, tree in read_corenlp(file, encoding):
            yield PlacedTree(tree, part)
    else:
        yield from parse_each(_placed, file, encoding)


def with_trees(
    cliques: Iterable[Clique], path: Input, *, encoding: str = "utf-8", check_words: bool = True
) -> list[Clique]:
    """Give each sentence its tree, in the order of the cliques, the original before its paraphrases.

    There must be as many trees as sentences, and a tree must have its sentence's words; otherwise one missing tree
    would shift all that follow. Only letters and digits are compared, so that tokenisation and the spelling of
    brackets, quotation marks, dashes and capitals do not matter; traces are left out. Existing trees are replaced.
    """
    everything = list(cliques)
    members = [member for clique in everything for member in clique.members]
    placed = list(read_trees(path, encoding))
    if check_words:
        for member, each in zip(members, placed, strict=False):
            _check_words(member, each)
    if len(placed) != len(members):
        expected = f"{len(members):,} trees, one for each sentence of the cliques"
        raise FormatError(path, None, expected, f"{len(placed):,}")
    trees = iter(placed)
    return [
        replace(clique, members=tuple(replace(member, tree=next(trees).tree) for member in clique.members))
        for clique in everything
    ]


def same_words(tree: Tree, text: str) -> bool:
    """Tell whether a tree has the letters and digits of a text."""
    return _letters("".join(_words(tree))) == _letters(text)


def _placed(line: Line) -> PlacedTree:
    try:
        return PlacedTree(parse_tree(line.text), line)
    except InputError as error:
        raise line.error(expected="a tree in brackets", found=f"one that is not: {error}") from None


def _check_words(member: Member, placed: PlacedTree) -> None:
    if not same_words(placed.tree, member.sentence.text):
        words = " ".join(_words(placed.tree))
        expected = f"a tree of sentence {member.sentence.id!r} ({quoted(member.sentence.text)})"
        raise placed.error(expected, f"one of {quoted(words)}")


def _words(tree: Tree) -> Iterator[str]:
    """Give the words from left to right, without traces."""
    pending = [tree]
    while pending:
        node = pending.pop()
        if not node.children:
            yield node.label
        elif node.label != TRACE:
            pending.extend(reversed(node.children))


def _letters(text: str) -> str:
    return "".join(sign for sign in normalize("NFKC", CODE.sub("", text)).casefold() if sign.isalnum())
