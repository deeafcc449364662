"""Options of commands that ask a language model; what only one of them has is declared there."""

from __future__ import annotations

from typing import Annotated

import typer

Address = Annotated[
    str,
    typer.Option("--endpoint", metavar="URL", help="An address that speaks OpenAI's chat completions, as http://…/v1."),
]
ModelName = Annotated[str, typer.Option("--model", metavar="NAME", help="The model's name there.")]
Temperature = Annotated[
    float | None, typer.Option("--temperature", min=0, help="The model's temperature; the server's own if not given.")
]
ModelSeed = Annotated[
    int | None, typer.Option("--model-seed", metavar="N", help="A seed to send, if the server takes one.")
]
Workers = Annotated[int, typer.Option("--workers", min=1, help="How many prompts to send at once.")]
Timeout = Annotated[float, typer.Option("--timeout", min=0.1, help="Seconds to wait for an answer.")]
Retries = Annotated[int, typer.Option("--retries", min=0, help="How often to ask again if no answer arrives.")]
KeyVariable = Annotated[
    str,
    typer.Option(
        "--key-variable", metavar="NAME", help="The environment variable that holds the key, if one is needed."
    ),
]
AnswerTokens = Annotated[
    int,
    typer.Option(
        "--answer-tokens", metavar="N", min=1, help="The most tokens of an answer; models that reason need more."
    ),
]
AnswerTokensIfGiven = Annotated[
    int | None,
    typer.Option(
        "--answer-tokens",
        metavar="N",
        min=1,
        help="The most tokens of an answer; 2,000 with --max-cost or --max-tokens, else as many as the server allows.",
    ),
]
PriceIn = Annotated[
    float | None,
    typer.Option("--price-in", metavar="PRICE", min=0, help="The price of a million tokens in prompts."),
]
PriceOut = Annotated[
    float | None,
    typer.Option("--price-out", metavar="PRICE", min=0, help="The price of a million tokens in answers."),
]
MaxCost = Annotated[
    float | None,
    typer.Option("--max-cost", metavar="COST", min=0, help="Stop before a request that might make the run cost more."),
]
MaxTokens = Annotated[
    int | None,
    typer.Option(
        "--max-tokens", metavar="N", min=0, help="Stop before a request that might make the run use more tokens."
    ),
]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Ask nothing: print the first prompt, and estimate tokens and cost.")
]


def check_prices(max_cost: float | None, price_in: float | None, price_out: float | None) -> None:
    """Refuse a limit of costs without the prices that costs are computed from."""
    if max_cost is not None and (price_in is None or price_out is None):
        expected = "expected --price-in and --price-out beside it, without which no cost is known"
        raise typer.BadParameter(expected, param_hint="--max-cost")
