"""Texts are folded and wrapped to a width in columns."""

from __future__ import annotations

import pytest

from karat.reports.tables.layout import folded, wrapped


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
