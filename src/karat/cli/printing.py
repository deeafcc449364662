"""How commands print results: as a table, JSON, CSV, Markdown or LaTeX."""

from __future__ import annotations

from collections.abc import Sequence

import typer

from karat.cli.output import print_json
from karat.reports.console import print_table
from karat.reports.csv import csv
from karat.reports.latex import latex
from karat.reports.markdown import markdown
from karat.reports.tables.buckets import tabulate_buckets
from karat.reports.tables.evaluation import tabulate_evaluation
from karat.reports.tables.table import Table
from karat.results import Evaluation
from karat.results.buckets import BucketTable
from karat.results.serialisation import summary


def print_evaluation(evaluation: Evaluation, form: str | None, buckets: Sequence[BucketTable] = ()) -> None:
    """Print an evaluation in a form, or as a table, and below it the tables of its buckets of sentences."""
    if form == "json":
        found = {"buckets": [table.to_json() for table in buckets]} if buckets else {}
        print_json({**summary(evaluation), **found})
    elif form == "csv":
        typer.echo(csv(evaluation))
    else:
        print_as(tabulate_evaluation(evaluation), form)
    if buckets and form != "json":
        for table in buckets:
            typer.echo()
            print_as(tabulate_buckets(table), form)


def print_as(table: Table, form: str | None) -> None:
    """Print a table as Markdown, as LaTeX, or for the console."""
    if form == "markdown":
        typer.echo(markdown(table))
    elif form == "latex":
        typer.echo(latex(table))
    else:
        print_table(table)
