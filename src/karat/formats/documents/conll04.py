"""CoNLL04 JSON: sentences with tokens, entities, and relations that name entities by their index."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from karat.errors import FormatError
from karat.formats.format import Format, Kind
from karat.formats.json.documents import whole_number
from karat.formats.json.parts import Part
from karat.formats.json.values import values
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.input_file import Input
from karat.model import Document, MarkedText, Relation, TypedMention

HEAD_IN_WORDS = re.compile(r'"head"\s*:\s*["{]')


def read(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Document]:
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


def fits(head: Sequence[str]) -> bool:
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
        read=read,
        fits=fits,
    )


CONLL04_RELATIONS = _format("relations")
CONLL04_SPANS = replace(CONLL04_RELATIONS, kind="spans")
