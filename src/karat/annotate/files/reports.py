"""What an import did."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from karat.one_line import one_line


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What a file held, what of it was new, and which of its lines were repaired when it was read.

    ``sentences`` are those of the file, ``added`` the sentences or candidates that the project had not got.
    ``documents`` were filled; ``skipped`` were not, because there is work in them or the sentence takes no further
    annotator. ``candidates`` are distinct triples of sentences. ``notes`` say what a reader of the file left out or
    changed. ``lines`` say in whole sentences what was done, for kinds of projects that these counts do not fit.
    """

    what: str
    file: str
    sentences: int = 0
    added: int = 0
    documents: int = 0
    skipped: int = 0
    synsets: int = 0
    triples: int = 0
    candidates: int = 0
    repaired: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Give the fields by name."""
        return {**asdict(self), "repaired": list(self.repaired), "notes": list(self.notes), "lines": list(self.lines)}
