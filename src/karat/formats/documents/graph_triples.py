"""Graphs of any formalism as triples: tab-separated, or in JSON lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from karat.errors import cut
from karat.formats.format import Format
from karat.formats.json.documents import object_on, starts_with_object
from karat.formats.json.parts import Part
from karat.formats.problems import Problems, collect_problems, parse_each
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, lines
from karat.model import Document, Graph, Triple, Variable

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
    """Give the variables that are not connected with the top by edges of any direction; none if there is no top."""
    if top is None:
        return []
    beside: dict[Variable, list[Variable]] = {top: []}
    for triple in triples:
        beside.setdefault(triple.source, [])
        if isinstance(triple.target, Variable):
            beside[triple.source].append(triple.target)
            beside.setdefault(triple.target, []).append(triple.source)
    reached, ahead = {top}, [top]
    while ahead:
        for other in beside[ahead.pop()]:
            if other not in reached:
                reached.add(other)
                ahead.append(other)
    return [variable for variable in beside if variable not in reached]


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


def fits_tsv(head: Sequence[str]) -> bool:
    """Tell whether the first row has four fields."""
    row = next((text for text in head if not text.startswith("#")), "")
    return row.count("\t") == 3


def fits_jsonl(head: Sequence[str]) -> bool:
    """Tell whether the first line is a JSON object with nodes."""
    return starts_with_object(head, "nodes")


TRIPLES = Format(
    name="triples",
    title="Graphs as tab-separated triples",
    kind="amr",
    looks="4 tab-separated fields: graph, source, role, target",
    read=read_tsv,
    fits=fits_tsv,
    suffixes=(".tsv",),
)

JSONL_GRAPHS = Format(
    name="jsonl-graphs",
    title="Graphs in JSON lines",
    kind="amr",
    looks='a JSON object with "nodes" on each line',
    read=read_jsonl,
    fits=fits_jsonl,
    suffixes=(".jsonl",),
)
