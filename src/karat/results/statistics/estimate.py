"""A value with its confidence interval and the score it comes from, and how numbers are written in tables."""

from __future__ import annotations

from dataclasses import dataclass

from karat.algebra import Scored
from karat.one_line import one_line, paragraph

NO_INTERVAL = "[—]"
TOO_FEW = "fewer than two sentences (documents, cliques) bear on it"
"""Why an interval that was asked for can be missing."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its confidence interval; ``None`` where undefined.

    ``without`` says why an interval that was asked for is missing.
    """

    value: float | None
    low: float | None
    high: float | None
    score: Scored
    without: str | None = None

    __repr__ = one_line
    _repr_html_ = paragraph

    def __float__(self) -> float:
        return float("nan") if self.value is None else self.value

    @property
    def interval(self) -> str:
        """The interval as text; empty if none was asked for."""
        return format_interval(self.low, self.high, asked=self.without is not None)

    def __str__(self) -> str:
        return f"{format_value(self.value)} {self.interval}".rstrip()


def format_value(value: float | None, *, signed: bool = False, digits: int = 3) -> str:
    """Format a number for tables: without the zero before the point, undefined as a dash.

    >>> format_value(0.3389), format_value(1.0), format_value(None), format_value(-0.0004)
    ('.339', '1.000', '—', '.000')
    >>> format_value(0.0131, signed=True), format_value(-0.25, signed=True)
    ('+.013', '−.250')
    """
    if value is None:
        return "—"
    text = f"{abs(value):.{digits}f}".removeprefix("0")
    if not text.strip(".0"):
        return text
    return ("−" if value < 0 else "+" if signed else "") + text


def format_threshold(value: float) -> str:
    """Format a confidence, which may be any number, with four significant digits.

    >>> [format_threshold(value) for value in (0.55, 10.25, 100.5, -0.5, 0)]
    ['.55', '10.25', '100.5', '−.5', '0']
    """
    text = f"{abs(value):.4g}"
    if text.startswith("0."):
        text = text.removeprefix("0")
    return f"−{text}" if value < 0 else text


def format_interval(low: float | None, high: float | None, *, signed: bool = False, asked: bool = False) -> str:
    """Format an interval for tables; one that was asked for but is missing becomes a dash.

    >>> format_interval(0.3041, 0.3729), format_interval(None, None), format_interval(None, None, asked=True)
    ('[.304, .373]', '', '[—]')
    """
    if low is None or high is None:
        return NO_INTERVAL if asked else ""
    return f"[{format_value(low, signed=signed)}, {format_value(high, signed=signed)}]"


def format_p(p: float | None) -> str:
    """Format a p-value for tables.

    >>> format_p(0.0003), format_p(0.0234), format_p(1.0), format_p(None)
    ('<.001', '.023', '1.000', '—')
    """
    return "<.001" if p is not None and p < 0.001 else format_value(p)
