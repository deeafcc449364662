"""The files of clique projects: unified JSON in and out, JSON lines with everything, and counts as CSV."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.annotate.cliques.exporting import export_cliques
from karat.annotate.cliques.importing import import_cliques
from karat.annotate.files.choice import Choice
from karat.annotate.files.kind_files import ImportedFile
from karat.annotate.files.reports import ImportReport
from karat.annotate.project import Project
from karat.one_line import one_line

if TYPE_CHECKING:
    from karat.annotate.store import Store


@dataclass(frozen=True, slots=True)
class CliqueFiles:
    """Declares the files; its members are described by ``KindFiles``."""

    imports: tuple[str, ...] = ("cliques",)

    __repr__ = one_line

    def import_file(self, store: Store, project: Project, upload: ImportedFile) -> ImportReport:
        return import_cliques(store, project, upload.path)

    def export_lines(self, store: Store, project: Project, format: str, choice: Choice) -> Iterator[str]:
        return export_cliques(store, project, format, choice)


FILES = CliqueFiles()
