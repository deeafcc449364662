"""``karat judge``: ask a language model which facts extractions state, and record its answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from karat.benchmarks.declarations import benchmark_named, load_gold, read_gold
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
from karat.cli.options import (
    BenchmarkName,
    ColumnNames,
    Encoding,
    GoldFile,
    GoldFormat,
    IdsFrom,
    JsonPaths,
    Nary,
    OutputFormat,
    Outputs,
    SystemInput,
    Tokens,
    UnknownSentences,
)
from karat.cli.output import echo, say, status
from karat.cli.spending import print_preview, say_usage
from karat.cli.written_files import APPENDED
from karat.errors import KaratError, ServiceError
from karat.formats import InputFile
from karat.model import Row
from karat.one_line import cut
from karat.reports.tables.table import counted
from karat.results import Options
from karat.results.outputs import named_outputs, open_outputs
from karat.results.system_output import read_system
from karat.systems.judge.asking import JudgeQuestion, JudgeReport, ask_judge, collect_questions
from karat.systems.judge.options import JudgeOptions
from karat.systems.judge.preview import preview_judge

SHOWN = 5
"""Unreadable answers that are shown."""


def judge(
    outputs: Outputs,
    endpoint: Address,
    model: ModelName,
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Where the answers are recorded; what it already answers is not asked again.",
        ),
        APPENDED,
    ],
    benchmark: BenchmarkName = None,
    gold: GoldFile = None,
    gold_format: GoldFormat = None,
    format: OutputFormat = None,
    columns: ColumnNames = None,
    map: JsonPaths = None,
    encoding: Encoding = "utf-8",
    sentences: SystemInput = None,
    nary: Nary = "join",
    tokens: Tokens = "aligned",
    unknown: UnknownSentences = "error",
    ids_from: IdsFrom = None,
    answer_tokens: AnswerTokens = 2000,
    temperature: Temperature = None,
    model_seed: ModelSeed = None,
    workers: Workers = 1,
    timeout: Timeout = 60.0,
    retries: Retries = 2,
    key_variable: KeyVariable = "OPENAI_API_KEY",
    price_in: PriceIn = None,
    price_out: PriceOut = None,
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    dry_run: DryRun = False,
) -> None:
    """Ask a language model which facts of the gold each extraction states, and record its answers.

    Extractions that a fact synset has exactly are not asked about. Each answer is recorded as it comes, and a second
    run continues where the first stopped. `karat evaluate --metric meaning --meaning-answers FILE` computes scores from
    the file, without the model.

    Example: karat judge mine.tsv --gold gold.txt --endpoint http://localhost:8000/v1 --model NAME -o answers.jsonl
    """
    if (benchmark is None) == (gold is None):
        found = "neither" if gold is None else "both"
        raise typer.BadParameter(f"expected --benchmark or --gold, found {found}", param_hint="--benchmark")
    if gold_format and gold is None:
        raise typer.BadParameter("expected --gold beside it", param_hint="--gold-format")
    check_prices(max_cost, price_in, price_out)
    asking = JudgeOptions(
        endpoint,
        model,
        temperature=temperature,
        model_seed=model_seed,
        answer_tokens=answer_tokens,
        workers=workers,
        timeout=timeout,
        retries=retries,
        key_variable=key_variable,
        price_in=price_in,
        price_out=price_out,
        max_cost=max_cost,
        max_tokens=max_tokens,
    )
    options = Options(nary=nary, tokens=tokens, unknown=unknown, ids_from=ids_from, metrics=("meaning",))
    with status() as tell:
        tell("reading")
        if gold is not None:
            loaded = read_gold(gold, encoding=encoding, format=gold_format)
        else:
            assert benchmark is not None
            loaded = load_gold(benchmark_named(benchmark))
        sources: Mapping[str, InputFile | Iterable[Row]] = open_outputs(named_outputs(outputs or ()))
        systems = [
            system.found
            for name, source in sources.items()
            for system in read_system(
                name, source, loaded, options, format, encoding, sentences, columns=columns, map=map
            )
        ]
        questions = collect_questions(systems, loaded)
        if not dry_run:
            report = ask_all(questions, asking, output, tell)
    if dry_run:
        print_preview(preview_judge(questions, asking, output))
    else:
        print_report(report, output)


def ask_all(
    questions: Sequence[JudgeQuestion], options: JudgeOptions, output: Path, tell: Callable[[str], None]
) -> JudgeReport:
    """Ask all questions; an error says how many answers were added before it."""
    added = 0

    def count(number: int) -> None:
        nonlocal added
        added = number
        tell(f"{number:,} answers")

    try:
        return ask_judge(questions, options, output, tell=count)
    except KaratError as error:
        if not added:
            raise
        raise ServiceError(f"{error}; {output}: {counted(added, 'answer')} added") from error


def print_report(report: JudgeReport, output: Path) -> None:
    """Say what came of it, and show answers that could not be read."""
    echo(f"{report.questions:,} extractions that no synset has exactly")
    if report.unanswered:
        echo(f"without an answer, counted as wrong: {report.unanswered:,}")
    if report.unreadable:
        echo(f"answers that name no fact, counted as wrong: {len(report.unreadable):,}")
        for answer in report.unreadable[:SHOWN]:
            echo(f"  {cut(' '.join(answer.split()), 100)}")
    say(f"{output}: {counted(report.asked, 'answer')} added")
    say_usage(report.usage)
