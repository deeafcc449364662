"""How commands print results: as a table, JSON, CSV, Markdown or LaTeX."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import typer

from karat.cli.output import print_json
from karat.reports.console import print_table
from karat.reports.csv import csv
from karat.reports.diagnoses import fix_summary
from karat.reports.latex import latex
from karat.reports.lists import make_console
from karat.reports.markdown import markdown
from karat.reports.tables.buckets import tabulate_buckets
from karat.reports.tables.evaluation import tabulate_evaluation
from karat.reports.tables.table import Table
from karat.results import Evaluation
from karat.results.buckets import BucketTable
from karat.results.explanation.fixes import Diagnosis
from karat.results.explanation.json import diagnosis_object
from karat.results.serialisation import summary

Focused = tuple[str, Diagnosis]
"""A system's name, and what to fix in it."""


def focused(evaluation: Evaluation, name: str | None) -> Focused | None:
    """Diagnose the system in focus, by default the only one; ``None`` if it was not scored by fact synsets."""
    system = evaluation[name] if name is not None else evaluation.systems[0] if len(evaluation) == 1 else None
    if system is None or not system.has_facts:
        return None
    return system.name, system.diagnosis()


def print_evaluation(
    evaluation: Evaluation,
    form: str | None,
    buckets: Sequence[BucketTable] = (),
    focus: Focused | None = None,
) -> None:
    """Print an evaluation in a form, or as a table, with its buckets of sentences and what to fix below it."""
    if form == "json":
        found: dict[str, Any] = {"buckets": [table.to_json() for table in buckets]} if buckets else {}
        if focus is not None:
            found["focus"] = {"system": focus[0], **diagnosis_object(focus[1])}
        print_json({**summary(evaluation), **found})
    elif form == "csv":
        typer.echo(csv(evaluation))
    else:
        print_as(tabulate_evaluation(evaluation), form)
    if buckets and form != "json":
        for table in buckets:
            typer.echo()
            print_as(tabulate_buckets(table), form)
    if focus is not None and form is None and (lines := fix_summary(*focus)):
        typer.echo()
        console = make_console()
        for line in lines:
            console.print(line)


def print_as(table: Table, form: str | None) -> None:
    """Print a table as Markdown, as LaTeX, or for the console."""
    if form == "markdown":
        typer.echo(markdown(table))
    elif form == "latex":
        typer.echo(latex(table))
    else:
        print_table(table)
