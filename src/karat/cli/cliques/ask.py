"""``karat cliques ask``: put prompts to a language model and record its answers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from karat.cli.chat_options import Address, KeyVariable, ModelName, Retries, Temperature, Timeout, Workers
from karat.cli.cliques.options import Prompts
from karat.cli.output import say, status
from karat.cli.written_files import APPENDED
from karat.cliques.few_shot.asking import ask as ask_model
from karat.cliques.few_shot.prompts import read
from karat.systems.chat import ChatEndpoint


def ask(
    prompts: Prompts,
    endpoint: Address,
    model: ModelName,
    output: Annotated[
        Path,
        typer.Option(metavar="FILE", help="Where the answers go; prompts that it already answers are not asked again."),
        APPENDED,
    ],
    temperature: Temperature = None,
    seed: Annotated[int | None, typer.Option(help="The model's seed, where the server takes one.")] = None,
    workers: Workers = 1,
    timeout: Timeout = 60.0,
    retries: Retries = 2,
    key_variable: KeyVariable = "OPENAI_API_KEY",
) -> None:
    """Ask a model and append each answer as it arrives; a second run continues where the first stopped."""
    with status() as tell:
        tell("reading")
        questions = read(prompts)
        chat = ChatEndpoint(
            endpoint,
            model,
            key_variable=key_variable,
            temperature=temperature,
            seed=seed,
            timeout=timeout,
            retries=retries,
        )
        try:
            asked = ask_model(questions, chat, output, workers=workers, tell=lambda number: tell(f"{number:,} answers"))
        finally:
            chat.close()
    say(f"{output}: {asked:,} answers added, {len(questions):,} in all")
