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
from karat.annotate.permissions import Action
from karat.annotate.store import Session, Store
from karat.annotate.store.sessions import hash_token

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
