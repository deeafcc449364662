"""Who may do and see what. Pure rules, which the server asks before everything it does.

Whoever annotates an item is blind on it until it is revealed, that is until all who were assigned to it are done:
they see nobody else's work on it, whatever their role. A curator or admin who has no work of their own on the item
sees all of it at any time.

An expert's check of an item (a document with the purpose ``check``) is for curators: its own person writes it once the
item is revealed, and nobody else sees it until the batch is decided; who worked on the item never does. A machine's
document is written by the machine or the command line alone, and read like an annotator's; neither of the two counts
for what is revealed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any

from karat.annotate.event import DONE, IMPORT, NEW_BEGINNINGS
from karat.annotate.people import Person, Role
from karat.annotate.project import CHECK, MACHINE, Document, Settings


class Action(StrEnum):
    """What somebody may do in a project, or with all projects."""

    ANNOTATE = "annotate"
    CREATE_PROJECT = "create projects"
    IMPORT = "import files"
    ASSIGN = "assign sentences"
    EXPORT = "export"
    ADJUDICATE = "adjudicate"
    SEE_DASHBOARD = "see the dashboard"
    SEE_AGREEMENT = "see the agreement"
    SEE_SCORES = "see scores of systems"
    CHANGE_SETTINGS = "change settings"
    MANAGE_PEOPLE = "manage people"
    INVITE = "invite people"


LEAST_ROLE: dict[Action, Role] = {
    Action.ANNOTATE: Role.ANNOTATOR,
    Action.CREATE_PROJECT: Role.CURATOR,
    Action.IMPORT: Role.CURATOR,
    Action.ASSIGN: Role.CURATOR,
    Action.EXPORT: Role.CURATOR,
    Action.ADJUDICATE: Role.CURATOR,
    Action.SEE_DASHBOARD: Role.CURATOR,
    Action.SEE_AGREEMENT: Role.CURATOR,
    Action.SEE_SCORES: Role.CURATOR,
    Action.CHANGE_SETTINGS: Role.ADMIN,
    Action.MANAGE_PEOPLE: Role.ADMIN,
    Action.INVITE: Role.ADMIN,
}
"""The lowest role that each action takes."""


class Access(StrEnum):
    """The answer to a request: ``LOCKED`` means that the person might, but the document is closed."""

    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"
    LOCKED = "locked"


def may(person: Person, action: Action) -> bool:
    """Whether a person's role allows an action."""
    return person.active and person.role.includes(LEAST_ROLE[action])


def may_see_project(person: Person, is_member: bool) -> bool:
    """Whether a person may see that a project exists: annotators see those that they belong to."""
    return person.active and (is_member or person.role.includes(Role.CURATOR))


def may_see_item(person: Person, documents: Iterable[Document]) -> bool:
    """Whether a person may see a sentence, given all documents of the item: annotators see those assigned to them."""
    is_assigned = any(document.person == person.id for document in documents)
    return person.active and (is_assigned or person.role.includes(Role.CURATOR))


def may_work(person: Person, settings: Settings, has_passed: bool) -> bool:
    """Whether a person may change documents of a project: annotators may have to pass its examination first."""
    return person.active and (has_passed or not settings.examination or person.role.includes(Role.CURATOR))


def is_blind(person: Person, documents: Iterable[Document]) -> bool:
    """Whether a person must not see the others' work on an item, given all documents of the item."""
    documents = list(documents)
    if any(document.revealed for document in documents):
        return False
    annotates = any(document.person == person.id and document.is_work for document in documents)
    return annotates or not person.role.includes(Role.CURATOR)


def may_read(person: Person, document: Document, documents: Sequence[Document]) -> bool:
    """Whether a person may read a document, given all documents of its item."""
    if not person.active:
        return False
    if document.person == person.id:
        return True
    is_curator = person.role.includes(Role.CURATOR)
    if document.purpose == CHECK:
        # Frozen are those of decided checks. Not even other curators see one earlier: they may yet become experts.
        is_decided = all(each.frozen for each in documents if each.purpose == CHECK)
        has_worked = any(each.person == person.id and each.purpose != CHECK for each in documents)
        return is_curator and is_decided and not has_worked
    if not is_curator and not any(each.person == person.id for each in documents):
        return False
    return not is_blind(person, documents)


def readable(person: Person, documents: Sequence[Document]) -> list[Document]:
    """Keep the documents of an item that a person may read, for exports, agreement and counts."""
    return [document for document in documents if may_read(person, document, documents)]


def may_append(person: Person, document: Document, kind: str, payload: Mapping[str, Any]) -> Access:
    """Decide whether a person may add an event to a document.

    People write to their own documents until the item is revealed, and an item's only annotator until it is merged;
    curators write to the merged document of a revealed item.
    A curator may import into anybody's work, and reopen work on a revealed item. Experts write their checks while
    the item is revealed; a machine's document is the machine's alone and never closed. A batch freezes its documents
    for everybody.
    """
    if not person.active or kind in NEW_BEGINNINGS:
        return Access.FORBIDDEN
    if document.purpose == MACHINE:
        return Access.ALLOWED if person.machine and document.person == person.id else Access.FORBIDDEN
    if document.frozen:
        return Access.LOCKED if document.person == person.id else Access.FORBIDDEN
    is_curator = person.role.includes(Role.CURATOR)
    if document.is_merged:
        if not is_curator:
            return Access.FORBIDDEN
        return Access.ALLOWED if document.revealed else Access.LOCKED
    if document.purpose == CHECK:
        if not is_curator or document.person != person.id:
            return Access.FORBIDDEN
        return Access.ALLOWED if document.revealed else Access.LOCKED
    if is_curator and document.revealed and kind == DONE and payload.get("done") is False:
        return Access.ALLOWED
    if document.person != person.id:
        if is_curator and kind == IMPORT:
            return Access.LOCKED if document.revealed else Access.ALLOWED
        return Access.FORBIDDEN
    return Access.LOCKED if document.revealed and not document.alone else Access.ALLOWED


def is_locked(person: Person, document: Document) -> bool:
    """Whether a person can change nothing in a document, not even after they open their own work again."""
    can_change = may_append(person, document, "note", {}) is Access.ALLOWED
    can_reopen = document.person == person.id and may_append(person, document, DONE, {"done": False}) is Access.ALLOWED
    return not (can_change or can_reopen)


def may_adjudicate(person: Person, documents: Sequence[Document]) -> Access:
    """Decide whether a person may start or change the merged document of an item."""
    if not may(person, Action.ADJUDICATE):
        return Access.FORBIDDEN
    return Access.ALLOWED if any(document.revealed for document in documents) else Access.LOCKED


def is_revealed(documents: Iterable[Document]) -> bool:
    """Whether all who were assigned to an item are done; not if nobody was. Checks and machines do not count."""
    finished = [document.done for document in documents if document.is_work]
    return bool(finished) and all(finished)
