"""``karat run command``: any program that reads sentences and writes a format that Karat knows."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from karat.cli.options import BenchmarkName, in_lower_case
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
from karat.cli.run.running import run_system
from karat.systems.command import CommandOptions

USUAL = CommandOptions("")


def command(
    sentences: Sentences = None,
    command: Annotated[
        str,
        typer.Option(
            "--command",
            metavar="TEXT",
            help="The program with its arguments; {input} and {output} stand for files, if it does not use pipes.",
        ),
    ] = "",
    result_format: Annotated[
        str | None,
        typer.Option(
            "--result-format",
            metavar="NAME",
            callback=in_lower_case,
            help="The format of what the program writes; guessed if not given.",
        ),
    ] = None,
    result: Annotated[
        str | None,
        typer.Option("--result", metavar="PATH", help="The file to read, if it is not {output}: {output}.oie."),
    ] = None,
    send_as: Annotated[
        Literal["lines", "numbered", "json"],
        typer.Option("--send-as", help="A sentence a line; a number and a tab before it; or an object of JSON."),
    ] = USUAL.send_as,
    protocol: Annotated[
        Literal["batch", "lines"],
        typer.Option("--protocol", help="Start it for each batch, or keep it running: a line of JSON in, one out."),
    ] = USUAL.protocol,
    batch: Annotated[
        int, typer.Option("--batch", metavar="N", min=1, help="How many sentences the program gets at once.")
    ] = USUAL.batch,
    timeout: Annotated[
        float,
        typer.Option("--timeout", metavar="SECONDS", min=0.1, help="Seconds that a batch, or an answer, may take."),
    ] = USUAL.timeout,
    divide: Annotated[
        bool,
        typer.Option(
            "--divide/--no-divide", help="Divide a batch that fails until the sentence at fault is found, or not."
        ),
    ] = USUAL.divide,
    give_up: Annotated[
        int,
        typer.Option("--give-up", metavar="N", min=0, help="Stop after N failures at the start; 0 goes on."),
    ] = USUAL.give_up,
    shell: Annotated[bool, typer.Option("--shell", help="Let the shell run it, for pipes and variables.")] = False,
    directory: Annotated[
        Path | None, typer.Option("--directory", metavar="FOLDER", help="Where the program is run; here if not given.")
    ] = None,
    program_version: Annotated[
        str, typer.Option("--program-version", metavar="TEXT", help="Its name and version, for the record.")
    ] = "",
    samples: Annotated[
        int,
        typer.Option("--samples", metavar="N", min=1, help="Run it N times; {sample} in the command is the number."),
    ] = USUAL.samples,
    workers: Annotated[
        int, typer.Option("--workers", metavar="N", min=1, help="How many processes run at once.")
    ] = USUAL.workers,
    benchmark: BenchmarkName = None,
    output: RunOutput = None,
    force: StartAnew = False,
    retry_failures: RetryFailures = False,
    limit: Limit = None,
    input_format: InputFormat = None,
    input_encoding: InputEncoding = "utf-8",
) -> None:
    """Run any program that reads sentences and writes a format that Karat knows.

    A batch that fails is divided until the sentence at fault is found, which is recorded as a failure.
    """
    if not command.strip():
        raise typer.BadParameter("expected a command, found none", param_hint="--command")
    options = CommandOptions(
        command=command,
        result_format=result_format,
        send_as=send_as,
        result=result,
        protocol=protocol,
        batch=batch,
        timeout=timeout,
        divide=divide,
        give_up=give_up,
        shell=shell,
        directory=directory,
        program_version=program_version,
        samples=samples,
        workers=workers,
    )
    request = Request(sentences, benchmark, output, force, retry_failures, limit, input_format, input_encoding)
    run_system("command", options, request)
