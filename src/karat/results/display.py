"""How results print themselves: the only module here that names a package above ``results`` (decision 13)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from typing import Any

DISPLAY = "karat.reports.display"
"""The module that lays out results, imported when the first result is printed."""


class Displayed:
    """A result that prints as a table, and as HTML in notebooks."""

    __slots__ = ()

    def __str__(self) -> str:
        return as_text(self)

    def _repr_html_(self) -> str:
        return as_html(self)


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
