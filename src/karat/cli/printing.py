"""How commands print results: as a table, JSON, CSV, Markdown or LaTeX."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import typer

from karat.cli.output import echo, print_data, print_json
from karat.reports.console import print_table
from karat.reports.diagnoses import fix_summary
from karat.reports.latex import default_label, latex
from karat.reports.lists import make_console
from karat.reports.markdown import markdown
from karat.reports.tables.columns import tabulate_columns
from karat.reports.tables.evaluation import tabulate_evaluation
from karat.reports.tables.table import Table
from karat.results import Evaluation
from karat.results.explanation.fixes import Diagnosis
from karat.results.serialisation import summary

if TYPE_CHECKING:
    from karat.results.buckets import BucketTable

Focused = tuple[str, Diagnosis]
"""A system's name, and what to fix in it."""


MOST_UNASKED = 5_000
"""The most extractions of a single system for which it is said without ``--focus`` what to fix: some two seconds."""


def focused(evaluation: Evaluation, name: str | None) -> Focused | None:
    """Diagnose the system in focus, by default the only one; ``None`` if it was not scored by fact synsets."""
    alone = len(evaluation) == 1 and evaluation.systems[0].judged <= MOST_UNASKED
    system = evaluation[name] if name is not None else evaluation.systems[0] if alone else None
    if system is None or not system.has_facts:
        return None
    return system.name, system.diagnosis()


@dataclass(frozen=True, slots=True)
class TableChoices:
    """How tables are shown.

    ``show`` names the columns of a table with one row for each system; empty for the usual table. ``caption`` and
    ``label`` are LaTeX's.
    """

    show: tuple[str, ...] = ()
    hide_intervals: bool = False
    full_signatures: bool = False
    caption: str | None = None
    label: str | None = None
    number: int = 1
    """Which table of the command it is; LaTeX's labels must differ."""

    def of_table(self, number: int) -> TableChoices:
        """The choices for a further table, whose caption is its own."""
        return replace(self, caption=None, number=number)


USUAL = TableChoices()


def table_choices(
    form: str | None,
    show: str | None,
    hide_intervals: bool,
    full_signatures: bool,
    caption: str | None,
    label: str | None,
) -> TableChoices:
    """Collect the options of tables; refuse those that the form of output has no use for."""
    columns = tuple(name for name in (show or "").split(",") if name.strip())
    if show is not None and not columns:
        raise typer.BadParameter(f"expected METRIC[:VALUE],..., found {show!r}", param_hint="--show")
    for option, given in (("--show", show), ("--hide-intervals", hide_intervals), ("--signatures", full_signatures)):
        if given and form in ("json", "csv"):
            raise typer.BadParameter(f"expected a table, found --{form}, which has every number", param_hint=option)
    for option, given in (("--caption", caption), ("--label", label)):
        if given is not None and form != "latex":
            raise typer.BadParameter("expected --latex beside it", param_hint=option)
    return TableChoices(columns, hide_intervals, full_signatures, caption, label)


def print_evaluation(
    evaluation: Evaluation,
    form: str | None,
    buckets: Sequence[BucketTable] = (),
    focus: Focused | None = None,
    choices: TableChoices = USUAL,
    *,
    per_document: bool = False,
) -> None:
    """Print an evaluation in a form, or as a table, with its buckets of sentences and what to fix below it.

    ``per_document`` adds each document to JSON and CSV.
    """
    if form == "json":
        found: dict[str, Any] = {"buckets": [table.to_json() for table in buckets]} if buckets else {}
        if focus is not None:
            from karat.results.explanation.json import diagnosis_object  # only here: it loads all explanations

            found["focus"] = {"system": focus[0], **diagnosis_object(focus[1])}
        print_json({**summary(evaluation, per_document=per_document), **found})
    elif form == "csv":
        from karat.reports.csv import csv  # only here: it loads what studies, labels and experiments need

        print_data(csv(evaluation, per_document=per_document))
    else:
        # A paper has a row for each system.
        in_columns = choices.show or form == "latex"
        table = tabulate_columns(evaluation, choices.show) if in_columns else tabulate_evaluation(evaluation)
        print_as(table, form, choices)
    if buckets and form != "json":
        from karat.reports.tables.buckets import tabulate_buckets  # only here: it loads taggers and what they need

        for number, bucket_table in enumerate(buckets, 2):
            echo()
            print_as(tabulate_buckets(bucket_table), form, choices.of_table(number))
    if focus is not None and form is None and (lines := fix_summary(*focus)):
        echo()
        console = make_console()
        for line in lines:
            console.print(line)


def print_as(table: Table, form: str | None, choices: TableChoices = USUAL) -> None:
    """Print a table as Markdown, as LaTeX, or for the console."""
    if choices.hide_intervals:
        table = table.without_intervals()
    if choices.full_signatures:
        table = table.with_full_signatures()
    if form == "markdown":
        echo(markdown(table))
    elif form == "latex":
        label = choices.label or default_label(table)
        echo(latex(table, choices.caption, label if choices.number == 1 else f"{label}-{choices.number}"))
    else:
        print_table(table)


def print_report(
    form: str | None,
    document: Callable[[], Any],
    csv_lines: Callable[[], str],
    tables: Callable[[], Iterable[Table]],
    choices: TableChoices = USUAL,
) -> None:
    """Print a report's numbers as JSON or CSV, or its tables one after the other; only what is printed is made."""
    if form == "json":
        print_json(document())
        return
    if form == "csv":
        print_data(csv_lines())
        return
    for number, table in enumerate(tables(), 1):
        if number > 1:
            echo()
        print_as(table, form, choices if number == 1 else choices.of_table(number))
