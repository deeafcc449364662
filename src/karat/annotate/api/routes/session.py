"""Sign in, sign out, and who is signed in."""
# ruff: noqa: ARG001 - waits for its neighbours

from __future__ import annotations

from fastapi import APIRouter

from karat.annotate.api.routes.waiting import not_yet
from karat.annotate.api.schemas.model import Done
from karat.annotate.api.schemas.people import Launch, SessionView, SignIn

router = APIRouter(tags=["session"])


@router.get("/session", response_model=SessionView)
def read_session() -> object:
    """Who is signed in; 401 if nobody is."""
    raise not_yet()


@router.post("/session", response_model=SessionView)
def sign_in(body: SignIn) -> object:
    """Sign in with name and password."""
    raise not_yet()


@router.post("/session/launch", response_model=SessionView)
def sign_in_by_link(body: Launch) -> object:
    """Sign in with the token of the link that `karat annotate` printed."""
    raise not_yet()


@router.delete("/session", response_model=Done)
def sign_out() -> object:
    """End the session."""
    raise not_yet()


@router.get("/health", response_model=Done)
def read_health() -> object:
    """Whether the server and its database answer."""
    return Done()
