"""Sign in, sign out, and who is signed in."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request, Response

from karat.annotate.api.access import ServerDependency, SessionDependency, StoreDependency
from karat.annotate.api.schemas.model import Done, Problem
from karat.annotate.api.schemas.people import Launch, SessionView, SignIn
from karat.annotate.api.security.passwords import is_password
from karat.annotate.api.security.sessions import begin_session, end_session, view_session
from karat.annotate.api.security.throttle import count_attempt
from karat.annotate.people import Person, Role
from karat.annotate.store import NameTakenError, Store

router = APIRouter(tags=["session"])

LOCAL_ADMIN = ("admin", "local admin")
"""Names for whoever started the server, where there is no admin yet."""


@router.get("/session")
def read_session(store: StoreDependency, session: SessionDependency) -> SessionView:
    """Who is signed in; 401 if nobody is."""
    return view_session(store, session.person, session.csrf, launch=session.launch)


@router.post("/session", responses={429: {"model": Problem, "description": "too many failed sign-ins"}})
def sign_in(request: Request, response: Response, store: StoreDependency, body: SignIn) -> SessionView:
    """Sign in with name and password."""
    address = request.client.host if request.client else "unknown"
    count_attempt(store, body.name, address)
    person = store.person_by_name(body.name)
    hashed = store.password_hash(person.id) if person is not None and person.active else None
    if not is_password(body.password, hashed) or person is None:
        raise HTTPException(401, "the name or the password is wrong")
    store.clear_attempts(name=body.name)
    return begin_session(request, response, person)


@router.post("/session/launch")
def sign_in_by_link(request: Request, response: Response, server: ServerDependency, body: Launch) -> SessionView:
    """Sign in with the token of the link that `karat annotate` printed, which is `/sign-in#launch=TOKEN`."""
    launched = server.launch.use(body.token)
    if launched is None:
        raise HTTPException(401, "this link was used or is of another start; `karat annotate` prints a new one")
    person = local_admin(server.store) if launched.person is None else server.store.person(launched.person)
    if not person.active:
        raise HTTPException(401, "this person is no longer active")
    return begin_session(request, response, person, launch=True)


@router.delete("/session")
def sign_out(request: Request, response: Response, _session: SessionDependency) -> Done:
    """End the session."""
    end_session(request, response)
    return Done()


@router.get("/health")
def read_health(store: StoreDependency) -> Done:
    """Whether the server and its database answer."""
    store.is_member(0, 0)
    return Done()


def local_admin(store: Store) -> Person:
    """The first admin, who is made if there is none."""
    admins = [person for person in store.people() if person.active and person.role == Role.ADMIN]
    if admins:
        return min(admins, key=lambda person: person.id)
    try:
        return store.add_person(LOCAL_ADMIN[0], Role.ADMIN)
    except NameTakenError:
        return store.add_person(LOCAL_ADMIN[1], Role.ADMIN)
