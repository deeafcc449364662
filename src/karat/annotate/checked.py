"""One JSON value that a client sent, taken apart with a plain message for whatever is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from karat.annotate.event import ID, InvalidEventError
from karat.errors import quoted
from karat.one_line import one_line

LONGEST = 2_000
"""Characters of a text."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A payload, or a part of it, with its path for messages."""

    path: str
    value: Any

    __repr__ = one_line

    def error(self, expected: str, found: str | None = None) -> InvalidEventError:
        """Say what was expected and what was found."""
        return InvalidEventError(f"{self.path}: expected {expected}, found {found or _shown(self.value)}")

    def fields(self, names: tuple[str, ...], optional: tuple[str, ...] = ()) -> dict[str, Checked]:
        """Take an object apart, which must have these names and may have the optional ones."""
        if not isinstance(self.value, Mapping):
            raise self.error("an object")
        for name in self.value:
            if name not in names and name not in optional:
                raise self.error(f"only {', '.join((*names, *optional))}", quoted(str(name)))
        for name in names:
            if name not in self.value:
                raise self.error(f"the field {name!r}", "none")
        return {name: Checked(f"{self.path}.{name}", value) for name, value in self.value.items()}

    def items(self, most: int, least: int = 0) -> list[Checked]:
        """Take a list apart."""
        if not isinstance(self.value, list):
            raise self.error("a list")
        if not least <= len(self.value) <= most:
            raise self.error(
                f"at most {most}" if least <= len(self.value) else f"at least {least}", f"{len(self.value)}"
            )
        return [Checked(f"{self.path}[{index}]", value) for index, value in enumerate(self.value)]

    def text(self, longest: int = LONGEST) -> str:
        """Give a text of one line, which may be empty."""
        if not isinstance(self.value, str):
            raise self.error("a text")
        if len(self.value) > longest:
            raise self.error(f"at most {longest} characters", f"{len(self.value)}")
        if "\0" in self.value or any("\ud800" <= character <= "\udfff" for character in self.value):
            raise self.error("a text of Unicode characters", "a zero or half a character")
        return self.value

    def line(self) -> str:
        """Give a text without a line break."""
        text = self.text()
        if len(text.splitlines()) > 1 or text[-1:] in ("\n", "\r"):
            raise self.error("a text of one line")
        return text

    def id(self) -> str:
        """Give an id as clients make them."""
        if not isinstance(self.value, str) or not ID.fullmatch(self.value):
            raise self.error("12 to 32 letters a-z and digits")
        return self.value

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            raise self.error("true or false")
        return self.value

    def ids(self, most: int, least: int = 1) -> list[str]:
        """Give a list of different ids."""
        ids = [each.id() for each in self.items(most, least)]
        if len(set(ids)) < len(ids):
            raise self.error("each id once", "one twice")
        return ids


def _shown(value: object) -> str:
    """Show a JSON value shortly."""
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    return quoted(value) if isinstance(value, str) else quoted(repr(value)).strip("'")
