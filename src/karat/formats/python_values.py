"""Texts and numbers among Python values, and the messages about values that are neither."""

from __future__ import annotations

import math
from collections.abc import Mapping
from numbers import Integral, Real
from typing import Any

from karat.errors import InputError


def is_missing(value: object) -> bool:
    """Tell None, NaN and pandas' own mark of a missing value."""
    if type(value) is str:
        return False
    return value is None or (isinstance(value, float) and math.isnan(value)) or type(value).__name__ == "NAType"


def text_of(value: object, place: str, expected: str = "a text or a whole number") -> str:
    """Give a text, or a number as text; anything else is an error."""
    if type(value) is str:  # nearly always; faster than asking for all kinds of numbers
        return value
    if isinstance(value, bool) or not isinstance(value, (str, Real)):
        raise unlike(expected, value, place)
    try:
        return _plain_text(value)
    except (ValueError, OverflowError):  # a number of more digits than Python writes
        raise unlike(expected, value, place) from None


def _plain_text(value: object) -> str:
    """Write a value as text; whole numbers that a data frame turned into floats lose their zero."""
    if isinstance(value, Real) and not isinstance(value, Integral) and float(value).is_integer():
        return f"{float(value):.0f}"
    return str(value)


def number_of(value: Any, place: str) -> float:
    """Give a finite number; anything else is an error."""
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if isinstance(value, bool) or not math.isfinite(number):
        raise unlike("a confidence, which is a finite number", value, place)
    return number


def unlike(expected: str, found: object, place: str, record: Mapping[str, Any] | None = None) -> InputError:
    """Make the error about a value that is not what was expected; ``record`` is what it was found in."""
    keys = "" if record is None else f" (keys {', '.join(map(repr, record))})"
    return InputError(f"{place}: expected {expected}, found {shown(found)}{keys}")


def shown(value: object) -> str:
    """Show a value in a message: its type, and its first 80 characters."""
    try:
        text = repr(value)
    except ValueError:
        text = "of too many digits"
    return f"{type(value).__name__} {text if len(text) <= 80 else f'{text[:77]}...'}"
