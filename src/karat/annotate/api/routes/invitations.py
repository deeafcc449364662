"""Invite people by link."""

from __future__ import annotations

import secrets
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from karat.annotate.api.access import Caller, ServerDependency, StoreDependency, require
from karat.annotate.api.schemas.people import (
    AcceptInvitation,
    InvitationLink,
    InvitationView,
    NewInvitation,
    OpenInvitation,
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


@router.get("")
def list_invitations(store: StoreDependency, caller: Caller) -> list[OpenInvitation]:
    """Invitations that nobody has accepted yet."""
    require(caller, Action.INVITE)
    projects = {project.id: project.name for project in store.projects()}
    people = {person.id: person.name for person in store.people()}
    return [
        OpenInvitation(
            id=invitation.id,
            role=invitation.role.value,
            projects=[projects[id] for id in invitation.projects],
            expires=invitation.expires,
            author=None if invitation.author is None else people[invitation.author],
        )
        for invitation in store.open_invitations()
    ]


@router.delete("")
def withdraw_invitation(
    store: StoreDependency, caller: Caller, invitation: Annotated[str, Query(pattern=r"^[0-9a-f]{64}$")]
) -> None:
    """Withdraw an invitation: its link opens nothing any more."""
    require(caller, Action.INVITE)
    store.withdraw_invitation(invitation)


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
