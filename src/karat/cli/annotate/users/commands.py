"""The commands of ``karat annotate users``."""

from __future__ import annotations

import secrets
from typing import Annotated

import typer

from karat.annotate.people import Role
from karat.cli.annotate.projects import (
    Place,
    ProjectName,
    find_person,
    find_project,
    needing_extra,
    open_store,
)
from karat.cli.options import Json
from karat.cli.output import echo, print_json, say
from karat.errors import InputError, UnknownNameError
from karat.reports.lists import print_listing
from karat.reports.tables.listing import Listing

with needing_extra():
    from karat.annotate.api.security.passwords import hash_password
    from karat.annotate.server import PORT

ROLES = tuple(role.value for role in Role)
LEAST_PASSWORD = 8

Name = Annotated[str, typer.Argument(metavar="NAME", help="The person's name, with which they sign in.")]
NewRole = Annotated[
    str,
    typer.Option(
        "--role",
        metavar="ROLE",
        help="annotator, curator or admin. Annotators do their own work; curators see, compare and merge it; admins "
        "look after people.",
    ),
]
Ask = Annotated[bool, typer.Option("--ask", help="Ask for the password, rather than make one and print it.")]


def list_people(place: Place, json: Json = False) -> None:
    """List everybody with role, and whether they are active."""
    with open_store(place) as store:
        people = store.people()
    if json:
        print_json([{name: value for name, value in person.to_json().items() if name != "id"} for person in people])
        return
    rows = [
        (person.name, "LLM" if person.machine else person.role.value, "yes" if person.active else "no")
        for person in people
    ]
    print_listing(Listing(("name", "role", "active"), rows))


def add(place: Place, name: Name, role: NewRole = "annotator", ask: Ask = False, project: ProjectName = None) -> None:
    """Add a person and print the first password.

    With --project, or if there is only one, the person belongs to the project at once; sentences are assigned in the
    browser.
    """
    chosen = role_named(role)
    with open_store(place) as store:
        projects = store.projects()
        joined = [find_project(store, project)] if project is not None or len(projects) == 1 else []
        password = ask_password() if ask else new_password()
        person = store.add_person(name, chosen, hash_password(password))
        for each in joined:
            store.add_member(each.id, person.id)
    say(f"{person.name}: added as {chosen.value}")
    if not ask:
        echo(f"password: {password}")


def invite(
    place: Place,
    role: NewRole = "annotator",
    project: ProjectName = None,
    address: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help=f"Where people reach the server, with which the link begins; http://127.0.0.1:{PORT} if not given.",
        ),
    ] = None,
) -> None:
    """Print a link with which one person makes their own account.

    It is good once, for 14 days, and begins with --address: give it where the server has another port or name.
    """
    chosen, token = role_named(role), secrets.token_urlsafe(32)
    with open_store(place) as store:
        found = find_project(store, project)
        store.add_invitation(token, chosen, [found.id])
    if address is None:
        address = f"http://127.0.0.1:{PORT}"
        say(f"if people reach the server elsewhere than at {address}, give its address by --address URL")
    echo(f"{address.rstrip('/')}/invitation/{token}")


def change_role(
    place: Place,
    name: Name,
    role: Annotated[str, typer.Argument(metavar="ROLE", help="annotator, curator or admin.")],
) -> None:
    """Give a person another role."""
    chosen = role_named(role)
    with open_store(place) as store:
        person = find_person(store, name)
        store.change_person(person.id, role=chosen)
    say(f"{person.name}: {person.role.value} until now, {chosen.value} from now on")


def reset_password(place: Place, name: Name, ask: Ask = False) -> None:
    """Give a person a new password, print it, and sign them out everywhere."""
    with open_store(place) as store:
        person = find_person(store, name)
        password = ask_password() if ask else new_password()
        store.set_password(person.id, hash_password(password))
    say(f"{person.name}: signed out everywhere; sign in with the new password")
    if not ask:
        echo(f"password: {password}")


def deactivate(place: Place, name: Name) -> None:
    """Sign a person out and let them no longer sign in; their work stays."""
    with open_store(place) as store:
        person = find_person(store, name)
        store.change_person(person.id, active=False)
    say(f"{person.name}: cannot sign in any more; karat annotate users activate lets them in again")


def activate(place: Place, name: Name) -> None:
    """Let a person sign in again."""
    with open_store(place) as store:
        person = find_person(store, name)
        store.change_person(person.id, active=True)
    say(f"{person.name}: may sign in again")


def role_named(name: str) -> Role:
    """Find a role by its name, in whatever case it is written."""
    if name.lower() not in ROLES:
        raise UnknownNameError("role", name, ROLES)
    return Role(name.lower())


def new_password() -> str:
    """Make a password that can be read out: four groups of four letters and digits, 80 bits."""
    letters = "abcdefghjkmnpqrstuvwxyz23456789"
    return "-".join("".join(secrets.choice(letters) for _ in range(4)) for _ in range(4))


def ask_password() -> str:
    """Ask for a password twice, without showing it."""
    password: str = typer.prompt("Password", hide_input=True, confirmation_prompt=True)
    if len(password) < LEAST_PASSWORD:
        raise InputError(f"password: expected at least {LEAST_PASSWORD} characters, found {len(password)}")
    return password
