"""What endpoints ask for: the store, who is calling, and whether they may do what they ask."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, HTTPException, Request
from fastapi.security import APIKeyCookie, APIKeyHeader

from karat.annotate.api.security.launch import LaunchTokens
from karat.annotate.api.security.requests import SAFE_METHODS
from karat.annotate.api.settings import ServerSettings
from karat.annotate.api.slow_figures import SlowFigures
from karat.annotate.people import Person
from karat.annotate.permissions import Action, may, may_see_item, may_see_project
from karat.annotate.project import Document, Item, Project
from karat.annotate.store import NotFoundError, Session, Store
from karat.annotate.study.repeats import readable_of_item
from karat.one_line import one_line


@dataclass(frozen=True, slots=True)
class ServerState:
    """What all requests share."""

    store: Store
    settings: ServerSettings
    launch: LaunchTokens
    figures: SlowFigures = field(default_factory=SlowFigures)

    __repr__ = one_line


def server_state(request: Request) -> ServerState:
    """The state of the server that a request came to."""
    state = request.app.state.server
    assert isinstance(state, ServerState)
    return state


def _store(request: Request) -> Store:
    return server_state(request).store


ServerDependency = Annotated[ServerState, Depends(server_state)]
StoreDependency = Annotated[Store, Depends(_store)]

SIGN_IN_FIRST = "sign in first"

# Only for the schema: the cookie's name depends on the settings, and a change needs both.
_COOKIE = APIKeyCookie(name="karat_session", auto_error=False, description="session")
_CSRF = APIKeyHeader(name="X-CSRF-Token", auto_error=False, description="needed for every change")


def find_session(request: Request) -> Session | None:
    """The session of a request's cookie, if it has one that has not ended and whose person may still sign in."""
    server = server_state(request)
    token = request.cookies.get(server.settings.cookie_name)
    return server.store.session(token) if token else None


def signed_in(
    request: Request, _cookie: Annotated[str | None, Depends(_COOKIE)], csrf: Annotated[str | None, Depends(_CSRF)]
) -> Session:
    """The session of the caller. A change must carry its CSRF token, which no other site can read."""
    session = find_session(request)
    if session is None:
        raise HTTPException(401, SIGN_IN_FIRST)
    if request.method not in SAFE_METHODS and not secrets.compare_digest((csrf or "").encode(), session.csrf.encode()):
        raise HTTPException(403, "expected the session's token in the header X-CSRF-Token; reload the page")
    return session


SessionDependency = Annotated[Session, Depends(signed_in)]


def _caller(session: SessionDependency) -> Person:
    return session.person


Caller = Annotated[Person, Depends(_caller)]


def require(person: Person, action: Action) -> None:
    """Refuse what a person's role does not allow."""
    if not may(person, action):
        raise HTTPException(403, f"you may not {action.value}")


def visible_project(store: Store, person: Person, id: int) -> Project:
    """A project that a person may see; to others it does not exist."""
    if not may_see_project(person, store.is_member(id, person.id)):
        raise NotFoundError("project", id)
    return store.project(id)


def project_of_kind(store: Store, person: Person, id: int, kind: str) -> Project:
    """A project that a person may see, for pages that only projects of one kind have."""
    project = visible_project(store, person, id)
    if project.kind != kind:
        raise HTTPException(404, f"project {id} has no such page")
    return project


def visible_item(store: Store, person: Person, project: int, id: int) -> tuple[Item, list[Document]]:
    """An item of a project with all its documents, for a person who may see the item.

    What of the documents the person may see is still to be asked.
    """
    visible_project(store, person, project)
    item = store.item(id)
    documents = store.documents_of(id)
    if item.project != project or not may_see_item(person, documents):
        raise NotFoundError("sentence", id)
    return item, documents


def visible_document(store: Store, person: Person, id: int) -> Document:
    """A document that a person may read; to others it does not exist."""
    document = store.document(id)
    if not any(each.id == id for each in readable_documents(store, person, document)):
        raise NotFoundError("document", id)
    return document


def readable_documents(store: Store, person: Person, document: Document) -> list[Document]:
    """The documents of a document's item that a person may read, or only their own if it is asked for."""
    if document.person == person.id:
        return [document] if person.active else []
    return readable_of_item(store, person, document.item, store.documents_of(document.item))
