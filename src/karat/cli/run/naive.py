"""``karat run naive``: every verb becomes a relation."""

from __future__ import annotations

from typing import Annotated

import typer

from karat.benchmarks import benchmark_named
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
from karat.cli.run.running import run_system
from karat.systems.naive.system import NaiveOptions, TaggerName


def naive(
    sentences: Sentences = None,
    benchmark: BenchmarkName = None,
    output: RunOutput = None,
    tagger: Annotated[
        TaggerName | None,
        typer.Option("--tagger", help="What decides which words are verbs; if not given, the language's usual tagger."),
    ] = None,
    text_language: Annotated[
        str | None,
        typer.Option("--language", metavar="CODE", help="The sentences' language: en, de or zh; else the benchmark's."),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option("--model", metavar="PIPELINE", help="An installed pipeline of spaCy, as de_core_news_sm."),
    ] = None,
    force: StartAnew = False,
    retry_failures: RetryFailures = False,
    limit: Limit = None,
    input_format: InputFormat = None,
    input_encoding: InputEncoding = "utf-8",
) -> None:
    """Make a triple of every verb: all before it is the subject, all after it the object."""
    language = text_language
    if language is None and benchmark is not None:
        language = benchmark_named(benchmark).language
    request = Request(sentences, benchmark, output, force, retry_failures, limit, input_format, input_encoding)
    run_system("naive", NaiveOptions(tagger, language, model), request)
