"""Recorded answers of language models to the prompts of a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from karat.errors import FormatError, InputError
from karat.formats.json.documents import object_on
from karat.formats.json.parts import Part
from karat.formats.llm.answers import Answer, parse_answer, replace_surrogates
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.lines import content

Missing = Literal["error", "empty"]


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
