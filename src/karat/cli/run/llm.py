"""``karat run llm``: extractions from a language model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from karat.cli.chat_options import (
    Address,
    AnswerTokens,
    DryRun,
    KeyVariable,
    MaxCost,
    MaxTokens,
    ModelName,
    ModelSeed,
    PriceIn,
    PriceOut,
    Retries,
    Temperature,
    Timeout,
    Workers,
    check_prices,
)
from karat.cli.options import BenchmarkName
from karat.cli.run.options import (
    InputEncoding,
    InputFormat,
    Limit,
    Request,
    RetryFailures,
    RunOutput,
    Sentences,
    StartAnew,
)
from karat.cli.run.running import read_request, run_system
from karat.cli.spending import print_preview
from karat.cli.written_files import FILLED
from karat.systems.llm import Llm, LlmOptions
from karat.systems.llm.preview import preview


def llm(
    endpoint: Address,
    model: ModelName,
    sentences: Sentences = None,
    benchmark: BenchmarkName = None,
    output: RunOutput = None,
    force: StartAnew = False,
    retry_failures: RetryFailures = False,
    limit: Limit = None,
    input_format: InputFormat = None,
    input_encoding: InputEncoding = "utf-8",
    demonstrations: Annotated[
        str | None,
        typer.Option(
            "--demonstrations",
            metavar="FILE|BENCHMARK",
            help="Gold whose sentences are shown as solved examples, never the one that is asked about.",
        ),
    ] = None,
    shots: Annotated[
        int | None,
        typer.Option(
            "--shots", metavar="K", min=0, help="How many of them a prompt shows; 3 if not given.", show_default=False
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="The seed that draws the examples.")] = 0,
    draw: Annotated[
        Literal["shared", "each"],
        typer.Option("--draw", help="Whether all sentences share their examples, or each has its own draw."),
    ] = "shared",
    template: Annotated[
        Path | None, typer.Option("--template", metavar="FILE", help="The prompt's wording in a TOML file of your own.")
    ] = None,
    answers: Annotated[
        Literal["auto", "schema", "text"],
        typer.Option(
            "--answers", help="Whether to send a JSON schema; auto does so unless the server refuses the first one."
        ),
    ] = "auto",
    answer_tokens: AnswerTokens = 2000,
    temperature: Temperature = None,
    model_seed: ModelSeed = None,
    samples: Annotated[
        int, typer.Option("--samples", metavar="N", min=1, help="How often to ask about each sentence.")
    ] = 1,
    workers: Workers = 4,
    timeout: Timeout = 60.0,
    retries: Retries = 5,
    key_variable: KeyVariable = "OPENAI_API_KEY",
    price_in: PriceIn = None,
    price_out: PriceOut = None,
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    cache: Annotated[
        Path | None,
        typer.Option("--cache", metavar="DIR", help="Where answers are kept; the user's cache if not given."),
        FILLED,
    ] = None,
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help="Neither use nor keep answers but in the output.")
    ] = False,
    dry_run: DryRun = False,
) -> None:
    """Ask a language model about each sentence, at any endpoint with OpenAI's chat completions API.

    The key is read from an environment variable and written nowhere. Each answer is kept on disk when it comes, so that
    nothing is paid for twice.
    """
    check_prices(max_cost, price_in, price_out)
    if shots and demonstrations is None:
        raise typer.BadParameter("expected --demonstrations beside it, found none", param_hint="--shots")
    request = Request(sentences, benchmark, output, force, retry_failures, limit, input_format, input_encoding)
    options = LlmOptions(
        endpoint=endpoint,
        model=model,
        demonstrations=demonstrations,
        shots=shots,
        seed=seed,
        draw=draw,
        template=template,
        answers=answers,
        answer_tokens=answer_tokens,
        temperature=temperature,
        model_seed=model_seed,
        samples=samples,
        workers=workers,
        timeout=timeout,
        retries=retries,
        key_variable=key_variable,
        price_in=price_in,
        price_out=price_out,
        max_cost=max_cost,
        max_tokens=max_tokens,
        cache=cache,
        use_cache=not no_cache,
        ask_again=retry_failures,
    )
    if dry_run:
        print_preview(preview(Llm(options), read_request(request)))
    else:
        run_system("llm", options, request)
