"""People, sessions and invitations."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from karat.annotate.api.schemas.model import RowId, Schema

RoleName = Literal["annotator", "curator", "admin"]

Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80, pattern=r"^[^\x00-\x1f]*$")]
Password = Annotated[str, StringConstraints(min_length=8, max_length=200)]


class PersonView(Schema):
    """Somebody who may sign in, or a language model that works beside people."""

    id: int
    name: str
    role: RoleName
    active: bool
    machine: bool = Field(description="a language model, which cannot sign in and is always shown as one")


class SessionView(Schema):
    """Who is signed in, and the token that every change must carry as ``X-CSRF-Token``."""

    person: PersonView
    csrf: str
    launch: bool = Field(description="signed in by the link that `karat annotate` printed")
    store: str = Field(description="names the database: another may be served at the same address another day")


class SignIn(Schema):
    """A name and a password. A wrong password may be of any length: it is only compared."""

    name: Annotated[str, StringConstraints(max_length=200)]
    password: Annotated[str, StringConstraints(max_length=200)]


class Launch(Schema):
    """The token of the link that `karat annotate` printed."""

    token: Annotated[str, StringConstraints(max_length=200)]


class NewInvitation(Schema):
    """Invite somebody to a role, and to projects."""

    role: RoleName = "annotator"
    projects: list[RowId] = Field(default_factory=list, max_length=1000)


class InvitationLink(Schema):
    """The link to send; it is shown once."""

    link: str
    expires: datetime


class OpenInvitation(Schema):
    """An invitation that nobody has accepted yet; its link cannot be shown again."""

    id: str
    role: RoleName
    projects: list[str]
    expires: datetime
    author: str | None


class InvitationView(Schema):
    """What an invitation offers."""

    role: RoleName
    projects: list[str]
    expires: datetime


class AcceptInvitation(Schema):
    """The name and password that the invited person chooses."""

    name: Name
    password: Password


class ChangePerson(Schema):
    """New values of a person; what is absent stays. Everybody may change their own password."""

    name: Name | None = None
    role: RoleName | None = None
    active: bool | None = None
    password: Password | None = None
    old_password: Annotated[str, StringConstraints(max_length=200)] | None = None
