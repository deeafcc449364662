"""Documents in pieces are those that ``json.dumps`` writes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from karat.formats.json.streamed import ITEMS, Streamed, json_pieces

LONG = [[number, f"{number}/7", None] for number in range(2 * ITEMS + 1)]


@pytest.mark.parametrize("size", [0, 1, ITEMS, ITEMS + 1, 2 * ITEMS + 1])
def test_a_streamed_list(size: int) -> None:
    found = "".join(json_pieces({"a": 1, "long": Streamed(iter(LONG[:size])), "é": {}}))
    assert found == json.dumps({"a": 1, "long": LONG[:size], "é": {}}, ensure_ascii=False)


@pytest.mark.parametrize(
    "document",
    [{}, [], {"a": [{"b": [1, 2.5, None]}, {"c": '\u2028 "x"'}]}, [[{"a": 1}]], "text", {"a": {"b": {"c": [[]]}}}],
    ids=str,
)
def test_a_document_without_streams(document: Any) -> None:
    assert "".join(json_pieces(document)) == json.dumps(document, ensure_ascii=False)


def test_a_number_that_json_cannot_hold_is_refused() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        list(json_pieces({"a": Streamed([float("nan")])}))
