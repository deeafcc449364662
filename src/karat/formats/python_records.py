"""Python objects with named fields: dictionaries, dataclasses and the like, the rows of data frames."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from karat.errors import InputError
from karat.formats.field_names import SYNSETS, TRIPLES, FieldNames, find_name, name_fields
from karat.formats.python_values import is_missing
from karat.model import Extraction, Row, Sentence
from karat.record_classes import field_names

ARGUMENTS = ("arguments", "args")
SYSTEM = ("system", "extractor")
"""Names of the field that says which system made an extraction."""
GROUPS = (*TRIPLES, "synsets")


class DataFrame(Protocol):
    """A data frame of pandas or polars; neither library is imported."""

    @property
    def columns(self) -> Any: ...


def is_frame(value: object) -> bool:
    """Tell whether an object is a data frame or table, without importing the library it comes from."""
    return not isinstance(value, (Mapping, type)) and (
        (hasattr(value, "columns") and (hasattr(value, "to_dicts") or hasattr(value, "to_dict")))
        or (hasattr(value, "column_names") and hasattr(value, "to_pylist"))
    )


def is_record(value: object) -> bool:
    """Tell a mapping or object whose fields are parts of extractions (or columns of them) from any other mapping."""
    record = None if isinstance(value, Extraction) else record_of(value)
    return record is not None and has_parts(record)


def record_of(value: Any) -> dict[str, Any] | None:
    """Read the fields of an object that has named ones, without those that are missing."""
    fields: Iterable[tuple[Any, Any]]
    if isinstance(value, Mapping):
        fields = value.items()
    elif isinstance(value, (str, bytes, type, os.PathLike, Row, Extraction, Sentence)):
        return None
    elif (names := field_names(type(value))) is not None:
        fields = ((name, getattr(value, name)) for name in names)
    else:
        return None
    named = [(name, part) for name, part in fields if not is_missing(part)]
    return dict(named) if all(isinstance(name, str) for name, _ in named) else None


@dataclass(frozen=True, slots=True)
class Keys:
    """Which field of a record is what."""

    names: FieldNames
    group: str | None
    arguments: str | None
    synset: str | None
    system: str | None


def keys_of(record: Mapping[str, Any]) -> Keys:
    """Find which field of a record is what."""
    return _keys_of_fields(tuple(record))


# The records of a list nearly always have the same fields.
@functools.lru_cache(1 << 8)
def _keys_of_fields(fields: tuple[str, ...]) -> Keys:
    found = (find_name(fields, aliases) for aliases in (GROUPS, ARGUMENTS, SYNSETS, SYSTEM))
    return Keys(name_fields(fields), *found)


def records_of_frame(frame: Any) -> Iterator[Any]:
    """Yield the rows of a data frame; those of a frame whose columns have no names as tuples."""
    if hasattr(frame, "to_pylist"):  # pyarrow
        yield from frame.to_pylist()
    elif hasattr(frame, "to_dicts"):  # polars
        yield from frame.to_dicts()
    elif all(isinstance(name, str) for name in frame.columns):
        yield from frame.to_dict("records")
    else:
        for record in frame.itertuples(index=False, name=None):
            yield tuple(part for part in record if not is_missing(part))


def has_parts(record: Mapping[str, Any]) -> bool:
    """Whether a record is an extraction, or a sentence with its triples."""
    names = keys_of(record).names
    return keys_of(record).group is not None or (names.subject is not None and names.relation is not None)


def is_table(record: dict[str, Any]) -> bool:
    """Tell a mapping from columns to their values from one record: the subject is a list, and no sentence is a text."""
    names = keys_of(record).names
    is_of_one = any(isinstance(record.get(name or ""), (str, int)) for name in (names.sentence, names.sentence_id))
    return names.relation is not None and isinstance(record.get(names.subject or ""), (list, tuple)) and not is_of_one


def rows_of_columns(columns: dict[str, Any], place: str) -> Iterator[dict[str, Any]]:
    """Yield the rows of columns, which must be of one length."""
    lengths = {name: len(column) for name, column in columns.items()}
    if len(set(lengths.values())) > 1:
        found = ", ".join(f"{name} with {length}" for name, length in lengths.items())
        raise InputError(f"{place}: expected columns of one length, found {found}")
    for values in zip(*columns.values(), strict=True):
        yield dict(zip(columns, values, strict=True))
