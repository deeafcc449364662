"""Ask a language model the prompts of a file, and record its answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from karat.cliques.few_shot.prompts import Prompt
from karat.model import Usage
from karat.systems import asking
from karat.systems.asking import Model, Question
from karat.systems.chat import Message


def ask(
    prompts: Sequence[Prompt],
    model: Model,
    output: Path,
    *,
    workers: int = 1,
    tell: Callable[[int], None] = lambda _: None,
    count_earlier: Callable[[Usage], None] = lambda _: None,
) -> int:
    """Append the answers that a file does not have yet; a prompt that is a text is one message of the user."""
    questions = [
        Question(prompt.id, (Message("user", prompt.asked),) if isinstance(prompt.asked, str) else tuple(prompt.asked))
        for prompt in prompts
    ]
    return asking.ask(questions, model, output, workers=workers, tell=tell, count_earlier=count_earlier)
