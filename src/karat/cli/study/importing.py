"""``karat study import``: labels that exist already."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from karat.annotate.project import Project
from karat.annotate.store import Store
from karat.annotate.study.creation import add_study
from karat.annotate.study.importing import import_labels as store_labels
from karat.annotate.study.label_files import LabelFile, read_labels
from karat.cli.annotate.opening import default_name
from karat.cli.annotate.projects import Place, open_store
from karat.cli.options import Encoding, Json, LabelledSystems, OutputFormat, ProjectName
from karat.cli.output import echo, print_json, status
from karat.cli.study.projects import check_folder, find_study
from karat.errors import InputError


def import_labels(
    place: Place,
    labels: Annotated[
        Path,
        typer.Argument(
            metavar="LABELS", help="A study in JSON lines, a table of labels as exported, or labelled outputs."
        ),
    ],
    systems: LabelledSystems = None,
    labeller: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Whose labels those of labelled outputs are; 'reconciled' if not given."),
    ] = None,
    project: ProjectName = None,
    format: OutputFormat = None,
    encoding: Encoding = "utf-8",
    json: Json = False,
) -> None:
    """Put labels that exist already into a study; a new folder gets the study of the file.

    Labels belong to a task by its key, or by its sentence and extraction. Where a labeller has begun, their work stays.
    Labelled outputs are those of ClausIE's study (`clausie-labelled`) and triples with 0 or 1 (`labelled-triples`);
    they are joined with the systems' outputs on the sentence's id and all slots.
    """
    check_folder(place)
    is_new = "://" not in place and not Path(place).exists()
    with status() as tell:
        tell("reading labels")
        name = project or default_name(place)
        file = read_labels(labels, systems, name=name, labeller=labeller, format=format, encoding=encoding)
        if is_new and file.study is None:
            raise InputError(f"{place}: expected a study for a table of labels, found no folder")
        tell("storing labels")
        with open_store(place, create=is_new) as store:
            study = find_or_make(store, place, project, file, is_new=is_new)
            lines = store_labels(store, study, file, make_curators=True)
    if json:
        print_json({"study": study.name, "lines": lines})
        return
    for line in lines:
        echo(f"{study.name}: {line}")


def find_or_make(store: Store, place: str, name: str | None, file: LabelFile, *, is_new: bool) -> Project:
    """Find the study, or make one in a folder that has none."""
    if is_new or (file.study is not None and not store.projects()):
        own = file.study.name if file.study is not None else default_name(place)
        return add_study(store, name or own)
    return find_study(store, place, name)
