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
