"""``karat run llm``: extractions from a language model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from karat.cli.chat_options import (
    Address,
    KeyVariable,
    ModelName,
    ModelSeed,
    Retries,
    Temperature,
    Timeout,
    Workers,
)
from karat.cli.options import BenchmarkName
from karat.cli.output import echo
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
from karat.cli.written_files import FILLED
from karat.reports.console import print_table
from karat.reports.tables.listing import Listing
from karat.systems.llm import Llm, LlmOptions
from karat.systems.llm.preview import Preview, preview


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
    answer_tokens: Annotated[
        int,
        typer.Option(
            "--answer-tokens", metavar="N", min=1, help="The most tokens of an answer; models that reason need more."
        ),
    ] = 2000,
    temperature: Temperature = None,
    model_seed: ModelSeed = None,
    samples: Annotated[
        int, typer.Option("--samples", metavar="N", min=1, help="How often to ask about each sentence.")
    ] = 1,
    workers: Workers = 4,
    timeout: Timeout = 60.0,
    retries: Retries = 5,
    key_variable: KeyVariable = "OPENAI_API_KEY",
    price_in: Annotated[
        float | None,
        typer.Option("--price-in", metavar="PRICE", min=0, help="The price of a million tokens in prompts."),
    ] = None,
    price_out: Annotated[
        float | None,
        typer.Option("--price-out", metavar="PRICE", min=0, help="The price of a million tokens in answers."),
    ] = None,
    max_cost: Annotated[
        float | None,
        typer.Option(
            "--max-cost", metavar="COST", min=0, help="Stop before a request that might make the run cost more."
        ),
    ] = None,
    max_tokens: Annotated[
        int | None,
        typer.Option(
            "--max-tokens", metavar="N", min=0, help="Stop before a request that might make the run use more tokens."
        ),
    ] = None,
    cache: Annotated[
        Path | None,
        typer.Option("--cache", metavar="DIR", help="Where answers are kept; the user's cache if not given."),
        FILLED,
    ] = None,
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help="Neither use nor keep answers but in the output.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Ask nothing: print the first prompt, and estimate tokens and cost.")
    ] = False,
) -> None:
    """Ask a language model about each sentence, at any endpoint with OpenAI's chat completions API.

    The key is read from an environment variable and written nowhere. Each answer is kept on disk when it comes, so that
    nothing is paid for twice.
    """
    if max_cost is not None and (price_in is None or price_out is None):
        expected = "expected --price-in and --price-out beside it, without which no cost is known"
        raise typer.BadParameter(expected, param_hint="--max-cost")
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


def print_preview(shown: Preview) -> None:
    """Print the first prompt, and what the run would use."""
    for message in shown.first:
        echo(f"[{message.role}]\n{message.content}\n")
    on_disk = f", {shown.on_disk:,} answers are on disk already" if shown.on_disk else ""
    echo(f"{shown.requests:,} requests{on_disk}")
    rows = [
        [name, f"{tokens.least:,}", f"{tokens.likely:,}", f"{tokens.most:,}"]
        for name, tokens in (("tokens in prompts", shown.prompts), ("tokens in answers", shown.answers))
    ]
    if shown.likely_cost is not None:
        costs = (shown.least_cost, shown.likely_cost, shown.most_cost)
        rows.append(["cost", *(f"{cost:,.4f}" for cost in costs if cost is not None)])
    print_table(Listing(["", "least", "likely", "most"], rows, right=(1, 2, 3)))
