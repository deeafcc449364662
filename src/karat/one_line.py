"""How values show themselves: in one line of at most 200 characters, and as a paragraph in notebooks.

A dataclass takes part with ``__repr__ = one_line``. A value that fits is written in full, as Python would write it; a
longer one without the fields at their defaults, with texts cut and collections counted. A field with
``metadata={"shown": function}`` is written as the function gives it, so that no key or password shows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sized
from dataclasses import MISSING, Field, fields, is_dataclass
from html import escape
from itertools import islice
from typing import Any

MOST = 200
"""The most characters of a line."""
MOST_OF_PART = 60
"""The most characters of one field where a value does not fit."""

BRACKETS: dict[type, tuple[str, str]] = {
    tuple: ("(", ")"),
    list: ("[", "]"),
    set: ("{", "}"),
    frozenset: ("frozenset({", "})"),
    dict: ("{", "}"),
}


def one_line(value: Any) -> str:
    """Write a dataclass in one line.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Corpus:
    ...     name: str
    ...     texts: tuple[str, ...] = ()
    ...     language: str = "en"
    ...
    ...     __repr__ = one_line
    >>> Corpus("short", ("a", "b"))
    Corpus(name='short', texts=('a', 'b'), language='en')
    >>> Corpus("long", ("a text",) * 1000)
    Corpus(name='long', texts=<1000 str>)
    """
    whole = _whole(value, MOST)
    return _shortened(value) if whole is None else whole


def paragraph(value: Any) -> str:
    """Write what ``print`` shows as a paragraph, for ``_repr_html_``."""
    return f"<p>{escape(str(value))}</p>"


def cut(text: str, most: int) -> str:
    """Cut a text that is longer than ``most`` characters and end it in dots."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _whole(value: Any, room: int) -> str | None:
    """Write a value in full; ``None`` if that takes more than ``room`` characters, or more than one line."""
    written, length = [], 0
    for piece in _pieces(value):
        written.append(piece)
        length += len(piece)
        if length > room or "\n" in piece:
            return None
    return "".join(written)


def _pieces(value: Any) -> Iterator[str]:
    """Yield a value's text piece by piece, so that the writing can stop early."""
    kind: Any = type(value)
    if kind.__repr__ is one_line:
        yield f"{kind.__name__}("
        for number, field in enumerate(_shown_fields(value)):
            yield f"{', ' if number else ''}{field.name}="
            yield from _pieces(_shown(value, field))
        yield ")"
    elif kind in BRACKETS and value:
        first, last = BRACKETS[kind]
        yield first
        for number, item in enumerate(value):
            yield ", " if number else ""
            yield from _pieces(item)
            if kind is dict:
                yield ": "
                yield from _pieces(value[item])
        yield f",{last}" if kind is tuple and len(value) == 1 else last
    elif kind is str:
        yield repr(value if len(value) <= MOST else value[: MOST + 1])
    else:
        yield repr(value)


def _shortened(value: Any) -> str:
    parts: list[str] = []
    room = MOST - len(f"{type(value).__name__}(, …)")
    for field in _shown_fields(value):
        part = _shown(value, field)
        if _is_default(part, field):
            continue
        text = f"{field.name}={_brief(part)}"
        room -= len(text) + 2
        if room < 0:
            parts.append("…")
            break
        parts.append(text)
    return f"{type(value).__name__}({', '.join(parts)})"


def _brief(part: Any) -> str:
    if isinstance(part, str):
        return repr(cut(part, MOST_OF_PART))
    if (whole := _whole(part, MOST_OF_PART)) is not None:
        return whole
    if is_dataclass(part):
        return f"{type(part).__name__}(…)"
    if isinstance(part, Collection):
        some: list[Any] = list(islice(part.values() if isinstance(part, Mapping) else part, 20))
        kinds = {type(item).__name__ for item in some if item is not None}
        return f"<{len(part)} {kinds.pop() if len(kinds) == 1 else 'items'}>"
    return cut(" ".join(repr(part).split()), MOST_OF_PART)


def _shown(value: Any, field: Field[Any]) -> Any:
    part = getattr(value, field.name)
    return field.metadata["shown"](part) if "shown" in field.metadata else part


def _shown_fields(value: Any) -> list[Field[Any]]:
    return [field for field in fields(value) if field.repr]


def _is_default(part: Any, field: Field[Any]) -> bool:
    if field.default is not MISSING:
        return part is field.default or (type(part) is type(field.default) and bool(part == field.default))
    return field.default_factory is not MISSING and isinstance(part, Sized) and not len(part)
