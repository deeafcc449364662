"""Gold in JSON: facts with their variants, Re-OIE2016's (Zhan and Zhao, 2020) and DocOIE's (Dong et al., 2021)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from karat.errors import FormatError, InputError
from karat.formats.field_names import find_name, name_fields
from karat.formats.format import Format
from karat.formats.json.loading import is_json, peek_json
from karat.formats.json.parts import Part
from karat.formats.json.values import as_text, elements, keys, line_number, members, named_parts, others, values
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.input_file import Input
from karat.formats.text.slots import parse_slot, render_slot
from karat.formats.triples_as_gold import check_aliases
from karat.model import Annotation, Extraction, Fact, Sentence, Slot, Span, Synset, TupleAnnotation

FACTS, VARIANTS, IDS = "facts", "variants", ("id", "sentence_id", "sent_id")
TRIPLE = "[subject, relation, object]"


def read_facts(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Annotation]:
    """Yield each sentence with its facts; sentences without an id are numbered from 1."""
    with collect_problems(problems) as report:
        number = 0
        for part in values(path, encoding, report):
            for sentence in elements(part):
                number += 1
                try:
                    yield _annotation(sentence, number)
                except FormatError as error:
                    report.add(error)
        if not number and not report.errors:
            raise FormatError(path, None, "sentences with facts in JSON", "an empty file")


def _annotation(part: Part, number: int) -> Annotation:
    part.only("sentence", FACTS, *IDS)
    id = next((part.value[name] for name in IDS if name in part), number)
    if isinstance(id, bool) or not isinstance(id, (str, int)):
        raise part.error("a text or a number as id", repr(id))
    facts = [_synset(fact, place) for place, fact in enumerate(part.items(FACTS), 1)]
    text = "" if "sentence" not in part and any(name in part for name in IDS) else part.text("sentence")
    return Annotation(Sentence(str(id), text), tuple(facts))


def _synset(part: Part, place: int) -> Synset:
    """Read a fact: an object with its variants, a list of them, or a single triple."""
    variants = [part]
    if VARIANTS in part:
        part.only(VARIANTS, "id")
        variants = part.items(VARIANTS)
    elif isinstance(part.value, list) and all(isinstance(each, list | dict) for each in part.value):
        variants = part.members("a list")
    if not variants:
        raise part.error("at least one variant", "none")
    id = str(part.value["id"]) if "id" in part else str(place)
    return Synset(id, tuple(map(_fact, variants)), line=line_number(part))


def _fact(part: Part) -> Fact:
    if isinstance(part.value, dict):
        check_aliases(part.value.items(), part.error)
        names = name_fields(part.value)
        slots = [names.subject, names.relation, names.object]
        if None in slots:
            raise part.error("the keys subject, relation, object", ", ".join(map(repr, part.value)) or "no key")
        texts = tuple(part.text(name) for name in slots if name is not None)
    else:
        texts = part.texts(3)
    return Fact(*(_slot(part, text) for text in texts), line=line_number(part))


def _slot(part: Part, text: str) -> Slot:
    try:
        return parse_slot(" ".join(text.split()))[0]
    except InputError as error:
        raise part.error(str(error), repr(text)) from None


def render_facts(annotations: Iterable[Annotation]) -> Iterator[str]:
    """Write a sentence on each line."""
    for annotation in annotations:
        facts = [{"id": synset.id, VARIANTS: [_texts(fact) for fact in synset.facts]} for synset in annotation.synsets]
        value: dict[str, Any] = {"id": annotation.sentence.id, "sentence": annotation.sentence.text, FACTS: facts}
        yield json.dumps(value, ensure_ascii=False)


def _texts(fact: Fact) -> list[str]:
    for slot in fact:
        for chunk in slot.chunks:
            if "[" in chunk.text or "]" in chunk.text:
                raise InputError(f"json-facts cannot hold a bracket: expected none, found {chunk.text!r}")
    return [render_slot(slot) for slot in fact]


def _fits_facts(head: Sequence[str]) -> bool:
    names = keys(head)
    return VARIANTS in names and FACTS in names and find_name(names, ("sentence", *IDS)) is not None


JSON_FACTS = Format(
    name="json-facts",
    title="Gold in JSON: sentences with facts, each with its variants",
    kind="synsets",
    looks=f'JSON with "sentence", "facts" and their "variants", lists of {TRIPLE}',
    read=read_facts,
    fits=_fits_facts,
    render=render_facts,
)


SLOTS = ("arg0", "arg1", "arg2", "arg3", "loc", "temp")
ALL = ("pred", *SLOTS, "context")
BE = "<be>"
"""Marks a form of *be* in a predicate that is not in the sentence."""


def read_re_oie2016(
    path: Input, encoding: str = "utf-8", problems: Problems | None = None
) -> Iterator[TupleAnnotation]:
    """Yield each sentence with its tuples, numbered from 1.

    Empty slots are left out; ``other`` has the ``role`` of each argument. Places are word indexes, the last included:
    a pair becomes a span; any other list, such as ``[-2, 15, 15]`` for ``<be> chilled``, is kept in ``other``.
    """
    with collect_problems(problems) as report:
        for number, (sentence, tuples) in enumerate(named_parts(path, encoding), 1):
            try:
                extractions = tuple(_re_oie2016_tuple(each) for each in tuples.members("a list of tuples"))
            except FormatError as error:
                report.add(error)
            else:
                yield TupleAnnotation(Sentence(str(number), sentence), extractions)


def _re_oie2016_tuple(part: Part) -> Extraction:
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
    """Return the tuples as published scorers read them: ``<be>`` alone is ``[is]``, before words it is dropped."""
    extractions = (replace(each, relation=_without_mark(each.relation)) for each in annotation.extractions)
    return replace(annotation, extractions=tuple(extractions))


def _without_mark(predicate: str) -> str:
    return "[is]" if predicate.strip() == BE else predicate.replace(f"{BE} ", "")


def render_re_oie2016(annotations: Iterable[TupleAnnotation]) -> Iterator[str]:
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
    read=read_re_oie2016,
    render=render_re_oie2016,
)


def read_docoie(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[TupleAnnotation]:
    """Yield each sentence with its triples, numbered from 1; ``other`` has the ``document`` of each triple."""
    with collect_problems(problems) as report:
        number = 0
        for document, sentences in named_parts(path, encoding):
            for text, part in members(sentences):
                number += 1
                try:
                    part.only("triple_gold")
                    triples = tuple(_docoie_triple(each, document) for each in part.items("triple_gold"))
                except FormatError as error:
                    report.add(error)
                else:
                    yield TupleAnnotation(Sentence(str(number), text), triples)


def _docoie_triple(part: Part, document: str) -> Extraction:
    return Extraction(
        part.text("rel"),
        (part.text("sub"), part.text("obj")),
        other=(("document", document), *others(part, "sub", "rel", "obj")),
    )


DOCOIE_JSON = Format(
    name="docoie-json",
    title="DocOIE gold: JSON of documents, sentences and triples",
    kind="tuples",
    looks='a JSON object of documents, each with sentences that have "triple_gold"',
    read=read_docoie,
)
