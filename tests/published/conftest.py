"""Real data for published figures; a test that needs it skips, saying so, where it is absent."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Protocol

import pytest


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder that KARAT_DATA names."""
    folder = os.environ.get("KARAT_DATA")
    if not folder:
        pytest.skip("KARAT_DATA is unset, so there is no real data to compare published figures on")
    return Path(folder)


class Printed(Protocol):
    """Compares what a source prints with what Karat measures."""

    def __call__(self, source: str, what: str, figures: str, ours: Sequence[float | int], why: str = "") -> None:
        """Hold ``ours`` to as many digits as ``figures`` has; a difference is an error unless ``why`` explains it."""


@pytest.fixture
def printed(record_property: pytest.RecordProperty) -> Printed:
    """Compare, and record what was compared for the page *Published and ours*, which ``make validate`` writes."""

    def compare(source: str, what: str, figures: str, ours: Sequence[float | int], why: str = "") -> None:
        rounded = [as_printed(value, figure) for value, figure in zip(ours, figures.split(), strict=True)]
        differences = [difference(value, figure) for value, figure in zip(rounded, figures.split(), strict=True)]
        shown = " ".join(differences) if any(each != "0" for each in differences) else "0"
        record_property("published", json.dumps([source, what, figures, " ".join(rounded), shown, why]))
        if why:
            assert shown != "0", f"{what}: there is no difference to explain"
        else:
            assert rounded == figures.split(), what

    return compare


def as_printed(value: float, figure: str) -> str:
    """Write a value with the digits of a printed one.

    >>> as_printed(0.50291, ".50"), as_printed(136357, "136,357"), as_printed(61.904, "61.90")
    ('.50', '136,357', '61.90')
    """
    places = len(figure.partition(".")[2])
    text = f"{value:,.{places}f}" if "," in figure else f"{value:.{places}f}"
    return text.removeprefix("0") if figure.startswith(".") else text


def difference(ours: str, figure: str) -> str:
    """Subtract what is printed from ours.

    >>> difference(".29", ".28"), difference("4,932", "4,971"), difference(".50", ".50")
    ('+.01', '−39', '0')
    """
    apart = Decimal(ours.replace(",", "")) - Decimal(figure.replace(",", ""))
    if not apart:
        return "0"
    return ("+" if apart > 0 else "−") + f"{abs(apart):,}".removeprefix("0")
