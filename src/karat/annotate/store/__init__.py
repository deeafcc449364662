"""Where annotation projects are kept: tables, migrations, event log, people, backups. Needs the extra ``annotate``."""

from __future__ import annotations

from karat.errors import MissingExtraError

try:
    import alembic  # noqa: F401 - optional, like the next
    import sqlalchemy  # noqa: F401
except ModuleNotFoundError as error:
    raise MissingExtraError("the annotation app", "annotate") from error

from karat.annotate.store.columns import now
from karat.annotate.store.errors import (
    BatchStatusError,
    LockedError,
    NameTakenError,
    NotAllowedError,
    NotFoundError,
    VersionConflictError,
)
from karat.annotate.store.store import Store
from karat.annotate.store.values import (
    Appended,
    Candidate,
    Invitation,
    ItemProgress,
    ItemRow,
    PersonProgress,
    Progress,
    Session,
)

__all__ = [
    "Appended",
    "BatchStatusError",
    "Candidate",
    "Invitation",
    "ItemProgress",
    "ItemRow",
    "LockedError",
    "NameTakenError",
    "NotAllowedError",
    "NotFoundError",
    "PersonProgress",
    "Progress",
    "Session",
    "Store",
    "VersionConflictError",
    "now",
]
