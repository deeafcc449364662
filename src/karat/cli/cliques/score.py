"""``karat cliques score``: ROBUST scores, and how much F1 varies within cliques."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from karat.cli.cliques.options import CliqueBenchmark, CliqueGold
from karat.cli.evaluate import check_usage
from karat.cli.intervals import choose_resampling
from karat.cli.options import (
    DRAWING,
    Caption,
    Csv,
    Encoding,
    GoldFormat,
    HideIntervals,
    Inside,
    Interval,
    Json,
    Label,
    Latex,
    Level,
    Markdown,
    MissingSentences,
    NoIntervals,
    OutputFormat,
    Outputs,
    PeopleSteps,
    Published,
    Report,
    Resamples,
    Rounding,
    SavedRun,
    Show,
    Signatures,
    StandIn,
    Synsets,
    SystemInput,
    Test,
    UnknownSentences,
    refuse_beside,
)
from karat.cli.output import choose_form, echo, print_json, say, status
from karat.cli.printing import TableChoices, print_as, print_evaluation, table_choices
from karat.cli.report import write_report
from karat.cli.scored_files import Given, gold_guesses, guesses, with_published
from karat.cli.written_files import REPLACED
from karat.formats import InputFile
from karat.formats.files import check_place, write_lines
from karat.metrics.oie.benchie import parse_steps
from karat.reports.csv import csv_of_cliques
from karat.reports.html import converter
from karat.reports.lists import make_console
from karat.reports.robustness import histograms
from karat.reports.tables.robustness import tabulate_distances, tabulate_robustness
from karat.results import Evaluation, Options
from karat.results import evaluate as score_systems
from karat.results.cliques.robustness import THRESHOLD, Robustness, robustness
from karat.results.outputs import named_outputs, open_outputs
from karat.results.serialisation import summary


def score(
    context: typer.Context,
    outputs: Outputs = None,
    benchmark: CliqueBenchmark = None,
    gold: CliqueGold = None,
    synsets: Synsets = None,
    published: Published = False,
    inside: Inside = "carb",
    people_steps: PeopleSteps = None,
    rounding: Rounding = "exact",
    missing: MissingSentences = "error",
    unknown: UnknownSentences = "error",
    stand_in: StandIn = False,
    threshold: Annotated[
        float, typer.Option(metavar="X", help="Cliques whose F1 spreads less than this are counted.")
    ] = THRESHOLD,
    format: OutputFormat = None,
    gold_format: GoldFormat = None,
    encoding: Encoding = "utf-8",
    sentences: SystemInput = None,
    interval: Interval = "korn-graubard",
    level: Level = 0.95,
    test: Test = "t",
    resamples: Resamples = 10_000,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the resamples and of subsets.")] = 0,
    no_intervals: NoIntervals = False,
    json: Json = False,
    csv: Csv = False,
    markdown: Markdown = False,
    latex: Latex = False,
    show: Show = None,
    hide_intervals: HideIntervals = False,
    signatures: Signatures = False,
    caption: Caption = None,
    label: Label = None,
    by_clique: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write what each sentence of each clique scores, as CSV."),
        REPLACED,
    ] = None,
    output: SavedRun = None,
    html: Report = None,
) -> None:
    """Score systems on cliques: sentences that say the same.

    Shows the worst sentence of each clique (ROBUST), the originals, how far they are apart, how much F1 varies within
    cliques, and, where the sentences have trees, whether it varies more with their syntactic distance.
    """
    form = choose_form(json=json, csv=csv, markdown=markdown, latex=latex)
    choices = table_choices(form, show, hide_intervals, signatures, caption, label)
    systems = check_outputs(outputs, benchmark, gold, published, gold_format)
    if no_intervals:
        refuse_beside(context, "--no-intervals", [name for name in DRAWING if name != "seed"])
    if not 0 < threshold <= 1:
        raise typer.BadParameter(f"expected more than 0 and at most 1, found {threshold:g}", param_hint="--threshold")
    for path in filter(None, (by_clique, output, html)):
        check_place(path)
    if html is not None:
        converter()  # report a missing extra before scoring
    options = Options(
        inside=inside,
        rounding=rounding,
        unknown=unknown,
        missing=missing,
        stand_in=stand_in,
        metrics=("robust",),
        people_steps=parse_steps(people_steps),
    )
    say(*([] if format else guesses(systems.values(), encoding)))
    gold_file = InputFile(gold) if gold is not None else None
    say(*gold_guesses(gold_file, gold_format, (), encoding))
    with status() as tell:
        evaluation = score_systems(
            systems,
            benchmark,
            gold=gold_file,
            synsets=synsets,
            options=options,
            resampling=choose_resampling(
                context, interval, resamples, seed, level, test, off=no_intervals, idle_names=["resamples"]
            ),
            test=test,
            format=format,
            gold_format=gold_format,
            encoding=encoding,
            sentences=sentences,
            progress=tell,
        )
    evaluation = evaluation.made_by(shlex.join(["karat", *(context.obj or ())]))
    say(*evaluation.remarks())
    write_files(evaluation, by_clique, output, html, threshold)
    print_scores(evaluation, form, threshold, seed, choices)


def check_outputs(
    outputs: list[str] | None, benchmark: str | None, gold: Path | None, published: bool, gold_format: str | None
) -> dict[str, Given]:
    """Refuse options that do not go together; give the outputs by name."""
    check_usage(outputs, benchmark, gold, None, published, gold_format)
    own: dict[str, Given] = {**open_outputs(named_outputs(outputs))} if outputs else {}
    return with_published(own, benchmark) if published and benchmark else own


def write_files(
    evaluation: Evaluation, by_clique: Path | None, output: Path | None, html: Path | None, threshold: float
) -> None:
    """Write the files that were asked for, and say so."""
    if by_clique is not None:
        write_lines(by_clique, [csv_of_cliques(evaluation)])
        say(f"{by_clique}: scores of each clique written")
    if output is not None:
        evaluation.save(output)
        say(f"{output}: evaluation written")
    if html is not None:
        write_report(evaluation, html, threshold=threshold)


def print_scores(evaluation: Evaluation, form: str | None, threshold: float, seed: int, choices: TableChoices) -> None:
    """Print the scores, and below them how F1 varies within cliques, where all their sentences have gold."""
    variation = robustness(evaluation, threshold=threshold, seed=seed) if evaluation.systems[0].cliques else ()
    if form == "json":
        print_json({**summary(evaluation), "robustness": [each.to_json() for each in variation]})
        return
    print_evaluation(evaluation, form, choices=choices)
    if not variation or form == "csv":
        return
    tables = (tabulate_robustness(evaluation, variation), tabulate_distances(evaluation, variation))
    for number, table in enumerate(tables, 2):
        if table is not None:
            echo()
            print_as(table, form, choices.of_table(number))
    if form is None:
        print_histograms(variation)


def print_histograms(variation: tuple[Robustness, ...]) -> None:
    """Draw the distributions, as wide as the console."""
    console = make_console()
    echo()
    for line in histograms(variation, console.width):
        echo(line)
