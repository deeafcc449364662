"""Who may do and see what."""

from __future__ import annotations

from dataclasses import replace

import pytest

from karat.annotate.people import Person, Role
from karat.annotate.permissions import (
    Access,
    Action,
    is_blind,
    is_locked,
    is_revealed,
    may,
    may_adjudicate,
    may_append,
    may_read,
    readable,
)
from karat.annotate.project import CHECK, MACHINE, Document

MODEL = Person(6, "model", machine=True)
EXPERT = Person(7, "Ines", Role.CURATOR)
ANN, EVE = Person(1, "Ann"), Person(2, "Eve")
STRANGER = Person(3, "Bob")
CURATOR, ADMIN = Person(4, "Cora", Role.CURATOR), Person(5, "Ada", Role.ADMIN)
PEOPLE = {
    "ann": ANN,
    "eve": EVE,
    "stranger": STRANGER,
    "curator": CURATOR,
    "admin": ADMIN,
    "model": MODEL,
    "expert": EXPERT,
}
GONE = Person(4, "Cora", Role.ADMIN, active=False)


def documents(*done: tuple[int | None, bool]) -> list[Document]:
    """Documents of one item, by person and whether they are done."""
    revealed = bool(done) and all(is_done for person, is_done in done if person is not None)
    return [Document(10 + index, 1, person, 1, {}, is_done, revealed) for index, (person, is_done) in enumerate(done)]


WORKING = documents((1, True), (2, False))
REVEALED = documents((1, True), (2, True), (None, False))
WITH_CURATOR = documents((1, False), (4, False))
CURATOR_DONE = documents((1, False), (4, True))
ALL_DONE = documents((1, True), (4, True))
ALONE = replace(documents((1, True))[0], alone=True)
ALONE_MERGED = documents((1, True), (None, True))[0]


@pytest.mark.parametrize(
    ("who", "item", "seen"),
    [
        pytest.param("ann", WORKING, [1], id="an annotator who is done, the other not"),
        pytest.param("eve", WORKING, [2], id="an annotator at work"),
        pytest.param("stranger", WORKING, [], id="an annotator without the item"),
        pytest.param("curator", WORKING, [1, 2], id="a curator"),
        pytest.param("admin", WORKING, [1, 2], id="an admin"),
        pytest.param("ann", REVEALED, [1, 2, None], id="revealed to annotators"),
        pytest.param("stranger", REVEALED, [], id="revealed, but not to an annotator without the item"),
        pytest.param("curator", WITH_CURATOR, [4], id="a curator with unfinished work on the item"),
        pytest.param("admin", WITH_CURATOR, [1, 4], id="an admin without work on it"),
        pytest.param("curator", CURATOR_DONE, [4], id="a curator who is done could still reopen"),
        pytest.param("curator", ALL_DONE, [1, 4], id="a curator once all are done"),
    ],
)
def test_blindness(who, item, seen) -> None:
    person = PEOPLE[who]
    assert [document.person for document in readable(person, item)] == seen
    assert [document.person for document in item if may_read(person, document, item)] == seen


def test_who_is_blind() -> None:
    assert is_blind(CURATOR, WITH_CURATOR)
    assert not is_blind(CURATOR, WORKING)
    assert is_blind(STRANGER, WORKING)


ADD, DONE, REOPEN, IMPORT = ("add", {}), ("done", {"done": True}), ("done", {"done": False}), ("import", {})
BEGIN = ("check", {"round": 2})


@pytest.mark.parametrize(
    ("who", "document", "event", "access"),
    [
        pytest.param("ann", WORKING[0], ADD, Access.ALLOWED, id="one's own"),
        pytest.param("ann", WORKING[0], REOPEN, Access.ALLOWED, id="one's own, reopened before it is revealed"),
        pytest.param("ann", WORKING[1], ADD, Access.FORBIDDEN, id="another's"),
        pytest.param("curator", WORKING[1], ADD, Access.FORBIDDEN, id="a curator writes to nobody's"),
        pytest.param("curator", WORKING[1], DONE, Access.FORBIDDEN, id="nor says that it is done"),
        pytest.param("curator", WORKING[1], REOPEN, Access.FORBIDDEN, id="nor reopens what is not revealed"),
        pytest.param("curator", WORKING[1], IMPORT, Access.ALLOWED, id="but imports"),
        pytest.param("ann", WORKING[1], IMPORT, Access.FORBIDDEN, id="which an annotator may not for others"),
        pytest.param("ann", REVEALED[0], ADD, Access.LOCKED, id="locked"),
        pytest.param("ann", REVEALED[0], REOPEN, Access.LOCKED, id="locked against its annotator's reopening"),
        pytest.param("ann", REVEALED[0], ("undo", {}), Access.LOCKED, id="and against undo of done"),
        pytest.param("ann", ALONE, ADD, Access.ALLOWED, id="the only annotator goes on"),
        pytest.param("ann", ALONE, REOPEN, Access.ALLOWED, id="reopens"),
        pytest.param("ann", ALONE, ("undo", {}), Access.ALLOWED, id="and undoes"),
        pytest.param("ann", ALONE_MERGED, REOPEN, Access.LOCKED, id="but not once it is merged"),
        pytest.param("eve", ALONE, ADD, Access.FORBIDDEN, id="another's, who is alone"),
        pytest.param("curator", ALONE, IMPORT, Access.LOCKED, id="nobody imports into it"),
        pytest.param("curator", REVEALED[0], REOPEN, Access.ALLOWED, id="a curator reopens"),
        pytest.param("curator", REVEALED[0], DONE, Access.FORBIDDEN, id="but does not close"),
        pytest.param("curator", REVEALED[0], IMPORT, Access.LOCKED, id="nor imports into what is revealed"),
        pytest.param("curator", ALL_DONE[1], REOPEN, Access.ALLOWED, id="a curator reopens their own"),
        pytest.param("curator", REVEALED[2], ADD, Access.ALLOWED, id="merged"),
        pytest.param("admin", REVEALED[2], ADD, Access.ALLOWED, id="merged by an admin"),
        pytest.param("ann", REVEALED[2], ADD, Access.FORBIDDEN, id="merged by an annotator"),
        pytest.param("curator", documents((1, False), (None, False))[1], ADD, Access.LOCKED, id="merged too early"),
    ],
)
def test_writing(who, document, event, access) -> None:
    assert may_append(PEOPLE[who], document, *event) is access


def beside(item: list[Document], *others: tuple[int, str, bool]) -> list[Document]:
    """The documents of an item, and others by person, purpose, and whether they are done."""
    revealed = item[0].revealed
    return [
        *item,
        *(Document(20 + person, 1, person, 1, {}, done, revealed, purpose=purpose) for person, purpose, done in others),
    ]


CHECKED = beside(REVEALED, (4, CHECK, False), (7, CHECK, True))
ALL_CHECKED = beside(REVEALED, (4, CHECK, True), (7, CHECK, True))
CHECKED_WORK = beside(documents((1, True), (4, True)), (7, CHECK, True))
FROZEN = [replace(document, frozen=True) for document in CHECKED]
REPLACED = [*ALL_CHECKED[:3], replace(ALL_CHECKED[3], frozen=True), ALL_CHECKED[4]]
FROZEN_WORK = [replace(document, frozen=True) for document in CHECKED_WORK]
CHECK_WAITS = beside(WORKING, (4, CHECK, False))
MODELLED = beside(WORKING, (6, MACHINE, True))
MODELLED_REVEALED = beside(REVEALED, (6, MACHINE, False))


@pytest.mark.parametrize(
    ("who", "item", "seen"),
    [
        pytest.param("ann", CHECKED, [1, 2, None], id="annotators see no check"),
        pytest.param("curator", CHECKED, [1, 2, None, 4], id="an expert who is not done sees no other's check"),
        pytest.param("expert", CHECKED, [1, 2, None, 7], id="nor one that is not done"),
        pytest.param("curator", ALL_CHECKED, [1, 2, None, 4], id="nor when both are done, for they may open it again"),
        pytest.param("curator", REPLACED, [1, 2, None, 4], id="nor after they were replaced"),
        pytest.param("expert", REPLACED, [1, 2, None, 7], id="nor that of one who was replaced"),
        pytest.param("admin", ALL_CHECKED, [1, 2, None], id="nor does anybody else, who may become an expert"),
        pytest.param("curator", FROZEN, [1, 2, None, 4, 7], id="experts see each other's checks once it is decided"),
        pytest.param("admin", FROZEN, [1, 2, None, 4, 7], id="so do other curators"),
        pytest.param("ann", FROZEN, [1, 2, None], id="but not annotators"),
        pytest.param("curator", FROZEN_WORK, [1, 4], id="nor a curator who worked on the item"),
        pytest.param("curator", CHECK_WAITS, [1, 2, 4], id="who only checks is not blind for the work"),
        pytest.param("ann", MODELLED, [1], id="a machine's work is hidden like another's"),
        pytest.param("stranger", MODELLED_REVEALED, [], id="and from annotators without the item for ever"),
        pytest.param("ann", MODELLED_REVEALED, [1, 2, None, 6], id="until the item is revealed"),
        pytest.param("curator", MODELLED, [1, 2, 6], id="curators see it"),
        pytest.param("curator", beside(WITH_CURATOR, (6, MACHINE, True)), [4], id="unless they annotate the item"),
    ],
)
def test_reading_checks_and_machines(who, item, seen) -> None:
    assert [document.person for document in readable(PEOPLE[who], item)] == seen


@pytest.mark.parametrize(
    ("who", "document", "event", "access"),
    [
        pytest.param("curator", CHECKED[3], ADD, Access.ALLOWED, id="one's own check"),
        pytest.param("curator", CHECK_WAITS[2], ADD, Access.LOCKED, id="one's own check too early"),
        pytest.param("expert", CHECKED[3], ADD, Access.FORBIDDEN, id="another's check"),
        pytest.param("expert", CHECKED[3], IMPORT, Access.FORBIDDEN, id="nobody imports a check"),
        pytest.param("expert", CHECKED[4], REOPEN, Access.ALLOWED, id="an expert opens their check again"),
        pytest.param("curator", CHECKED[4], REOPEN, Access.FORBIDDEN, id="nobody else does"),
        pytest.param("curator", CHECKED[3], BEGIN, Access.FORBIDDEN, id="the app alone asks for a check"),
        pytest.param("curator", WORKING[1], ("return", {"round": 2}), Access.FORBIDDEN, id="and gives work back"),
        pytest.param("curator", FROZEN[3], REOPEN, Access.LOCKED, id="a check once its round is decided"),
        pytest.param("ann", FROZEN[0], REOPEN, Access.LOCKED, id="work while it is checked"),
        pytest.param("admin", FROZEN[0], REOPEN, Access.FORBIDDEN, id="for curators too"),
        pytest.param("ann", CHECKED[3], ADD, Access.FORBIDDEN, id="an annotator"),
        pytest.param("model", MODELLED[2], ADD, Access.ALLOWED, id="the machine"),
        pytest.param("model", MODELLED_REVEALED[3], ADD, Access.ALLOWED, id="the machine, never closed"),
        pytest.param("admin", MODELLED[2], IMPORT, Access.FORBIDDEN, id="nobody imports for a machine"),
        pytest.param("admin", MODELLED_REVEALED[3], REOPEN, Access.FORBIDDEN, id="nor opens its work again"),
        pytest.param("model", WORKING[0], ADD, Access.FORBIDDEN, id="a machine in a person's work"),
    ],
)
def test_writing_checks_and_machines(who, document, event, access) -> None:
    assert may_append(PEOPLE[who], document, *event) is access


def test_neither_reveals() -> None:
    assert is_revealed(CHECKED)
    assert is_revealed(MODELLED_REVEALED)
    assert not is_revealed(MODELLED)
    assert not is_revealed(MODELLED[2:])


@pytest.mark.parametrize(
    ("action", "least"),
    [
        (Action.ANNOTATE, "ann"),
        (Action.EXPORT, "curator"),
        (Action.CREATE_PROJECT, "curator"),
        (Action.CHANGE_SETTINGS, "admin"),
        (Action.INVITE, "admin"),
    ],
)
def test_roles(action, least) -> None:
    ordered = ["ann", "curator", "admin"]
    assert [who for who in ordered if may(PEOPLE[who], action)] == ordered[ordered.index(least) :]


def test_who_left_may_nothing() -> None:
    assert not any(may(GONE, action) for action in Action)
    assert readable(GONE, REVEALED) == []
    assert may_append(GONE, REVEALED[2], *ADD) is Access.FORBIDDEN


@pytest.mark.parametrize(
    ("who", "document", "locked"),
    [
        pytest.param("ann", WORKING[0], False, id="one's own"),
        pytest.param("ann", REVEALED[0], True, id="one's own once revealed"),
        pytest.param("ann", ALONE, False, id="one's own, alone"),
        pytest.param("ann", ALONE_MERGED, True, id="one's own, alone, once merged"),
        pytest.param("curator", ALL_DONE[1], False, id="a curator can open their own again"),
        pytest.param("curator", REVEALED[0], True, id="another's"),
        pytest.param("curator", REVEALED[2], False, id="merged"),
        pytest.param("ann", REVEALED[2], True, id="merged, for an annotator"),
    ],
)
def test_what_is_locked(who, document, locked) -> None:
    assert is_locked(PEOPLE[who], document) is locked


def test_adjudication() -> None:
    assert may_adjudicate(CURATOR, REVEALED) is Access.ALLOWED
    assert may_adjudicate(CURATOR, WORKING) is Access.LOCKED
    assert may_adjudicate(ANN, REVEALED) is Access.FORBIDDEN


def test_what_is_revealed() -> None:
    assert not is_revealed([])
    assert not is_revealed(WORKING)
    assert is_revealed(REVEALED)
