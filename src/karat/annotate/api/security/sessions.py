"""Begin and end sessions; the browser knows the token only as a cookie that scripts cannot read."""

from __future__ import annotations

import secrets

from fastapi import Request, Response

from karat.annotate.api.access import server_state
from karat.annotate.api.schemas.people import PersonView, SessionView
from karat.annotate.people import Person
from karat.annotate.store import Store


def begin_session(request: Request, response: Response, person: Person, *, launch: bool = False) -> SessionView:
    """Sign a person in with a new token, whatever cookie came with the request, and end the session it had."""
    server = server_state(request)
    forget_session(request)
    token, csrf = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    server.store.add_session(token, person.id, csrf, launch=launch, lifetime=server.settings.session_lasts)
    response.set_cookie(
        server.settings.cookie_name,
        token,
        max_age=int(server.settings.session_lasts.total_seconds()),
        path="/",
        secure=server.settings.https,
        httponly=True,
        samesite="strict",
    )
    return view_session(server.store, person, csrf, launch=launch)


def view_session(store: Store, person: Person, csrf: str, *, launch: bool) -> SessionView:
    """A session as the page sees it."""
    return SessionView(person=PersonView.model_validate(person), csrf=csrf, launch=launch, store=store.identity())


def end_session(request: Request, response: Response) -> None:
    """Sign out: forget the session and the cookie."""
    settings = server_state(request).settings
    forget_session(request)
    response.delete_cookie(settings.cookie_name, path="/", secure=settings.https, httponly=True, samesite="strict")


def forget_session(request: Request) -> None:
    """End the session whose cookie came with a request, if one did."""
    server = server_state(request)
    if token := request.cookies.get(server.settings.cookie_name):
        server.store.remove_session(token)
