"""What is wrong with a plan: collected, each problem with its place, and raised together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from karat.errors import InputError, KaratError, cut_path
from karat.systems.option_values import convert_value

T = TypeVar("T")
Place = tuple[str, ...]
"""The keys that lead to a value."""

NAME = re.compile(r"[^\W_][\w .+-]*")
"""Names of systems and benchmarks, which become names of files."""
LONGEST_NAME = 100


class PlanProblems:
    """The problems of one plan, and the checks that find them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.found: list[str] = []

    def add(self, place: Iterable[str], message: str) -> None:
        """Record a problem."""
        self.found.append(f"{self.path}: {cut_path('.'.join(place))}: {message}")

    def raise_all(self) -> None:
        """Raise the problems, one line each, if there are any."""
        if self.found:
            raise InputError("\n".join(self.found))

    def made(self, place: Place, make: Callable[[], T]) -> T | None:
        """Make a value; what is wrong with it becomes a problem of its place."""
        try:
            return make()
        except KaratError as error:
            self.add(place, str(error))
            return None

    def unknown_keys(self, place: Place, table: Mapping[str, Any], known: Iterable[str]) -> None:
        """Report the keys that have no meaning."""
        names = list(known)
        for key in table:
            if key not in names:
                self.add((*place, key), describe_unknown(key, names))

    def fields(self, kind: Any, table: Mapping[str, Any], place: Place) -> dict[str, Any]:
        """Convert values to the types of a dataclass's fields; keys that it does not have are left out."""
        types = get_type_hints(kind)
        values = {}
        for key in (each.name for each in fields(kind) if each.name in table):
            try:
                values[key] = convert_value(table[key], types[key])
            except InputError as error:
                self.add((*place, key), str(error))
        return values

    def table(self, document: Mapping[str, Any], name: str, place: Place = ()) -> dict[str, Any]:
        """Return a table of a document; an empty one if it is missing."""
        table = document.get(name, {})
        if isinstance(table, dict):
            return table
        self.add((*place, name), f"expected a table, found {table!r}")
        return {}

    def text(self, table: Mapping[str, Any], key: str, place: Place) -> str | None:
        """Return a text of a table, ``None`` if it is missing."""
        value = table.get(key)
        if value is None or (isinstance(value, str) and value.strip()):
            return value
        self.add((*place, key), f"expected a text, found {value!r}")
        return None

    def check_names(self, place: Place, names: Sequence[str]) -> None:
        """Refuse names that cannot be names of files, or that some file systems would take for the same one."""
        for name in names:
            if not NAME.fullmatch(name) or len(name) > LONGEST_NAME or name != name.rstrip(" ."):
                expected = "a name of letters, digits, spaces, '.', '_', '+' and '-', since files are named by it"
                self.add(place, f"expected {expected}, found {name!r}")
        folded = [name.casefold() for name in names]
        for name in dict.fromkeys(names):
            if folded.count(name.casefold()) > 1:
                self.add(place, f"expected each name once, found {name!r} {folded.count(name.casefold())} times")


def describe_unknown(name: str, known: Sequence[str]) -> str:
    """Say that a name is not known, and which one may be meant.

    >>> describe_unknown("taggr", ["language", "tagger"])
    'unknown; did you mean tagger? Known: language, tagger'
    >>> describe_unknown("colour", ["folder", "title"])
    'unknown. Known: folder, title'
    """
    near = get_close_matches(name.lower(), known, n=1, cutoff=0.6)
    hint = f"; did you mean {near[0]}?" if near else "."
    return f"unknown{hint} Known: {', '.join(known)}"
