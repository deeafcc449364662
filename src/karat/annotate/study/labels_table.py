"""Labels as a table (CSV), a row for each label, for spreadsheets; what a spreadsheet changes can be read again."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from karat.errors import FormatError
from karat.formats.tables.records import Dialect, Record, read_records
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line
from karat.model import Extraction, Modality, Polarity
from karat.model.alignment import text_key
from karat.model.study import AttributionLabel, FactLabel, Label, Study, Task
from karat.one_line import cut, one_line
from karat.printable import safe_cell

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
NEEDED = ("task", "labeller", "fact", "attribution", "rules")
"""The columns that a table must have; what is missing of the others is empty."""
SLOTS = ("sentence", "subject", "relation", "object")
CONTENT = (*SLOTS, "polarity", "modality", "attributed_to", "quantities")
"""The columns that show what was labelled; those of ``SLOTS`` are enough to find it without its key."""
REPEAT = "repeat_of"
LONGEST_SHOWN = 60

POLARITIES = {Polarity.POSITIVE: "positive", Polarity.NEGATIVE: "negative"}
MODALITIES = {Modality.CERTAINTY: "certainty", Modality.POSSIBILITY: "possibility"}
YES, NO = "yes", "no"

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


@dataclass(frozen=True, slots=True)
class LabelRow:
    """A label as it stands in a table: its line, and what the table shows of its task, by column."""

    label: Label
    line: Line
    shown: Mapping[str, str]

    __repr__ = one_line


def read_table(path: Input, encoding: str = "utf-8") -> list[LabelRow]:
    """Read the labels of a table as ``render_table`` writes it; columns that it does not write are left alone."""
    records = read_records(path, encoding, Dialect(","))
    header = next(records, None)
    if header is None:
        raise FormatError(path, None, f"a table with the columns {', '.join(NEEDED)}", "an empty file")
    places = {name.lstrip("\ufeff"): index for index, name in enumerate(header.cells)}
    for name in NEEDED:
        if name not in places:
            raise header.line.error(expected=f"a column {name!r}", found=", ".join(header.cells))
    rows = []
    for record in records:
        cells = {name: _cell(record, places[name]) for name in COLUMNS if name in places}
        label = _label(record, {name: cells.get(name, "") for name in ("task", *LABEL)})
        if label is not None:
            shown = {name: cells[name] for name in (*CONTENT, REPEAT) if name in cells}
            rows.append(LabelRow(label, record.line, shown))
    return rows


def place_rows(known: Sequence[Task], rows: Sequence[LabelRow]) -> tuple[list[Label], list[str]]:
    """Give the labels of a table the keys of a study's tasks, and say what was left out or assumed.

    A key counts if the row shows what its task holds. The keys of another study lead elsewhere: then the task is found
    by what the row shows. Hidden repeats of another study are left out.
    """
    study = _Shown(known)
    placed: dict[tuple[str, str | None], Label] = {}
    repeats = 0
    for row in rows:
        key = study.find(row)
        if key is None:
            repeats += 1
            continue
        label = replace(row.label, task=key)
        whose = (key, None if label.adjudicated else label.labeller)
        if whose in placed:
            kind = "adjudicated label" if label.adjudicated else f"label of {label.labeller!r}"
            raise row.line.error(expected=f"one {kind} for task {key}", found="another")
        placed[whose] = label
    notes = []
    if repeats:
        count = f"{repeats:,} label{'s' * (repeats != 1)}"
        notes.append(f"{count} of hidden repeats that the study has not left out")
    missing = [name for name in SLOTS if rows and name not in rows[0].shown]
    if missing:
        columns = f"column{'s' * (len(missing) > 1)} {', '.join(missing)}"
        notes.append(f"the table has no {columns}: its keys were taken for those of this study")
    return list(placed.values()), notes


class _Shown:
    """Finds the tasks of a study by what a table shows of them."""

    def __init__(self, tasks: Sequence[Task]) -> None:
        self.by_key = {task.key: _cells(task) for task in tasks}
        self.firsts: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
        for task in tasks:
            if task.repeat_of is None:
                cells = self.by_key[task.key]
                self.firsts[tuple(cells[name] for name in SLOTS)].append(task.key)

    def find(self, row: LabelRow) -> str | None:
        """Give the key of the task that a row shows, or nothing for a hidden repeat that the study has not."""
        shown = {name: text_key(cell) for name, cell in row.shown.items() if name in CONTENT}
        own = self.by_key.get(row.label.task)
        is_repeat = bool(row.shown.get(REPEAT))
        differing = None if own is None else _difference(own, shown)
        can_search = all(name in shown for name in SLOTS)
        is_alike = own is not None and (REPEAT not in row.shown or is_repeat == bool(own[REPEAT]))
        if own is not None and differing is None and (is_alike or not can_search):
            return row.label.task
        if is_repeat:
            return None
        if can_search:
            same = [
                key
                for key in self.firsts[tuple(shown[name] for name in SLOTS)]
                if _difference(self.by_key[key], shown) is None
            ]
            if len({tuple(self.by_key[key][name] for name in CONTENT) for key in same}) > 1:
                raise row.line.error(
                    expected="columns that tell one task from another", found=f"a row of {', '.join(same)}"
                )
            if same:
                return same[0]
        if own is None:
            raise row.line.error(expected="a task of the study", found=repr(row.label.task))
        assert differing is not None, "a first task that is the same was found by its key or by what it shows"
        raise row.line.error(
            expected=f"{cut(own[differing], LONGEST_SHOWN)!r} as {differing} of task {row.label.task}",
            found=f"{cut(shown[differing], LONGEST_SHOWN)!r}, which no task of the study has with the rest of the row",
        )


def _cells(task: Task) -> dict[str, str]:
    return {name: text_key(cell) for name, cell in zip(SHOWN, _shown(task), strict=True)}


def _difference(cells: Mapping[str, str], shown: Mapping[str, str]) -> str | None:
    """Name the first column in which a task is not what a row shows."""
    return next((name for name, cell in shown.items() if cells[name] != cell), None)


def is_table(first_line: str) -> bool:
    """Whether a file begins with the header of a table of labels."""
    return first_line.lstrip("\ufeff").startswith("task,")


def _row(cells: Iterable[str]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="").writerow(map(safe_cell, cells))
    return buffer.getvalue()


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
    """Read a row; one without a labeller is a task that nobody labelled, and holds no label."""
    if not cells["labeller"]:
        for name in ("fact", "attribution", "rules", "note"):
            if cells[name]:
                raise record.line.error(expected="who labelled in the column 'labeller'", found=f"{name} of nobody")
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
