"""The manual's page of intervals: its tables are whole, and what its text says holds."""

from __future__ import annotations

import math
import re
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from scipy.special import stdtrit

from karat.algebra.scores.normaliser import FMeasure
from karat.results.statistics.intervals import intervals
from karat.results.statistics.resampling import Resampling, mass_array
from karat.results.statistics.shares import Shares, jackknife, paired_t

PAGE = Path(__file__).parents[2] / "docs" / "intervals.md"
LEVELS = ("hardly any", "rare", "middling", "mostly right")
SIZES = ("5", "10", "24", "50", "300")
SHARES = Shares(lambda sums: np.stack(FMeasure().columns(sums)[:3], axis=-1), ceilings=(1, 1, 3, 3))
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


def facts(*sentences):
    """Masses (matched, predicted, matched, gold) of sentences of one fact each, from ``right``, ``wrong``, ``none``."""
    return mass_array(
        [{"right": (1, 1, 1, 1), "wrong": (0, 1, 0, 1), "none": (0, 0, 0, 1)}[each] for each in sentences]
    )


@pytest.mark.parametrize(
    ("sentences", "precision", "f1"),
    [
        (("none", "none", "none"), False, False),
        (("wrong", "none", "none"), False, False),
        (("wrong", "wrong", "none"), True, True),
        (("right", "none", "none"), False, True),
    ],
)
def test_where_precision_and_f1_have_an_interval(sentences, precision, f1):
    found = intervals(facts(*sentences), SHARES, Resampling())
    assert [each is not None for each in (found[0], found[2])] == [precision, f1]


def test_the_typical_weight_of_a_difference_is_the_larger_of_the_two():
    """One system predicts in three sentences, the other in two, all right: precision has w 1/3 and 1/2, D is 0."""
    one = jackknife(facts("right", "right", "right"), SHARES)
    other = jackknife(facts("right", "right", "none"), SHARES)
    w, quantile = 1 / 2, stdtrit(2, 0.975)
    high = min(1.0, quantile * math.sqrt(2 * w**2) / (1 + 2 * w))
    assert paired_t(one, other, 0.95).high[0] == pytest.approx(high)
    assert paired_t(one, other, 0.6).high[0] == pytest.approx(stdtrit(2, 0.8) * math.sqrt(2 * w**2) / (1 + 2 * w))


@pytest.mark.parametrize(("level", "widened"), [(0.95, False), (0.85, False), (0.84, True), (0.5, True)])
def test_the_interval_of_a_difference_is_widened_to_hold_it(level, widened):
    """One system is right in all of 5,000 sentences and the other in none: D is 1, every change 0, w 1/5000."""
    one, other = (jackknife(facts(*[each] * 5000), SHARES) for each in ("right", "wrong"))
    leaning = (1 + stdtrit(4999, (1 + level) / 2) * math.sqrt(2) / 5000) / (1 + 2 / 5000)
    assert (leaning < 1) == widened
    assert paired_t(one, other, level).high[0] == 1
