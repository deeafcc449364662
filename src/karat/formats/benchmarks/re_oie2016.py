"""Re-OIE2016's gold: an object of sentences with their tuples (Zhan and Zhao, 2020)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from karat.errors import FormatError, InputError
from karat.formats.format import Format
from karat.formats.json.loading import is_json, peek_json
from karat.formats.json.parts import Part
from karat.formats.json.values import as_text, named_parts, others
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.input_file import Input
from karat.model import Extraction, Sentence, Span, TupleAnnotation

SLOTS = ("arg0", "arg1", "arg2", "arg3", "loc", "temp")
ALL = ("pred", *SLOTS, "context")
BE = "<be>"
"""Marks a form of *be* in a predicate that is not in the sentence."""


def read(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[TupleAnnotation]:
    """Yield each sentence with its tuples, numbered from 1.

    Empty slots are left out; ``other`` has the ``role`` of each argument. Places are word indexes, the last included:
    a pair becomes a span; any other list, such as ``[-2, 15, 15]`` for ``<be> chilled``, is kept in ``other``.
    """
    with collect_problems(problems) as report:
        for number, (sentence, tuples) in enumerate(named_parts(path, encoding), 1):
            try:
                extractions = tuple(_extraction(each) for each in tuples.members("a list of tuples"))
            except FormatError as error:
                report.add(error)
            else:
                yield TupleAnnotation(Sentence(str(number), sentence), extractions)


def _extraction(part: Part) -> Extraction:
    relation = part.text("pred")
    for slot in ALL:
        _check_place(part, f"{slot}_index")
    roles = [role for role in SLOTS if part.optional(role)]
    slots = ("pred", *roles, *(["context"] if part.optional("context") else []))
    odd = [(f"{slot}_index", as_text(part.value[f"{slot}_index"])) for slot in slots if _is_odd(part, slot)]
    named = [name for slot in ALL for name in (slot, f"{slot}_index")]
    return Extraction(
        relation,
        tuple(part.text(role) for role in roles),
        context=part.optional("context") or None,
        spans=tuple(_span(part, slot) for slot in ("pred", *roles)),
        other=(
            *(("role", role) for role in roles),
            *odd,
            *((("context_index", as_text(part.value["context_index"])),) if _has_place(part, "context") else ()),
            *others(part, *named),
        ),
    )


def _check_place(part: Part, key: str) -> None:
    """Refuse token positions that are not a list of whole numbers."""
    if key in part:
        place = part.inner(key)
        if not isinstance(place.value, list) or not all(type(each) is int for each in place.value):
            raise place.error("a list of whole numbers", place.shown)


def _has_place(part: Part, slot: str) -> bool:
    return _span(part, slot) is not None


def _is_odd(part: Part, slot: str) -> bool:
    return bool(part.value.get(f"{slot}_index")) and _span(part, slot) is None


def _span(part: Part, slot: str) -> tuple[Span, ...] | None:
    match part.value.get(f"{slot}_index"):
        case [int(first), int(last)] if first >= 0:
            return ((first, last + 1),)
    return None


def as_scored(annotation: TupleAnnotation) -> TupleAnnotation:
    """Give the tuples as published scorers read them: ``<be>`` alone is ``[is]``, before words it is dropped."""
    extractions = (replace(each, relation=_without_mark(each.relation)) for each in annotation.extractions)
    return replace(annotation, extractions=tuple(extractions))


def _without_mark(predicate: str) -> str:
    return "[is]" if predicate.strip() == BE else predicate.replace(f"{BE} ", "")


def render(annotations: Iterable[TupleAnnotation]) -> Iterator[str]:
    """Write one object, a sentence a line; arguments without a role are arg0, arg1 and so on."""
    start = "{"
    seen: set[str] = set()
    for annotation in annotations:
        text = annotation.sentence.text
        if text in seen:
            raise InputError(f"re-oie2016 cannot hold a sentence twice: expected it once, found {text!r} again")
        seen.add(text)
        records = [_record(extraction) for extraction in annotation.extractions]
        yield f"{start}{_json(text)}: {_json(records)}"
        start = ","
    yield "}" if seen else "{}"


def _place(text: str) -> Any:
    if not is_json(text):
        raise InputError(f"re-oie2016 needs places in JSON: expected a list of numbers, found {text!r:.60}")
    return peek_json(text)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _record(extraction: Extraction) -> dict[str, Any]:
    roles = [value for name, value in extraction.other if name == "role"] or list(SLOTS[:4])
    if len(extraction.arguments) > len(roles):
        count = len(extraction.arguments)
        raise InputError(f"re-oie2016 holds {len(roles)} arguments: expected no more, found {count}")
    texts = {"pred": extraction.relation, **dict(zip(roles, extraction.arguments, strict=False))}
    texts["context"] = extraction.context or ""
    places = dict(zip(("pred", *roles), extraction.spans, strict=False))
    other = dict(extraction.other)
    record: dict[str, Any] = {}
    for slot in ("arg0", "pred", *SLOTS[1:], "context"):
        span = places.get(slot)
        index = [span[0][0], span[0][1] - 1] if span and len(span) == 1 else []
        record[slot] = texts.get(slot, "")
        record[f"{slot}_index"] = _place(other[f"{slot}_index"]) if f"{slot}_index" in other else index
    return record


RE_OIE2016 = Format(
    name="re-oie2016",
    title="Re-OIE2016 gold: JSON of sentences with tuples and the places of their parts",
    kind="tuples",
    looks='a JSON object of sentences, each with tuples of "arg0", "arg0_index", "pred", "pred_index"',
    read=read,
    render=render,
)
