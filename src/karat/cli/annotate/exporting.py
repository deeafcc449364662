"""``karat annotate export``: a project's gold, or everything in it, as a file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Literal

import typer

from karat.annotate.files import Choice, ExportCounts, UnmergedError, export_lines, write_export
from karat.cli.annotate.projects import Place, ProjectName, find_id, find_project, open_store
from karat.cli.options import Force
from karat.cli.output import check_target, say
from karat.errors import InputError
from karat.formats.files import write_lines
from karat.reports.tables.table import counted

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
    if format is None and suffix == ".json":
        raise InputError(f"{output}: expected .jsonl for JSON lines, .csv, or .txt for BenchIE's gold, found .json")
    chosen = format or BY_SUFFIX.get(suffix, "benchie")
    beside = entity_file(output) if output is not None and chosen == "benchie" else None
    check_target(output, force)
    check_target(beside, force)
    with open_store(place) as store, naming_otherwise():
        found = find_project(store, project)
        choice = Choice(find_id(store, person), find_id(store, otherwise), unfinished)
        counts = ExportCounts()
        lines = export_lines(store, found, chosen, choice, counts)
        if chosen != "jsonl":
            lines = some_gold(lines, found.name, choice, person, counts)
        if output is None:
            for line in lines:
                typer.echo(line)
        else:
            write_lines(output, lines)
        if beside is not None:
            write_export(store, found, "benchie-e", beside, choice)
    if output is not None:
        parts = ((counts.sentences, "sentence"), (counts.synsets, "synset"), (counts.triples, "triple"))
        written = ", ".join(counted(*part) for part in parts)
        say(f"{output}: {written}{f'; facet E in {beside}' if beside else ''}")
    if counts.left_out:
        kept = "which nobody has started" if unfinished else "not done, or not merged"
        say(f"{counted(counts.left_out, 'sentence')} left out: {kept}")
    if counts.untranslated:
        say(f"{counted(counts.untranslated, 'sentence')} left out: not translated")


@contextmanager
def naming_otherwise() -> Iterator[None]:
    """Say which option helps where nothing is merged yet."""
    try:
        yield
    except UnmergedError as error:
        raise InputError(f"{error}, or name by --otherwise whose work counts until then") from None


def some_gold(
    lines: Iterator[str], project: str, choice: Choice, person: str | None, counts: ExportCounts
) -> Iterator[str]:
    """Pass on the lines of an export, and refuse one without a sentence before a file is there."""
    yield from lines
    if counts.sentences:
        return
    if counts.untranslated:
        raise InputError(f"{project}: expected a sentence that is translated, found none")
    if counts.unmerged and person is None:
        raise UnmergedError(project, counts.unmerged)
    status = "started" if choice.unfinished else "done"
    if person is not None:
        raise InputError(f"{project}: expected a sentence that {person} has {status}, found none")
    raise InputError(
        f"{project}: expected a sentence that is {status}, and if it has several annotators, merged on the Compare "
        "screen or of the one whom --otherwise names, found none"
    )


def entity_file(gold: Path) -> Path:
    """Name the file of facet E beside a gold file.

    >>> str(entity_file(Path("gold.txt")))
    'gold-e.txt'
    """
    return gold.with_name(f"{gold.stem}-e{gold.suffix}")
