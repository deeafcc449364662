"""Putting prompts to a language model and recording its answers, so that a run that stops can go on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

from karat.cliques.few_shot.prompts import Prompt
from karat.errors import FormatError
from karat.formats.json.documents import object_on
from karat.formats.text.lines import lines
from karat.systems import journal
from karat.systems.chat import Message, Refusal
from karat.systems.threads import begun


class Model(Protocol):
    """Whatever answers; its name says everything that can change an answer."""

    @property
    def name(self) -> str:
        """How the model is called in the record."""

    def ask(self, messages: Sequence[Message]) -> str | Refusal:
        """Answer, or say why not."""


def ask(
    prompts: Sequence[Prompt],
    model: Model,
    output: Path,
    *,
    workers: int = 1,
    tell: Callable[[int], None] = lambda _: None,
) -> int:
    """Append the answers that a file has not got yet, each as soon as it is there; give how many were asked for.

    A last line that breaks off, as a killed run leaves it, is cut away and asked for again. Answers of another model in
    the file, and a file of something else, are errors and stay as they are. If the model cannot be reached, the answers
    so far stay.
    """
    known, tail = _recorded(output, {prompt.id for prompt in prompts}, model.name)
    left = [prompt for prompt in prompts if prompt.id not in known]
    if not left:
        return 0
    with journal.continued(output, tail) as add:
        for number, line in enumerate(_answers(left, model, workers), 1):
            add(json.dumps(line, ensure_ascii=True).encode() + b"\n")
            tell(number)
    return len(left)


def _answers(prompts: Sequence[Prompt], model: Model, workers: int) -> Iterator[dict[str, Any]]:
    """Yield answers as they come; after an error no new prompt is begun, and the answers under way are still given."""
    waiting = iter(prompts)
    failed: BaseException | None = None
    running = {begun(_answer, prompt, model) for prompt in islice(waiting, workers)}
    while running:
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            failed = failed or future.exception()
        if failed is None:
            running |= {begun(_answer, prompt, model) for prompt in islice(waiting, len(done))}
        yield from (future.result() for future in done if future.exception() is None)
    if failed is not None:
        raise failed


def _answer(prompt: Prompt, model: Model) -> dict[str, Any]:
    found = model.ask([Message("user", prompt.asked)] if isinstance(prompt.asked, str) else prompt.asked)
    if isinstance(found, Refusal):
        refused = {"refusal": found.reason} if found.reason.startswith("refused") else {}
        return {"id": prompt.id, "answer": None, **refused, "model": model.name}
    return {"id": prompt.id, "answer": found, "model": model.name}


def _recorded(output: Path, asked: set[str], name: str) -> tuple[set[str], bytes]:
    """The ids that a file has answers to, and the half of a line behind them."""
    found: set[str] = set()
    count, tail = journal.parted(output)
    for line in islice(lines(output), count) if count else ():  # the tail may end in the middle of a character
        if line.blank:
            continue
        part = object_on(line)
        id, model = part.text("id"), part.optional("model")
        if id not in asked:
            raise part.inner("id").error("the id of a prompt", repr(id))
        if model is not None and model != name:
            raise FormatError(output, line.number, f"answers of {name}", f"one of {model}")
        found.add(id)
    journal.check_tail(output, count, tail, "recorded answers")
    return found, tail
