"""What a language model answered, as tuples: read leniently, and what could not be read is named and kept."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from karat.cliques.few_shot.json_tuples import Gathered, mended
from karat.cliques.few_shot.loose_json import find
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
"""How long a sentence may be that says that there is nothing to extract."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer's text, the tuples in it, and what was wrong with it, if anything."""

    text: str
    extractions: tuple[Extraction, ...] = ()
    failure: FailureKind | None = None


def parse_answer(text: str) -> Answer:
    """Find the tuples in an answer, relation first; no text is an error.

    JSON is looked for first, in code fences if there are any, then lines of tuples. An empty list is an answer: there
    is nothing to extract. What a model thinks aloud before it answers (``<think>``) is left out, and so is what it
    answers to further sentences that it has made up.
    """
    text = mended(text)
    if not text.strip():
        return Answer(text, failure="empty")
    answer = _unpacked(without_thoughts(text))
    for part in NEXT.split(answer):
        if (found := _found(text, part)) is not None:
            return found
    if not answer.strip():
        return Answer(text, failure="empty" if "</think" in text else "cut off")
    if find(answer).cut_off:
        return Answer(text, failure="cut off")
    if len(answer) < MOST and NOTHING.fullmatch(answer):
        return Answer(text)
    return Answer(text, failure="refusal" if declines(answer) else "no tuple")


def _unpacked(answer: str) -> str:
    """The text in an answer that is a JSON text as a whole."""
    if answer.lstrip().startswith('"'):
        with suppress(ValueError):
            value = json.loads(answer)
            return mended(value) if isinstance(value, str) else answer
    return answer


def _found(text: str, answer: str) -> Answer | None:
    """The answer that is in its code fences, or else in all of it."""
    fenced = "\n".join(FENCED.findall(answer))
    for part in (fenced, answer) if fenced.strip() else (answer,):
        found = _from_json(text, part)
        if found is not None:
            return found
        if lines := tuples_of_lines(part):
            return Answer(text, tuple(lines), "cut off" if breaks_off(part) else None)
    return None


def _from_json(text: str, part: str) -> Answer | None:
    """The answer that the JSON of a part is; ``None`` where it holds no tuple and does not say that there is none."""
    found = find(part)
    gathered = Gathered()
    for value in found.values:
        gathered.take(value)
    if gathered.tuples:
        failure: FailureKind | None = "cut off" if found.cut_off else "part unread" if gathered.unread else None
        return Answer(text, tuple(gathered.tuples), failure)
    said_nothing = gathered.empty and not gathered.unread and not found.cut_off
    return Answer(text) if said_nothing and not tuples_of_lines(part) else None


def read_answers(path: Path, asked: Sequence[str], missing: Missing = "error") -> dict[str, Answer]:
    """Read recorded answers, a JSON object with ``id`` and ``answer`` a line, for the ids that were asked.

    An unknown id, and one that comes twice, are errors; so is a missing answer, unless it is to count as empty.
    An answer that is null is empty, or a refusal where one is given. Other keys are left alone.
    """
    answers: dict[str, Answer] = {}
    known = set(asked)
    with collect_problems(Problems()) as kept:
        for line in content(path):
            try:
                part = object_on(line)
                id = part.text("id")
                if id not in known:
                    raise part.inner("id").error("the id of a prompt", repr(id))
                if id in answers:
                    raise part.inner("id").error("an id that has no answer yet", repr(id))
                answers[id] = _recorded(part)
            except FormatError as error:
                kept.add(error)
    left = [id for id in asked if id not in answers]
    if left and missing == "error":
        more = f" and {len(left) - 3} more" if len(left) > 3 else ""
        raise FormatError(path, None, "an answer to every prompt", f"none to {', '.join(map(repr, left[:3]))}{more}")
    if missing not in ("error", "empty"):
        raise InputError(f"missing: expected error or empty, found {missing!r}")
    return {id: answers.get(id, Answer("", failure="missing")) for id in asked}


def _recorded(part: Part) -> Answer:
    if part.inner("answer").value is not None:
        return parse_answer(part.text("answer"))
    reason = part.optional("refusal")
    return Answer("", failure="empty") if reason is None else Answer(mended(reason), failure="refusal")
