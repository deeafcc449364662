"""Labels as a table (CSV), a row for each label, for spreadsheets; what a spreadsheet changes can be read again."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TypeVar

from karat.errors import FormatError
from karat.formats.tables.records import Dialect, Record, read_records
from karat.formats.text.input_file import Input
from karat.model import Extraction, Modality, Polarity
from karat.model.study import AttributionLabel, FactLabel, Label, Study, Task

SHOWN = (
    "sentence_id",
    "sentence",
    "clause",
    "subject",
    "relation",
    "object",
    "polarity",
    "modality",
    "attributed_to",
    "quantities",
    "systems",
    "repeat_of",
)
LABEL = ("labeller", "fact", "attribution", "rules", "note", "unsure", "machine", "adjudicated", "active_ms")
COLUMNS = ("task", *SHOWN, *LABEL)

POLARITIES = {Polarity.POSITIVE: "positive", Polarity.NEGATIVE: "negative"}
MODALITIES = {Modality.CERTAINTY: "certainty", Modality.POSSIBILITY: "possibility"}
YES, NO = "yes", "no"

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""With these a spreadsheet begins a formula."""

Choice = TypeVar("Choice", FactLabel, AttributionLabel)


def render_table(study: Study) -> Iterator[str]:
    """Write a row for each label, and one for each task without any; cells that begin like a formula get an apostrophe.

    Systems that a task was not sampled for are in brackets.
    """
    labels: defaultdict[str, list[Label]] = defaultdict(list)
    for label in study.labels:
        labels[label.task].append(label)
    yield _row(COLUMNS)
    for task in study.tasks:
        shown = [task.key, *_shown(task)]
        for label in labels[task.key]:
            yield _row([*shown, *_labelled(label)])
        if not labels[task.key]:
            yield _row([*shown, *[""] * len(LABEL)])


def read_table(path: Input, encoding: str = "utf-8") -> list[Label]:
    """Read the labels of a table that ``render_table`` wrote; other columns than those of labels are left alone."""
    records = read_records(path, encoding, Dialect(","))
    header = next(records, None)
    if header is None:
        raise FormatError(path, None, f"a table with the columns task, {', '.join(LABEL)}", "an empty file")
    places = {name.lstrip("\ufeff"): index for index, name in enumerate(header.cells)}
    for name in ("task", *LABEL):
        if name not in places:
            raise header.line.error(expected=f"a column {name!r}", found=", ".join(header.cells))
    return [
        label
        for record in records
        if (label := _label(record, {name: _cell(record, places[name]) for name in ("task", *LABEL)})) is not None
    ]


def is_table(first_line: str) -> bool:
    """Whether a file begins with the header of a table of labels."""
    return first_line.lstrip("\ufeff").startswith("task,")


def _row(cells: Iterable[str]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="").writerow(map(safe_cell, cells))
    return buffer.getvalue()


def safe_cell(text: str) -> str:
    """Put an apostrophe before what a spreadsheet would take for a formula.

    >>> safe_cell("=SUM(A1)"), safe_cell("Ann")
    ("'=SUM(A1)", 'Ann')
    """
    return f"'{text}" if text.startswith((*FORMULA, "'")) else text


def _cell(record: Record, place: int) -> str:
    text = record.cells[place] if place < len(record.cells) else ""
    return text.removeprefix("'")


def _shown(task: Task) -> list[str]:
    extraction = task.extraction
    return [
        task.sentence.id,
        task.sentence.text,
        task.clause or "",
        extraction.subject,
        extraction.relation,
        " | ".join(extraction.arguments[1:]),
        POLARITIES[extraction.polarity] if extraction.polarity is not None else "",
        MODALITIES[extraction.modality] if extraction.modality is not None else "",
        _attribution(extraction),
        "; ".join(f"{quantity.id} = {quantity.text}" for quantity in extraction.quantities),
        "; ".join(source.system if source.sampled else f"({source.system})" for source in task.sources),
        task.repeat_of or "",
    ]


def _attribution(extraction: Extraction) -> str:
    attribution = extraction.attribution
    if attribution is None:
        return ""
    marks = ", ".join(mark for mark in (attribution.polarity, attribution.modality) if mark is not None)
    return f"{attribution.source} ({marks})" if marks else attribution.source


def _labelled(label: Label) -> list[str]:
    flags = [YES if flag else NO for flag in (label.unsure, label.machine, label.adjudicated)]
    texts = [label.labeller, label.fact or "", label.attribution or "", " ".join(label.rules), label.note]
    return [*texts, *flags, str(label.active_ms)]


def _label(record: Record, cells: dict[str, str]) -> Label | None:
    """Read a row; one without a labeller is a task that nobody labelled."""
    if not cells["labeller"]:
        return None
    label = Label(
        cells["task"],
        cells["labeller"],
        _choice(record, "fact", cells["fact"], FactLabel),
        _choice(record, "attribution", cells["attribution"], AttributionLabel),
        tuple(cells["rules"].split()),
        cells["note"],
        _flag(record, "unsure", cells["unsure"]),
        _flag(record, "machine", cells["machine"]),
        _flag(record, "adjudicated", cells["adjudicated"]),
        _count(record, "active_ms", cells["active_ms"]),
    )
    if (problem := label.problem()) is not None:
        raise record.line.error(expected=problem[0], found=problem[1])
    return label


def _choice(record: Record, name: str, text: str, kind: type[Choice]) -> Choice | None:
    if not text:
        return None
    try:
        return kind(text.lower())
    except ValueError:
        expected = f"{name} as {', '.join(kind)} or nothing"
        raise record.line.error(expected=expected, found=repr(text)) from None


def _flag(record: Record, name: str, text: str) -> bool:
    if text.lower() not in (YES, NO, ""):
        raise record.line.error(expected=f"{name} as {YES} or {NO}", found=repr(text))
    return text.lower() == YES


def _count(record: Record, name: str, text: str) -> int:
    if text and not (text.isascii() and text.isdigit()):
        raise record.line.error(expected=f"{name} as a whole number", found=repr(text))
    return int(text or 0)
