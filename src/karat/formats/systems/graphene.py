"""Graphene's outputs: default, with a sentence above its triples; flat; JSON; and RDF (Cetto et al., 2018)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple
from urllib.parse import unquote_plus

from karat.errors import FormatError
from karat.formats.columns import column_format
from karat.formats.format import block_format
from karat.formats.json.parts import Part
from karat.formats.json.values import as_text, inner_or_none, keys, line_number, number_at, others, sentence_rows
from karat.formats.problems import Problems
from karat.formats.text import tabs
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, lines
from karat.model import Extraction, Row

CONTEXT = re.compile(r"([SL]:[\w-]+)\((.*)\)", re.DOTALL)
FIELDS = "id, layer, subject, relation and object, parted by tabs"


def read_default(path: Input, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
    """Yield the triples below each sentence; their contexts go to ``other`` as ``S:TEMPORAL`` and the like."""
    number, sentence = -1, None
    rows: list[Row | None] = []  # of the sentence; ``None`` for a line that could not be read
    for line in lines(path, encoding):
        if line.blank:
            continue
        if line.text.startswith("#"):
            yield from _rows_of(number, sentence, rows)
            number, sentence, rows = number + 1, line, []
            continue
        try:
            if line.text.startswith("\t"):
                rows[-1:] = [_with_context(line, rows[-1] if rows else None)]
            else:
                rows.append(None)
                rows[-1] = _triple(line, sentence)
        except FormatError as error:
            problems.add(error)
    yield from _rows_of(number, sentence, rows)


def _rows_of(number: int, sentence: Line | None, rows: Sequence[Row | None]) -> Iterator[tuple[int, Row]]:
    if sentence is not None and not rows:
        yield number, Row(None, sentence=_headline(sentence), line=sentence.number)
    yield from ((number, row) for row in rows if row is not None)


def _triple(line: Line, sentence: Line | None) -> Row:
    if sentence is None:
        raise line.error(expected="a line with # and a sentence before the first triple", found=repr(line.text))
    match line.text.split("\t"):
        case [id, layer, subject, relation, object] if layer.isdecimal():
            extraction = Extraction(relation, (subject, object), other=(("id", id), ("layer", layer)))
            return Row(extraction, sentence=_headline(sentence), line=line.number)
    raise line.error(expected=FIELDS, found=repr(line.text))


def _with_context(line: Line, row: Row | None) -> Row:
    """Add a context to the triple above it."""
    _, name, *texts = line.text.split("\t")
    if not name.startswith(("S:", "L:")) or len(texts) not in (1, 3):
        raise line.error(expected="<TAB>S:CLASS<TAB>words, or <TAB>L:CLASS<TAB>id or triple", found=repr(line.text))
    if row is None or row.extraction is None:
        raise line.error(expected="a triple before its contexts", found=repr(line.text))
    kept = (*row.extraction.other, (name, "\t".join(texts)))
    return replace(row, extraction=replace(row.extraction, other=kept))


def _headline(line: Line) -> str:
    return line.text.removeprefix("#").strip()


def parse_flat(line: Line) -> Row:
    """Read a line of the flat output."""
    match line.text.split("\t"):
        case [sentence, id, layer, subject, relation, object, *contexts] if layer.isdecimal():
            other = [("id", id), ("layer", layer)]
            for text in contexts:
                found = CONTEXT.fullmatch(text)
                if found is None:
                    raise line.error(expected="contexts as S:CLASS(words) or L:CLASS(id)", found=repr(text))
                other.append((found[1], found[2].replace("||", "\t") if found[1].startswith("L:") else found[2]))
            return Row(Extraction(relation, (subject, object), other=tuple(other)), sentence=sentence, line=line.number)
    raise line.error(expected=f"sentence, {FIELDS}", found=repr(line.text))


def _fits_default(head: Sequence[str]) -> bool:
    rows = [text.split("\t") for text in head if not text.startswith(("#", "\t"))]
    return head[0].startswith("#") and bool(rows) and all(len(row) == 5 and row[1].isdecimal() for row in rows)


def _is_flat(rows: Sequence[Sequence[str]]) -> bool:
    return all(map(tabs.has_layer, rows)) and not all(
        tabs.is_number(fields[1]) or tabs.has_places(fields) for fields in rows
    )


GRAPHENE = block_format(
    "graphene",
    "Graphene default output: a sentence, then its triples and their contexts",
    "a line with # and the sentence, then 5 tab-separated fields, the second a whole number",
    read_default,
    _fits_default,
)
GRAPHENE_FLAT = column_format(
    "graphene-flat",
    "Graphene flat output: sentence, id, layer, triple, contexts",
    "sentence, id, layer, subject, relation, object, contexts*",
    "at least 6 tab-separated fields, the first a sentence, the second an id and the third a whole number",
    _is_flat,
    parse=parse_flat,
)


JSON_KEYS = ("relation", "arg1", "arg2", "confidence", "simpleContexts", "linkedContexts", "contextLayer")


def read_json(path: Input, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
    """Yield the extractions of each sentence; contexts go to ``other`` as in the default output."""
    return sentence_rows(_json_rows, path, encoding, problems)


def _json_rows(part: Part) -> Iterator[Row]:
    sentence, line = part.text("originalSentence"), line_number(part)
    extractions = part.items("extractions")
    if not extractions:
        yield Row(None, sentence=sentence, line=line)
    for extraction in extractions:
        yield Row(_json_extraction(extraction), sentence=sentence, line=line)


def _json_extraction(part: Part) -> Extraction:
    simple = part.items("simpleContexts") if inner_or_none(part, "simpleContexts") else []
    linked = part.items("linkedContexts") if inner_or_none(part, "linkedContexts") else []
    return Extraction(
        part.text("relation"),
        (part.text("arg1"), part.text("arg2")),
        number_at(part, "confidence") if inner_or_none(part, "confidence") else 1.0,
        other=(
            *others(part, *JSON_KEYS),
            *((("layer", as_text(part.value["contextLayer"])),) if "contextLayer" in part else ()),
            *((f"S:{one.text('classification')}", one.text("text")) for one in simple),
            *((f"L:{one.text('classification')}", one.text("targetID")) for one in linked),
        ),
    )


def _fits_json(head: Sequence[str]) -> bool:
    return "originalSentence" in keys(head) or keys(head)[:2] == ["coreferenced", "sentences"]


GRAPHENE_JSON = block_format(
    "graphene-json",
    "Graphene JSON: sentences with extractions and their contexts",
    'JSON with "sentences", each with "originalSentence" and "extractions"',
    read_json,
    _fits_json,
)


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
        """Return the text of a statement: its literal, the value of its resource, or the words in that one's name."""
        if statement.literal is not None or statement.node is None:
            return statement.literal or ""
        if statement.node in self.texts:
            return self.texts[statement.node]
        bare = statement.node.removeprefix("_:").removeprefix("<").removesuffix(">")
        return unquote_plus(bare.partition(TEXT)[2]) if TEXT in bare else bare


def read_rdf(path: Input, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
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
                yield number, _rdf_row(graph, path, member, sentence)
            except FormatError as error:
                problems.add(error)


def _rdf_row(graph: _Graph, path: Input, node: str, sentence: str | None) -> Row:
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


def _fits_rdf(head: Sequence[str]) -> bool:
    return any("lambda3.org/graphene/" in text and STATEMENT.fullmatch(text.strip()) for text in head)


GRAPHENE_RDF = block_format(
    "graphene-rdf",
    "Graphene RDF: sentences and extractions as N-Triples",
    "N-Triples with properties of http://lambda3.org/graphene/",
    read_rdf,
    _fits_rdf,
)
