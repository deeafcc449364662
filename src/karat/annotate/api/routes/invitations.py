"""Invite people by link."""
# ruff: noqa: ARG001 - waits for its neighbours

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from karat.annotate.api.routes.waiting import not_yet
from karat.annotate.api.schemas.people import (
    AcceptInvitation,
    InvitationLink,
    InvitationView,
    NewInvitation,
    SessionView,
)

router = APIRouter(prefix="/invitations", tags=["people"])

InvitationToken = Annotated[str, Path(max_length=200)]


@router.post("", response_model=InvitationLink, status_code=201)
def invite(body: NewInvitation) -> object:
    """Make an invitation."""
    raise not_yet()


@router.get("/{token}", response_model=InvitationView)
def read_invitation(token: InvitationToken) -> object:
    """What an invitation offers."""
    raise not_yet()


@router.post("/{token}", response_model=SessionView, status_code=201)
def accept_invitation(token: InvitationToken, body: AcceptInvitation) -> object:
    """Accept an invitation: make the person and sign them in."""
    raise not_yet()
