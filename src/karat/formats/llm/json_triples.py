"""Plain JSON triples, as language models and wrappers write them: lists or objects, with or without sentences."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from karat.errors import FormatError
from karat.formats.field_names import CONFIDENCE, OBJECT, RELATION, SENTENCE, SENTENCE_ID, SUBJECT, TRIPLES
from karat.formats.format import Format
from karat.formats.json.parts import Part
from karat.formats.json.values import as_text, elements, keys, line_number, number_at, opens, others, values
from karat.formats.problems import Problems
from karat.formats.text import blocks
from karat.formats.text.input_file import Input
from karat.model import Extraction, Row

FOREIGN = frozenset(
    (
        *("karat", "ori_sent", "facts", "extraction", "extractor", "verbs", "nodes", "relationships", "triple_gold"),
        *("tags", "tokens", "entities", "sentences", "originalSentence", "openie", "pred_index"),
    )
)
"""Keys of other formats."""

TRIPLE = "a triple: a list of texts, or an object with subject, relation and object"


def read_blocks(path: Input, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
    """Yield the triples of each answer.

    An answer is a line, or an element of a file that is a list of answers. It is a list of triples, one triple, or an
    object with triples and perhaps a sentence.
    """
    number = -1
    for value in values(path, encoding, problems):
        for answer in elements(value) if _is_list_of_answers(value.value) else (value,):
            number += 1
            yield from ((number, row) for row in _rows(answer, problems))


def _is_list_of_answers(value: Any) -> bool:
    """Tell a list of answers from a list of triples and from a triple."""
    return isinstance(value, list) and bool(value) and (_is_answer(value[0]))


def _is_answer(value: Any) -> bool:
    if isinstance(value, list):
        return not value or not isinstance(value[0], str)
    return isinstance(value, dict) and _key(value, TRIPLES) is not None


def _rows(answer: Part, problems: Problems) -> Iterator[Row]:
    sentence = id = None
    kept: tuple[tuple[str, str], ...] = ()
    triples = [answer]
    try:
        if isinstance(answer.value, dict) and (name := _key(answer.value, TRIPLES)) is not None:
            sentence, id = _text(answer, SENTENCE), _text(answer, SENTENCE_ID)
            kept = others(answer, name, *_used(answer, SENTENCE, SENTENCE_ID))
            triples = answer.items(name)
        elif isinstance(answer.value, list) and not (answer.value and isinstance(answer.value[0], str)):
            triples = answer.members("a list of triples")
    except FormatError as error:
        problems.add(error)
        return
    if not triples:
        yield Row(None, id, sentence, line_number(answer))
    for triple in triples:
        try:
            own, own_id = _text(triple, SENTENCE), _text(triple, SENTENCE_ID)
            said = [
                names
                for names, all_, one in ((SENTENCE, sentence, own), (SENTENCE_ID, id, own_id))
                if all_ in (None, one)
            ]
            extraction = _extraction(triple, _used(triple, *said), kept)
        except FormatError as error:
            problems.add(error)
        else:
            yield Row(extraction, id or own_id, sentence if sentence is not None else own, line_number(triple))


def _extraction(triple: Part, used: Sequence[str], kept: tuple[tuple[str, str], ...]) -> Extraction:
    if isinstance(triple.value, list):
        texts = [_word(each) for each in triple.members(TRIPLE)]
        if len(texts) < 2:
            raise triple.error(TRIPLE, triple.shown)
        subject, relation, *objects = texts
        return Extraction(relation, (subject, *objects), other=kept)
    if not isinstance(triple.value, dict):
        raise triple.error(TRIPLE, triple.shown)
    names = [_key(triple.value, choices) for choices in (SUBJECT, RELATION, OBJECT)]
    if names[0] is None or names[1] is None:
        raise triple.error(TRIPLE, triple.shown)
    subject, relation = _word(triple.inner(names[0])), _word(triple.inner(names[1]))
    confidence = _key(triple.value, CONFIDENCE)
    names_read = [name for name in (*names, confidence, *used) if name]
    return Extraction(
        relation,
        (subject, _word(triple.inner(names[2]))) if names[2] is not None else (subject,),
        number_at(triple, confidence) if confidence is not None else 1.0,
        other=(*others(triple, *names_read), *kept),
    )


def _word(part: Part) -> str:
    """Read a text; models write years and amounts as numbers."""
    if isinstance(part.value, bool) or not isinstance(part.value, str | int | float):
        raise part.error("a text or a number", part.shown)
    return as_text(part.value)


def _used(part: Part, *choices: Sequence[str]) -> list[str]:
    """Give the key that is read for each field; synonyms that are there, too, stay in ``other``."""
    if not isinstance(part.value, dict):
        return []
    return [name for names in choices if (name := _key(part.value, names)) is not None]


def _key(value: dict[str, Any], choices: Sequence[str]) -> str | None:
    return next((name for name in choices if value.get(name) is not None), None)


def _text(part: Part, choices: Sequence[str]) -> str | None:
    name = _key(part.value, choices) if isinstance(part.value, dict) else None
    if name is None:
        return None
    value = part.value[name]
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise part.inner(name).error("a text or a whole number", part.inner(name).shown)
    return as_text(value)


def render(rows: Iterable[Row]) -> Iterator[str]:
    """Write a line of JSON for each sentence, with its extractions as triples, their later arguments joined."""
    before: tuple[str | None, str | None] | None = None
    triples: list[dict[str, Any]] = []
    for row in rows:
        if before is not None and before != (row.sentence_id, row.sentence):
            yield _line(before, triples)
            triples = []
        before = row.sentence_id, row.sentence
        if row.extraction is not None:
            triples.append(_triple(row.extraction))
    if before is not None:
        yield _line(before, triples)


def _line(named: tuple[str | None, str | None], triples: list[dict[str, Any]]) -> str:
    known = {name: text for name, text in zip(("id", "sentence"), named, strict=True) if text is not None}
    return json.dumps({**known, "triples": triples}, ensure_ascii=False, allow_nan=False)


def _triple(extraction: Extraction) -> dict[str, Any]:
    subject, relation, object_ = extraction.triple
    value: dict[str, Any] = {"subject": subject, "relation": relation}
    if len(extraction.arguments) > 1:
        value["object"] = object_
    if extraction.confidence != 1.0:
        value["confidence"] = extraction.confidence
    return value


def _fits(head: Sequence[str]) -> bool:
    file_keys = keys(head)
    if not file_keys:
        return opens(head, "[") and head[0].replace(" ", "").startswith(('["', '[["', '[[["', "[]"))
    if not FOREIGN.isdisjoint(file_keys):
        return False
    names = set(file_keys)
    return bool(names & set(SUBJECT) and names & set(RELATION) and names & set(OBJECT)) or (
        file_keys[0] in (*TRIPLES[:2], *SENTENCE, *SENTENCE_ID) and bool(names & set(TRIPLES))
    )


JSON_TRIPLES = Format(
    name="json-triples",
    title="Plain JSON triples: lists or objects, with or without sentences",
    kind="extractions",
    looks='JSON lists such as ["subject", "relation", "object"], or objects with such keys, or with "triples"',
    read=partial(blocks.rows, read_blocks),
    fits=_fits,
    render=render,
    blocks=read_blocks,
)
