"""GraphRAG's extraction text: records of entities and relationships (Edge et al., 2024)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from karat.errors import FormatError
from karat.formats.format import Format
from karat.formats.problems import Problems, Repair
from karat.formats.text import blocks
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, lines
from karat.model import Extraction, Row

FIELD, RECORD, END = "<|>", "##", "<|COMPLETE|>"
ENTITY = '"entity"', "entity"
RELATIONSHIP = '"relationship"', "relationship"


def read_blocks(path: Input, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
    """Yield the relationships of each answer; an answer ends with ``<|COMPLETE|>``.

    The relation of a row is the relationship's description, its confidence the strength.
    ``other`` has the types and descriptions of both entities; entities without a relationship are reported as left out.
    """
    number = -1
    for answer in _answers(path, encoding):
        number += 1
        yield from ((number, row) for row in _rows(answer, problems))


def _answers(path: Input, encoding: str) -> Iterator[list[tuple[Line, str]]]:
    """Yield the records of each answer with their first lines; a record may span several lines."""
    records: list[tuple[Line, list[str]]] = []
    seen = False
    for line in lines(path, encoding):
        rest = line.text.strip()
        while rest:
            seen = True
            now, end, rest = rest.partition(END)
            for piece in now.split(RECORD):
                if piece.strip():
                    if records and not records[-1][1][-1].endswith(")"):
                        records[-1][1].append(piece.strip())
                    else:
                        records.append((line, [piece.strip()]))
            if end:
                yield [(start, " ".join(pieces)) for start, pieces in records]
                records, seen = [], False
            rest = rest.strip()
    if seen:
        yield [(start, " ".join(pieces)) for start, pieces in records]


def _rows(records: list[tuple[Line, str]], problems: Problems) -> Iterator[Row]:
    entities: dict[str, tuple[tuple[str, str], ...]] = {}
    relationships: list[tuple[Line, list[str]]] = []
    for line, text in records:
        try:
            match _fields(line, text):
                case [kind, name, type_, *descriptions] if kind in ENTITY:
                    entities[name] = (("type", type_), *(("description", each) for each in descriptions))
                case [kind, _, _, _, *strength] as fields if kind in RELATIONSHIP and len(strength) <= 2:
                    relationships.append((line, fields))
                case _:
                    raise line.error(expected="a record of an entity or a relationship", found=repr(text))
        except FormatError as error:
            problems.add(error)
    if not relationships:
        yield Row(None, line=records[0][0].number if records else None)
    left = set(entities)
    for line, (_, source, target, description, *last) in relationships:
        left -= {source, target}
        try:
            score = line.number_from(last[-1].strip('"'), "strength") if last else 1.0
        except FormatError as error:
            problems.add(error)
            continue
        ends = [("source", source), ("target", target)]
        extraction = Extraction(
            description,
            (source, target),
            score,
            other=(
                *((f"{end}.{key}", text) for end, name in ends for key, text in entities.get(name, ())),
                *(("keywords", text) for text in last[:-1]),
            ),
        )
        yield Row(extraction, line=line.number)
    if left:
        found = f"{len(left)} entities without a relationship ({', '.join(sorted(left)[:5])})"
        problems.repairs.append(Repair(records[0][0].path, records[0][0].number, found, "nothing, left out"))


def _fields(line: Line, text: str) -> list[str]:
    if not (text.startswith("(") and text.endswith(")")):
        raise line.error(
            expected=f'("relationship"{FIELD}source{FIELD}target{FIELD}description{FIELD}strength)', found=repr(text)
        )
    return [field.strip() for field in text[1:-1].split(FIELD)]


def _fits(head: Sequence[str]) -> bool:
    starts = tuple(f"({kind}{FIELD}" for kind in (*ENTITY, *RELATIONSHIP))
    return head[0].lstrip().startswith(starts) or head[0].strip() == END


GRAPHRAG = Format(
    name="graphrag",
    title="GraphRAG extraction text: records of entities and relationships",
    kind="extractions",
    looks=f'records such as ("relationship"{FIELD}source{FIELD}target{FIELD}description{FIELD}8), parted by {RECORD}',
    read=partial(blocks.rows, read_blocks),
    fits=_fits,
    blocks=read_blocks,
)
