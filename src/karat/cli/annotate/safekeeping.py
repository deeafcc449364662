"""``karat annotate backup``, ``restore`` and ``check``: copies of a project's data, and whether it is whole."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from karat.annotate.store import Store
from karat.annotate.store.engine import hide_password
from karat.cli.annotate.projects import Place, open_store
from karat.cli.options import Json
from karat.cli.output import echo, print_json, say, status
from karat.cli.written_files import REPLACED


def backup(
    place: Place,
    output: Annotated[Path, typer.Argument(metavar="BACKUP", help="The backup to write, a new file."), REPLACED],
) -> None:
    """Write a copy of a project's data while people go on working.

    It has all projects of the folder, with people and events; nobody is signed in after it is restored.
    """
    with open_store(place) as store, status() as tell:
        tell("copying")
        rows = store.backup(output)
    say(f"{output}: {rows:,} rows, {output.stat().st_size:,} bytes")


def restore(
    file: Annotated[Path, typer.Argument(metavar="BACKUP", help="A backup.")],
    folder: Annotated[
        str,
        typer.Argument(metavar="FOLDER", help="A new folder, or the address postgresql://… of an empty database."),
    ],
) -> None:
    """Make a project's folder of a backup."""
    with status() as tell:
        tell("restoring")
        store = Store.restore(file, folder)
        names = [project.name for project in store.projects()]
        store.close()
    place = hide_password(folder)
    say(f"{place}: {', '.join(names) or 'no project'} restored; karat annotate {place} opens it")


def check(place: Place, json: Json = False) -> None:
    """Check that a project's data is whole: every document is what its events make of it.

    Exits 1 if something is wrong.
    """
    with open_store(place) as store, status() as tell:
        tell("checking")
        problems = store.check()
    if json:
        print_json({"right": not problems, "problems": problems})
    else:
        echo("\n".join(problems) or "everything is as its events say")
    if problems:
        raise typer.Exit(1)
