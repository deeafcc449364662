"""``karat run clauses``: Karat's own extractor, rules over dependency parses."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from karat.benchmarks import benchmark_named
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
from karat.systems.clauses import Clauses, ClausesOptions
from karat.systems.clauses.explaining import explain as explain_facts


def clauses(
    sentences: Sentences = None,
    benchmark: BenchmarkName = None,
    output: RunOutput = None,
    model: Annotated[
        str | None,
        typer.Option("--model", metavar="PIPELINE", help="An installed pipeline of spaCy for English, with a parser."),
    ] = None,
    conllu: Annotated[
        Path | None,
        typer.Option("--conllu", metavar="FILE", help="Parses of the sentences in CoNLL-U, in place of a parser."),
    ] = None,
    corenlp: Annotated[
        str | None,
        typer.Option(
            "--corenlp", metavar="ADDRESS", help="A CoreNLP server that parses, or start for one of Karat's own."
        ),
    ] = None,
    text_language: Annotated[
        str | None,
        typer.Option(
            "--language",
            metavar="CODE",
            help="en, de or zh, else the benchmark's; German and Chinese need --corenlp or --conllu.",
        ),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option("--without", metavar="RULE", help="Switch a rule off; several with commas, or once for each."),
    ] = None,
    explicit: Annotated[
        bool, typer.Option("--explicit", help="Leave out facts with words that are not in the sentence.")
    ] = False,
    minimal: Annotated[
        bool, typer.Option("--minimal", help="Leave out words that a fact can do without, such as articles.")
    ] = False,
    n_ary: Annotated[
        bool, typer.Option("--n-ary", help="One fact a clause with all its arguments, in place of binary ones.")
    ] = False,
    annotations: Annotated[
        list[str] | None,
        typer.Option(
            "--annotations",
            metavar="KIND",
            help="What to say of each fact: polarity, modality, attribution, quantities, or all; joined by commas.",
        ),
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Print each fact with the rule that made it and why, and write no run.")
    ] = False,
    force: StartAnew = False,
    retry_failures: RetryFailures = False,
    limit: Limit = None,
    input_format: InputFormat = None,
    input_encoding: InputEncoding = "utf-8",
) -> None:
    """Extract facts from the clauses of each sentence by rules over its dependency parse."""
    language = text_language or (benchmark_named(benchmark).language if benchmark is not None else "en")
    options = ClausesOptions(
        model=model,
        conllu=conllu,
        without=_names(without),
        explicit=explicit,
        minimal=minimal,
        nary=n_ary,
        annotations=tuple(name.lower() for name in _names(annotations)),
        language=language,
        corenlp=corenlp,
    )
    request = Request(sentences, benchmark, output, force, retry_failures, limit, input_format, input_encoding)
    if not explain:
        run_system("clauses", options, request)
        return
    if output is not None:
        raise typer.BadParameter("expected no file beside it (-o), found one", param_hint="--explain")
    with closing(Clauses(options)) as system:
        for sentence in read_request(request):
            (parse,) = system.parse([sentence.text])
            echo(explain_facts(parse, system.annotated(parse)))


def _names(given: list[str] | None) -> tuple[str, ...]:
    return tuple(name.strip() for names in given or () for name in names.split(",") if name.strip())
