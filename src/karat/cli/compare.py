"""``karat compare``: whether one system is better than another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import typer

from karat.cli.intervals import options_without_effect
from karat.cli.options import (
    INTERVALS_OFF,
    Caption,
    Csv,
    HideIntervals,
    IntervalName,
    Json,
    Label,
    Latex,
    Markdown,
    Runs,
    Signatures,
    Test,
    refuse_beside,
)
from karat.cli.output import choose_form, print_data, print_json, say, status, warn
from karat.cli.printing import print_as, table_choices
from karat.cli.written_files import REPLACED
from karat.errors import InputError
from karat.reports.csv import csv_of_pairs
from karat.reports.diagnoses import print_head_to_head
from karat.reports.lists import make_console
from karat.reports.tables.pairs import tabulate_pairs
from karat.results import Evaluation, Resampling, load
from karat.results.explanation.json import head_to_head_object
from karat.results.merging import different_choices, merge, only
from karat.results.serialisation import comparison_summary
from karat.results.statistics.systems import comparisons

TESTING = ("value", "interval", "test", "resamples", "seed")
"""Options of the comparison in pairs."""

TABLES = ("csv", "markdown", "latex", "hide_intervals", "signatures", "caption", "label")
"""Options of the table of pairs."""

EXAMPLES = 5
"""How many facts of each system --facts shows if --examples does not say."""


def compare(
    context: typer.Context,
    runs: Runs,
    system: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A system, may be repeated; all if not given.")
    ] = None,
    metric: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A metric, as benchie-C, may be repeated; all if not given."),
    ] = None,
    facet: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A facet or type of the metrics, may be repeated; all if not given."),
    ] = None,
    value: Annotated[Literal["precision", "recall", "f1"], typer.Option(help="What is compared.")] = "f1",
    interval: Annotated[
        IntervalName | None, typer.Option(help="How intervals are made; as in the first RUN if not given.")
    ] = None,
    test: Test = "t",
    resamples: Annotated[
        int | None,
        typer.Option(
            min=0, help=f"How many resamples; as in the first RUN if not given. {INTERVALS_OFF.capitalize()}."
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Their seed; as in the first RUN if not given.")] = None,
    facts: Annotated[
        bool, typer.Option("--facts", help="Show which gold facts only one of two systems finds, with examples.")
    ] = False,
    examples: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="How many examples --facts shows of each system; else 5.")
    ] = None,
    json: Json = False,
    csv: Csv = False,
    markdown: Markdown = False,
    latex: Latex = False,
    hide_intervals: HideIntervals = False,
    signatures: Signatures = False,
    caption: Caption = None,
    label: Label = None,
    output: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the evaluations as one, with these comparisons."),
        REPLACED,
    ] = None,
) -> None:
    """Compare systems in pairs, over the same sentences: the difference, its interval, and p.

    The evaluations must be of one benchmark. A name that several of them have becomes FILE:NAME. p is two-sided, and
    adjusted by Holm for the number of pairs.

    Example: karat compare monday.json tuesday.json --metric benchie
    """
    if facts:
        refuse_beside(context, "--facts", (*TESTING, *TABLES, "output"))
        show_facts(runs, system or (), metric or (), facet or (), examples, json)
        return
    if examples is not None:
        raise typer.BadParameter("expected --facts beside it", param_hint="--examples")
    form = choose_form(json=json, csv=csv, markdown=markdown, latex=latex)
    choices = table_choices(form, None, hide_intervals, signatures, caption, label)
    if output is not None and value != "f1":
        raise typer.BadParameter("expected f1 beside --output, which keeps comparisons by F1", param_hint="--value")
    with status() as tell:
        tell("reading")
        loaded = [load(run) for run in runs]
        tell("comparing")
        resampling = choose_resampling(loaded, interval, resamples, seed)
        if resampling.resamples:
            say(*options_without_effect(context, resampling.method, test))
        merged = merge(loaded, places=name_runs(runs), resampling=resampling, compared=False)
        evaluation = only(merged, system or (), metric or (), facet or ())
        if len(evaluation) < 2:
            found = evaluation.systems[0].name
            raise InputError(f"{runs[0]}: expected at least two systems to compare, found one: {found}")
        pairs = list(comparisons(evaluation.systems, resampling, test, value))
        if not pairs:
            raise InputError(
                f"{runs[0]}: expected at least two systems to compare, found samples of "
                f"{', '.join(sampled.name for sampled in evaluation.samples)}, which are not tested; "
                "choose one sample of each by --system to compare it with another system"
            )
    say(*different_choices(evaluation))
    warn(*(evaluation.warnings() if form else []))  # the table itself shows them
    if output is not None:
        replace(evaluation, comparisons=tuple(pairs)).save(output)
        say(f"{output}: evaluation written")
    if form == "json":
        print_json(comparison_summary(evaluation, pairs, value))
    elif form == "csv":
        print_data(csv_of_pairs(evaluation, pairs, value))
    else:
        print_as(tabulate_pairs(evaluation, pairs, value), form, choices)


def show_facts(
    runs: Sequence[Path],
    systems: Sequence[str],
    metrics: Sequence[str],
    facets: Sequence[str],
    examples: int | None,
    json: bool,
) -> None:
    """Show which facts both of two systems find, only one of them, or neither."""
    with status() as tell:
        tell("reading")
        merged = merge([load(run) for run in runs], places=name_runs(runs), compared=False)
        evaluation = only(merged, systems, metrics, facets)
        names = [each.name for each in evaluation]
        if len(names) != 2:
            listed = ", ".join(names)
            raise InputError(f"expected two systems for --facts, named by --system, found {len(names)}: {listed}")
        tell("comparing")
        compared = evaluation.head_to_head(*names)
    if json:
        print_json({"benchmark": evaluation.benchmark, **head_to_head_object(compared, examples)})
    else:
        print_head_to_head(compared, EXAMPLES if examples is None else examples, make_console())


def choose_resampling(
    loaded: Sequence[Evaluation], interval: IntervalName | None, resamples: int | None, seed: int | None
) -> Resampling:
    """Take the first evaluation's resampling, overridden by the options that were given."""
    resampling = next((one.resampling for one in loaded if one.resampling is not None), Resampling())
    return replace(
        resampling,
        method=interval or resampling.method,
        resamples=resampling.resamples if resamples is None else resamples,
        seed=resampling.seed if seed is None else seed,
    )


def name_runs(runs: Sequence[Path]) -> list[str]:
    """Name each file by its stem, or by its path where two have the same."""
    stems = [run.stem for run in runs]
    return [stem if stems.count(stem) == 1 else str(run) for run, stem in zip(runs, stems, strict=True)]
