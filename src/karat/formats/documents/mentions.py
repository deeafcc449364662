"""Entities, relations and events with places, in the JSON of CoNLL04, DyGIE++ and OneIE."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any

from karat.errors import FormatError
from karat.formats.format import Format, Kind
from karat.formats.json.documents import objects, whole_number
from karat.formats.json.parts import Part
from karat.formats.json.values import values
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.input_file import Input
from karat.model import Argument, Document, Event, MarkedText, Mention, Relation, Trigger, TypedMention

HEAD_IN_WORDS = re.compile(r'"head"\s*:\s*["{]')


def read_conll04(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Document]:
    """Yield each sentence, named by its split, if there is one, and its ``orig_id`` or number.

    The file is a list of sentences, an object of such lists by split, or has a sentence a line.
    """
    with collect_problems(problems) as report:
        seen: dict[str, int] = {}
        numbers: Counter[str] = Counter()
        for split, part in _sentences(path, encoding, report):
            numbers[split] += 1
            try:
                named = _id(part)
                name = str(numbers[split] if named is None else named)
                name = f"{split}/{name}" if split else name
                content = sentence(part)
            except FormatError as error:
                report.add(error)
                continue
            seen[name] = seen.get(name, 0) + 1
            name = name if seen[name] == 1 else f"{name}#{seen[name]}"
            yield Document(name, content, numbered=named is None)


def _sentences(path: Input, encoding: str, report: Problems) -> Iterator[tuple[str, Part]]:
    for value in values(path, encoding, report):
        if "tokens" in value:
            yield "", value
            continue
        splits = {name: value.inner(name) for name in value.value} if isinstance(value.value, dict) else {"": value}
        for split, part in splits.items():
            yield from ((split, each) for each in part.members("a list of sentences"))


def _id(part: Part) -> Any:
    if not isinstance(part.value, dict):
        raise part.error("a sentence: an object", part.shown)
    return part.value.get("orig_id")


def sentence(part: Part) -> MarkedText:
    """Read a sentence; ``end`` is the token after the last, ``head`` and ``tail`` count entities from 0."""
    tokens = part.inner("tokens").texts()
    spans = tuple(_entity(each, len(tokens)) for each in part.items("entities"))
    relations = tuple(_relation(each, spans) for each in part.items("relations"))
    return MarkedText(tokens, spans, relations)


def _entity(part: Part, tokens: int) -> TypedMention:
    start, end = whole_number(part.inner("start")), whole_number(part.inner("end"))
    if not start < end <= tokens:
        raise part.error(f"a span within the {tokens} tokens", f"{start} to {end}")
    return TypedMention(start, end - 1, part.text("type"))


def _relation(part: Part, spans: Sequence[TypedMention]) -> Relation:
    sides = []
    for key in ("head", "tail"):
        index = whole_number(part.inner(key))
        if index >= len(spans):
            raise part.inner(key).error(f"one of the {len(spans)} entities, from 0", str(index))
        sides.append(spans[index])
    return Relation(part.text("type"), *sides)


def _fits_conll04(head: Sequence[str]) -> bool:
    """Tell whether the file is JSON whose sentences have tokens, entities and relations."""
    start = "".join(head)[:100_000]
    has = [f'"{key}"' in start for key in ("tokens", "entities", "relations")]
    others = any(f'"{key}"' in start for key in ("sent_id", "doc_key"))  # OneIE's and DyGIE++'s
    by_words = HEAD_IN_WORDS.search(start)  # relations of strings
    return start.lstrip()[:1] in ("[", "{") and all(has) and not others and not by_words


def _format(kind: Kind) -> Format:
    return Format(
        name="conll04",
        title="CoNLL04 JSON",
        kind=kind,
        looks="JSON sentences with tokens, entities (start, end) and relations (head, tail)",
        read=read_conll04,
        fits=_fits_conll04,
    )


CONLL04_RELATIONS = _format("relations")
CONLL04_SPANS = replace(CONLL04_RELATIONS, kind="spans")


def read_dygie(
    path: Input, encoding: str = "utf-8", problems: Problems | None = None, *, gold: bool = False
) -> Iterator[Document]:
    """Yield each document: with ``gold`` the gold, else the predictions if there are any."""
    with collect_problems(problems) as report:
        for part in objects(path, encoding, report):
            try:
                yield Document(part.text("doc_key"), _document(part, gold), part.line.number)
            except FormatError as error:
                report.add(error)


def _document(part: Part, gold: bool) -> MarkedText:
    tokens = tuple(chain.from_iterable(item.texts() for item in part.items("sentences")))
    items = partial(_items, part, gold)
    spans = tuple(
        TypedMention(*ends, kind) for ends, kind in (_dygie_entity(item, len(tokens)) for item in items("ner"))
    )
    types = {(span.left, span.right): span for span in spans}
    relations = tuple(_dygie_relation(item, len(tokens), types) for item in items("relations"))
    events = tuple(_event(item, len(tokens)) for item in items("events"))
    return MarkedText(tokens, spans, relations, events)


def _items(part: Part, gold: bool, key: str) -> Iterator[Part]:
    """Return the items of all sentences under a key that may be missing."""
    name = f"predicted_{key}" if not gold and f"predicted_{key}" in part else key
    if name not in part:
        return
    sentences = part.items(name)
    if len(sentences) != len(part.items("sentences")):
        expected = f"a list for each of the {len(part.items('sentences'))} sentences"
        raise part.inner(name).error(expected, str(len(sentences)))
    for sentence in sentences:
        yield from sentence.members("a list of a sentence's items")


def _ends(part: Part, left: Any, right: Any, tokens: int) -> tuple[int, int]:
    if not (isinstance(left, int) and isinstance(right, int) and 0 <= left <= right < tokens):
        raise part.error(f"places of a first and a last token, below {tokens},", part.shown)
    return left, right


def _dygie_entity(part: Part, tokens: int) -> tuple[tuple[int, int], str]:
    match part.value:
        case [left, right, str(kind), *_]:
            return _ends(part, left, right, tokens), kind
    raise part.error("an entity: [first, last, type]", part.shown)


def _dygie_relation(part: Part, tokens: int, types: dict[tuple[int, int], TypedMention]) -> Relation:
    match part.value:
        case [left, right, other_left, other_right, str(kind), *_]:
            one, other = _ends(part, left, right, tokens), _ends(part, other_left, other_right, tokens)
            return Relation(kind, types.get(one, Mention(*one)), types.get(other, Mention(*other)))
    raise part.error("a relation: [first, last, first, last, type]", part.shown)


def _event(part: Part, tokens: int) -> Event:
    members = part.members("an event: a list of its trigger and arguments")
    if not members:
        raise part.error("an event: a list of its trigger and arguments", "an empty list")
    match members[0].value:
        case [int(place), str(kind), *_]:
            trigger = Trigger(Mention(*_ends(members[0], place, place, tokens)), kind)
        case [int(left), int(right), str(kind), *_]:
            trigger = Trigger(Mention(*_ends(members[0], left, right, tokens)), kind)
        case _:
            raise members[0].error("a trigger: [token, type] or [first, last, type]", members[0].shown)
    arguments = [Argument(Mention(*ends), role) for ends, role in (_dygie_entity(each, tokens) for each in members[1:])]
    return Event(trigger, frozenset(arguments))


def _fits_dygie(head: Sequence[str]) -> bool:
    """Tell whether the first line is an object with ``doc_key`` and ``sentences``."""
    return head[0].lstrip().startswith("{") and '"doc_key"' in head[0] and '"sentences"' in head[0]


DYGIE_RELATIONS = Format(
    name="dygie",
    title="DyGIE++ JSON lines",
    kind="relations",
    looks="JSON lines with doc_key and sentences",
    read=read_dygie,
    fits=_fits_dygie,
    gold=partial(read_dygie, gold=True),
)
DYGIE_SPANS = replace(DYGIE_RELATIONS, kind="spans")
DYGIE_EVENTS = replace(DYGIE_RELATIONS, kind="events")


def read_oneie(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Document]:
    """Yield each sentence, named by its ``sent_id``; the end of a span is the index after its last token."""
    with collect_problems(problems) as report:
        for part in objects(path, encoding, report):
            try:
                tokens = part.inner("tokens").texts()
                content = _graph(part.inner("graph"), tokens) if "graph" in part else _mentions(part, tokens)
                yield Document(part.text("sent_id"), content, part.line.number)
            except FormatError as error:
                report.add(error)


def _span(part: Part, start: int, end: int, tokens: int) -> tuple[int, int]:
    if not start < end <= tokens:
        raise part.error(f"a span within the {tokens} tokens", f"{start} to {end}")
    return start, end - 1


def _typed(part: Part, tokens: int) -> TypedMention:
    match part.value:
        case [int(start), int(end), str(kind), *_] if start >= 0:
            return TypedMention(*_span(part, start, end, tokens), kind)
    raise part.error("a node: [start, end, type]", part.shown)


def _edge(part: Part, ones: int, others: int) -> tuple[int, int, str]:
    match part.value:
        case [int(one), int(other), str(kind), *_] if 0 <= one < ones and 0 <= other < others:
            return one, other, kind
    raise part.error(f"an edge: [place below {ones}, place below {others}, type]", part.shown)


def _graph(part: Part, tokens: tuple[str, ...]) -> MarkedText:
    entities = [_typed(item, len(tokens)) for item in part.items("entities")]
    triggers = [_typed(item, len(tokens)) for item in part.items("triggers")]
    relations = []
    for item in part.items("relations"):
        first, second, kind = _edge(item, len(entities), len(entities))
        relations.append(Relation(kind, entities[first], entities[second]))
    arguments: list[set[Argument]] = [set() for _ in triggers]
    for item in part.items("roles"):
        first, second, role = _edge(item, len(triggers), len(entities))
        arguments[first].add(Argument(_place(entities[second]), role))
    events = [
        Event(Trigger(_place(trigger), trigger.type), frozenset(found))
        for trigger, found in zip(triggers, arguments, strict=True)
    ]
    return MarkedText(tokens, tuple(entities), tuple(relations), tuple(events))


def _place(mention: TypedMention) -> Mention:
    return Mention(mention.left, mention.right)


def _mentions(part: Part, tokens: tuple[str, ...]) -> MarkedText:
    entities: dict[str, TypedMention] = {}
    for item in part.items("entity_mentions"):
        ends = _span(item, whole_number(item.inner("start")), whole_number(item.inner("end")), len(tokens))
        entities[item.text("id")] = TypedMention(*ends, item.text("entity_type"))
    relations = []
    for item in part.items("relation_mentions") if "relation_mentions" in part else []:
        sides = [_known(argument, entities) for argument in item.items("arguments")]
        if len(sides) != 2:
            raise item.error("two arguments of a relation", str(len(sides)))
        relations.append(Relation(item.text("relation_type"), *sides))
    events = []
    for item in part.items("event_mentions") if "event_mentions" in part else []:
        place = item.inner("trigger")
        ends = _span(place, whole_number(place.inner("start")), whole_number(place.inner("end")), len(tokens))
        arguments = [
            Argument(_place(_known(argument, entities)), argument.text("role")) for argument in item.items("arguments")
        ]
        events.append(Event(Trigger(Mention(*ends), item.text("event_type")), frozenset(arguments)))
    return MarkedText(tokens, tuple(entities.values()), tuple(relations), tuple(events))


def _known(part: Part, entities: dict[str, TypedMention]) -> TypedMention:
    name = part.text("entity_id")
    if name not in entities:
        raise part.error("the id of an entity of the sentence as entity_id", repr(name))
    return entities[name]


def _fits_oneie(head: Sequence[str]) -> bool:
    """Tell whether the first line is an object with ``sent_id`` and ``tokens``."""
    return head[0].lstrip().startswith("{") and '"sent_id"' in head[0] and '"tokens"' in head[0]


ONEIE_RELATIONS = Format(
    name="oneie",
    title="OneIE JSON lines",
    kind="relations",
    looks="JSON lines with sent_id, tokens, and a graph or mentions",
    read=read_oneie,
    fits=_fits_oneie,
)
ONEIE_SPANS = replace(ONEIE_RELATIONS, kind="spans")
ONEIE_EVENTS = replace(ONEIE_RELATIONS, kind="events")
