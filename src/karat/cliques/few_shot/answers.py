"""Tuples from the answers of language models, read leniently; what cannot be read is kept and its failure named."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from karat.cliques.few_shot.json_tuples import TupleCollector, replace_surrogates
from karat.cliques.few_shot.loose_json import find_json
from karat.cliques.few_shot.tuple_lines import breaks_off, tuples_of_lines
from karat.errors import FormatError, InputError
from karat.formats.json.documents import object_on
from karat.formats.json.parts import Part
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.lines import content
from karat.model import Extraction
from karat.results.cliques.few_shot import FailureKind
from karat.systems.chat import declines, without_thoughts

Missing = Literal["error", "empty"]

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


def parse_answer(text: str) -> Answer:
    """Find the tuples in an answer, relation first; no text raises an error.

    JSON is searched for first, in code fences if there are any, then lines of tuples. An empty list is an answer: there
    is nothing to extract. Reasoning before the answer (``<think>``) is ignored, and so are answers to further sentences
    that the model made up.
    """
    text = replace_surrogates(text)
    if not text.strip():
        return Answer(text, failure="empty")
    answer = _decode_string(without_thoughts(text))
    for part in NEXT.split(answer):
        if (read := _read_part(text, part)) is not None:
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
        with suppress(ValueError):
            value = json.loads(answer)
            return replace_surrogates(value) if isinstance(value, str) else answer
    return answer


def _read_part(text: str, answer: str) -> Answer | None:
    """Read the answer in its code fences, or else in all of it."""
    fenced = "\n".join(FENCED.findall(answer))
    for part in (fenced, answer) if fenced.strip() else (answer,):
        if (from_json := _from_json(text, part)) is not None:
            return from_json
        if lines := tuples_of_lines(part):
            return Answer(text, tuple(lines), "cut off" if breaks_off(part) else None)
    return None


def _from_json(text: str, part: str) -> Answer | None:
    """Read the JSON of a part; ``None`` if it has neither a tuple nor an empty list."""
    found = find_json(part)
    collector = TupleCollector()
    for value in found.values:
        collector.take(value)
    if collector.tuples:
        failure: FailureKind | None = "cut off" if found.cut_off else "part unread" if collector.unread else None
        return Answer(text, tuple(collector.tuples), failure)
    is_empty = collector.empty and not collector.unread and not found.cut_off
    return Answer(text) if is_empty and not tuples_of_lines(part) else None


def read_answers(path: Path, asked: Sequence[str], missing: Missing = "error") -> dict[str, Answer]:
    """Read recorded answers, one JSON object with ``id`` and ``answer`` a line, for the ids that were asked.

    An unknown id and a repeated one are errors; so is a missing answer, unless it is to count as empty. An answer of
    null is empty, or a refusal if one is given. Other keys are ignored.
    """
    answers: dict[str, Answer] = {}
    asked_ids = set(asked)
    with collect_problems(Problems()) as kept:
        for line in content(path):
            try:
                part = object_on(line)
                id = part.text("id")
                if id not in asked_ids:
                    raise part.inner("id").error("the id of a prompt", repr(id))
                if id in answers:
                    raise part.inner("id").error("an id that has no answer yet", repr(id))
                answers[id] = _read_record(part)
            except FormatError as error:
                kept.add(error)
    unanswered = [id for id in asked if id not in answers]
    if unanswered and missing == "error":
        more = f" and {len(unanswered) - 3} more" if len(unanswered) > 3 else ""
        raise FormatError(
            path, None, "an answer to every prompt", f"none to {', '.join(map(repr, unanswered[:3]))}{more}"
        )
    if missing not in ("error", "empty"):
        raise InputError(f"missing: expected error or empty, found {missing!r}")
    return {id: answers.get(id, Answer("", failure="missing")) for id in asked}


def _read_record(part: Part) -> Answer:
    if part.inner("answer").value is not None:
        return parse_answer(part.text("answer"))
    reason = part.optional("refusal")
    return Answer("", failure="empty") if reason is None else Answer(replace_surrogates(reason), failure="refusal")
