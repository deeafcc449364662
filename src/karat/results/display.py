"""How results show themselves, the one place where this room names a room above it (decision 13)."""

from __future__ import annotations

from importlib import import_module
from typing import Any

DISPLAY = "karat.reports.display"
"""The module that lays results out, imported when the first result is shown."""


class Displayed:
    """A result that prints itself as a table, in notebooks as HTML."""

    __slots__ = ()

    def __str__(self) -> str:
        return str(_reports().as_text(self))

    def _repr_html_(self) -> str:
        return str(_reports().as_html(self))


def as_frame(result: Any) -> Any:
    """Give the numbers of a result as a pandas data frame."""
    return _reports().as_frame(result)


def _reports() -> Any:
    return import_module(DISPLAY)
