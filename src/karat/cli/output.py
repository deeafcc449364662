"""How commands print results: as a table, JSON, CSV, Markdown or LaTeX."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import typer
from rich.console import Console
from rich.markup import escape

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


def choose_form(**wanted: bool) -> str | None:
    """Give the form of output that was asked for, if any; refuse more than one."""
    forms = [name for name, on in wanted.items() if on]
    if len(forms) > 1:
        found = " and ".join(f"--{name}" for name in forms)
        raise typer.BadParameter(f"expected one form of output, found {found}", param_hint=f"--{forms[-1]}")
    return forms[0] if forms else None


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


def print_json(document: object) -> None:
    """Print one JSON document."""
    typer.echo(json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False))


def say(*lines: str) -> None:
    """Print messages to standard error."""
    for line in lines:
        typer.echo(line, err=True)


def say_repairs(count: int, gold: object) -> None:
    """Tell how many lines of gold were damaged and repaired while reading, if any."""
    if count:
        lines = "damaged line" if count == 1 else "damaged lines"
        say(f"{gold}: {count} {lines} read with repairs; karat gold lint shows them")


@contextmanager
def status() -> Iterator[Callable[[str], None]]:
    """Show the current step on standard error, if that is a terminal; give the function that changes it."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return

    with Console(stderr=True).status("starting") as shown:
        yield lambda what: shown.update(f"{escape(what)} …")
