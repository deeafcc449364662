"""``karat cliques ask``: put prompts to a language model and record its answers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from karat.cli.chat_options import (
    Address,
    AnswerTokensIfGiven,
    KeyVariable,
    MaxCost,
    MaxTokens,
    ModelName,
    PriceIn,
    PriceOut,
    Retries,
    Temperature,
    Timeout,
    Workers,
    check_prices,
)
from karat.cli.cliques.options import Prompts
from karat.cli.output import say, status
from karat.cli.spending import say_usage
from karat.cli.written_files import APPENDED
from karat.cliques.few_shot.asking import ask as ask_model
from karat.cliques.few_shot.prompts import read
from karat.systems.chat import ChatEndpoint
from karat.systems.llm.counted_model import CountedModel, Spending


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
    answer_tokens: AnswerTokensIfGiven = None,
    price_in: PriceIn = None,
    price_out: PriceOut = None,
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
) -> None:
    """Ask a model and append each answer as it arrives; a second run continues where the first stopped."""
    check_prices(max_cost, price_in, price_out)
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
        counted = CountedModel(chat, Spending(price_in, price_out, max_cost, max_tokens, answer_tokens))
        try:
            asked = ask_model(
                questions,
                counted,
                output,
                workers=workers,
                tell=lambda number: tell(f"{number:,} answers"),
                count_earlier=counted.count_earlier,
            )
        finally:
            counted.close()
    say(f"{output}: {asked:,} answers added, {len(questions):,} in all")
    say_usage(counted.spent)
