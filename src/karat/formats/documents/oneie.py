"""OneIE sentences: JSON lines, with mentions that have ids (its input), or a graph of lists (its output)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from karat.errors import FormatError
from karat.formats.format import Format
from karat.formats.json.documents import objects, whole_number
from karat.formats.json.parts import Part
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.input_file import Input
from karat.model import Argument, Document, Event, MarkedText, Mention, Relation, Trigger, TypedMention


def read(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Document]:
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


def fits(head: Sequence[str]) -> bool:
    """Tell whether the first line is an object with ``sent_id`` and ``tokens``."""
    return head[0].lstrip().startswith("{") and '"sent_id"' in head[0] and '"tokens"' in head[0]


ONEIE_RELATIONS = Format(
    name="oneie",
    title="OneIE JSON lines",
    kind="relations",
    looks="JSON lines with sent_id, tokens, and a graph or mentions",
    read=read,
    fits=fits,
)
ONEIE_SPANS = replace(ONEIE_RELATIONS, kind="spans")
ONEIE_EVENTS = replace(ONEIE_RELATIONS, kind="events")
