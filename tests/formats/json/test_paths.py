"""Paths into JSON: what they select, along which element, and which texts are none."""

from __future__ import annotations

import pytest

from karat.errors import InputError
from karat.formats.json.map_option import parse_path, select, select_along

VALUE = {"data": [{"t": "a", "x": [1, 2]}, {"t": "b", "x": []}], "a key": {"k": 3}}


@pytest.mark.parametrize(
    ("path", "found"),
    [
        pytest.param("$", [VALUE], id="the whole"),
        pytest.param("$.data[0].t", ["a"], id="keys and an index"),
        pytest.param("data[0].t", ["a"], id="without $"),
        pytest.param("$.data[*].t", ["a", "b"], id="every element"),
        pytest.param("$.data.*.x.*", [1, 2], id="every element, with dots"),
        pytest.param("$['a key'].k", [3], id="a key with a space"),
        pytest.param('$["a key"].*', [3], id="every value of an object"),
        pytest.param("$.none[*]", [], id="a key that is not there"),
        pytest.param("$.data.t", [], id="a key of a list"),
        pytest.param("$.data[7]", [], id="an index beyond the end"),
    ],
)
def test_what_a_path_selects(path, found):
    assert [value for _, value in select(VALUE, parse_path(path))] == found


@pytest.mark.parametrize(
    ("path", "found"),
    [
        pytest.param("$.data[*].t", "b", id="the element that the item is in"),
        pytest.param("$.data[0].t", "a", id="another one"),
        pytest.param("$['a key'].*", None, id="every element of something else is no single one"),
    ],
)
def test_along_an_item(path, found):
    assert select_along(VALUE, parse_path(path), ("data", 1, "x", 0)) == found


@pytest.mark.parametrize("text", ["$.", "$..a", "$[", "$[-1]", "$[?(@.a)]", "$.a b", "$a", "$.a["])
def test_what_is_no_path(text):
    with pytest.raises(InputError, match="expected a path such as"):
        parse_path(text)
