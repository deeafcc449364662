"""``karat cliques ask``: put prompts to a language model and record its answers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from karat.cli.cliques.options import Prompts, Temperature
from karat.cli.output import say, status
from karat.cliques.few_shot.asking import ask as ask_model
from karat.cliques.few_shot.prompts import read
from karat.systems.chat import ChatEndpoint


def ask(
    prompts: Prompts,
    endpoint: Annotated[
        str, typer.Option(metavar="URL", help="An address that speaks OpenAI's chat completions, as http://…/v1.")
    ],
    model: Annotated[str, typer.Option(metavar="NAME", help="The model's name there.")],
    output: Annotated[
        Path,
        typer.Option(metavar="FILE", help="Where the answers go; prompts that it already answers are not asked again."),
    ],
    temperature: Temperature = None,
    seed: Annotated[int | None, typer.Option(help="The model's seed, where the server takes one.")] = None,
    workers: Annotated[int, typer.Option(min=1, help="How many prompts to send at once.")] = 1,
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds to wait for an answer.")] = 60.0,
    retries: Annotated[int, typer.Option(min=0, help="How often to ask again if no answer arrives.")] = 2,
    key_variable: Annotated[
        str, typer.Option(metavar="NAME", help="The environment variable that holds the key, if one is needed.")
    ] = "OPENAI_API_KEY",
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
