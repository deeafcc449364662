"""LangChain's graphs: documents of nodes and relationships, and the text of its triple chain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from karat.errors import FormatError
from karat.formats.format import Format
from karat.formats.json.parts import Part
from karat.formats.json.values import as_text, elements, inner_or_none, keys, line_number, others, values
from karat.formats.problems import Problems, Repair
from karat.formats.text import blocks
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, lines
from karat.formats.text.tuple_parts import parse_tuple
from karat.model import Extraction, Row

DELIMITER = "<|>"
NOTHING = "NONE"


def read_blocks(path: Input, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
    """Yield the relationships of each document; its source, if any, is the sentence.

    ``other`` has the types and properties of both nodes; nodes without a relationship are reported as left out.
    """
    number = -1
    for value in values(path, encoding, problems):
        for document in elements(value):
            number += 1
            try:
                yield from ((number, row) for row in _rows(document, problems))
            except FormatError as error:
                problems.add(error)


def _rows(document: Part, problems: Problems) -> Iterator[Row]:
    source = inner_or_none(document, "source")
    sentence = source.text("page_content") if source is not None else None
    kept = (
        *(others(source, "page_content", "type") if source is not None else ()),
        *others(document, "nodes", "relationships", "source", "type"),
    )
    nodes = {_id(node): others(node, "id") for node in document.items("nodes")} if "nodes" in document else {}
    line = line_number(document)
    relationships = document.items("relationships")
    if not relationships:
        yield Row(None, sentence=sentence, line=line)
    left = set(nodes)
    for relationship in relationships:
        ends = (relationship.inner("source"), relationship.inner("target"))
        left -= {_id(end) for end in ends}
        extraction = Extraction(
            relationship.text("type"),
            (_id(ends[0]), _id(ends[1])),
            other=(
                *_said("source", ends[0], nodes),
                *_said("target", ends[1], nodes),
                *others(relationship, "source", "target", "type"),
                *kept,
            ),
        )
        yield Row(extraction, sentence=sentence, line=line)
    if left:
        names = ", ".join(sorted(left)[:5])
        found = f"{len(left)} nodes without a relationship ({names})"
        problems.repairs.append(Repair(document.line.path, line, found, "nothing, left out"))


def _id(part: Part) -> str:
    if isinstance(part.value, str):  # some writers give the bare id
        return part.value
    id = part.inner("id")
    if not isinstance(id.value, str | int) or isinstance(id.value, bool):
        raise id.error("a text or a number", id.shown)
    return as_text(id.value)


def _said(end: str, part: Part, nodes: dict[str, tuple[tuple[str, str], ...]]) -> Iterator[tuple[str, str]]:
    """Return the fields of a node, here and in the list of nodes."""
    here = others(part, "id") if isinstance(part.value, dict) else ()
    for key, text in dict((*nodes.get(_id(part), ()), *here)).items():
        yield f"{end}.{key}", text


def text_blocks(path: Input, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
    """Yield the triples of each line, which is the chain's answer to one text."""
    number = -1
    for line in lines(path, encoding):
        text = line.text.strip()
        if not text:
            continue
        number += 1
        text = text.removeprefix("Output:").strip()
        if text == NOTHING:
            yield number, Row(None, line=line.number)
            continue
        for piece in text.split(DELIMITER):
            try:
                yield number, Row(_triple(line, piece.strip()), line=line.number)
            except FormatError as error:
                problems.add(error)


def _triple(line: Line, text: str) -> Extraction:
    if not (text.startswith("(") and text.endswith(")")):
        raise line.error(expected=f"(subject, relation, object) parted by {DELIMITER}, or {NOTHING}", found=repr(text))
    return parse_tuple(line, text)


def _fits(head: Sequence[str]) -> bool:
    found = keys(head)
    return {"nodes", "relationships"} <= set(found) or (found[:1] == ["nodes"] and "edges" not in found)


def _fits_text(head: Sequence[str]) -> bool:
    texts = [text.strip().removeprefix("Output:").strip() for text in head]
    return (
        all(text == NOTHING or (text.startswith("(") and text.endswith(")")) for text in texts)
        and any(f"){DELIMITER}(" in text.replace(" ", "") or text == NOTHING for text in texts)
        and any(text != NOTHING for text in texts)
        and not any(text.startswith('("') and f'"{DELIMITER}' in text for text in texts)  # GraphRAG
    )


LANGCHAIN_JSON = Format(
    name="langchain-json",
    title="LangChain graph documents: JSON of nodes and relationships",
    kind="extractions",
    looks='JSON objects with "nodes" and "relationships"',
    read=partial(blocks.rows, read_blocks),
    fits=_fits,
    blocks=read_blocks,
)
LANGCHAIN_TEXT = Format(
    name="langchain-text",
    title="LangChain triple chain: the triples of one text a line",
    kind="extractions",
    looks=f"lines of (subject, relation, object) parted by {DELIMITER}, or {NOTHING}",
    read=partial(blocks.rows, text_blocks),
    fits=_fits_text,
    blocks=text_blocks,
)
