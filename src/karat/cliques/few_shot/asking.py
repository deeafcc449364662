"""Ask a language model and record its answers, so that an interrupted run can be resumed."""

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
from karat.systems.threads import start_in_thread


class Model(Protocol):
    """Anything that answers prompts; its name says all that can change an answer."""

    @property
    def name(self) -> str:
        """The model's name in the record."""

    def ask(self, messages: Sequence[Message]) -> str | Refusal:
        """Answer, or give the reason why not."""


def ask(
    prompts: Sequence[Prompt],
    model: Model,
    output: Path,
    *,
    workers: int = 1,
    tell: Callable[[int], None] = lambda _: None,
) -> int:
    """Append the answers that a file does not have yet, each as soon as it comes; return how many were asked for.

    An incomplete last line, as a killed run leaves it, is removed and asked for again. A file with answers of another
    model, or with something else, is an error and stays as it is. If the model cannot be reached, the answers so far
    are kept.
    """
    recorded, tail = _read_recorded(output, {prompt.id for prompt in prompts}, model.name)
    remaining = [prompt for prompt in prompts if prompt.id not in recorded]
    if not remaining:
        return 0
    with journal.resume(output, tail) as add:
        for number, line in enumerate(_answers(remaining, model, workers), 1):
            add(json.dumps(line, ensure_ascii=True).encode() + b"\n")
            tell(number)
    return len(remaining)


def _answers(prompts: Sequence[Prompt], model: Model, workers: int) -> Iterator[dict[str, Any]]:
    """Yield answers as they come; after an error no new prompt is sent, but pending answers are still yielded."""
    waiting = iter(prompts)
    failed: BaseException | None = None
    running = {start_in_thread(_answer, prompt, model) for prompt in islice(waiting, workers)}
    while running:
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            failed = failed or future.exception()
        if failed is None:
            running |= {start_in_thread(_answer, prompt, model) for prompt in islice(waiting, len(done))}
        yield from (future.result() for future in done if future.exception() is None)
    if failed is not None:
        raise failed


def _answer(prompt: Prompt, model: Model) -> dict[str, Any]:
    answer = model.ask([Message("user", prompt.asked)] if isinstance(prompt.asked, str) else prompt.asked)
    if isinstance(answer, Refusal):
        refused = {"refusal": answer.reason} if answer.reason.startswith("refused") else {}
        return {"id": prompt.id, "answer": None, **refused, "model": model.name}
    return {"id": prompt.id, "answer": answer, "model": model.name}


def _read_recorded(output: Path, asked: set[str], name: str) -> tuple[set[str], bytes]:
    """Collect the ids that a file has answers to, and get the incomplete line after them."""
    recorded: set[str] = set()
    count, tail = journal.split_tail(output)
    for line in islice(lines(output), count) if count else ():  # the tail may end in the middle of a character
        if line.blank:
            continue
        part = object_on(line)
        id, model = part.text("id"), part.optional("model")
        if id not in asked:
            raise part.inner("id").error("the id of a prompt", repr(id))
        if model is not None and model != name:
            raise FormatError(output, line.number, f"answers of {name}", f"one of {model}")
        recorded.add(id)
    journal.check_tail(output, count, tail, "recorded answers")
    return recorded, tail
