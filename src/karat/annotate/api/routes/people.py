"""People and their roles."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request

from karat.annotate.api.access import (
    Caller,
    ServerDependency,
    SessionDependency,
    StoreDependency,
    require,
)
from karat.annotate.api.schemas.model import RowId
from karat.annotate.api.schemas.people import ChangePerson, PersonView
from karat.annotate.api.security.passwords import hash_password, is_password
from karat.annotate.people import Role
from karat.annotate.permissions import Action, may
from karat.annotate.store import Session, Store
from karat.annotate.store.sessions import hash_token
from karat.errors import InputError

router = APIRouter(prefix="/people", tags=["people"])


@router.get("")
def list_people(store: StoreDependency, caller: Caller) -> list[PersonView]:
    """All people; curators need them to assign work."""
    require(caller, Action.ASSIGN)
    return [PersonView.model_validate(person) for person in store.people()]


@router.patch("/{person}")
def change_person(
    request: Request, server: ServerDependency, session: SessionDependency, person: RowId, body: ChangePerson
) -> PersonView:
    """Change a person's name, role, password, or whether they may sign in; everybody their own password."""
    store, caller = server.store, session.person
    is_password_only = body.name is None and body.role is None and body.active is None
    if caller.id != person or not is_password_only:
        require(caller, Action.MANAGE_PEOPLE)
    if body.password is not None and caller.id == person:
        check_old_password(store, session, body.old_password)
    keep_an_admin(store, person, body)
    changed = store.change_person(person, name=body.name, role=body.role, active=body.active)
    if body.password is not None:
        token = request.cookies.get(server.settings.cookie_name, "")
        store.set_password(person, hash_password(body.password), keep_session=hash_token(token))
    return PersonView.model_validate(changed)


def check_old_password(store: Store, session: Session, old_password: str | None) -> None:
    """Whoever finds a browser open must not take the account over. The launch link is as good as the password."""
    hashed = store.password_hash(session.person.id)
    if hashed is not None and not session.launch and not is_password(old_password or "", hashed):
        raise HTTPException(403, "the old password is wrong")


def keep_an_admin(store: Store, person: int, body: ChangePerson) -> None:
    """Refuse to take the last admin away."""
    if body.active is not False and body.role in {None, Role.ADMIN.value}:
        return
    others = [each for each in store.people() if each.id != person and may(each, Action.MANAGE_PEOPLE)]
    if not others and may(store.person(person), Action.MANAGE_PEOPLE):
        raise InputError("expected at least one active admin, found no other")
