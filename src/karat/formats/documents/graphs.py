"""Graphs: AMR in PENMAN's brackets, and graphs as tab-separated triples or JSON lines."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from karat.errors import FormatError, MissingExtraError, cut
from karat.formats.format import Format
from karat.formats.json.documents import object_on, starts_with_object
from karat.formats.json.parts import Part
from karat.formats.problems import Problems, collect_problems, parse_each
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
        """The value of ``# ::id``."""
        comments = (line.text for line in self.lines if line.text.lstrip().startswith("#"))
        return next((found["id"] for text in comments if (found := ID.search(text))), None)


def read_penman(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Document]:
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
    """Return the last line that contains a word."""
    place = re.compile(rf"(?<![^\s(/]){re.escape(word)}(?![^\s()~/])")
    return next((line for line in reversed(block.lines) if place.search(line.text)), block.first)


def _fits_penman(head: Sequence[str]) -> bool:
    """Tell whether the first line that is not a comment opens a bracket."""
    return next((text for text in head if not text.lstrip().startswith("#")), "").lstrip().startswith("(")


PENMAN = Format(
    name="penman",
    title="PENMAN",
    kind="amr",
    looks="graphs in brackets: (w / want-01 :ARG0 …",
    read=read_penman,
    fits=_fits_penman,
    suffixes=(".amr",),
)


INSTANCE, TOP = "instance", "TOP"


@dataclass(slots=True)
class Reading:
    """A graph's rows: source, role, target, and the line of each."""

    id: str
    first: Line
    rows: list[tuple[str, str, str, Line]] = field(default_factory=list)


def read_tsv(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Document]:
    """Yield the graphs of rows ``graph, source, role, target``; the rows of a graph must be adjacent.

    The role ``instance`` declares a variable with its concept; ``TOP`` names the root, and its target is ignored. A
    declared target is a variable; in quotation marks it is always a constant.
    """
    with collect_problems(problems) as report:
        reading: Reading | None = None
        done: set[str] = set()
        for line in lines(path, encoding):
            if line.blank or line.text.startswith("#"):
                continue
            fields = line.text.split("\t")
            if len(fields) != 4 or not all(fields[:3]):
                report.add(
                    line.error(
                        expected="4 tab-separated fields (graph, source, role, target)",
                        found=f"{len(fields)}: {line.text!r:.60}",
                    )
                )
                continue
            if reading is None or fields[0] != reading.id:
                if reading is not None:
                    yield from _finished(reading, report)
                    done.add(reading.id)
                if fields[0] in done:
                    raise line.error(expected="the rows of a graph together", found=f"{fields[0]!r} again")
                reading = Reading(fields[0], line)
            reading.rows.append((fields[1], fields[2].removeprefix(":"), fields[3], line))
        if reading is not None:
            yield from _finished(reading, report)


def _finished(reading: Reading, problems: Problems) -> Iterator[Document]:
    before = len(problems.errors) + problems.left_out
    declared = {source for source, role, _, _ in reading.rows if role == INSTANCE}
    tops = [(source, line) for source, role, _, line in reading.rows if role == TOP]
    for source, _, _, line in reading.rows:
        if source not in declared:
            problems.add(line.error(expected=f"a row that declares {source!r} (role instance)", found="none"))
    for _, line in tops[1:]:
        problems.add(line.error(expected="one TOP in a graph", found="another"))
    triples = [
        Triple(Variable(source), role, Variable(target) if role != INSTANCE and target in declared else target)
        for source, role, target, _ in reading.rows
        if role != TOP
    ]
    top = Variable(tops[0][0]) if tops else None
    if len(problems.errors) + problems.left_out == before:
        apart = _apart(top, triples)
        if apart:
            line = next(line for source, _, _, line in reading.rows if source == apart[0].name)
            problems.add(line.error(expected=f"a graph connected with its top {cut(str(top))}", found=_named(apart)))
        else:
            yield Document(
                reading.id, Graph(top, tuple(triples), reading.first.number, reading.first.path), reading.first.number
            )


def _apart(top: Variable | None, triples: Iterable[Triple]) -> list[Variable]:
    """Return the variables that are not connected with the top by edges of any direction; none if there is no top."""
    if top is None:
        return []
    neighbours: dict[Variable, list[Variable]] = {top: []}
    for triple in triples:
        neighbours.setdefault(triple.source, [])
        if isinstance(triple.target, Variable):
            neighbours[triple.source].append(triple.target)
            neighbours.setdefault(triple.target, []).append(triple.source)
    reached, ahead = {top}, [top]
    while ahead:
        for other in neighbours[ahead.pop()]:
            if other not in reached:
                reached.add(other)
                ahead.append(other)
    return [variable for variable in neighbours if variable not in reached]


def _named(variables: Sequence[Variable]) -> str:
    names = ", ".join(cut(str(each)) for each in variables[:5])
    return f"{names}{' and more' if len(variables) > 5 else ''} apart from it"


def read_jsonl(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Document]:
    """Yield the graph of each line.

    ``nodes`` maps each variable to its concept, or to null where it has none; ``edges`` are ``[source, role, target]``
    between nodes, ``attributes`` the same with a constant as target; ``top`` names the root.
    """
    return parse_each(_parse, path, encoding, problems)


def _parse(line: Line) -> Document:
    whole = object_on(line)
    whole.only("id", "nodes", "edges", "attributes", "top", "text")
    nodes = whole.inner("nodes")
    if not isinstance(nodes.value, dict):
        raise nodes.error("an object from variables to concepts", nodes.shown)
    triples = [
        Triple(Variable(name), INSTANCE, nodes.text(name))
        for name, concept in nodes.value.items()
        if concept is not None
    ]
    for part in whole.items("edges") if "edges" in whole else ():
        source, role, target = part.texts(3)
        _declared(part, nodes, source, target)
        triples.append(Triple(Variable(source), role.removeprefix(":"), Variable(target)))
    for part in whole.items("attributes") if "attributes" in whole else ():
        source, role, target = part.texts(3)
        _declared(part, nodes, source)
        triples.append(Triple(Variable(source), role.removeprefix(":"), target))
    top = whole.optional("top")
    if top is not None:
        _declared(whole.inner("top"), nodes, top)
    root = Variable(top) if top is not None else None
    apart = _apart(root, [*triples, *(Triple(Variable(name), INSTANCE, "") for name in nodes.value)])
    if apart:
        raise line.error(expected=f"a graph connected with its top {cut(str(top))}", found=_named(apart))
    return Document(whole.name("id"), Graph(root, tuple(triples), line.number, line.path), line.number)


def _declared(part: Part, nodes: Part, *names: str) -> None:
    for name in names:
        if name not in nodes:
            raise part.error("variables that nodes declares", repr(name))


def _fits_tsv(head: Sequence[str]) -> bool:
    """Tell whether the first row has four fields."""
    row = next((text for text in head if not text.startswith("#")), "")
    return row.count("\t") == 3


def _fits_jsonl(head: Sequence[str]) -> bool:
    """Tell whether the first line is a JSON object with nodes."""
    return starts_with_object(head, "nodes")


TRIPLES = Format(
    name="triples",
    title="Graphs as tab-separated triples",
    kind="amr",
    looks="4 tab-separated fields: graph, source, role, target",
    read=read_tsv,
    fits=_fits_tsv,
    suffixes=(".tsv",),
)

JSONL_GRAPHS = Format(
    name="jsonl-graphs",
    title="Graphs in JSON lines",
    kind="amr",
    looks='a JSON object with "nodes" on each line',
    read=read_jsonl,
    fits=_fits_jsonl,
    suffixes=(".jsonl",),
)
