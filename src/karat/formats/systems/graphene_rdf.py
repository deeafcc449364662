"""Graphene's RDF: sentences and extractions as N-Triples, whose texts are resources (Cetto et al., 2018)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple
from urllib.parse import unquote_plus

from karat.errors import FormatError
from karat.formats.format import Format
from karat.formats.problems import Problems
from karat.formats.text import blocks
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, lines
from karat.model import Extraction, Row

NODE = r"_:[^\s<>\"]+|<[^<>\"\s]*>"
STATEMENT = re.compile(
    rf'(?P<subject>{NODE})\s+<(?P<property>[^<>"\s]*)>\s+'
    rf'(?:(?P<node>{NODE})|"(?P<literal>(?:[^"\\]|\\.)*)"(?:\^\^<[^<>"\s]*>|@[\w-]+)?)\s*\.\s*'
)
ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))")
PLAIN = {"t": "\t", "n": "\n", "r": "\r", "b": "\b", "f": "\f"}
TEXT = "text#"


class Statement(NamedTuple):
    """A property of a node, whose value is a node or a text."""

    name: str
    node: str | None
    literal: str | None


class _Graph:
    """All statements of a file by node, each with its first line."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.sentences: dict[str, tuple[int, str]] = {}
        self.members: dict[str, dict[str, int]] = {}
        self.extractions: dict[str, dict[Statement, int]] = {}

    def add(self, line: Line) -> None:
        statement = STATEMENT.fullmatch(line.text.strip())
        if statement is None:
            raise line.error(expected="an N-Triple: subject, property, object and a full stop", found=repr(line.text))
        literal = _unescaped(statement["literal"]) if statement["literal"] is not None else None
        subject, node = statement["subject"], statement["node"]
        room, _, name = statement["property"].rpartition("/")[2].rpartition("#")
        match room, name:
            case "sentence", "original-text" if literal is not None:
                self.sentences[subject] = (line.number, literal)
                self.members.setdefault(subject, {})
            case "sentence", "has-extraction" if node is not None:
                self.members.setdefault(subject, {}).setdefault(node, line.number)
            case "extraction", _:
                self.extractions.setdefault(subject, {}).setdefault(Statement(name, node, literal), line.number)
            case _, "value" if literal is not None:
                self.texts[subject] = literal
            case _:
                raise line.error(
                    expected="a property of Graphene's sentences, extractions or texts", found=repr(line.text)
                )

    def text(self, statement: Statement) -> str:
        """Give the text of a statement: its literal, the value of its resource, or the words in the resource's name."""
        if statement.literal is not None or statement.node is None:
            return statement.literal or ""
        if statement.node in self.texts:
            return self.texts[statement.node]
        bare = statement.node.removeprefix("_:").removeprefix("<").removesuffix(">")
        return unquote_plus(bare.partition(TEXT)[2]) if TEXT in bare else bare


def read_blocks(path: Input, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
    """Yield the extractions of each sentence; the file is read whole, for its lines may come in any order."""
    graph = _Graph()
    for line in lines(path, encoding):
        if line.blank or line.text.startswith("#"):
            continue
        try:
            graph.add(line)
        except FormatError as error:
            problems.add(error)
    for number, (node, members) in enumerate(graph.members.items()):
        place, sentence = graph.sentences.get(node, (None, None))
        if not members:
            yield number, Row(None, sentence=sentence, line=place)
        for member in members:
            try:
                yield number, _row(graph, path, member, sentence)
            except FormatError as error:
                problems.add(error)


def _row(graph: _Graph, path: Input, node: str, sentence: str | None) -> Row:
    statements = graph.extractions.get(node, {})
    first = next(iter(statements.values()), None)
    parts = {statement.name: graph.text(statement) for statement in statements}
    missing = [name for name in ("subject", "predicate", "object") if name not in parts]
    if missing:
        raise FormatError(path, first, f"subject, predicate and object of {node}", f"no {', no '.join(missing)}")
    other = [("id", node.removeprefix("_:"))]
    for statement in statements:
        if statement.name == "context-layer":
            other.append(("layer", graph.text(statement)))
        elif statement.name not in ("subject", "predicate", "object"):
            name = (
                f"{statement.name[0]}:{statement.name[2:]}"
                if statement.name.startswith(("S-", "L-"))
                else statement.name
            )
            other.append((name, graph.text(statement)))
    extraction = Extraction(parts["predicate"], (parts["subject"], parts["object"]), other=tuple(other))
    return Row(extraction, sentence=sentence, line=first)


def _unescaped(text: str) -> str:
    def plain(found: re.Match[str]) -> str:
        code = found[1] or found[2]
        if code is None:
            return PLAIN.get(found[3], found[3])
        number = int(code, 16)
        return chr(number) if number <= 0x10FFFF else "\ufffd"

    return ESCAPE.sub(plain, text)


def _fits(head: Sequence[str]) -> bool:
    return any("lambda3.org/graphene/" in text and STATEMENT.fullmatch(text.strip()) for text in head)


GRAPHENE_RDF = Format(
    name="graphene-rdf",
    title="Graphene RDF: sentences and extractions as N-Triples",
    kind="extractions",
    looks="N-Triples with properties of http://lambda3.org/graphene/",
    read=partial(blocks.rows, read_blocks),
    fits=_fits,
    blocks=read_blocks,
)
