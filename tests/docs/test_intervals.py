"""The manual's tables of coverage are whole, and no cell is below what the text promises."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "intervals.md"
LEVELS = ("hardly any", "rare", "middling", "mostly right")
SIZES = ("5", "10", "24", "50", "300")
VALUES = ("P", "R", "F1", "Δ different", "Δ equal", "Δ near", "Δ near, better")


@pytest.fixture(scope="module")
def tables() -> dict[str, dict[tuple[str, str], dict[str, str]]]:
    """Each table by its title: rows by how much is right and the number of sentences."""
    marked = PAGE.read_text(encoding="utf-8").partition("<!-- coverage:")[2].partition("<!-- end of coverage -->")[0]
    found = {}
    for title, text in re.findall(r"\*\*(.+?)\*\*\n\n((?:\|.*\n)+)", marked):
        head, _, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines())
        found[title] = {(row[0], row[1]): dict(zip(head[2:], row[2:], strict=True)) for row in rows}
    return found


def test_the_tables_are_whole(tables):
    assert list(tables) == ["By the formula and the t test", "By the BCa bootstrap"]
    for rows in tables.values():
        assert list(rows) == list(product(LEVELS, SIZES))
        for row in rows.values():
            assert set(VALUES) <= set(row)


def test_no_cell_of_the_formula_is_below_what_the_page_says(tables):
    least = min(
        float(row[value].split()[0]) for row in tables["By the formula and the t test"].values() for value in VALUES
    )
    (said,) = re.findall(r"By the formula no cell is below (\.\d+)\.", PAGE.read_text(encoding="utf-8"))
    assert least >= float(said) >= 0.93


def test_where_there_is_no_difference_few_are_found(tables):
    rows = tables["By the formula and the t test"].values()
    assert all(float(row[f"{name}: p < .05"]) <= 0.07 for row in rows for name in ("Δ equal", "Δ near"))
