"""What each kind of project reads from files and writes to files; ``FILES`` lists where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from karat.annotate.files.choice import Choice
from karat.annotate.files.reports import ImportReport
from karat.annotate.kind import Export, kind_named
from karat.annotate.people import Person
from karat.annotate.project import Project
from karat.errors import UnknownNameError
from karat.one_line import one_line

if TYPE_CHECKING:
    from karat.annotate.store import Store


@dataclass(frozen=True, slots=True)
class ImportedFile:
    """A file that somebody gave.

    ``what`` says what it is taken for, and is one of the kind's ``imports``; ``name`` is of the system or benchmark.
    ``person`` is whose work it becomes, ``author`` who imports it.
    """

    path: Path
    name: str
    what: str
    format: str | None
    person: Person
    author: Person

    __repr__ = one_line


class KindFiles(Protocol):
    """The files of one kind of project."""

    @property
    def imports(self) -> tuple[str, ...]:
        """What a file can be imported as."""

    def import_file(self, store: Store, project: Project, upload: ImportedFile) -> ImportReport: ...

    def export_lines(self, store: Store, project: Project, format: str, choice: Choice) -> Iterator[str]:
        """Yield the lines of one of the kind's exports, without line ends."""


FILES: dict[str, str] = {
    "synsets": "karat.annotate.files.synset_files:FILES",
    "study": "karat.annotate.study.files:FILES",
    "cliques": "karat.annotate.cliques.files:FILES",
}
"""Where the files of each kind are declared, which are imported when they are first used."""


@cache
def files_of(kind: str) -> KindFiles:
    """Find the files of a kind of project."""
    module, _, attribute = FILES[kind].partition(":")
    return cast("KindFiles", getattr(import_module(module), attribute))


def export_named(kind: str, name: str) -> Export:
    """Find one of a kind's exports."""
    exports = {export.name: export for export in kind_named(kind).exports}
    if name not in exports:
        raise UnknownNameError("export", name, exports)
    return exports[name]


def import_file(store: Store, project: Project, upload: ImportedFile) -> ImportReport:
    """Read a file into a project as what it is said to be."""
    files = files_of(project.kind)
    if upload.what not in files.imports:
        raise UnknownNameError("import", upload.what, files.imports)
    return files.import_file(store, project, upload)
