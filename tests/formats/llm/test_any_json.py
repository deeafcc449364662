"""Whatever JSON a file has, it is read or refused: no shape breaks the reader, and gold is never mixed in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.errors import FormatError, KaratError
from karat.formats import guess
from karat.formats.json.map_option import parse_map
from karat.formats.json.parts import Part
from karat.formats.llm.json_triples import read_along_paths
from karat.formats.problems import Problems
from karat.formats.records.finding import Finder
from karat.formats.text.lines import Line
from karat.model import Row

KEYS = st.sampled_from(
    [
        *("subject", "relation", "object", "arguments", "arg0", "type", "label", "source", "target", "id", "sentence"),
        *("text", "triples", "output", "messages", "role", "content", "choices", "message", "nodes", "edges"),
        *("columns", "data", "input", "tool_calls", "function", "candidates", "parts", "confidence", "1", "x"),
        "Ann left .",
    ]
)
TEXTS = st.sampled_from(
    ["", "Ann", "(Ann; left; Ulm)", "assistant", "text", '[["a", "b", "c"]]', "```json\n{}\n```", "subject"]
)
PATHS = st.sampled_from(
    ["items=$[*]", "items=$.triples[*],subject=$.x,relation=$[0]", "id=$.id,subject=$.subject", "sentence=$.*.text"]
)
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-2, 2), st.floats(0, 1), TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=5)),
    max_leaves=25,
)


def found_in(value) -> list[Row]:
    problems = Problems()
    finder = Finder(problems)
    blocks = finder.find(Part(Line("file", 1, ""), value, ""))
    problems.check()
    list(finder.report_unread())
    return [row for block in blocks for row in block]


@given(VALUES)
def test_any_value_is_read_or_refused(value):
    try:
        rows = found_in(value)
    except KaratError:
        return
    for extraction in (row.extraction for row in rows if row.extraction is not None):
        assert all(isinstance(text, str) for text in (extraction.relation, *extraction.arguments))


@given(VALUES, PATHS)
def test_any_value_is_read_along_paths_or_refused(tmp_path_factory, value, paths):
    path = tmp_path_factory.getbasetemp() / "any.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    problems = Problems()
    try:
        rows = list(read_along_paths(parse_map(paths), path, "utf-8", problems))
    except KaratError:
        return
    assert all(isinstance(row, Row) for _, row in rows)


def test_values_that_are_nested_too_deep_are_refused():
    value = [["Ann", "left", "Ulm"]]
    for _ in range(300):
        value = {"data": [value]}
    with pytest.raises(FormatError, match="nested"):
        found_in(value)


def test_a_line_of_json_is_no_tuple_below_a_sentence(tmp_path: Path) -> None:
    """One line in brackets, with semicolons in it, and no sentence above it."""
    text = '[{"ori_sent": "It fell ; it broke .", "ori_args": [["fell", "it"]], "paraphrases": []}]'
    (tmp_path / "out.json").write_text(text, encoding="utf-8")
    assert guess(tmp_path / "out.json").name == "robust"


def test_a_repeated_key_in_an_answer_is_reported(tmp_path: Path) -> None:
    """The file is sound JSON; its answer, a text, is read leniently, and what is lost of it is said."""
    path = tmp_path / "answers.jsonl"
    answer = '[{"subject": "Ann", "relation": "left", "relation": "founded", "object": "Bext"}]'
    path.write_text(json.dumps({"id": "1", "answer": answer}) + "\n", encoding="utf-8")
    problems = Problems()
    rows = list(guess(path).read(path, problems=problems))
    assert [row.extraction.triple for row in rows] == [("Ann", "founded", "Bext")]
    assert "part unread" in "".join(map(str, problems.repairs))
