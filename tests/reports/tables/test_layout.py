"""Texts are folded and wrapped to a width in columns."""

from __future__ import annotations

import pytest

from karat.reports.tables.layout import folded, plain, wrapped
from karat.reports.tables.table import Cell, Column, Section, Table


@pytest.mark.parametrize(
    ("text", "width", "pieces"),
    [
        ("abcdef", 4, ["abcd", "ef"]),
        ("系统系统", 5, ["系统", "系统"]),
        ("", 4, [""]),
    ],
)
def test_folded(text, width, pieces):
    assert folded(text, width) == pieces


@pytest.mark.parametrize(
    ("text", "width", "pieces"),
    [
        ("one two three", 8, ["one two", "  three"]),
        ("a:1|b:2|c:3", 8, ["a:1|b:2|", "  c:3"]),
        ("unbreakable", 4, ["unbreakable"]),
        ("", 4, [""]),
    ],
)
def test_wrapped(text, width, pieces):
    assert wrapped(text, width) == pieces


@pytest.mark.parametrize(
    ("interval", "width", "title"),
    [
        pytest.param("[.1, .3]", 80, "T · 95 % intervals", id="shown"),
        pytest.param("[.1, .3]", 20, "T", id="too narrow to show them"),
        pytest.param("[—]", 80, "T", id="none could be computed"),
        pytest.param("", 80, "T", id="none"),
    ],
)
def test_the_title_names_intervals_only_where_they_are_shown(interval: str, width: int, title: str) -> None:
    rows = (("a long name", (Cell(".200", interval),)),)
    table = Table("T", (Column("F1", main=True),), (Section("", rows),), level=0.95)
    assert plain(table, width).splitlines()[0] == title
