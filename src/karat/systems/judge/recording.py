"""The file of a judge's answers: each is appended as it comes, with what it cost."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import Any

from karat.errors import InputError
from karat.formats.json.documents import object_on
from karat.formats.json.run_lines import usage_from, usage_object
from karat.formats.text.lines import Line, lines
from karat.model import Usage
from karat.systems.asking import RECORDED, START
from karat.systems.attempts import shorten
from karat.systems.chat import Completion
from karat.systems.journal import Journal, check_tail, split_tail


class AnswerRecord:
    """A journal to which several threads add answers; only the first to each question is kept.

    If an answer cannot be written, ``error`` says why, and no other should be asked for.
    """

    def __init__(self, journal: Journal, model: str) -> None:
        self.model = model
        self.usages = read_usages(journal.lines(), model)
        self.error: InputError | None = None
        self._journal = journal
        self._is_closed = False
        self._lock = Lock()

    @property
    def usage(self) -> Usage:
        """What all answers cost, as far as the file says it."""
        with self._lock:
            return sum((usage for usage in self.usages.values() if usage is not None), Usage())

    def add(self, id: str, completion: Completion, usage: Usage) -> None:
        """Append an answer, unless the question has one or the record is closed."""
        with self._lock:
            if id in self.usages or self._is_closed:
                return
            value = {"id": id, **_answer(completion), "model": self.model, "usage": usage_object(usage)}
            try:
                self._journal.add(json.dumps(value, ensure_ascii=True).encode() + b"\n")
            except InputError as error:
                self.error = error
            else:
                self.usages[id] = usage

    def close(self) -> None:
        """Take no further answers."""
        with self._lock:
            self._is_closed = True


def read_usages(recorded: Iterable[Line], model: str) -> dict[str, Usage | None]:
    """Read what each answer cost, by the id of its question; an answer of another model is an error."""
    usages: dict[str, Usage | None] = {}
    for line in recorded:
        if line.blank:
            continue
        part = object_on(line)
        name = part.text("model")
        if name != model:
            raise line.error(expected=f"answers of {model}", found=f"one of {name}")
        usages[part.text("id")] = usage_from(part.inner("usage")) if "usage" in part else None
    return usages


def load_usages(path: Path, model: str) -> dict[str, Usage | None]:
    """Read what the answers of a file cost, without opening it for writing; nothing if there is no file."""
    count, tail = split_tail(path)
    usages = read_usages(islice(lines(path), count) if count else (), model)
    check_tail(path, count, tail, RECORDED, START)
    return usages


def _answer(completion: Completion) -> dict[str, Any]:
    """Give the text of an answer, or none with the reason; the end of one that breaks off is not what was meant."""
    if completion.refusal:
        return {"answer": None, "refusal": f"refused: {shorten(completion.refusal)}"}
    if completion.finish == "length":
        return {"answer": None, "refusal": "broke off at the limit of tokens"}
    text = completion.text
    return {"answer": text if text is not None and text.strip() else None}
