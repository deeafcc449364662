"""Labels that exist already: a study's JSON lines, a table of labels, or labelled outputs with their systems' files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from karat.annotate.study.labels_table import LabelRow, is_table, read_table
from karat.errors import InputError
from karat.formats import InputFile, guess
from karat.formats.benchmarks.labelled import CLAUSIE_LABELLED, judgements
from karat.formats.columns import LABELLED_TRIPLES
from karat.formats.json.loading import peek_json
from karat.formats.study import from_judgements
from karat.formats.study import read as read_study
from karat.formats.text.input_file import as_input
from karat.formats.text.lines import content
from karat.model import Row
from karat.model.study import Label, Study
from karat.one_line import one_line
from karat.results.outputs import named_outputs, read_output

Source = str | os.PathLike[str]

LABELLED = {format.name: format for format in (CLAUSIE_LABELLED, LABELLED_TRIPLES)}
RECONCILED = "reconciled"
"""The labeller of files that name none, whose labels several people agreed on."""


@dataclass(frozen=True, slots=True)
class LabelFile:
    """What a file of labels holds: a whole ``study``, or the ``rows`` of a table, whose tasks a study has."""

    labels: tuple[Label, ...]
    study: Study | None = None
    rows: tuple[LabelRow, ...] = ()

    __repr__ = one_line


def read_labels(
    path: Source,
    systems: list[str] | Mapping[str, Source] | None = None,
    *,
    name: str = "imported",
    labeller: str | None = None,
    format: str | None = None,
    encoding: str = "utf-8",
) -> LabelFile:
    """Read a file of labels; which kind it is, its first line tells.

    Labelled outputs, as those of ClausIE's study, need the ``systems`` whose extractions they are about, as files or
    ``NAME=FILE``; ``format`` is that of these. The labels get the name ``labeller``.
    """
    file = as_input(path)
    first = next(content(file, encoding)).text
    value = peek_json(first)
    if isinstance(value, dict) and "karat" in value:
        _refuse(file, "systems' files only beside labelled outputs", systems)
        _refuse(file, "--labeller only for labels without one", labeller)
        study = read_study(file, encoding)
        return LabelFile(study.labels, study)
    if is_table(first):
        _refuse(file, "systems' files only beside labelled outputs", systems)
        _refuse(file, "--labeller only for labels without one", labeller)
        table = tuple(read_table(file, encoding))
        return LabelFile(tuple(row.label for row in table), rows=table)
    chosen = guess(file, encoding)
    if chosen.name not in LABELLED:
        raise InputError(
            f"{file}:1: expected a study's JSON lines, a table of labels or labelled outputs "
            f"({', '.join(LABELLED)}), found {chosen.name}"
        )
    if not systems:
        raise InputError(f"{file}: expected the systems whose extractions are labelled, by --systems NAME=FILE")
    named: dict[str, Source | Iterable[Row]] = named_outputs(systems)
    rows = {str(system): read_output(output, format, encoding, None)[0] for system, output in named.items()}
    judged = judgements(LABELLED[chosen.name].read(file, encoding), labeller or RECONCILED)
    study = from_judgements(judged, rows, name)
    for task in study.tasks:
        if not task.sentence.text:
            raise InputError(
                f"{file}: expected the text of sentence {task.sentence.id!r} here or in an output of --systems, "
                "found none"
            )
    return LabelFile(study.labels, study)


def _refuse(file: InputFile, expected: str, given: object) -> None:
    if given:
        raise InputError(f"{file}: expected {expected}, found a file that names its own")
