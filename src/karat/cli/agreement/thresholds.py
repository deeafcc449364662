"""The option ``--threshold``: one for all metrics, one for each, or the best."""

from __future__ import annotations

import math
from typing import Literal

from karat.errors import InputError
from karat.results.agreement.judging import BEST, is_threshold


def read_threshold(texts: list[str]) -> float | Literal["best"] | dict[str, float] | None:
    """Read ``0.5``, ``best``, or one threshold for each metric; ``None`` if there is none.

    >>> read_threshold(["0.7"]), read_threshold(["best"]), read_threshold(["carb=0.9", "wire57=.5"])
    (0.7, 'best', {'carb': 0.9, 'wire57': 0.5})
    """
    named = [text for text in texts if "=" in text]
    if not texts:
        return None
    if named:
        if len(named) < len(texts):
            raise InputError("--threshold: expected METRIC=X for each metric, or one for all, found both")
        by_metric: dict[str, float] = {}
        for text in named:
            name, _, number = text.partition("=")
            if name.strip() in by_metric:
                raise InputError(f"--threshold: expected each metric once, found {name.strip()} twice")
            by_metric[name.strip()] = read_number(number)
        return by_metric
    if len(texts) > 1:
        raise InputError(f"--threshold: expected one for all metrics, or METRIC=X, found {' and '.join(texts)}")
    return BEST if texts[0] == BEST else read_number(texts[0])


def read_number(text: str) -> float:
    """Read a threshold."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not is_threshold(number):
        raise InputError(f"--threshold: expected best, or more than 0 and at most 1, found {text!r}")
    return number
