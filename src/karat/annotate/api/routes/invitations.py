"""Invite people by link."""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from karat.annotate.api.access import Caller, ServerDependency, StoreDependency, require
from karat.annotate.api.schemas.people import (
    AcceptInvitation,
    InvitationLink,
    InvitationView,
    NewInvitation,
    SessionView,
)
from karat.annotate.api.security.passwords import hash_password
from karat.annotate.api.security.sessions import begin_session
from karat.annotate.permissions import Action
from karat.annotate.store import Invitation, NotFoundError, Store

router = APIRouter(prefix="/invitations", tags=["people"])

InvitationToken = Annotated[str, Path(max_length=200)]


@router.post("", status_code=201)
def invite(request: Request, server: ServerDependency, caller: Caller, body: NewInvitation) -> InvitationLink:
    """Make an invitation; its link is shown once, and only its hash is stored."""
    require(caller, Action.INVITE)
    token = secrets.token_urlsafe(32)
    lifetime = server.settings.invitation_lasts
    invitation = server.store.add_invitation(token, body.role, body.projects, author=caller.id, lifetime=lifetime)
    scheme = "https" if server.settings.https else "http"
    link = f"{scheme}://{request.headers['host']}/invitation/{token}"
    return InvitationLink(link=link, expires=invitation.expires)


@router.get("/{token}")
def read_invitation(store: StoreDependency, token: InvitationToken) -> InvitationView:
    """What an invitation offers."""
    invitation = open_invitation(store, token)
    names = {project.id: project.name for project in store.projects()}
    projects = [names[id] for id in invitation.projects]
    return InvitationView(role=invitation.role.value, projects=projects, expires=invitation.expires)


@router.post("/{token}", status_code=201)
def accept_invitation(
    request: Request, response: Response, store: StoreDependency, token: InvitationToken, body: AcceptInvitation
) -> SessionView:
    """Accept an invitation: make the person and sign them in."""
    open_invitation(store, token)
    person = store.accept_invitation(token, body.name, hash_password(body.password))
    return begin_session(request, response, person)


def open_invitation(store: Store, token: str) -> Invitation:
    """The invitation of a link, if it can still be accepted."""
    invitation = store.invitation(token)
    if invitation is None or invitation.accepted:
        raise NotFoundError("invitation", "with this link that can still be accepted")
    return invitation
