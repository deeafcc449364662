"""What the store refuses, apart from databases that cannot be used (``karat.errors.StoreError``)."""

from __future__ import annotations

from collections.abc import Sequence

from karat.annotate.event import Event
from karat.errors import InputError, KaratError


class NotFoundError(InputError):
    """There is no row with this id."""

    def __init__(self, what: str, id: object) -> None:
        super().__init__(f"there is no {what} {id}")


class NameTakenError(InputError):
    """Another project or person has this name."""

    def __init__(self, what: str, name: str) -> None:
        super().__init__(f"there is a {what} {name!r} already")


class VersionConflictError(KaratError):
    """The document has events that the client had not seen; they come with the error, from the oldest."""

    def __init__(self, version: int, events: Sequence[Event]) -> None:
        self.version = version
        self.events = tuple(events)
        count = len(self.events)
        super().__init__(
            f"the document changed in the meantime: {count} change{'' if count == 1 else 's'} up to version {version}"
        )


class LockedError(KaratError):
    """All annotators of the item are done, so their documents are read-only; a curator may reopen one.

    Nobody can if the item's batch is ``frozen``.
    """

    def __init__(self, frozen: bool = False) -> None:
        why = (
            "the batch is being checked, or its check is over" if frozen else "all annotators of this sentence are done"
        )
        super().__init__(f"{why}, so the document is read-only")


class BatchStatusError(KaratError):
    """A batch is not at the step that somebody wants to take, perhaps because somebody else took it."""


class NotAllowedError(KaratError):
    """The author may not change this document; see ``karat.annotate.permissions``."""

    def __init__(self) -> None:
        super().__init__("this document is somebody else's, and you may not change it")
