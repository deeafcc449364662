"""How results print themselves: the only module here that names a package above ``results`` (decision 13)."""

from __future__ import annotations

from importlib import import_module
from typing import Any

DISPLAY = "karat.reports.display"
"""The module that lays out results, imported when the first result is printed."""


class Displayed:
    """A result that prints as a table, and as HTML in notebooks."""

    __slots__ = ()

    def __str__(self) -> str:
        return str(_reports().as_text(self))

    def _repr_html_(self) -> str:
        return str(_reports().as_html(self))


def as_frame(result: Any) -> Any:
    """Convert the numbers of a result to a pandas data frame."""
    return _reports().as_frame(result)


def _reports() -> Any:
    return import_module(DISPLAY)
