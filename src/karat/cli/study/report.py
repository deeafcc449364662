"""``karat study report``: what a study's labels show."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Literal

import typer

from karat.benchmarks import benchmark_named, load_gold
from karat.benchmarks.declarations import read_gold
from karat.benchmarks.gold import Gold
from karat.cli.options import (
    BenchmarkName,
    Caption,
    ChartFormat,
    Charts,
    Csv,
    GoldFile,
    GoldFormat,
    HideIntervals,
    Json,
    Label,
    Latex,
    Level,
    Markdown,
    ProjectName,
    Report,
    Resamples,
    Seed,
    in_lower_case,
    refuse_beside,
    was_typed,
)
from karat.cli.output import choose_form, say, status
from karat.cli.pictures import check_drawing
from karat.cli.printing import print_report, table_choices
from karat.cli.study.loading import Demo, StudyPlace, find_study
from karat.formats.files import write_lines
from karat.reports.csv import csv_of_study
from karat.reports.html import write_charts
from karat.reports.html.figures.study import study_charts
from karat.reports.html.study.page import study_page
from karat.reports.tables.study import choose_tables
from karat.results.agreement.verdicts import VerdictAgreement
from karat.results.study.automatic import against_gold
from karat.results.study.measuring import measure_study
from karat.results.study.report import Undecided

UNDECIDED: dict[str, Undecided] = {"leave-out": "leave out", "majority": "majority"}


def report(
    context: typer.Context,
    study: StudyPlace = None,
    demo: Demo = False,
    project: ProjectName = None,
    undecided: Annotated[
        Literal["leave-out", "majority"],
        typer.Option(help="What becomes of extractions on which labellers differ and nobody has decided."),
    ] = "leave-out",
    with_machines: Annotated[
        bool, typer.Option("--with-machines", help="Count labels of LLMs like those of people, in every number.")
    ] = False,
    benchmark: BenchmarkName = None,
    gold: GoldFile = None,
    gold_format: GoldFormat = None,
    metric: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            callback=in_lower_case,
            help="A metric to compare with people's labels, as benchie-P, in place of those of the gold; repeatable.",
        ),
    ] = None,
    threshold: Annotated[
        float, typer.Option(metavar="X", help="The score from which on a metric accepts an extraction.")
    ] = 0.5,
    level: Level = 0.95,
    resamples: Resamples = 2_000,
    seed: Seed = 0,
    table: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            callback=in_lower_case,
            help="Print only this table: precision, factuality, rules, comparisons, agreement …; repeatable.",
        ),
    ] = None,
    json: Json = False,
    csv: Csv = False,
    markdown: Markdown = False,
    latex: Latex = False,
    hide_intervals: HideIntervals = False,
    caption: Caption = None,
    label: Label = None,
    html: Report = None,
    charts: Charts = None,
    chart_format: ChartFormat = "svg",
) -> None:
    """Show what a study's labels say: precision, rules broken, agreement, differences between systems.

    Labels of language models are shown apart. Extractions on which labellers differ are left out until somebody
    decides. With gold, automatic metrics are compared with people's labels.
    """
    form = choose_form(json=json, csv=csv, markdown=markdown, latex=latex)
    choices = table_choices(form, None, hide_intervals, False, caption, label)
    if form in ("json", "csv"):
        refuse_beside(context, f"--{form}", ("table",))
    if charts is None:
        refuse_beside(context, "--charts", ("chart_format",))
    check_gold(context, benchmark, gold)
    check_drawing(html, charts)
    with status() as tell:
        tell("reading")
        found = find_study(study, project, demo)
        tell("measuring")
        counting = Counting(UNDECIDED[undecided], with_machines, level, resamples, seed)
        compared: tuple[VerdictAgreement, ...] = ()
        if (loaded := find_gold(benchmark, gold, gold_format)) is not None:
            compared = against_gold(found, loaded, metric or (), threshold=threshold, **asdict(counting))
        measured = measure_study(found, automatic=compared, **asdict(counting))
        if html is not None:
            tell("drawing")
            write_lines(html, [study_page(found, measured)])
            say(f"{html}: report written")
        if charts is not None:
            say(*(f"{path}: chart written" for path in write_charts(study_charts(measured), charts, chart_format)))
    print_report(
        form,
        measured.to_json,
        lambda: csv_of_study(measured),
        lambda: choose_tables(measured, table or ()).values(),
        choices,
    )


@dataclass(frozen=True)
class Counting:
    """Which labels count, and how intervals are made: what every number of a report depends on."""

    undecided: Undecided
    with_machines: bool
    level: float
    resamples: int
    seed: int


def check_gold(context: typer.Context, benchmark: str | None, gold: Path | None) -> None:
    """Refuse two golds, and options of metrics without any."""
    if benchmark is not None and gold is not None:
        raise typer.BadParameter("expected --benchmark or --gold, found both", param_hint="--gold")
    for name in ("metric", "threshold", "gold_format"):
        missing = gold is None and (benchmark is None or name == "gold_format")
        if missing and was_typed(context, name):
            beside = "--gold" if name == "gold_format" else "--benchmark or --gold"
            raise typer.BadParameter(f"expected {beside} beside it", param_hint=f"--{name.replace('_', '-')}")


def find_gold(benchmark: str | None, path: Path | None, format: str | None) -> Gold | None:
    """Load the gold of a benchmark or of a file, if either was given."""
    if path is not None:
        return read_gold(path, format=format)
    return None if benchmark is None else load_gold(benchmark_named(benchmark))
