"""``karat agreement``: read the options, measure, and print or write what was found."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from karat.benchmarks import sample_path
from karat.cli.agreement.thresholds import read_threshold
from karat.cli.options import (
    BenchmarkName,
    Caption,
    CarbGold,
    ColumnNames,
    Csv,
    Encoding,
    FileFormat,
    GoldFile,
    GoldFormat,
    HideIntervals,
    IdsFrom,
    Json,
    JsonPaths,
    Label,
    LabelledSystems,
    Latex,
    Level,
    Markdown,
    MeaningAnswers,
    PeopleSteps,
    Report,
    Resamples,
    Seed,
    Tokens,
    UnknownSentences,
    in_lower_case,
    refuse_beside,
)
from karat.cli.output import choose_form, say, status
from karat.cli.pictures import check_drawing
from karat.cli.printing import print_report, table_choices
from karat.cli.study.loading import Demo
from karat.cli.written_files import REPLACED
from karat.formats.files import write_lines
from karat.metrics.oie.benchie import parse_steps
from karat.reports.csv import csv_of_labels
from karat.reports.html.labels.page import label_page
from karat.reports.label_disagreements import print_disagreements
from karat.reports.lists import make_console
from karat.reports.tables.labels import choose_label_tables
from karat.results.agreement.measuring import agreement as measure_agreement
from karat.results.options import Options
from karat.results.serialisation import write
from karat.results.statistics.resampling import Resampling


def agreement(
    context: typer.Context,
    metrics: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="METRIC",
            help="Metrics of Open IE, with a facet as in benchie-C; those of the gold if none is given.",
        ),
    ] = None,
    labels: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="People's labels: BenchIE-FL's, ClausIE's, a study, or a table or JSON with a label in each row.",
        ),
    ] = None,
    demo: Demo = False,
    systems: LabelledSystems = None,
    label_field: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The column or key of the label; `label` or a name like it if not given."),
    ] = None,
    system_field: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The column or key of the system; `system` or a name like it if not given."),
    ] = None,
    format: FileFormat = None,
    columns: ColumnNames = None,
    map: JsonPaths = None,
    encoding: Encoding = "utf-8",
    unknown: UnknownSentences = "error",
    ids_from: IdsFrom = None,
    benchmark: BenchmarkName = None,
    gold: GoldFile = None,
    gold_format: GoldFormat = None,
    carb_gold: CarbGold = None,
    people_steps: PeopleSteps = None,
    meaning_answers: MeaningAnswers = None,
    tokens: Tokens = "aligned",
    score: Annotated[
        Literal["precision", "similarity"],
        typer.Option(
            help="What a graded metric gives an extraction: the precision that it has alone, or its similarity with "
            "the gold tuple that it fits best."
        ),
    ] = "precision",
    threshold: Annotated[
        list[str] | None,
        typer.Option(
            metavar="X",
            callback=in_lower_case,
            help="The score from which on a graded metric accepts: 0.5 if not given, `best` for the one with the "
            "highest κ on these labels, or METRIC=X; repeatable.",
        ),
    ] = None,
    threshold_from: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Use the thresholds of an agreement that --output wrote for other labels."),
    ] = None,
    level: Level = 0.95,
    resamples: Resamples = 2_000,
    seed: Seed = 0,
    table: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            callback=in_lower_case,
            help="Print only this table: agreement, confusion, systems or ranks; repeatable.",
        ),
    ] = None,
    show: Annotated[
        int, typer.Option(metavar="N", min=0, help="List so many extractions on which a metric and people differ.")
    ] = 0,
    json: Json = False,
    csv: Csv = False,
    markdown: Markdown = False,
    latex: Latex = False,
    hide_intervals: HideIntervals = False,
    caption: Caption = None,
    label: Label = None,
    output: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write all numbers and disagreements as JSON, for --threshold-from."),
        REPLACED,
    ] = None,
    html: Report = None,
) -> None:
    """Measure how far metrics agree with people's labels of extractions.

    For each metric: precision, recall, F1, κ and AC1 of its verdicts with people's as gold, the same by system, and
    how far it ranks systems as people's precision does. Intervals are over sentences. All extractions of one system in
    one sentence are judged together.

    Example: karat agreement benchie benchie-C --labels labels.tsv --gold gold.txt --html agreement.html
    """
    form = choose_form(json=json, csv=csv, markdown=markdown, latex=latex)
    choices = table_choices(form, None, hide_intervals, False, caption, label)
    if (labels is None) != demo:
        found_labels = "both" if demo else "neither"
        raise typer.BadParameter(f"expected --labels or --demo, found {found_labels}", param_hint="--labels")
    if labels is None:
        labels = sample_path("study.jsonl")
        benchmark = benchmark or ("karat-sample" if gold is None else None)
    check_gold(benchmark, gold, gold_format, carb_gold)
    if form is not None:
        refuse_beside(context, f"--{form}", ("show",) if form in ("markdown", "latex") else ("table", "show"))
    if threshold_from is not None:
        refuse_beside(context, "--threshold-from", ("threshold",))
    check_drawing(html, None)
    with status() as tell:
        tell("judging")
        found = measure_agreement(
            metrics or (),
            labels=labels,
            benchmark=benchmark,
            gold=gold,
            carb_gold=carb_gold or (),
            gold_format=gold_format,
            systems=systems,
            format=format,
            encoding=encoding,
            columns=columns,
            map=map,
            label_field=label_field,
            system_field=system_field,
            score=score,
            threshold=read_threshold(threshold or []),
            threshold_from=threshold_from,
            options=Options(
                tokens=tokens,
                unknown=unknown,
                ids_from=ids_from,
                people_steps=parse_steps(people_steps),
                meaning_answers=meaning_answers,
            ),
            resampling=Resampling("bca", resamples, seed, level),
        )
    say(*(f"{found.labels}: {note}" for note in found.notes))
    if output is not None:
        write(found.to_json(), output)
        say(f"{output}: agreement written")
    if html is not None:
        write_lines(html, [label_page(found)])
        say(f"{html}: report written")
    print_report(
        form,
        found.to_json,
        lambda: csv_of_labels(found),
        lambda: choose_label_tables(found, table or []).values(),
        choices,
    )
    if show:
        print_disagreements(found, show, make_console())


def check_gold(benchmark: str | None, gold: Path | None, gold_format: str | None, carb_gold: list[Path] | None) -> None:
    """Refuse two golds or none, and options of a gold file without one."""
    if (benchmark is None) == (gold is None):
        found = "neither" if gold is None else "both"
        raise typer.BadParameter(f"expected --benchmark or --gold, found {found}", param_hint="--gold")
    for option, given in (("--gold-format", gold_format), ("--carb-gold", carb_gold)):
        if given and gold is None:
            raise typer.BadParameter("expected --gold beside it", param_hint=option)
