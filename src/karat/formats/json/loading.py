"""The JSON loader of all files that users give: what JSON readers usually let pass is an error with its place.

Repeated keys would lose values in silence, NaN and Infinity are not JSON, and Python reads 1e999 as infinity; all of
them are refused.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NoReturn

from karat.errors import FormatError, cut

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|[{}\[\],:]|[^\s{}\[\],:"]++', re.DOTALL)
SHOWN = 60
"""How many characters of a line are shown."""

DEPTH_SHOWN = 6
"""How many steps of a path are shown; of a longer one the last."""


def load_json(
    text: str,
    path: object,
    line: int = 1,
    *,
    expected: str = "JSON",
    once: str = "each key of an object",
) -> Any:
    """Read a JSON text that begins on a line of a file.

    ``expected`` says what the text should be, and ``once`` what the outermost keys stand for, of which each may come
    only once.
    """
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_refuse_constant, parse_float=_finite_number)
    except _RepeatedKeyError:
        repeated = find_repeated_key(text)
        what = once if len(repeated.steps) == 0 else "each key of an object"
        again, first = (_Position.of(text, offset, line) for offset in (repeated.again, repeated.first))
        before = f"first at character {first.column}" if first.line == again.line else f"first on line {first.line}"
        found = f"{repeated.key!r} again at character {again.column}, {before}"
        raise FormatError(path, again.line, f"{what} once{_inside(repeated.steps)}", found) from None
    except _NotFiniteError as error:
        offset, steps = _find_number(text, error.number)
        position = _Position.of(text, offset, line)
        number = error.number if len(error.number) <= SHOWN else f"{error.number[:SHOWN]}..."
        found = f"{number} at character {position.column}"
        raise FormatError(path, position.line, f"a finite number{_inside(steps)}", found) from None
    except json.JSONDecodeError as error:
        position = _Position.of(text, error.pos, line)
        fault = f"{error.msg.lower().removesuffix(' starting at')} at character {position.column}"
        where = f"{fault}{_inside(_steps_at(text, error.pos))}: {position.around!r}"
        found = f"{where}{_advice(text, error)}" if text.strip() else "an empty text"
        raise FormatError(path, position.line, expected, found) from None
    except RecursionError:
        raise FormatError(path, line, expected, "brackets that are nested too deep") from None
    except ValueError:
        raise FormatError(path, line, expected, "a number of too many digits") from None


def _advice(text: str, error: json.JSONDecodeError) -> str:
    """Say in plain words what is wrong, where that is certain."""
    rest = text[error.pos :].lstrip()
    before = text[: error.pos].rstrip()
    if error.msg.startswith("Extra data"):
        return "; several values need a line each, or a list around them"
    if not rest or error.msg.startswith("Unterminated string"):
        return "; the text breaks off"
    if rest.startswith(("//", "/*", "#")):
        return "; JSON has no comments"
    if (rest[0] in "]}" and before.endswith(",")) or (rest[0] == "," and rest[1:].lstrip()[:1] in ("]", "}")):
        return "; JSON has no comma after the last value"
    return "; JSON has double quotation marks" if rest[0] == "'" else ""


def peek_json(text: str) -> Any:
    """Give the value of a text, or ``None`` if it is not JSON; for guesses, so that the reader names what is wrong."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def is_json(text: str) -> bool:
    """Tell whether a text is JSON, but for what ``load_json`` refuses beyond that."""
    return text.strip() == "null" or peek_json(text) is not None


@dataclass(frozen=True, slots=True)
class RepeatedKey:
    """A key that an object has twice: where it stands first and again, and the steps that lead to the object."""

    key: str
    first: int
    again: int
    steps: tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class _Position:
    """A place in a text as the line of a file, the character in that line, from 1, and the line's text."""

    line: int
    column: int
    text: str

    @classmethod
    def of(cls, text: str, place: int, first_line: int) -> _Position:
        start = text.rfind("\n", 0, place) + 1
        end = text.find("\n", place)
        return cls(
            first_line + text.count("\n", 0, place), place - start + 1, text[start : len(text) if end < 0 else end]
        )

    @property
    def around(self) -> str:
        """The text before and after the place, of a short line all of it."""
        return self.text if len(self.text) <= SHOWN else self.text[max(0, self.column - SHOWN // 2) :][:SHOWN]


class _RepeatedKeyError(ValueError):
    """Some object has a key twice; where, is looked for afterwards."""


class _NotFiniteError(ValueError):
    def __init__(self, number: str) -> None:
        super().__init__(number)
        self.number = number


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise _RepeatedKeyError
    return value


def _refuse_constant(constant: str) -> NoReturn:
    raise _NotFiniteError(constant)


def _finite_number(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise _NotFiniteError(text)
    return number


@dataclass(slots=True)
class _Open:
    """An object or a list whose end has not been reached, and the key or the index of the value that follows."""

    is_object: bool
    step: str | int
    keys: dict[str, int] = field(default_factory=dict)
    expects_key: bool = False


def _tokens(text: str) -> Iterator[tuple[re.Match[str], list[_Open]]]:
    """Yield each token with the objects and lists that are open before it; the text may break off."""
    opened: list[_Open] = []
    for token in TOKEN.finditer(text):
        sign, inner = token[0], opened[-1] if opened else None
        yield token, opened
        if sign in ("{", "["):
            opened.append(_Open(sign == "{", "" if sign == "{" else 0, expects_key=sign == "{"))
        elif sign in ("}", "]"):
            if opened:
                opened.pop()
        elif inner is not None and sign == ",":
            inner.expects_key = inner.is_object
            if not inner.is_object:
                inner.step = int(inner.step) + 1
        elif inner is not None and inner.expects_key and sign.startswith('"'):
            inner.step = _unquoted(sign)
            inner.keys.setdefault(str(inner.step), token.start())
            inner.expects_key = False


def _unquoted(sign: str) -> str:
    value = peek_json(sign)
    return value if isinstance(value, str) else sign[1:-1]


def find_repeated_key(text: str) -> RepeatedKey:
    """Find the first key that stands in its object for the second time; the text is JSON up to there."""
    for token, opened in _tokens(text):
        inner = opened[-1] if opened else None
        if inner is not None and inner.expects_key and token[0].startswith('"'):
            key = _unquoted(token[0])
            if key in inner.keys:
                return RepeatedKey(key, inner.keys[key], token.start(), tuple(each.step for each in opened[:-1]))
    raise AssertionError("an object was said to have a key twice")


def _find_number(text: str, number: str) -> tuple[int, tuple[str | int, ...]]:
    for token, opened in _tokens(text):
        if token[0].startswith(number):  # Python reads the NaN of NaNa, before it would find the rest wrong
            return token.start(), tuple(each.step for each in opened)
    raise AssertionError("the text was said to have a number that is not finite")


def _steps_at(text: str, place: int) -> tuple[str | int, ...]:
    """Give the keys and indexes that lead to the value at a place of a text that is JSON up to there."""
    steps: tuple[str | int, ...] = ()
    for token, opened in _tokens(text):
        if token.start() > place:
            break
        steps = tuple(each.step for each in opened if not each.expects_key)
    return steps


def _inside(steps: tuple[str | int, ...]) -> str:
    """Write the way to a value as in `` in synsets[2].id``; nothing for the whole text."""
    shown = steps[-DEPTH_SHOWN:]
    path = "".join(f"[{step}]" if isinstance(step, int) else f".{cut(step, SHOWN)}" for step in shown).removeprefix(".")
    return f" in {'…' * (len(shown) < len(steps))}{path}" if path else ""
