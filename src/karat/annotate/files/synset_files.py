"""The files of projects of synsets: sentences, gold, drafts and candidates in; BenchIE's gold, JSON lines, CSV out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.annotate.files.choice import Choice
from karat.annotate.files.exporting import export_lines
from karat.annotate.files.importing import import_candidates, import_sentences, import_work
from karat.annotate.files.kind_files import ImportedFile
from karat.annotate.files.reports import ImportReport
from karat.annotate.project import Project
from karat.errors import InputError
from karat.one_line import one_line

if TYPE_CHECKING:
    from karat.annotate.store import Store


@dataclass(frozen=True, slots=True)
class SynsetFiles:
    """Declares the files; its members are described by ``KindFiles``."""

    imports: tuple[str, ...] = ("sentences", "gold", "draft", "candidates")

    __repr__ = one_line

    def import_file(self, store: Store, project: Project, upload: ImportedFile) -> ImportReport:
        path, person, author = upload.path, upload.person, upload.author
        match upload.what:
            case "sentences":
                return import_sentences(store, project, path)
            case "candidates":
                return import_candidates(store, project, path, name=upload.name, format=upload.format)
        is_gold = upload.what == "gold"
        if is_gold and person.id != author.id:
            raise InputError(
                "expected gold as your own work, or a draft for somebody else, found gold for somebody else"
            )
        return import_work(store, project, path, person, author, done=is_gold, name=upload.name, format=upload.format)

    def export_lines(self, store: Store, project: Project, format: str, choice: Choice) -> Iterator[str]:
        return export_lines(store, project, format, choice)


FILES = SynsetFiles()
