"""People, sessions, invitations, and attempts to sign in."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from small_project import Small
from sqlalchemy import MetaData, select

from karat.annotate.people import Person, Role
from karat.annotate.store import NameTakenError, NotFoundError, Store, now
from karat.errors import InputError

TOKEN = "a long and random token"


def test_people_are_found_in_any_case_and_have_names_of_their_own(store: Store) -> None:
    zoe, ann = store.add_person(" Zoë ", "admin"), store.add_person("Ann", Role.ANNOTATOR)
    assert (zoe.name, zoe.role, zoe.active) == ("Zoë", Role.ADMIN, True)
    assert store.people() == [ann, zoe]
    assert store.person_by_name("zOË") == store.person(zoe.id) == zoe
    for nobody in ("Zo\0", "\ud800", "Ann\0"):
        assert store.person_by_name(nobody) is None
        store.add_attempt(nobody, "10.0.0.1")
    with pytest.raises(NameTakenError, match="there is a person 'ZOË' already"):
        store.add_person("ZOË", "annotator")
    with pytest.raises(NameTakenError, match="there is a person 'zoë' already"):
        store.change_person(ann.id, name="zoë")
    with pytest.raises(InputError, match="printable"):
        store.add_person("a\nb", "annotator")
    with pytest.raises(NotFoundError, match="there is no person 99"):
        store.change_person(99, active=False)
    assert store.people() == [ann, zoe]


def test_whoever_is_made_inactive_is_signed_out(store: Store) -> None:
    ann = store.add_person("Ann", "annotator")
    store.add_session(TOKEN, ann.id, "csrf")
    assert store.change_person(ann.id, role="curator", active=False).role is Role.CURATOR
    assert store.session(TOKEN) is None
    store.change_person(ann.id, active=True)
    assert store.session(TOKEN) is None


@pytest.mark.parametrize("change", [{"role": "curator"}, {"active": False}], ids=["demoted", "deactivated"])
def test_of_admins_who_remove_each_other_at_once_one_stays(store: Store, change: dict[str, Any]) -> None:
    admins = [store.add_person(name, "admin") for name in ("Ann", "Ben", "Cleo")]
    ready = Barrier(len(admins))

    def remove(person: Person) -> str:
        ready.wait()
        try:
            store.change_person(person.id, **change)
        except InputError as error:
            return str(error)
        return "removed"

    for _ in range(5):
        with ThreadPoolExecutor(len(admins)) as threads:
            answers = list(threads.map(remove, admins))
        [left] = [person for person in store.people() if person.active and person.role is Role.ADMIN]
        refusal = f"{left.name}: expected another admin to stay, found that this is the only one"
        assert sorted(answers) == sorted(["removed", "removed", refusal])
        for person in admins:
            store.change_person(person.id, role="admin", active=True)


def test_the_last_admin_may_be_renamed_and_others_may_go(store: Store) -> None:
    ann, ben = store.add_person("Ann", "admin"), store.add_person("Ben", "curator")
    assert store.change_person(ben.id, active=False).active is False
    assert store.change_person(ann.id, name="Anna", role="admin", active=True).name == "Anna"


def test_passwords(store: Store) -> None:
    ann = store.add_person("Ann", "annotator")
    assert store.password_hash(ann.id) is None
    for token in ("one", "two"):
        store.add_session(token, ann.id, "csrf")
    store.set_password(ann.id, "a hash")
    assert store.password_hash(ann.id) == "a hash"
    assert store.session("one") is None
    with pytest.raises(NotFoundError):
        store.set_password(99, "a hash")


def test_a_session_ends(store: Store) -> None:
    ann = store.add_person("Ann", "annotator")
    store.add_session(TOKEN, ann.id, "csrf", launch=True)
    session = store.session(TOKEN)
    assert (session.person, session.csrf, session.launch) == (ann, "csrf", True)
    assert store.session("another") is None
    store.remove_session(TOKEN)
    assert store.session(TOKEN) is None
    store.add_session(TOKEN, ann.id, "csrf", lifetime=timedelta(0))
    assert store.session(TOKEN) is None


def test_an_invitation_is_accepted_once(small: Small) -> None:
    store = small.store
    store.add_invitation(TOKEN, "curator", [small.project.id], author=small.curator.id)
    invitation = store.invitation(TOKEN)
    assert (invitation.role, invitation.projects, invitation.accepted) == (Role.CURATOR, (small.project.id,), False)
    with pytest.raises(NameTakenError):
        store.accept_invitation(TOKEN, "ANN", "a hash")
    dora = store.accept_invitation(TOKEN, "Dora", "a hash")
    assert (dora.role, store.password_hash(dora.id)) == (Role.CURATOR, "a hash")
    assert store.is_member(small.project.id, dora.id)
    assert [project.id for project in store.projects(dora.id)] == [small.project.id]
    assert store.invitation(TOKEN).accepted
    with pytest.raises(NotFoundError, match="there is no invitation"):
        store.accept_invitation(TOKEN, "Emil", "a hash")
    store.add_invitation("expired", "annotator", lifetime=timedelta(0))
    assert store.invitation("expired") is None
    with pytest.raises(NotFoundError):
        store.accept_invitation("expired", "Emil", "a hash")
    with pytest.raises(NotFoundError, match="there is no project 99"):
        store.add_invitation("other", "annotator", [99])
    assert store.person_by_name("Emil") is None


def test_no_token_is_stored(small: Small) -> None:
    store = small.store
    store.add_session(TOKEN, small.ann.id, "csrf")
    store.add_invitation(TOKEN, "curator")
    tables = MetaData()
    with store.read() as connection:
        tables.reflect(connection)
        rows = [str(row) for table in tables.tables.values() for row in connection.execute(select(table))]
    assert len(rows) > 10
    assert [row for row in rows if TOKEN in row] == []


def test_attempts_are_counted_by_name_and_address(store: Store) -> None:
    start = now()
    for name, address in (("Ann", "10.0.0.1"), ("ANN ", "10.0.0.2"), ("Ben", "10.0.0.1")):
        store.add_attempt(name, address)
    store.add_attempt("x" * 1000 + "\0", "y" * 1000)
    assert store.count_attempts(start, name="ann") == 2
    assert store.count_attempts(start, address="10.0.0.1") == 2
    assert store.count_attempts(start, name="Ben", address="10.0.0.2") == 0
    assert store.count_attempts(now() + timedelta(minutes=1), name="ann") == 0
    store.clear_attempts(name="Ann")
    assert store.count_attempts(start, name="ann") == 0
    store.clear_attempts(before=now() + timedelta(minutes=1))
    assert store.count_attempts(start) == 0
