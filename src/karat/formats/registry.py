"""All formats, and how a file's format is found."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TypeVar

from karat.errors import FormatError, InputError, UnknownNameError
from karat.formats.benchie import BENCHIE
from karat.formats.benchie_gold import BENCHIE_GOLD
from karat.formats.carb_gold import CARB_GOLD
from karat.formats.carb_tab import CARB_TAB
from karat.formats.clausie import CLAUSIE
from karat.formats.format import KINDS, Format, Item
from karat.formats.hindi_benchie import HINDI_BENCHIE
from karat.formats.jsonl import JSONL
from karat.formats.lines import content
from karat.formats.openie_column import OPENIE_COLUMN
from karat.formats.problems import Problems
from karat.formats.props import PROPS
from karat.formats.reverb import REVERB
from karat.formats.robust import ROBUST
from karat.model import Annotation, Clique, Row, TupleAnnotation

FORMATS = (
    BENCHIE,
    BENCHIE_GOLD,
    HINDI_BENCHIE,
    CARB_TAB,
    CARB_GOLD,
    CLAUSIE,
    OPENIE_COLUMN,
    PROPS,
    REVERB,
    ROBUST,
    JSONL,
)

HEAD = 50
"""How many lines that are not blank a guess looks at."""

T = TypeVar("T", Row, Annotation, TupleAnnotation, Clique)


def format_named(name: str) -> Format:
    """Find a format by its name."""
    for format in FORMATS:
        if format.name == name:
            return format
    raise UnknownNameError("format", name, [format.name for format in FORMATS])


def guess(path: str | os.PathLike[str], encoding: str = "utf-8") -> Format:
    """Tell a file's format from its first lines; none or two that fit are an error."""
    path = Path(path)
    head = [line.text for line in islice(content(path, encoding), HEAD)]
    fitting = [format for format in FORMATS if format.fits(head)]
    match fitting:
        case [format]:
            return format
        case []:
            looks = "; ".join(f"{format.name} ({format.looks})" for format in FORMATS)
            first = head[0] if len(head[0]) <= 80 else f"{head[0][:77]}..."
            raise FormatError(path, None, f"one of these formats: {looks}", f"none of them: {first!r}")
    names = " and ".join(format.name for format in fitting)
    raise InputError(f"{path}: expected one format that fits, found {names}; name the one that is meant")


def read_rows(
    path: str | os.PathLike[str],
    format: str | Format | None = None,
    encoding: str = "utf-8",
    problems: Problems | None = None,
) -> Iterator[Row]:
    """Yield a system's extractions; the format is guessed unless it is named."""
    return _read(Row, path, format, encoding, problems)


def read_synsets(
    path: str | os.PathLike[str],
    format: str | Format | None = None,
    encoding: str = "utf-8",
    problems: Problems | None = None,
) -> Iterator[Annotation]:
    """Yield gold sentences with their synsets; the format is guessed unless it is named."""
    return _read(Annotation, path, format, encoding, problems)


def read_tuples(
    path: str | os.PathLike[str],
    format: str | Format | None = None,
    encoding: str = "utf-8",
    problems: Problems | None = None,
) -> Iterator[TupleAnnotation]:
    """Yield gold sentences with their tuples; the format is guessed unless it is named."""
    return _read(TupleAnnotation, path, format, encoding, problems)


def read_cliques(
    path: str | os.PathLike[str],
    format: str | Format | None = None,
    encoding: str = "utf-8",
    problems: Problems | None = None,
) -> Iterator[Clique]:
    """Yield cliques; the format is guessed unless it is named."""
    return _read(Clique, path, format, encoding, problems)


def read_items(
    path: str | os.PathLike[str],
    format: str | Format | None = None,
    encoding: str = "utf-8",
    problems: Problems | None = None,
) -> Iterator[Item]:
    """Yield whatever kind a file holds; two kinds in one file are an error."""
    path = Path(path)
    chosen = _chosen(path, format, encoding)
    first: type[Item] | None = None
    for item in chosen.read(path, encoding, problems):
        first = first or type(item)
        if type(item) is not first:
            raise _other_kind(item, first, path)
        yield item


def _read(
    wanted: type[T], path: str | os.PathLike[str], format: str | Format | None, encoding: str, problems: Problems | None
) -> Iterator[T]:
    path = Path(path)
    chosen = _chosen(path, format, encoding)
    if chosen.kind not in ("any", KINDS[wanted]):
        raise FormatError(path, None, KINDS[wanted], f"{chosen.kind} (format {chosen.name})")
    return (_checked(item, wanted, path) for item in chosen.read(path, encoding, problems))


def _chosen(path: Path, format: str | Format | None, encoding: str) -> Format:
    if format is None:
        return guess(path, encoding)
    return format_named(format) if isinstance(format, str) else format


def _checked(item: Item, wanted: type[T], path: Path) -> T:
    if not isinstance(item, wanted):
        raise _other_kind(item, wanted, path)
    return item


def _other_kind(item: Item, wanted: type[Item], path: Path) -> FormatError:
    return FormatError(path, item.line if isinstance(item, Row) else None, KINDS[wanted], KINDS[type(item)])
