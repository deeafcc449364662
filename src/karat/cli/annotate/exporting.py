"""``karat annotate export``: a project's gold, or everything in it, as a file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Literal

import typer

from karat.annotate.cliques.exporting import export_gold
from karat.annotate.files import Choice, ExportCounts, UnmergedError, export_lines, write_export
from karat.annotate.files.kind_files import export_named, files_of
from karat.annotate.kind import kind_named
from karat.cli.annotate.projects import Place, ProjectName, find_id, find_project, open_store
from karat.cli.options import Force
from karat.cli.output import check_target, print_data, say
from karat.cli.written_files import REPLACED
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
        Path | None, typer.Argument(metavar="OUT", help="Where to write it; printed if not given."), REPLACED
    ] = None,
    format: Annotated[
        Literal["benchie", "benchie-e", "robust", "robust-sentences", "jsonl", "csv"] | None,
        typer.Option(
            help="BenchIE's gold, with the gold of facet E beside it; that of facet E alone; of cliques, ROBUST's "
            "unified JSON, or its sentences without tuples; JSON lines with everything (events, origins, decisions, "
            "times, people); or CSV. By OUT's name if not given, else benchie, or robust for cliques."
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
    """Write a project's gold as BenchIE's or ROBUST's format, JSON lines with everything, or CSV.

    The gold of a sentence is its merged document; where nothing is merged, the work of its only annotator. Of cliques
    it is what was accepted.
    """
    suffix = output.suffix.lower() if output is not None else ""
    with open_store(place) as store:
        kind = find_project(store, project).kind
    if kind != "synsets":
        _export_kind(place, output, format or BY_SUFFIX.get(suffix), person, otherwise, unfinished, project, force)
        return
    if format is not None:
        export_named(kind, format)
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
                print_data(line)
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


def _export_kind(
    place: str,
    output: Path | None,
    format: str | None,
    person: str | None,
    otherwise: str | None,
    unfinished: bool,
    project: str | None,
    force: bool,
) -> None:
    """Export a project of another kind than synsets, whose exports need nothing beside the choice of people."""
    check_target(output, force)
    with open_store(place) as store:
        found = find_project(store, project)
        if otherwise is not None:
            raise InputError(f"--otherwise: expected a project of synsets, found {found.name!r} of {found.kind}")
        chosen = format or kind_named(found.kind).exports[0].name
        export_named(found.kind, chosen)
        choice, left_out = Choice(find_id(store, person), None, unfinished), list[str]()
        if chosen == "robust":
            lines = export_gold(store, found, choice, left_out)
        else:
            lines = files_of(found.kind).export_lines(store, found, chosen, choice)
        if output is None:
            for line in lines:
                print_data(line)
        else:
            write_lines(output, lines)
            say(f"{output}: {chosen} of {found.name}")
        if left_out:
            cliques = counted(len(left_out), "clique")
            say(f"{cliques} left out, with a sentence that has no tuple: {', '.join(left_out)}")


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
