"""Ask a language model and record its answers, so that an interrupted run can be resumed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

from karat.formats.json.documents import object_on
from karat.formats.json.parts import Part
from karat.formats.json.run_lines import usage_from, usage_object
from karat.formats.text.lines import Line, lines
from karat.model import Usage
from karat.systems.chat import EMPTY, Message, Refusal
from karat.systems.journal import check_tail, open_journal, split_tail
from karat.systems.threads import call_as_completed

START, RECORDED = b'{"id": ', "recorded answers"
"""How each line begins, and what the lines are."""
HEAD = ""
"""The id of the line before the answers, in files that begin with what all questions have in common."""


@dataclass(frozen=True, slots=True)
class CountedAnswer:
    """An answer with what it cost, which goes into the record."""

    answer: str | Refusal
    usage: Usage


class Model(Protocol):
    """Anything that answers prompts; its name says all that can change an answer."""

    @property
    def name(self) -> str:
        """The model's name in the record."""

    def ask(self, messages: Sequence[Message]) -> str | Refusal | CountedAnswer:
        """Answer, or give the reason why not."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a model is asked; the id finds its answer."""

    id: str
    messages: tuple[Message, ...]


def ask(
    questions: Sequence[Question],
    model: Model,
    output: Path,
    *,
    head: Mapping[str, Any] | None = None,
    workers: int = 1,
    tell: Callable[[int], None] = lambda _: None,
    count_earlier: Callable[[Usage], None] = lambda _: None,
) -> int:
    """Append the answers that a file does not have yet, each as soon as it comes; return how many were asked for.

    ``count_earlier`` is told what the answers of the file cost, as far as it says so.

    An incomplete last line, as a killed run leaves it, is removed and asked for again. A file with answers of another
    model, with another head, to other questions, or with something else, is an error and stays as it is. If the model
    cannot be reached, the answers so far are kept.
    """
    with open_journal(output, START, RECORDED) as journal:
        recorded, is_new = _read_recorded(journal.lines(), {question.id for question in questions}, model.name, head)
        count_earlier(sum(recorded.values(), Usage()))
        remaining = [question for question in questions if question.id not in recorded]
        if head is not None and is_new and remaining:
            journal.add(_line({"id": HEAD, **head}))
        answers = call_as_completed(partial(_answer, model=model), remaining, workers)
        for number, line in enumerate(answers, 1):
            journal.add(_line(line))
            tell(number)
    return len(remaining)


def read_head(output: Path) -> Mapping[str, Any] | None:
    """What all questions of a file have in common; ``None`` if there is no file yet, or no whole line in it."""
    count, tail = split_tail(output)
    check_tail(output, count, tail, RECORDED, START)
    if not count:
        return None
    part = object_on(next(lines(output)))
    if part.text("id") != HEAD:
        raise part.inner("id").error("the head of recorded answers", repr(part.text("id")))
    return {name: value for name, value in dict(part.value).items() if name != "id"}


def read_answers(output: Path) -> Iterator[tuple[str, str | Refusal]]:
    """The ids and answers of a file, without its head."""
    count, _ = split_tail(output)
    for line in islice(lines(output), count) if count else ():
        if line.blank:
            continue
        part = object_on(line)
        if part.text("id") != HEAD:
            yield part.text("id"), _read_answer(part)


def _read_answer(part: Part) -> str | Refusal:
    if part.inner("answer").value is not None:
        return part.text("answer")
    return Refusal(part.optional("refusal") or EMPTY)


def _line(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=True).encode() + b"\n"


def _answer(question: Question, model: Model) -> dict[str, Any]:
    answer = model.ask(question.messages)
    usage: dict[str, Any] = {}
    if isinstance(answer, CountedAnswer):
        usage = {"usage": usage_object(answer.usage)}
        answer = answer.answer
    if isinstance(answer, Refusal):
        refused = {"refusal": answer.reason} if answer.reason != EMPTY else {}
        return {"id": question.id, "answer": None, **refused, "model": model.name, **usage}
    return {"id": question.id, "answer": answer, "model": model.name, **usage}


def _read_recorded(
    lines: Iterator[Line], asked: set[str], name: str, head: Mapping[str, Any] | None
) -> tuple[dict[str, Usage], bool]:
    """Collect the ids that a file has answers to, with what they cost, and say whether it has no line yet."""
    recorded: dict[str, Usage] = {}
    first = True
    for line in lines:
        if line.blank:
            continue
        part = object_on(line)
        if head is not None and first:
            if part.value != {"id": HEAD, **head}:
                raise line.error(expected="answers to the same prompts", found="those to others")
            first = False
            continue
        first = False
        id, model = part.text("id"), part.optional("model")
        if id not in asked:
            raise part.inner("id").error("the id of a prompt", repr(id))
        if model is not None and model != name:
            raise line.error(expected=f"answers of {name}", found=f"one of {model}")
        recorded[id] = usage_from(part.inner("usage")) if "usage" in part else Usage()
    return recorded, first
