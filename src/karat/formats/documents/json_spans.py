"""Spans in JSON: tokens with their tags, or a text with entities by their characters, a line each or in a list.

Characters become tokens, so that all metrics count the same units: words, single signs, and single characters of
Chinese and Japanese. Where there is a text, token objects, as in spaCy's ``Doc.to_json()`` and Prodigy's tasks, are not
looked at, so that files with and without them have the same tokens.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

from karat.errors import FormatError, cut
from karat.formats.documents.tags import ENDS, STARTS, TAG, spans_of
from karat.formats.field_names import SPAN_TYPE, SPANS, SPANS_ID, SPANS_TAGS, SPANS_TEXT, SPANS_TOKENS
from karat.formats.format import Format
from karat.formats.json.documents import whole_number
from karat.formats.json.parts import Part
from karat.formats.json.values import elements, keys, line_number, opens, values
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.input_file import Input
from karat.model import Document, MarkedText, TypedMention

OTHER_FORMATS = ("doc_key", "sent_id", "clusters")

EAST_ASIAN = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
TOKEN = re.compile(rf"[{EAST_ASIAN}]|[^\W{EAST_ASIAN}]+|[^\w\s]")


def read(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Document]:
    """Yield each document, named by its id, or else its number."""
    with collect_problems(problems) as report:
        parts = (part for value in values(path, encoding, report) for part in elements(value))
        for number, part in enumerate(parts, 1):
            try:
                id = next((str(part.value[key]) for key in SPANS_ID if key in part), None)
                name = str(number) if id is None else id
                yield Document(name, _content(part), line_number(part), numbered=id is None)
            except FormatError as error:
                report.add(error)


def _content(part: Part) -> MarkedText:
    if "answer" in part and part.value["answer"] in ("reject", "ignore"):  # Prodigy's
        raise part.inner("answer").error("a task that was accepted", part.inner("answer").shown)
    text = next((key for key in SPANS_TEXT if key in part), None)
    tokens = next((key for key in SPANS_TOKENS if key in part and not (text and _has_objects(part.value[key]))), None)
    if tokens is not None:
        words = part.inner(tokens).texts()
        tags = next((key for key in SPANS_TAGS if key in part and _is_plain(part.value[key])), None)
        if tags is not None:
            return MarkedText(words, tuple(spans_of(_tags(part.inner(tags), len(words)))))
        return MarkedText(words, tuple(_span(each, len(words)) for each in _entities(part)))
    if text is None:
        raise part.error("tokens and tags, or text and entities", part.shown)
    places = [(found.start(), found.end()) for found in TOKEN.finditer(part.text(text))]
    words = tuple(part.value[text][start:end] for start, end in places)
    entities = _entities(part)
    if entities and all(map(_is_tagged_piece, entities)):
        return MarkedText(words, tuple(spans_of(_tags_of_words(entities, part.value[text], places))))
    return MarkedText(words, tuple(_in_text(each, part.value[text], places) for each in entities))


def _is_plain(value: Any) -> bool:
    return isinstance(value, list) and not any(isinstance(each, (list, dict)) for each in value)


def _has_objects(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(each, dict) for each in value)


def _tags(part: Part, tokens: int) -> Iterator[str]:
    members = part.members("a list of tags")
    if len(members) != tokens:
        raise part.error(f"a tag for each of the {tokens} tokens", str(len(members)))
    for tag in members:
        if isinstance(tag.value, int):
            raise tag.error("a tag's name, such as B-PER, in place of its number", tag.shown)
        if not isinstance(tag.value, str) or not TAG.fullmatch(tag.value):
            raise tag.error("a tag such as O, B-PER or I-PER", tag.shown)
        yield tag.value


def _entities(part: Part) -> list[Part]:
    given = [key for key in SPANS if key in part]
    # spaCy's groups of spans are an object.
    key = next((key for key in given if isinstance(part.value[key], list)), given[0] if given else None)
    if key is None:
        raise part.error("tags of the tokens, or entities with start, end and label", ", ".join(map(cut, part.value)))
    return part.items(key)


def _span(part: Part, tokens: int) -> TypedMention:
    start, end, kind = _parts(part)
    if not start < end <= tokens:
        raise part.error(f"a span within the {tokens} tokens, its end after the last,", f"{start} to {end}")
    return TypedMention(start, end - 1, kind)


def _is_tagged_piece(part: Part) -> bool:
    """Tell whether an entity is a word piece with its tag, as a token-classification pipeline answers ungrouped."""
    return "entity" in part and isinstance(part.value["entity"], str) and bool(TAG.fullmatch(part.value["entity"]))


def _tags_of_words(pieces: Sequence[Part], text: str, places: Sequence[tuple[int, int]]) -> list[str]:
    """Tag each token by the piece that it begins with, as word pieces are scored; a token without one is outside."""
    tags = ["O"] * len(places)
    for piece in pieces:
        start, _, left, right = _tokens_at(piece, text, places)
        tag = piece.text("entity")
        if places[left][0] != start or tag == "O":
            continue  # a later piece of its word
        sign, kind = tag[0], tag[2:]
        tags[left : right + 1] = [f"I-{kind}"] * (right + 1 - left)
        tags[left] = tag if left == right else f"{'B' if sign in STARTS else 'I'}-{kind}"
        if left < right and sign in ENDS:
            tags[right] = f"E-{kind}"
    return tags


def _in_text(part: Part, text: str, places: Sequence[tuple[int, int]]) -> TypedMention:
    start, end, left, right = _tokens_at(part, text, places)
    if places[left][0] != start or places[right][1] != end:
        raise part.error("the borders of words", f"{text[start:end]!r} at {start} to {end}, which cuts one")
    return TypedMention(left, right, _parts(part)[2])


def _tokens_at(part: Part, text: str, places: Sequence[tuple[int, int]]) -> tuple[int, int, int, int]:
    """Find an entity's characters, without spaces at the borders, and the tokens that the first and the last are in."""
    start, end, _ = _parts(part)
    if not start < end <= len(text) or not text[start:end].strip():
        raise part.error(f"characters of the text, below {len(text)}, the end after the last,", f"{start} to {end}")
    start += len(text[start:end]) - len(text[start:end].lstrip())
    end = start + len(text[start:end].rstrip())
    starts = [first for first, _ in places]
    return start, end, bisect_right(starts, start) - 1, bisect_right(starts, end - 1) - 1


def _parts(part: Part) -> tuple[int, int, str]:
    match part.value:
        case [int(start), int(end), str(kind)] if start >= 0:
            return start, end, kind
        case dict():
            named = next((part.value[key] for key in SPAN_TYPE if isinstance(part.value.get(key), str)), None)
            if named is not None and "start" in part and "end" in part:
                return whole_number(part.inner("start")), whole_number(part.inner("end")), named
    raise part.error('an entity: {"start": 0, "end": 3, "label": "PER"} or [0, 3, "PER"],', part.shown)


def fits(head: Sequence[str]) -> bool:
    """Tell whether the file is JSON with tokens and tags, or with tokens or text and entities."""
    if not opens(head, "[{"):
        return False
    found = set(keys(head))
    others = found.intersection(OTHER_FORMATS) or {"tokens", "entities", "relations"} <= found
    return not others and bool(
        (found.intersection(SPANS_TOKENS) and found.intersection((*SPANS_TAGS, *SPANS)))
        or (found.intersection(SPANS_TEXT) and found.intersection(SPANS))
    )


JSON_SPANS = Format(
    name="json-spans",
    title="Spans in JSON: tokens and tags, or text and entities",
    kind="spans",
    looks="JSON with tokens and tags, or with text and entities (start, end, label)",
    read=read,
    fits=fits,
)
