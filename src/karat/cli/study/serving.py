"""``karat study serve``: label and adjudicate in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from karat.annotate.store.engine import hide_password
from karat.annotate.study.demo import PEOPLE, make_demo
from karat.cli.annotate.opening import demo_folder
from karat.cli.annotate.projects import needing_extra, open_store
from karat.cli.annotate.serving_options import PORT, Host, Https, KnownAs, NoBrowser, Port
from karat.cli.output import echo
from karat.cli.run.ending import ending_in_order
from karat.cli.study.projects import check_folder
from karat.errors import InputError

with needing_extra():
    from karat.annotate.server import check_page
    from karat.annotate.server import serve as start_server


def serve(
    place: Annotated[
        str | None,
        typer.Argument(metavar="FOLDER", help="The study's folder, or the address postgresql://… of its database."),
    ] = None,
    demo: Annotated[
        bool, typer.Option("--demo", help="Show the sample study with made-up labels; gone afterwards without FOLDER.")
    ] = False,
    host: Host = "127.0.0.1",
    port: Port = PORT,
    known_as: KnownAs = None,
    https: Https = False,
    no_browser: NoBrowser = False,
) -> None:
    """Open a study in the browser: label, adjudicate, and see the report as it grows.

    The same as `karat annotate FOLDER`. The server listens on this machine only, prints a link that signs you in once,
    and stops with Ctrl-C. Nothing leaves the machine.
    """
    check_page()
    people: list[str] = []
    with ending_in_order(), demo_folder(place, demo, "karat study serve") as folder:
        check_folder(folder)
        if demo:
            prepare_demo(folder)
            people = list(PEOPLE)
        else:
            check_study(folder)
        start_server(
            folder,
            host,
            port,
            open_browser=not no_browser,
            https=https,
            hosts=tuple(known_as or ()),
            people=people,
            echo=echo,
        )


def prepare_demo(folder: str) -> None:
    """Make the sample study in a new folder; one that has it is opened as it is."""
    with open_store(folder, create=True) as store:
        if not any(project.kind == "study" for project in store.projects()):
            if store.projects():
                raise InputError(
                    f"{hide_password(folder)}: expected a new folder for the demo, found one with projects"
                )
            make_demo(store)


def check_study(place: str) -> None:
    """Refuse a place without a study, which `karat study create` makes."""
    if "://" not in place and not Path(place).exists():
        raise InputError(f"{place}: expected a study's folder, found none; karat study create {place} OUT makes one")
    with open_store(place) as store:
        if not any(project.kind == "study" for project in store.projects()):
            shown = hide_password(place)
            raise InputError(f"{shown}: expected a study, found none; karat study create {shown} OUT makes one")
