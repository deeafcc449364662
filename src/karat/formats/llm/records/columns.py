"""Tables in JSON: columns of one length, a list of columns with rows, or rows below a list of names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from karat.formats.json.parts import Part
from karat.formats.llm.records.keys import ID, SENTENCE, is_among, name_roles


def table_rows(part: Part, *, several: bool = False) -> list[Part] | None:
    """Give the rows of a table as objects; ``None`` if a value is no table of extractions.

    Columns without one for the sentences are a table only where ``several`` extractions are expected: elsewhere they
    may be the wordings of one.
    """
    if isinstance(part.value, list):
        return _below_names(part)
    value: dict[str, Any] = part.value
    if isinstance(value.get("columns"), list) and isinstance(value.get("data"), list):
        return _split(part, value["columns"], value["data"])
    found = name_roles(tuple(value))
    if found is None or found.subject is None:
        return None
    columns = {key: each for key, each in value.items() if isinstance(each, list | dict)}
    if found.subject not in columns or found.relation not in columns:
        return None
    indexes = _indexes(columns[found.relation])
    if indexes is None or any(_indexes(column) != indexes for column in columns.values()):
        return None
    named = [key for key in value if is_among(key, (*ID, *SENTENCE))]
    if columns.keys().isdisjoint(named) and (named or not several):
        return None
    return [
        Part(part.line, {key: column[index] for key, column in columns.items()}, f"{part.place}[{index}]")
        for index in indexes
    ]


def _indexes(column: Any) -> Sequence[Any] | None:
    """Give the indexes of a column, a list or an object of texts and numbers."""
    cells = list(column.values()) if isinstance(column, dict) else column
    if any(isinstance(cell, list | dict) for cell in cells):
        return None
    return list(column) if isinstance(column, dict) else range(len(column))


def _split(part: Part, names: list[Any], data: list[Any]) -> list[Part] | None:
    """Read what pandas writes with ``orient="split"``."""
    if not _are_names(names) or not all(isinstance(row, list) and len(row) == len(names) for row in data):
        return None
    return [
        Part(part.line, dict(zip(names, row, strict=True)), f"{part.place + '.' if part.place else ''}data[{index}]")
        for index, row in enumerate(data)
    ]


def _below_names(part: Part) -> list[Part] | None:
    """Read rows whose first one names the columns."""
    names, *data = part.value or [None]
    if not isinstance(names, list) or not _are_names(names):
        return None
    if not all(isinstance(row, list) and len(row) == len(names) for row in data):
        return None
    return [
        Part(part.line, dict(zip(names, row, strict=True)), f"{part.place}[{index}]")
        for index, row in enumerate(data, 1)
    ]


def _are_names(names: list[Any]) -> bool:
    """Whether these are the names of a table's columns; two texts could as well be a tuple."""
    if len(names) < 3 or not all(isinstance(name, str) for name in names) or len(set(names)) < len(names):
        return False
    found = name_roles(tuple(names))
    return found is not None and found.subject is not None and found.object is not None
