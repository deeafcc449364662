"""DyGIE++ documents: JSON lines with sentences of tokens, and entities, relations and events of each sentence.

Places are token indexes in the whole document, the last one included. Predictions are beside the gold under
``predicted_…``, with scores at the end of each item.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any

from karat.errors import FormatError
from karat.formats.format import Format
from karat.formats.json.documents import objects
from karat.formats.json.parts import Part
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.input_file import Input
from karat.model import Argument, Document, Event, MarkedText, Mention, Relation, Trigger, TypedMention


def read(
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
    spans = tuple(TypedMention(*ends, kind) for ends, kind in (_entity(item, len(tokens)) for item in items("ner")))
    types = {(span.left, span.right): span for span in spans}
    relations = tuple(_relation(item, len(tokens), types) for item in items("relations"))
    events = tuple(_event(item, len(tokens)) for item in items("events"))
    return MarkedText(tokens, spans, relations, events)


def _items(part: Part, gold: bool, key: str) -> Iterator[Part]:
    """Give the items of all sentences under a key that may be missing."""
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


def _entity(part: Part, tokens: int) -> tuple[tuple[int, int], str]:
    match part.value:
        case [left, right, str(kind), *_]:
            return _ends(part, left, right, tokens), kind
    raise part.error("an entity: [first, last, type]", part.shown)


def _relation(part: Part, tokens: int, types: dict[tuple[int, int], TypedMention]) -> Relation:
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
    arguments = [Argument(Mention(*ends), role) for ends, role in (_entity(each, tokens) for each in members[1:])]
    return Event(trigger, frozenset(arguments))


def fits(head: Sequence[str]) -> bool:
    """Tell whether the first line is an object with ``doc_key`` and ``sentences``."""
    return head[0].lstrip().startswith("{") and '"doc_key"' in head[0] and '"sentences"' in head[0]


DYGIE_RELATIONS = Format(
    name="dygie",
    title="DyGIE++ JSON lines",
    kind="relations",
    looks="JSON lines with doc_key and sentences",
    read=read,
    fits=fits,
    gold=partial(read, gold=True),
)
DYGIE_SPANS = replace(DYGIE_RELATIONS, kind="spans")
DYGIE_EVENTS = replace(DYGIE_RELATIONS, kind="events")
