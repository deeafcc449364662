"""CSV that a spreadsheet opens without computing anything."""

from __future__ import annotations

import csv

import pytest

import karat
from karat.reports.csv import _written
from karat.reports.csv import csv as as_csv

GOLD = {"Ann moved to Oslo .": [("Ann", "moved to", "Oslo")]}
MINE = [("Ann moved to Oslo .", "Ann", "moved", "to Oslo")]


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        pytest.param("=HYPERLINK(1)", "'=HYPERLINK(1)", id="a formula"),
        pytest.param("+1", "'+1", id="plus"),
        pytest.param("-mine", "'-mine", id="minus"),
        pytest.param("mine=1", "mine=1", id="none"),
    ],
)
def test_names_are_no_formulas(name, cell):
    rows = list(csv.DictReader(as_csv(karat.evaluate({name: MINE}, gold=GOLD)).splitlines()))
    assert {row["system"] for row in rows} == {cell}
    assert all(float(row["precision"]) >= 0 for row in rows)


def test_numbers_below_zero_stay_numbers():
    assert _written([{"system": "@a", "difference": -0.5}]) == "system,difference\n'@a,-0.5"
