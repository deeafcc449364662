"""The answer keys of MUC-3 and MUC-4: templates of 25 numbered slots, names and values in fixed columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from karat.errors import FormatError
from karat.formats.format import Format
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, lines
from karat.model import Document, Entity, SetFill, SlotFiller, Template, TemplatedText

SLOTS = 25
NAME, TEMPLATE, TYPE = 0, 1, 4
COLUMN = 35
"""Where values begin."""
NUMBER = re.compile(r"(\d{1,9})\.\s")
Slot = tuple[Line, str, list[str]]
"""The line, the slot's name, and its values, one a line."""


def read(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Document]:
    """Yield each message with its templates; a message without events has a record of asterisks and no template."""
    by_message: dict[str, list[Template]] = {}
    lines: dict[str, int] = {}
    numbers: dict[tuple[str, str], int] = {}
    with collect_problems(problems) as report:
        for record in _records(path, encoding, report):
            try:
                name, template = _template(record)
                _check_number(name, record, numbers)
            except FormatError as error:
                report.add(error)
                continue
            lines.setdefault(name, record[0][0].number)
            by_message.setdefault(name, []).extend([] if template is None else [template])
    for name, templates in by_message.items():
        yield Document(name, TemplatedText(tuple(templates)), lines[name])


def _check_number(name: str, record: list[Slot], lines: dict[tuple[str, str], int]) -> None:
    """Refuse a second template of a message with the same number."""
    line, _, values = record[TEMPLATE]
    number = values[0].partition(" ")[0]
    first = lines.setdefault((name, number), line.number)
    if first != line.number:
        raise line.error(expected=f"each template of {name} once", found=f"{number!r} again, first on line {first}")


def _records(path: Input, encoding: str, report: Problems) -> Iterator[list[Slot]]:
    """Group lines into records of 25 slots; an indented line adds a value to the slot above."""
    record: list[Slot] = []
    for line in lines(path, encoding):
        if line.blank:
            continue
        number = NUMBER.match(line.text)
        if number is None:
            if record and line.text.startswith("   "):
                record[-1][2].append(line.text.strip())
            else:
                report.add(
                    line.error(expected="a numbered slot, or spaces and a further value", found=f"{line.text!r:.60}")
                )
            continue
        if int(number[1]) == 0 and record:
            yield record
            record = []
        if int(number[1]) != len(record):
            report.add(line.error(expected=f"slot {len(record)}", found=f"slot {number[1]}"))
            record = []
            continue
        slot = line.text[number.end() : COLUMN].strip()
        record.append((line, slot, [line.text[COLUMN:].strip()]))
        if not record[-1][2][0]:
            report.add(line.error(expected=f"a value from column {COLUMN + 1} on", found=f"{line.text!r:.60}"))
    if record:
        yield record


def _template(record: list[Slot]) -> tuple[str, Template | None]:
    if len(record) != SLOTS:
        raise record[-1][0].error(expected=f"{SLOTS} slots in a template", found=f"{len(record)}")
    name = record[NAME][2][0]
    kind = record[TYPE][2][0]
    if kind == "*":
        return name, None
    fillers: list[SlotFiller] = []
    for number, (line, slot, values) in enumerate(record):
        if number not in (NAME, TEMPLATE, TYPE):
            fillers += [_filler(line, slot, value) for value in values if value not in ("-", "*")]
    return name, Template(kind, tuple(fillers), optional="OPTIONAL" in record[TEMPLATE][2][0])


def _filler(line: Line, slot: str, written: str) -> SlotFiller:
    optional = written.startswith("?")
    value = written.lstrip("? ")
    if value.count('"') - value.count('\\"') & 1:
        raise line.error(expected="quotation marks in pairs", found=f"{written!r:.60}")
    left, right = _cross_reference(value)
    about = Entity(frozenset(map(_text, right))) if right and right != ['"-"'] else None
    if left[0].startswith('"'):
        return SlotFiller(slot, Entity(frozenset(map(_text, left))), optional)
    return SlotFiller(slot, SetFill(frozenset(map(_text, left)), about), optional)


def _cross_reference(value: str) -> tuple[list[str], list[str]]:
    """Split a value at the colon before a string: alternatives before and after it; most values have only the first."""
    place = next((place for place in _outside(value, ": ") if value[place + 1 :].lstrip().startswith('"')), None)
    if place is None:
        return _alternatives(value), []
    return _alternatives(value[:place]), _alternatives(value[place + 1 :])


def _alternatives(value: str) -> list[str]:
    parts, start = [], 0
    for place in _outside(value, " / "):
        parts.append(value[start:place].strip())
        start = place + 3
    return [*parts, value[start:].strip()]


def _outside(value: str, wanted: str) -> Iterator[int]:
    """Yield the indexes at which a text occurs outside quotation marks."""
    quoted = False
    for index, letter in enumerate(value):
        if letter == '"' and value[index - 1 : index] != "\\":
            quoted = not quoted
        elif not quoted and value.startswith(wanted, index):
            yield index


def _text(written: str) -> str:
    """Strip the quotation marks, and brackets around an alternative of several words."""
    if len(written) > 1 and written[0] == written[-1] == '"':
        return written[1:-1].replace('\\"', '"')
    if written.startswith("(") and written.endswith(")"):
        return written[1:-1].strip()
    return written


def fits(head: Sequence[str]) -> bool:
    """Tell whether the first line is slot 0, which names the message."""
    return re.match(r"0\.\s+MESSAGE: ID\s", head[0]) is not None


MUC_KEYS = Format(
    name="muc-keys",
    title="MUC answer keys",
    kind="templates",
    looks="records that begin with '0.  MESSAGE: ID'",
    read=read,
    fits=fits,
)
