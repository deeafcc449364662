"""How results print themselves: the only module here that names a package above ``results`` (decision 13)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, fields
from importlib import import_module
from typing import TYPE_CHECKING, Any

from karat.one_line import one_line

if TYPE_CHECKING:
    import pandas as pd

DISPLAY = "karat.reports.display"
"""The module that lays out results, imported when the first result is printed."""


class Displayed:
    """A result that prints as a table, and as HTML in notebooks."""

    __slots__ = ()

    def __str__(self) -> str:
        return as_text(self)

    def _repr_html_(self) -> str:
        return as_html(self)


class Tabled(Displayed):
    """A result that is made of named tables."""

    __slots__ = ()

    def to_markdown(self, *tables: str, intervals: bool = True) -> str:
        """Make Markdown of the named tables, such as ``agreement``; of all that ``print`` shows if none is named."""
        return as_markdown(self, tables, intervals=intervals)

    def to_latex(self, *tables: str, intervals: bool = True) -> str:
        """Make LaTeX (booktabs) of the named tables; of all if none is named."""
        return as_latex(self, tables, intervals=intervals)

    def to_frame(self) -> pd.DataFrame:
        """Convert to a pandas data frame with a row for each number."""
        frame: pd.DataFrame = as_frame(self)
        return frame


@dataclass(frozen=True, slots=True, repr=False)
class Figures:
    """Values that belong together: they show themselves in one line, and are written as JSON by their fields' names."""

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Return the values as a JSON object, in the order of the fields."""
        return {each.name.rstrip("_"): _as_json(getattr(self, each.name)) for each in fields(self)}


def _as_json(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_as_json(each) for each in value]
    return value.to_json() if hasattr(value, "to_json") else value


def as_text(result: Any) -> str:
    """Lay a result out in 80 columns."""
    return str(_reports().as_text(result))


def as_html(result: Any) -> str:
    """Lay a result out for a notebook."""
    return str(_reports().as_html(result))


def as_frame(result: Any, library: str = "pandas") -> Any:
    """Convert a result to a data frame of pandas or polars."""
    return _reports().as_frame(result, library)


def as_chart(result: Any, name: str) -> Any:
    """Draw one of a result's charts with Altair."""
    return _reports().as_chart(result, name)


def write_report(result: Any, path: str | os.PathLike[str], **choices: Any) -> None:
    """Write a result as an HTML page."""
    _reports().write_report(result, path, **choices)


def as_latex(result: Any, show: Sequence[str], *, intervals: bool) -> str:
    """Lay an evaluation out in LaTeX."""
    return str(_reports().as_latex(result, show, intervals=intervals))


def as_markdown(result: Any, show: Sequence[str], *, intervals: bool) -> str:
    """Lay an evaluation out in Markdown."""
    return str(_reports().as_markdown(result, show, intervals=intervals))


def _reports() -> Any:
    return import_module(DISPLAY)
