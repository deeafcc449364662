"""The study that a command works on: a project's folder, a file, or the sample."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from karat.benchmarks import sample_path
from karat.cli.written_files import READ
from karat.formats.study import read
from karat.model.study import Study

StudyPlace = Annotated[
    str | None,
    typer.Argument(
        metavar="STUDY",
        help="The project's folder, the address postgresql://… of a team's database, or a study in JSON lines.",
    ),
    READ,
]
Demo = Annotated[
    bool, typer.Option("--demo", help="Take the sample study that comes with Karat; its labels are made up.")
]


def find_study(place: str | None, project: str | None, demo: bool) -> Study:
    """Read the study from where it is."""
    if (place is None) != demo:
        found = "both" if demo else "neither"
        raise typer.BadParameter(f"expected STUDY or --demo, found {found}", param_hint="STUDY")
    if place is None:
        return read(sample_path("study.jsonl"))
    if "://" not in place and not Path(place).is_dir():
        if project is not None:
            raise typer.BadParameter("expected a folder beside it, found a file", param_hint="--project")
        return read(Path(place))
    from karat.cli.study.folder import study_of_project  # what opens projects comes with an extra, and takes a second

    return study_of_project(place, project)
