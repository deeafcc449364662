"""Karat's own format, which holds all kinds without loss: one JSON object per line, which names its kind."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from karat.errors import FormatError, InputError
from karat.formats.benchmarks.statements import statement_from, statement_object
from karat.formats.format import KINDS, Format, Item
from karat.formats.json.loading import load_json
from karat.formats.json.parts import Part, extraction_from, extraction_object
from karat.formats.json.run_lines import HEAD, KEY, RESULT, head_from, result_from, rows_of
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, lines
from karat.formats.text.slots import CHUNKS
from karat.model import (
    Annotation,
    Chunk,
    Clique,
    Fact,
    Member,
    Row,
    RunHead,
    Sentence,
    Slot,
    Synset,
    Tree,
    TupleAnnotation,
)

CUT = "one that breaks off: the run was interrupted, and goes on when the same command is given again"


def read(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Item]:
    """Yield the item of each line; a line of a run with the result of a sentence gives its rows.

    A run begins with the line that says what was run, and all other lines are results.
    """
    with collect_problems(problems) as report:
        head: RunHead | None = None
        lines_of_ids: dict[str, int] = {}
        for position, line in enumerate(line for line in lines(path, encoding) if not line.blank):
            try:
                part, kind = _parse(line)
            except FormatError as error:
                is_cut = head is not None and not line.text.endswith("}")
                report.add(line.error(expected="a whole result", found=CUT) if is_cut else error)
                continue
            if position == 0 and kind == HEAD:
                head = head_from(part)  # an error ends the reading: without it no result can be read
                continue
            try:
                for item in _items(part, kind, head):
                    if isinstance(item, Annotation):
                        _check_id(item.sentence.id, line, lines_of_ids)
                    yield item
            except FormatError as error:
                report.add(error)


def _check_id(id: str, line: Line, lines_of_ids: dict[str, int]) -> None:
    """Refuse a second sentence with one id, as its extractions would be judged by the facts of the first."""
    first = lines_of_ids.setdefault(id, line.number)
    if first != line.number:
        raise line.error(expected="a sentence id of its own", found=f"{id!r}, which line {first} has")


def parse(line: Line) -> Item:
    """Read a line that is not one of a run."""
    (item,) = _items(*_parse(line), None)
    return item


def _items(part: Part, kind: str, head: RunHead | None) -> Iterator[Item]:
    if (kind == RESULT) != (head is not None) or kind == HEAD:
        raise part.line.error(expected=_expected_kind(head), found=repr(kind))
    if head is not None:
        yield from rows_of(result_from(part, head), head, part.line.number)
    else:
        yield _READERS[kind](part)


def _parse(line: Line) -> tuple[Part, str]:
    """Read the JSON of a line and its kind."""
    part = Part(line, load_json(line.text, line.path, line.number, expected="a JSON object"), "")
    kind = part.text(KEY)
    if kind not in _READERS and kind not in (HEAD, RESULT):
        raise line.error(expected=f'"{KEY}" to be one of {", ".join((*_READERS, HEAD, RESULT))}', found=repr(kind))
    return part, kind


def _expected_kind(head: RunHead | None) -> str:
    if head is not None:
        return f'"{KEY}" to be {RESULT} in all lines below the first of a run'
    return f'"{KEY}" to be {HEAD} in the first line of a run only, and {RESULT} in the others'


def render(items: Iterable[Item]) -> Iterator[str]:
    """Write each item without default values."""
    for item in items:
        kind = KINDS[type(item)]
        try:
            yield json.dumps({KEY: kind, **_WRITERS[kind](item)}, ensure_ascii=False, allow_nan=False)
        except ValueError:
            raise InputError(
                f"jsonl cannot hold infinity or NaN: expected other numbers, found one in {item!r}"
            ) from None


# Rows


def _row(part: Part) -> Row:
    part.only(KEY, "sentence_id", "sentence", "system", "failure", "extraction")
    return Row(
        extraction_from(part.inner("extraction")) if "extraction" in part else None,
        part.optional("sentence_id"),
        part.optional("sentence"),
        line=part.line.number,
        system=part.optional("system"),
        failure=part.optional("failure"),
    )


def _row_object(row: Row) -> dict[str, Any]:
    value: dict[str, Any] = {}
    if row.sentence_id is not None:
        value["sentence_id"] = row.sentence_id
    if row.sentence is not None:
        value["sentence"] = row.sentence
    if row.system is not None:
        value["system"] = row.system
    if row.failure is not None:
        value["failure"] = row.failure
    if row.extraction is not None:
        value["extraction"] = extraction_object(row.extraction)
    return value


# Synsets: a fact is three lists of chunks; a required chunk is a text, an optional one a list of one text


def annotation_from(part: Part) -> Annotation:
    """Read a sentence with its synsets; equal slots become one object, which is also matched only once."""
    part.only(KEY, "sentence", "synsets")
    slots: _Slots = {}
    synsets = tuple([_synset(each, slots) for each in part.items("synsets")])
    return Annotation(_sentence(part.inner("sentence")), synsets)


def _synset(part: Part, slots: _Slots) -> Synset:
    part.only("id", "facts", "statements")
    statements = part.items("statements") if "statements" in part else ()
    facts = _facts(part.inner("facts"), slots)
    return Synset(part.text("id"), facts, tuple(map(statement_from, statements)), line=part.line.number)


def _facts(part: Part, slots: _Slots) -> tuple[Fact, ...]:
    if type(part.value) is list:
        try:
            return tuple([_plain_fact(each, part.line.number, slots) for each in part.value])
        except (TypeError, ValueError):
            pass  # read again, to say what is wrong and where
    return tuple([_fact(each) for each in part.members("a list")])


_Slots = dict[tuple[Any, ...], Slot]
"""The slots of a sentence by their chunks: a required one as its text, an optional one as a tuple of one text."""


def _plain_fact(value: Any, line: int, slots: _Slots) -> Fact:
    """Read a fact without keeping the place of each chunk, which only messages need; fails where anything is wrong."""
    subject, relation, object_ = value
    if not (type(value) is type(subject) is type(relation) is type(object_) is list):
        raise TypeError
    return Fact(_plain_slot(subject, slots), _plain_slot(relation, slots), _plain_slot(object_, slots), line=line)


def _plain_slot(value: list[Any], slots: _Slots) -> Slot:
    chunks: tuple[Any, ...] = tuple(
        [each if type(each) is str else tuple(each) if type(each) is list else None for each in value]
    )
    slot = slots.get(chunks)
    if slot is None:
        slot = slots[chunks] = Slot(tuple(map(CHUNKS.__getitem__, chunks)))
    return slot


def _fact(part: Part) -> Fact:
    slots = [Slot(tuple(_chunk(each) for each in slot.members("a list of chunks"))) for slot in part.members("3 slots")]
    if len(slots) != 3:
        raise part.error("3 slots (subject, relation, object)", f"{len(slots)}")
    return Fact(*slots, line=part.line.number)


def _chunk(part: Part) -> Chunk:
    match part.value:
        case str(text):
            return Chunk(text)
        case [str(text)]:
            return Chunk(text, optional=True)
    raise part.error("a text, or a list of one text", part.shown)


def annotation_object(annotation: Annotation) -> dict[str, Any]:
    """Write a sentence with its synsets."""
    return {
        "sentence": _sentence_object(annotation.sentence),
        "synsets": [_synset_object(synset) for synset in annotation.synsets],
    }


def _synset_object(synset: Synset) -> dict[str, Any]:
    value: dict[str, Any] = {
        "id": synset.id,
        "facts": [[_slot_object(slot) for slot in fact] for fact in synset.facts],
    }
    if synset.statements:
        value["statements"] = [statement_object(statement) for statement in synset.statements]
    return value


def _slot_object(slot: Slot) -> list[Any]:
    return [[chunk.text] if chunk.optional else chunk.text for chunk in slot.chunks]


# Tuples and cliques


def _sentence(part: Part) -> Sentence:
    part.only("id", "text")
    return Sentence(part.text("id"), part.text("text"))


def _sentence_object(sentence: Sentence) -> dict[str, str]:
    return {"id": sentence.id, "text": sentence.text}


def _tuples(part: Part) -> TupleAnnotation:
    part.only(KEY, "sentence", "extractions")
    extractions = tuple(extraction_from(each) for each in part.items("extractions"))
    return TupleAnnotation(_sentence(part.inner("sentence")), extractions)


def _tuples_object(annotation: TupleAnnotation) -> dict[str, Any]:
    return {
        "sentence": _sentence_object(annotation.sentence),
        "extractions": [extraction_object(each) for each in annotation.extractions],
    }


def _clique(part: Part) -> Clique:
    part.only(KEY, "id", "members")
    return Clique(part.text("id"), tuple(_member(each) for each in part.items("members")))


def _member(part: Part) -> Member:
    part.only("sentence", "extractions", "tree")
    tree = _tree(part.inner("tree")) if "tree" in part else None
    extractions = tuple(extraction_from(each) for each in part.items("extractions"))
    return Member(_sentence(part.inner("sentence")), extractions, tree)


def _clique_object(clique: Clique) -> dict[str, Any]:
    return {"id": clique.id, "members": [_member_object(member) for member in clique.members]}


def _member_object(member: Member) -> dict[str, Any]:
    value = {
        "sentence": _sentence_object(member.sentence),
        "extractions": [extraction_object(each) for each in member.extractions],
    }
    return value if member.tree is None else {**value, "tree": _tree_object(member.tree)}


def _tree(part: Part) -> Tree:
    """Read a tree: a word is a text, a constituent a list of its label and its children."""
    match part.value:
        case str(word):
            return Tree(word)
        case [str(label), _, *_]:
            return Tree(label, tuple(_tree(each) for each in part.members("a tree")[1:]))
    raise part.error("a word, or a list of a label and at least one child", part.shown)


def _tree_object(tree: Tree) -> Any:
    return [tree.label, *map(_tree_object, tree.children)] if tree.children else tree.label


_READERS: dict[str, Callable[[Part], Item]] = {
    "extractions": _row,
    "synsets": annotation_from,
    "tuples": _tuples,
    "cliques": _clique,
}
_WRITERS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "extractions": _row_object,
    "synsets": annotation_object,
    "tuples": _tuples_object,
    "cliques": _clique_object,
}


def _fits(head: Sequence[str]) -> bool:
    return head[0].lstrip().startswith("{") and f'"{KEY}"' in head[0]


JSONL = Format(
    name="jsonl",
    title="Karat's own lines of JSON, which hold everything",
    kind="any",
    looks=f'lines of JSON with the key "{KEY}"',
    read=read,
    fits=_fits,
    render=render,
    suffixes=(".jsonl",),
)
