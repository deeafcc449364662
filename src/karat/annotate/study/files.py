"""The files of studies: labels in; the whole study as JSON lines, or its labels as a table, out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from karat.annotate.files.choice import Choice
from karat.annotate.files.kind_files import ImportedFile
from karat.annotate.files.reports import ImportReport
from karat.annotate.project import Project
from karat.annotate.study.importing import import_labels
from karat.annotate.study.label_files import read_labels
from karat.annotate.study.labels_table import render_table
from karat.annotate.study.loading import load_study
from karat.formats.study import render
from karat.model.study import Study
from karat.one_line import one_line

if TYPE_CHECKING:
    from karat.annotate.store import Store

LABELS = "labels"


@dataclass(frozen=True, slots=True)
class StudyFiles:
    """Declares the files; its members are described by ``KindFiles``."""

    imports: tuple[str, ...] = (LABELS,)

    __repr__ = one_line

    def import_file(self, store: Store, project: Project, upload: ImportedFile) -> ImportReport:
        lines = import_labels(store, project, read_labels(upload.path), upload.author)
        return ImportReport(LABELS, upload.name, lines=tuple(lines))

    def export_lines(self, store: Store, project: Project, format: str, choice: Choice) -> Iterator[str]:
        """Write all labels, or those of one person."""
        study = load_study(store, project, reader=choice.reader, unfinished=choice.unfinished)
        if choice.person is not None:
            study = only_labels_of(study, store.person(choice.person).name)
        return render_table(study) if format == "csv" else render(study)


def only_labels_of(study: Study, labeller: str) -> Study:
    """Leave out the labels of all others."""
    return replace(study, labels=tuple(label for label in study.labels if label.labeller == labeller))


FILES = StudyFiles()
