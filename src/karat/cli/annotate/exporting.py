"""``karat annotate export``: a project's gold, or everything in it, as a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from karat.annotate.files import Choice, ExportCounts, export_lines, write_export
from karat.cli.annotate.projects import Place, ProjectName, find_id, find_project, open_store
from karat.cli.options import Force
from karat.cli.output import check_target, say

BY_SUFFIX = {".jsonl": "jsonl", ".csv": "csv"}

Whose = Annotated[
    str | None,
    typer.Option("--person", metavar="NAME", help="One annotator's work; the project's gold if not given."),
]
Otherwise = Annotated[
    str | None,
    typer.Option(
        "--otherwise", metavar="NAME", help="Whose work counts for sentences of several annotators, until merged."
    ),
]


def export(
    place: Place,
    output: Annotated[
        Path | None, typer.Argument(metavar="OUT", help="Where to write it; printed if not given.")
    ] = None,
    format: Annotated[
        Literal["benchie", "benchie-e", "jsonl", "csv"] | None,
        typer.Option(
            help="BenchIE's gold, with the gold of facet E beside it; that of facet E alone; JSON lines with "
            "everything (events, origins, decisions, times, people); or CSV. By OUT's name if not given, else benchie."
        ),
    ] = None,
    person: Whose = None,
    otherwise: Otherwise = None,
    unfinished: Annotated[
        bool, typer.Option("--unfinished", help="Export sentences that are started, too, not only those that are done.")
    ] = False,
    project: ProjectName = None,
    force: Force = False,
) -> None:
    """Write a project's gold as BenchIE's format, JSON lines with everything, or CSV.

    The gold of a sentence is its merged document; where nothing is merged, the work of its only annotator.
    """
    suffix = output.suffix.lower() if output is not None else ""
    chosen = format or BY_SUFFIX.get(suffix, "benchie")
    beside = entity_file(output) if output is not None and chosen == "benchie" else None
    check_target(output, force)
    check_target(beside, force)
    with open_store(place) as store:
        found = find_project(store, project)
        choice = Choice(find_id(store, person), find_id(store, otherwise), unfinished)
        counts = ExportCounts()
        if output is None:
            for line in export_lines(store, found, chosen, choice, counts):
                typer.echo(line)
        else:
            write_export(store, found, chosen, output, choice, counts)
        if beside is not None:
            write_export(store, found, "benchie-e", beside, choice)
    if output is not None:
        say(f"{output}: {counts}{f'; facet E in {beside}' if beside else ''}")
    if counts.left_out:
        kept = "which nobody has started" if unfinished else "not done, or not merged"
        say(f"{counts.left_out:,} sentences left out: {kept}")


def entity_file(gold: Path) -> Path:
    """Name the file of facet E beside a gold file.

    >>> str(entity_file(Path("gold.txt")))
    'gold-e.txt'
    """
    return gold.with_name(f"{gold.stem}-e{gold.suffix}")
