"""``karat annotate import``: sentences, gold, systems' outputs and cliques into a project."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import typer

from karat.annotate.cliques.importing import import_cliques
from karat.annotate.files import ImportReport, import_candidates, import_sentences, import_work
from karat.annotate.project import Project
from karat.annotate.store import Store
from karat.cli.annotate.progress_bar import sentence_bar
from karat.cli.annotate.projects import Place, ProjectName, find_person, find_project, open_store
from karat.cli.options import ColumnNames, Encoding, FileFormat, Json, JsonPaths, SystemInput
from karat.cli.output import echo, print_json, say
from karat.errors import InputError
from karat.reports.tables.table import counted

MOST_SHOWN = 20
"""How many repairs are listed; --json has all of them."""


@dataclass(frozen=True, slots=True)
class FileChoices:
    """What the files are, and how they are read."""

    what: str | None
    name: str | None
    format: str | None
    columns: str | None
    map: list[str] | None
    sentences: Path | None
    encoding: str
    in_round: int | None


def import_file(
    place: Place,
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="The files to import; - for standard input.")],
    what: Annotated[
        Literal["sentences", "gold", "draft", "candidates", "cliques"] | None,
        typer.Option(
            help="What the files are: sentences (one in each line, or id<TAB>sentence); gold, as finished work of "
            "--person; a draft for --person to work on; candidates, to be reviewed; cliques, for a project of them. "
            "Cliques if the project is of them, else sentences."
        ),
    ] = None,
    person: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Whose work gold or a draft becomes; repeatable for a draft."),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The system or benchmark that the file is from; its file's name otherwise."),
    ] = None,
    in_round: Annotated[
        int | None,
        typer.Option(
            "--round", min=2, max=3, help="The round of candidates: 2 for gold, 3 for systems; by the format otherwise."
        ),
    ] = None,
    project: ProjectName = None,
    format: FileFormat = None,
    columns: ColumnNames = None,
    map: JsonPaths = None,
    sentences: SystemInput = None,
    encoding: Encoding = "utf-8",
    json: Json = False,
) -> None:
    """Add sentences, gold, systems' outputs or cliques to a project.

    Candidates are any output that `karat evaluate` reads (round 3), or gold of another benchmark (round 2). Gold is
    read with repairs, which are listed. Cliques are in ROBUST's unified JSON, as `karat cliques build` writes it, with
    or without tuples. What the project has already is left alone, so an import may be repeated.
    """
    choices = FileChoices(what, name, format, columns, map, sentences, encoding, in_round)
    _check_options(choices, person or [], len(files))
    with open_store(place) as store:
        found = find_project(store, project)
        whose: list[str | None] = [*person] if person else [None]
        reports = [(each, _import(store, found, file, each, choices)) for file in files for each in whose]
    if json:
        print_json([{**report.to_json(), "person": each} for each, report in reports])
        return
    for each, report in reports:
        say(*report.notes, *report.repaired[:MOST_SHOWN])
        if len(report.repaired) > MOST_SHOWN:
            say(f"{report.file}: {len(report.repaired) - MOST_SHOWN} more repairs like these")
        echo(describe(report, each))


def describe(report: ImportReport, person: str | None) -> str:
    """Say in one line what an import did."""
    if report.lines:
        return f"{report.file}: {'; '.join(report.lines)}"
    if report.what == "sentences":
        return f"{report.file}: {counted(report.sentences, 'sentence')}, {report.added:,} of them new"
    if report.what == "candidates":
        return f"{report.file}: {counted(report.candidates, 'candidate')}, {report.added:,} of them new"
    skipped = f"; {report.skipped:,} left alone: work is in them, or others have finished" if report.skipped else ""
    return (
        f"{report.file}: {counted(report.sentences, 'sentence')}, {report.added:,} of them new; "
        f"{counted(report.synsets, 'synset')} with {counted(report.triples, 'triple')} as "
        f"{'finished work' if report.what == 'gold' else 'a draft'} of {person}{skipped}"
    )


def _check_options(choices: FileChoices, people: list[str], files: int) -> None:
    """Refuse options that would have no effect, and gold of nobody."""
    what = choices.what or "sentences"
    if what in ("gold", "draft"):
        if not people:
            raise typer.BadParameter(f"expected --person beside it: whose work the {what} becomes", param_hint="--what")
        if what == "gold" and len(people) > 1:
            raise typer.BadParameter("expected one person for gold, found several", param_hint="--person")
    elif people:
        raise typer.BadParameter("expected --what gold or draft beside it", param_hint="--person")
    for option in ("name", "format"):
        if what in ("sentences", "cliques") and getattr(choices, option) is not None:
            raise typer.BadParameter(f"expected another --what than {what} beside it", param_hint=f"--{option}")
    for option in ("columns", "map", "sentences", "in_round"):
        if what != "candidates" and getattr(choices, option) is not None:
            flag = f"--{option.removeprefix('in_')}"
            raise typer.BadParameter("expected --what candidates beside it", param_hint=flag)
    if choices.name is not None and files > 1:
        raise typer.BadParameter("expected one file for a name, found several", param_hint="--name")


def _import(store: Store, project: Project, file: Path, person: str | None, choices: FileChoices) -> ImportReport:
    format, encoding, name = choices.format, choices.encoding, choices.name
    what = choices.what or ("cliques" if project.kind == "cliques" else "sentences")
    if what == "cliques":
        return import_cliques(store, project, file, encoding)
    if project.kind != "synsets":
        raise InputError(f"project {project.name!r}: expected one of synsets for {what}, found one of {project.kind}")
    with sentence_bar(f"importing {file.name}") as progress:
        if what == "sentences":
            return import_sentences(store, project, file, encoding=encoding, progress=progress)
        if what == "candidates":
            return import_candidates(
                store,
                project,
                file,
                name=name,
                format=format,
                encoding=encoding,
                columns=choices.columns,
                map=choices.map,
                system_input=choices.sentences,
                in_round=choices.in_round,
                progress=progress,
            )
        assert person is not None, "checked above"
        whose = find_person(store, person)
        if not whose.active:
            raise InputError(f"{person}: expected somebody who is active, found a person who is not")
        done = what == "gold"
        return import_work(
            store, project, file, whose, done=done, name=name, format=format, encoding=encoding, progress=progress
        )
