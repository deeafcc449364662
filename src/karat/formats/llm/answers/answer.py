"""Tuples from a language model's answer, read leniently; what cannot be read is kept and its failure named."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from karat.formats.llm.answers.json_tuples import TupleCollector, replace_surrogates
from karat.formats.llm.answers.loose_json import find_json
from karat.formats.llm.answers.order import Order
from karat.formats.llm.answers.talk import declines, without_thoughts
from karat.formats.llm.answers.tuple_lines import breaks_off, tuples_of_lines
from karat.model import Extraction

FailureKind = Literal["missing", "empty", "refusal", "no tuple", "cut off", "part unread"]
"""What can be wrong with an answer, the worst first.

``missing``: there is no answer; ``empty``: only white space; ``refusal``: the model declines; ``no tuple``: a text
without any tuple; ``cut off``: truncated JSON, whose complete tuples are kept; ``part unread``: some tuples were read,
and other parts of the answer were not.
"""

NEXT = re.compile(r"^(?=(?:Sentence|Question|Input|User|Human):)", re.MULTILINE)
FENCED = re.compile(r"```[\w-]*[ \t]*\n(.*?)(?:```|\Z)", re.DOTALL)
NOTHING = re.compile(
    r"\W*(?:none|nothing|null|n/?a|(?:there (?:are|is) |i (?:find|found|see) )?"
    r"no (?:[a-z]+ ){0,3}(?:tuple|triple|fact|extraction|relation)s?\b[^.\n]*)\W*",
    re.IGNORECASE,
)
MOST = 200
"""The most characters of a sentence that says that there is nothing to extract."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer's text, its tuples, and what was wrong with it, if anything."""

    text: str
    extractions: tuple[Extraction, ...] = ()
    failure: FailureKind | None = None


def parse_answer(text: str, order: Order = "relation first") -> Answer:
    """Find the tuples in an answer; no text raises an error.

    JSON is searched for first, in code fences if there are any, then lines of tuples. An empty list is an answer: there
    is nothing to extract. Reasoning before the answer (``<think>``) is ignored, and so are answers to further sentences
    that the model made up. ``order`` is that of tuples whose parts have no names.
    """
    text = replace_surrogates(text)
    if not text.strip():
        return Answer(text, failure="empty")
    answer = _decode_string(without_thoughts(text))
    for part in NEXT.split(answer):
        if (read := _read_part(text, part, order)) is not None:
            return read
    if not answer.strip():
        return Answer(text, failure="empty" if "</think" in text else "cut off")
    if find_json(answer).cut_off:
        return Answer(text, failure="cut off")
    if len(answer) < MOST and NOTHING.fullmatch(answer):
        return Answer(text)
    return Answer(text, failure="refusal" if declines(answer) else "no tuple")


def _decode_string(answer: str) -> str:
    """Decode an answer that is a JSON string as a whole."""
    if answer.lstrip().startswith('"'):
        with suppress(ValueError, RecursionError):
            value = json.loads(answer)
            return replace_surrogates(value) if isinstance(value, str) else answer
    return answer


def _read_part(text: str, answer: str, order: Order) -> Answer | None:
    """Read the answer in its code fences, or else in all of it."""
    fenced = "\n".join(FENCED.findall(answer))
    for part in (fenced, answer) if fenced.strip() else (answer,):
        if (from_json := _from_json(text, part, order)) is not None:
            return from_json
        if lines := tuples_of_lines(part, order):
            return Answer(text, tuple(lines), "cut off" if breaks_off(part) else None)
    return None


def _from_json(text: str, part: str, order: Order) -> Answer | None:
    """Read the JSON of a part; ``None`` if it has neither a tuple nor an empty list."""
    found = find_json(part)
    collector = TupleCollector(order)
    collector.unread += found.lost
    for value in found.values:
        collector.take(value)
    if collector.tuples:
        failure: FailureKind | None = "cut off" if found.cut_off else "part unread" if collector.unread else None
        return Answer(text, tuple(collector.tuples), failure)
    is_empty = collector.empty and not collector.unread and not found.cut_off
    return Answer(text) if is_empty and not tuples_of_lines(part, order) else None
