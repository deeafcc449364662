"""JSON of triples in any everyday shape, as language models, wrappers and scripts write it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from karat.errors import FormatError, quoted
from karat.formats.field_names import OBJECT, RELATION, SENTENCE, SENTENCE_ID, SUBJECT, TRIPLES
from karat.formats.format import Format
from karat.formats.json.parts import Part
from karat.formats.json.values import WholeFile, keys, opens, values
from karat.formats.llm.records.finding import Finder
from karat.formats.llm.records.refusals import EXAMPLE
from karat.formats.problems import Problems
from karat.formats.registry import ANSWER
from karat.formats.text import blocks
from karat.formats.text.input_file import Input
from karat.formats.text.lines import lines, read_text
from karat.model import Extraction, Row

FOREIGN = frozenset(
    (
        *("karat", "ori_sent", "facts", "extraction", "extractor", "verbs", "nodes", "relationships", "triple_gold"),
        *("tags", "tokens", "entities", "sentences", "originalSentence", "openie", "pred_index"),
    )
)
"""Keys of other formats, which are looked for before this one."""


def read_blocks(path: Input, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
    """Yield the triples of each answer.

    An answer is a list of triples, one triple, a table, or a model's text, wherever it is in the JSON of a line, or of
    the whole file. Answers that cannot be read, or only in part, are reported.
    """
    finder = Finder(problems)
    number = -1
    first: Row | None = None
    found = False
    for value in _values(path, encoding, problems):
        try:
            answers = finder.find(value)
        except FormatError as error:
            problems.add(error)
            continue
        for number, rows in enumerate(answers, number + 1):  # noqa: B020 - counts on
            for row in rows:
                first = first or row
                if _is_named(row) != _is_named(first):
                    raise _unnamed(path, row if _is_named(first) else first)
                found = found or row.extraction is not None
                yield number, row
    if first is not None and number == 0 and not (found or _is_named(first) or finder.unread or problems.errors):
        raise FormatError(path, first.line, f"at least one extraction, such as {EXAMPLE}", "none")
    if finder.unread and not found:
        part, answer = finder.unread[0]
        raise part.error("an answer with tuples", f"none in any answer, of which the first is {answer.text!r:.60}")
    problems.repairs += finder.report_unread()


def describe(path: Input, encoding: str = "utf-8") -> str:
    """Show the first extraction, so that its author sees whether it was meant so; nothing if there is none to show."""
    rows = (row for _, row in read_blocks(path, encoding, Problems()))
    try:
        first = next((row for row in rows if row.extraction is not None), None)
    except FormatError:
        first = None
    if first is None or first.extraction is None:
        return ""
    subject, *others = first.extraction.arguments or ("",)
    parts = "; ".join((subject, first.extraction.relation, *others))
    of = f" of sentence {first.sentence_id}" if first.sentence_id is not None else ""
    of = f" of {quoted(first.sentence)}" if not of and first.sentence is not None else of
    return f"the first extraction is ({parts}){of}"


def _values(path: Input, encoding: str, problems: Problems) -> Iterator[Part]:
    """Yield the values of a file of JSON, or the text of an answer that has some in it."""
    start = next((line for line in lines(path, encoding) if not line.blank), None)
    if start is None or not start.text.lstrip().startswith(ANSWER):
        return values(path, encoding, problems)
    return iter([Part(WholeFile(Path(path), 0, ""), read_text(path, encoding), "")])


def _is_named(row: Row) -> bool:
    return row.sentence_id is not None or row.sentence is not None


def _unnamed(path: Input, row: Row) -> FormatError:
    triple = "; ".join(row.extraction.triple) if row.extraction is not None else "nothing"
    return FormatError(path, row.line, "an id or a sentence for all extractions or for none", f"none for ({triple})")


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
    title="JSON of triples in any everyday shape, with or without sentences",
    kind="extractions",
    looks='JSON lists such as ["subject", "relation", "object"], or objects with such keys, or with "triples"',
    read=partial(blocks.rows, read_blocks),
    fits=_fits,
    render=render,
    blocks=read_blocks,
    describe=describe,
)
