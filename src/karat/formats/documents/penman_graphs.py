"""AMR graphs in PENMAN notation, read with the ``penman`` library (Goodman, 2020)."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from karat.errors import FormatError, MissingExtraError
from karat.formats.format import Format
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, lines
from karat.model import Document, Graph, Triple, Variable

ID = re.compile(r"::id\s+(?P<id>\S+)")
TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[()\n]|[^\s()"]+|"')
ALIGNMENT = re.compile(r"~(?:[a-z]\.?)?[0-9]+(?:,[0-9]+)*$")
LIKE_A_VARIABLE = re.compile(r"[a-z]\d*")
LETTERS_ALLOWED = (":li", ":value")
"""Roles whose value may be a single letter."""

MOST_LEVELS = 300
"""How deep a graph may be: the library parses it by recursion."""


@dataclass(frozen=True, slots=True)
class Block:
    """The lines of one graph, comments above it included."""

    lines: tuple[Line, ...]

    @property
    def first(self) -> Line:
        """The line on which the graph begins."""
        return next(line for line in self.lines if not line.text.lstrip().startswith("#"))

    @property
    def text(self) -> str:
        """The graph with its comments blanked out, so that line numbers stay right."""
        return "\n".join("" if line.text.lstrip().startswith("#") else line.text for line in self.lines)

    @property
    def id(self) -> str | None:
        """What ``# ::id`` says."""
        comments = (line.text for line in self.lines if line.text.lstrip().startswith("#"))
        return next((found["id"] for text in comments if (found := ID.search(text))), None)


def read(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Document]:
    """Yield each graph, named by its ``# ::id``, or all by their numbers from 1 if a graph has none.

    Graphs are separated by blank lines. A value is a variable if it is declared anywhere in the graph.
    """
    library = _library()
    with collect_problems(problems) as report:
        found = list(_blocks(path, encoding))
        named = all(block.id is not None for block in found)
        for number, block in enumerate(found, 1):
            try:
                graph = _graph(block, library)
            except FormatError as error:
                report.add(error)
            else:
                name = block.id or "" if named else str(number)
                yield Document(name, graph, block.first.number, numbered=not named)


def _library() -> Any:
    # An optional dependency.
    try:
        import penman
    except ImportError:
        raise MissingExtraError("reading AMR in PENMAN notation", "amr") from None
    # What it would warn of, a missing concept or value, is an error here.
    logging.getLogger("penman").setLevel(logging.ERROR)
    return penman


def _blocks(path: Input, encoding: str) -> Iterator[Block]:
    """Split at blank lines; comments alone belong to the next graph, and are ignored at the end of the file."""
    block: list[Line] = []
    for line in lines(path, encoding):
        if line.text.strip():
            block.append(line)
        elif any(not row.text.lstrip().startswith("#") for row in block):
            yield Block(tuple(block))
            block = []
    if any(not row.text.lstrip().startswith("#") for row in block):
        yield Block(tuple(block))


def _graph(block: Block, library: Any) -> Graph:
    _check_brackets(block)
    path = block.first.path
    try:
        tree = library.parse(block.text)
    except library.DecodeError as error:
        line = block.lines[0].number + (error.lineno or 1) - 1
        found = f"{error.message} at column {(error.offset or 0) + 1}"
        raise FormatError(path, line, "a graph in PENMAN notation", found) from None
    written: list[tuple[str, str, str]] = []
    declared = set(_walk(tree.node, written, block))
    stems = {name.rstrip("0123456789") for name in declared}
    triples = tuple(_triple(*each, declared, stems, block) for each in written)
    return Graph(Variable(tree.node[0]), triples, block.first.number, path)


def _check_brackets(block: Block) -> None:
    """Refuse unmatched brackets, too many inside each other, and text outside brackets."""
    opened: list[int] = []
    number = 0
    closed = False
    for found in TOKEN.finditer(block.text):
        sign = found[0]
        if sign == "\n":
            number += 1
        elif closed:
            where = "a second graph in the same block" if sign == "(" else repr(sign)
            raise block.lines[number].error(expected="a blank line after the last )", found=where)
        elif sign == ")":
            if not opened:
                raise block.lines[number].error(expected="( before )", found="none that is open")
            opened.pop()
            closed = not opened
        elif sign == "(":
            opened.append(number)
            if len(opened) > MOST_LEVELS:
                raise block.lines[number].error(expected=f"at most {MOST_LEVELS} ( open at once", found="more")
        elif not opened:
            raise block.lines[number].error(expected="a graph that begins with (", found=repr(sign))
    if opened:
        end = f"none before line {block.lines[-1].number + 1}"
        raise block.lines[opened[-1]].error(expected="a ) for each (", found=f"{end}, and {len(opened)} open")


def _walk(node: Any, written: list[tuple[str, str, str]], block: Block) -> Iterator[str]:
    """Yield the variables and record each triple in the order written; without recursion, since graphs may be deep."""
    declared: set[str] = set()
    stack = [node]
    while stack:
        name, branches = stack.pop()
        if not name:
            raise block.first.error(expected="a variable after each (", found="none")
        if name in declared:
            raise _at(block, name).error(expected=f"the variable {name!r} declared once", found="it declared again")
        declared.add(name)
        yield name
        if not any(role == "/" and target for role, target in branches):
            raise _at(block, name).error(expected=f"a concept: ({name} / …", found="none")
        inner = [target for _, target in branches if isinstance(target, tuple)]
        stack += reversed(inner)
        for role, target in branches:
            value = target[0] if isinstance(target, tuple) else _plain(target or "")
            written.append((name, _plain(role), value or ""))


def _plain(word: str) -> str:
    """Remove the alignment to the sentence, as in ``want-01~e.2``."""
    return word if word.startswith('"') and word.endswith('"') else ALIGNMENT.sub("", word)


def _triple(source: str, role: str, target: str, declared: set[str], stems: set[str], block: Block) -> Triple:
    if role == "/":
        return Triple(Variable(source), "instance", target)
    if not role.removeprefix(":"):
        raise _at(block, ":").error(expected="a role such as :ARG0", found="':'")
    if not target:
        raise _at(block, role).error(expected=f"a value of {role}", found="none")
    name = role.removeprefix(":")
    if target in declared:
        return Triple(Variable(source), name, Variable(target))
    numbered = target[-1].isdigit() and target.rstrip("0123456789") in stems
    if (numbered or LIKE_A_VARIABLE.fullmatch(target)) and role not in LETTERS_ALLOWED:
        raise _at(block, target).error(
            expected="a variable that the graph declares, or a constant", found=f"{target!r}, the value of {role}"
        )
    return Triple(Variable(source), name, target)


def _at(block: Block, word: str) -> Line:
    """Give the last line that contains a word."""
    place = re.compile(rf"(?<![^\s(/]){re.escape(word)}(?![^\s()~/])")
    return next((line for line in reversed(block.lines) if place.search(line.text)), block.first)


def fits(head: Sequence[str]) -> bool:
    """Tell whether the first line that is not a comment opens a bracket."""
    return next((text for text in head if not text.lstrip().startswith("#")), "").lstrip().startswith("(")


PENMAN = Format(
    name="penman",
    title="PENMAN",
    kind="amr",
    looks="graphs in brackets: (w / want-01 :ARG0 …",
    read=read,
    fits=fits,
    suffixes=(".amr",),
)
