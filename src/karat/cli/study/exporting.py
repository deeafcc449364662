"""``karat study export``: a study and its labels as a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from karat.annotate.study.files import only_labels_of
from karat.annotate.study.labels_table import render_table
from karat.annotate.study.loading import load_study
from karat.cli.annotate.projects import Place, find_person, open_store
from karat.cli.options import Force, ProjectName
from karat.cli.output import check_target, print_data, say
from karat.cli.study.projects import find_study
from karat.cli.written_files import REPLACED
from karat.formats.files import write_lines
from karat.formats.study import render
from karat.reports.tables.table import counted


def export(
    place: Place,
    output: Annotated[
        Path | None,
        typer.Argument(metavar="OUT", help="The file to write the study to; printed if not given."),
        REPLACED,
    ] = None,
    format: Annotated[
        Literal["jsonl", "csv"] | None,
        typer.Option(
            help="JSON lines with everything, which karat study import and report read; or a table with a row for each "
            "label. By OUT's name if not given, else jsonl."
        ),
    ] = None,
    labeller: Annotated[str | None, typer.Option(metavar="NAME", help="Only the labels of one labeller.")] = None,
    unfinished: Annotated[
        bool, typer.Option("--unfinished", help="Also labels that are begun, not only those that are done or unsure.")
    ] = False,
    project: ProjectName = None,
    force: Force = False,
) -> None:
    """Write a study with all its labels as JSON lines, or its labels as a table (CSV).

    Both say which system gave which extraction, so keep them from people who still label. Cells that a spreadsheet
    would take for a formula begin with an apostrophe.
    """
    check_target(output, force)
    chosen = format or ("csv" if output is not None and output.suffix.lower() == ".csv" else "jsonl")
    with open_store(place) as store:
        found = find_study(store, place, project)
        study = load_study(store, found, unfinished=unfinished)
        if labeller is not None:
            study = only_labels_of(study, find_person(store, labeller).name)
    lines = render_table(study) if chosen == "csv" else render(study)
    if output is None:
        for line in lines:
            print_data(line)
        return
    write_lines(output, lines)
    say(f"{output}: {counted(len(study.tasks), 'task')}, {counted(len(study.labels), 'label')}")
