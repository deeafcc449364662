"""Putting prompts to a language model and recording its answers, so that a run that stops can go on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

from karat.errors import FormatError, InputError
from karat.formats.json_documents import object_on
from karat.formats.lines import lines
from karat.systems.chat import Message, Refusal
from karat.systems.few_shot.prompts import Prompt


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
    the file are an error. If the model cannot be reached, the answers so far stay.
    """
    known = _recorded(output, {prompt.id for prompt in prompts}, model.name)
    left = [prompt for prompt in prompts if prompt.id not in known]
    if not left:
        return 0
    try:
        with output.open("a", encoding="utf-8") as file:
            for number, line in enumerate(_answers(left, model, workers), 1):
                file.write(json.dumps(line, ensure_ascii=True) + "\n")
                file.flush()
                tell(number)
    except OSError as error:
        raise InputError(f"{output}: cannot be written ({error.strerror or error})") from None
    return len(left)


def _answers(prompts: Sequence[Prompt], model: Model, workers: int) -> Iterator[dict[str, Any]]:
    """Yield answers as they come; after an error no new prompt is begun, and the answers under way are still given."""
    waiting = iter(prompts)
    failed: BaseException | None = None
    with ThreadPoolExecutor(workers) as threads:
        running = {threads.submit(_answer, prompt, model) for prompt in islice(waiting, workers)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                failed = failed or future.exception()
            if failed is None:
                running |= {threads.submit(_answer, prompt, model) for prompt in islice(waiting, len(done))}
            yield from (future.result() for future in done if future.exception() is None)
    if failed is not None:
        raise failed


def _answer(prompt: Prompt, model: Model) -> dict[str, Any]:
    messages = [{"role": "user", "content": prompt.asked}] if isinstance(prompt.asked, str) else prompt.asked
    found = model.ask([Message(**message) for message in messages])
    if isinstance(found, Refusal):
        refused = {"refusal": found.reason} if found.reason.startswith("refused") else {}
        return {"id": prompt.id, "answer": None, **refused, "model": model.name}
    return {"id": prompt.id, "answer": found, "model": model.name}


def _recorded(output: Path, asked: set[str], name: str) -> set[str]:
    """The ids that a file has answers to."""
    if not output.exists():
        return set()
    _cut(output)
    found = set()
    for line in lines(output):
        if line.blank:
            continue
        part = object_on(line)
        id, model = part.text("id"), part.optional("model")
        if id not in asked:
            raise part.inner("id").error("the id of a prompt", repr(id))
        if model is not None and model != name:
            raise FormatError(output, line.number, f"answers of {name}", f"one of {model}")
        found.add(id)
    return found


def _cut(output: Path) -> None:
    """Cut away a last line that has no end."""
    data = output.read_bytes()
    end = data.rfind(b"\n") + 1
    if end < len(data):
        with output.open("r+b") as file:
            file.truncate(end)
