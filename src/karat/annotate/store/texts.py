"""Texts that both databases can store, and search without regard to case."""

from __future__ import annotations

from collections.abc import Mapping

from karat.errors import InputError, quoted

LONGEST_NAME = 200
LONGEST_TEXT = 20_000


def check_text(what: str, text: str, longest: int = LONGEST_TEXT) -> str:
    """Give a text back, or raise an error if it is too long or has characters that cannot be stored."""
    if len(text) > longest:
        raise InputError(f"{what}: expected at most {longest} characters, found {len(text)}: {quoted(text)}")
    if not is_storable(text):
        raise InputError(f"{what}: expected Unicode without NUL, found a zero or half a character: {quoted(text)}")
    return text


def check_texts(what: str, value: object) -> None:
    """Raise an error if a JSON value has a text, at any depth, that cannot be stored."""
    match value:
        case str():
            check_text(what, value)
        case Mapping():
            for name, part in value.items():
                check_texts(what, name)
                check_texts(what, part)
        case list() | tuple():
            for part in value:
                check_texts(what, part)


def is_storable(text: str) -> bool:
    """Whether both databases can store a text: no NUL, and no half of a surrogate pair."""
    return "\0" not in text and not any("\ud800" <= character <= "\udfff" for character in text)


def check_name(what: str, name: str) -> str:
    """Give a name without spaces around it back, or raise an error if it cannot be shown or stored."""
    stripped = name.strip()
    if not stripped or not stripped.isprintable():
        raise InputError(f"name of a {what}: expected printable characters, found {quoted(name)}")
    return check_text(f"name of a {what}", stripped, LONGEST_NAME)


def fold(*texts: str | None) -> str:
    r"""Join texts and fold their case, for searching.

    >>> fold("s1", "Straße", None)
    's1\nstrasse'
    """
    return "\n".join(text for text in texts if text is not None).casefold()


def contains(text: str) -> str:
    r"""Make a LIKE pattern, with ``\`` as escape, for what contains a text.

    >>> contains("50 %")
    '%50 \\%%'
    """
    escaped = text.casefold().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"
