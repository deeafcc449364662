"""Choose who writes the paraphrases: a command, a language model, or a file of recorded answers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import typer

from karat.cli.run.ending import ending_in_order
from karat.cliques.command import TIMEOUT, CommandParaphraser
from karat.cliques.model import ModelParaphraser
from karat.cliques.paraphrasers import Paraphraser, RecordedAnswers
from karat.systems import chat


@contextmanager
def generator(
    *,
    command: str | None,
    endpoint: str | None,
    model: str | None,
    answers: Path | None,
    temperature: float | None,
    seed: int | None,
    key_variable: str | None,
    timeout: float | None,
    retries: int | None,
    workers: int | None,
) -> Iterator[Paraphraser]:
    """Start the paraphraser that was asked for and close it afterwards; refuse options that it would ignore."""
    given = {"--command": command, "--endpoint": endpoint, "--answers": answers}
    asked = [name for name, value in given.items() if value is not None]
    if len(asked) != 1:
        found = " and ".join(asked) or "none"
        raise typer.BadParameter(f"expected one of {', '.join(given)}, found {found}", param_hint="--command")
    for_endpoint = {
        "--model": model,
        "--temperature": temperature,
        "--key-variable": key_variable,
        "--retries": retries,
        "--workers": workers,
    }
    for name, value in {**for_endpoint, "--timeout": timeout}.items():
        heeded = endpoint is not None or (name == "--timeout" and command is not None)
        if value is not None and not heeded:
            raise typer.BadParameter(f"expected --endpoint beside it, found {asked[0]}", param_hint=name)
    if endpoint is not None and model is None:
        raise typer.BadParameter("expected a model's name beside --endpoint, found none", param_hint="--model")
    with ending_in_order():
        paraphraser = _started(command, endpoint, model, answers, temperature, seed, key_variable, timeout, retries)
        with closing(paraphraser):
            yield paraphraser


def _started(
    command: str | None,
    endpoint: str | None,
    model: str | None,
    answers: Path | None,
    temperature: float | None,
    seed: int | None,
    key_variable: str | None,
    timeout: float | None,
    retries: int | None,
) -> Paraphraser:
    if command is not None:
        return CommandParaphraser(command, TIMEOUT if timeout is None else timeout)
    if answers is not None:
        return RecordedAnswers(answers)

    assert endpoint is not None
    assert model is not None
    language_model = chat.ChatEndpoint(
        endpoint,
        model,
        key_variable=chat.KEY_VARIABLE if key_variable is None else key_variable,
        temperature=temperature,
        seed=seed,
        timeout=chat.TIMEOUT if timeout is None else timeout,
        retries=chat.RETRIES if retries is None else retries,
    )
    return ModelParaphraser(language_model)
