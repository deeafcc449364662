"""Exact numbers: similarities and masses are integers or fractions, so that no order of addition moves a digit."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from math import isfinite, lcm
from typing import Any

from karat.errors import SimilarityError

Number = int | Fraction
FRACTION = re.compile(r"\d+/\d+")


def exact(value: Any, where: str = "similarity") -> Number:
    """Convert a number exactly; a float becomes the fraction that it represents."""
    if type(value) is int and value >= 0:
        return value
    number: Number
    if isinstance(value, bool):
        number = int(value)
    elif isinstance(value, (int, Fraction)):
        number = value
    else:
        try:
            if isinstance(value, (str, bytes)):
                raise TypeError
            number = Fraction(float(value))
        except (TypeError, ValueError, OverflowError):
            raise SimilarityError(f"{where}: expected a number of at least 0, found {value!r}") from None
    if number < 0:
        raise SimilarityError(f"{where}: expected a number of at least 0, found {value!r}")
    return number.numerator if isinstance(number, Fraction) and number.denominator == 1 else number


def decimal(number: float | Fraction) -> Number:
    """Convert a number as it is written: 0.7 becomes 7/10, not the nearest float."""
    return exact(Fraction(repr(number)) if isinstance(number, float) and isfinite(number) else number)


def total(numbers: Sequence[Number]) -> Number:
    """Add exactly; integers stay integers."""
    whole = 0
    parts: dict[int, int] = {}
    for number in numbers:
        if type(number) is int:
            whole += number
        else:
            top, bottom = number.as_integer_ratio()
            parts[bottom] = parts.get(bottom, 0) + top
    return _joined(whole, parts)


def counted_total(ratios: Iterable[tuple[int, int]], times: Iterable[int]) -> Number:
    """Add numbers, given as numerators and denominators, each so many times."""
    parts: dict[int, int] = {}
    for (top, bottom), often in zip(ratios, times, strict=True):
        parts[bottom] = parts.get(bottom, 0) + often * top
    return _joined(parts.pop(1, 0), parts)


def _joined(whole: int, parts: dict[int, int]) -> Number:
    """Add a whole number and fractions, given as numerators by denominator."""
    if not parts:
        return whole
    if len(parts) == 1:
        ((common, top),) = parts.items()
        return ratio(whole * common + top, common)
    common = lcm(*parts)
    return ratio(whole * common + sum([top * (common // bottom) for bottom, top in parts.items()]), common)


def whole_numbers(ratios: Collection[tuple[int, int]]) -> tuple[list[int], int]:
    """Multiply numbers, given as numerators and denominators, by their common denominator; also give it."""
    common = lcm(*{bottom for _, bottom in ratios})
    return [top * (common // bottom) for top, bottom in ratios], common


def quotient(top: Number, bottom: Number) -> tuple[int, int]:
    """Divide into a numerator and a denominator, which are not reduced."""
    if type(top) is int and type(bottom) is int:
        return top, bottom
    top, top_below = top.as_integer_ratio()
    bottom, bottom_below = bottom.as_integer_ratio()
    return top * bottom_below, bottom * top_below


def ratio(top: Number, bottom: Number) -> Number:
    """Divide exactly."""
    if type(top) is not int or type(bottom) is not int:
        top, bottom = quotient(top, bottom)
    whole, left = divmod(top, bottom)
    return Fraction(top, bottom) if left else whole


def digits(number: float | Fraction) -> str:
    """Write a number to its last digit: as a decimal where it is one, else as a fraction."""
    exact = Fraction(repr(number)) if isinstance(number, float) else Fraction(number)
    if exact.denominator == 1 or exact != Fraction(str(float(exact))):
        return str(exact)
    return str(float(exact))


def to_json(number: Number) -> int | str:
    """Write an integer as itself and a fraction as ``"p/q"``."""
    return number if isinstance(number, int) else f"{number.numerator}/{number.denominator}"


def from_json(value: int | str) -> Number:
    """Read what :func:`to_json` wrote, and no other text: of ``1e9999999999``, Python would write out all digits."""
    if isinstance(value, str) and not FRACTION.fullmatch(value):
        raise ValueError(f"expected a fraction such as 1/2, found {value!r:.60}")
    return exact(Fraction(value))
