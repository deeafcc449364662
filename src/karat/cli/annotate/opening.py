"""``karat annotate FOLDER``: open a project in the browser, and make it if it is new."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated
from urllib.parse import urlsplit

import typer

from karat.annotate.cliques.demo import PEOPLE as CLIQUE_PEOPLE
from karat.annotate.cliques.demo import clique_demo, make_clique_demo
from karat.annotate.cliques.importing import import_cliques
from karat.annotate.files import import_sentences
from karat.annotate.files.demo import PEOPLE, demo_project, make_demo
from karat.annotate.kind import KINDS
from karat.annotate.language import why_untagged
from karat.annotate.people import Role
from karat.annotate.project import Project, Settings
from karat.annotate.store import Store
from karat.annotate.store.engine import FILE, hide_password
from karat.cli.annotate.importing import describe
from karat.cli.annotate.progress_bar import sentence_bar
from karat.cli.annotate.projects import needing_extra, open_store
from karat.cli.annotate.serving_options import PORT, Host, Https, KnownAs, NoBrowser, Port
from karat.cli.options import refuse_beside, was_typed
from karat.cli.output import echo, say
from karat.cli.run.ending import ending_in_order
from karat.errors import InputError, UnknownNameError
from karat.reports.tables.table import counted

with needing_extra():
    from karat.annotate.api.routes.session import local_admin
    from karat.annotate.server import check_page, serve


@dataclass(frozen=True, slots=True)
class Demo:
    """How the demo of a kind of project is found and made, and who is in it."""

    find: Callable[[Store, str], Project | None]
    make: Callable[[Store, str], Project]
    people: Sequence[tuple[str, Role]]


def _make_clique_demo(store: Store, language: str) -> Project:
    if language != "en":
        raise UnknownNameError("language of the sample of cliques", language, ("en",))
    return make_clique_demo(store)


DEMOS = {
    "synsets": Demo(demo_project, make_demo, PEOPLE),
    "cliques": Demo(lambda store, _: clique_demo(store), _make_clique_demo, CLIQUE_PEOPLE),
}

OF_NEW_PROJECTS = ("language", "kind", "translation_from", "team")
"""Options that only a new project takes."""


def open_project(
    context: typer.Context,
    place: Annotated[
        str | None,
        typer.Argument(metavar="FOLDER", help="Where the project is, or is to be: a folder, or postgresql://…"),
    ] = None,
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="A project's name; made if new. The folder's if not given.")
    ] = None,
    language: Annotated[
        str, typer.Option(metavar="CODE", help="The language of the sentences: en, de, zh or another.")
    ] = "en",
    kind: Annotated[str, typer.Option(metavar="NAME", help=f"What is annotated: {', '.join(KINDS)}.")] = "synsets",
    sentences: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Sentences to add: one in each line, or id<TAB>sentence."),
    ] = None,
    cliques: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Cliques to add, in ROBUST's unified JSON; a new project is for cliques then."
        ),
    ] = None,
    translation_from: Annotated[
        str | None,
        typer.Option(metavar="CODE", help="The sentences are of this language and are translated before all else."),
    ] = None,
    team: Annotated[
        bool, typer.Option("--team", help="Leave new sentences to be assigned to people, rather than to yourself.")
    ] = False,
    demo: Annotated[
        bool,
        typer.Option("--demo", help="Show the sample with people's work, of --kind; gone afterwards without FOLDER."),
    ] = False,
    host: Host = "127.0.0.1",
    port: Port = PORT,
    known_as: KnownAs = None,
    https: Https = False,
    no_browser: NoBrowser = False,
) -> None:
    """Open a project in the browser; made if it is new. `karat annotate FOLDER` is short for it.

    The server listens on this machine only, prints a link that signs you in once, and stops with Ctrl-C. Nothing
    leaves the machine.
    """
    check_page()
    people: list[str] = []
    with ending_in_order(), demo_folder(place, demo, "karat annotate") as folder:
        if demo:
            refuse_beside(context, "--demo", ("name", "sentences", "cliques", "translation_from", "team"))
            people = _prepare_demo(folder, kind, language)
        else:
            settings = _settings(translation_from, team)
            if cliques is not None:
                refuse_beside(context, "--cliques", ("sentences", "translation_from", "team"))
                kind = kind if was_typed(context, "kind") else "cliques"
            _look_at(folder)
            with open_store(folder, create=True) as store:
                found = _find_or_make(context, store, folder, name, kind, language, settings)
                if sentences is not None:
                    _add_sentences(store, found, sentences)
                if cliques is not None:
                    say(describe(import_cliques(store, found, cliques), None))
        serve(
            folder,
            host,
            port,
            open_browser=not no_browser,
            https=https,
            hosts=tuple(known_as or ()),
            people=people,
            echo=echo,
        )


@contextmanager
def demo_folder(place: str | None, demo: bool, command: str) -> Iterator[str]:
    """Give the project's place; that of a demo may be a folder that is removed afterwards."""
    if place is not None:
        yield place
    elif demo:
        with TemporaryDirectory(prefix="karat-demo-") as folder:
            say(f"the demo is gone when you stop it; {command} FOLDER --demo keeps it")
            yield folder
    else:
        raise typer.BadParameter("expected a project's folder, or --demo", param_hint="FOLDER")


def _look_at(place: str) -> None:
    """Refuse a file in place of a folder, and say if a new project comes beside other files."""
    path = Path(place)
    if "://" in place or not path.exists():
        return
    if not path.is_dir():
        raise InputError(
            f"{place}: expected a project's folder, found a file; karat annotate FOLDER --sentences {place} makes a "
            "project of its sentences"
        )
    if not (path / FILE).exists() and (count := sum(1 for _ in path.iterdir())):
        say(f"{place}: the project is made beside {counted(count, 'other file')} of this folder, in {FILE}")


def _prepare_demo(folder: str, kind: str, language: str) -> list[str]:
    """Make the demo of a kind of project if it is not there yet, and name its people."""
    if kind not in DEMOS:
        raise UnknownNameError("kind of demo", kind, DEMOS)
    demo = DEMOS[kind]
    with open_store(folder, create=True) as store:
        if demo.find(store, language) is None:
            if store.projects():
                place = hide_password(folder)
                raise InputError(f"{place}: expected a new folder for the demo, found one with projects")
            demo.make(store, language)
    return [person for person, _ in demo.people]


def _settings(translation_from: str | None, team: bool) -> Settings:
    return Settings.from_json(
        {
            "translation": translation_from is not None,
            "source_language": translation_from,
            "annotators_per_item": 2 if team else 1,
        }
    )


def _find_or_make(
    context: typer.Context, store: Store, folder: str, name: str | None, kind: str, language: str, settings: Settings
) -> Project:
    """Find the project, or make it; options of new projects are refused for one that is there."""
    projects = store.projects()
    wanted = name or (projects[0].name if projects else default_name(folder))
    for project in projects:
        if project.name == wanted:
            for option in OF_NEW_PROJECTS:
                if was_typed(context, option):
                    flag = f"--{option.replace('_', '-')}"
                    raise InputError(f"{flag}: expected a new project, found {project.name!r}; see its settings")
            return project
    made = store.add_project(wanted, kind, language, settings)
    say(f"{made.name}: made, for {made.kind} in {made.language}")
    if (reason := why_untagged(language, settings.tagger)) is not None:
        say(reason)
    return made


def default_name(place: str) -> str:
    """Name a project like its folder or database.

    >>> default_name("gold/german/"), default_name("postgresql://ann@db.example/french?sslmode=require")
    ('german', 'french')
    """
    return Path(urlsplit(place).path if "://" in place else place).resolve().name


def _add_sentences(store: Store, project: Project, path: Path) -> None:
    if project.kind != "synsets":
        raise InputError(f"--sentences: expected a project of synsets, found {project.name!r} of {project.kind}")
    with sentence_bar(f"importing {path.name}") as progress:
        report = import_sentences(store, project, path, progress=progress)
    say(describe(report, None))
    if project.settings.annotators_per_item == 1:
        store.assign(project.id, local_admin(store).id)
