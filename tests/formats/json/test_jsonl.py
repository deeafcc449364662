from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.errors import FormatError, InputError
from karat.formats import format_named
from karat.formats.json.jsonl import parse, render
from karat.formats.text.lines import Line
from karat.model import (
    Annotation,
    Attribution,
    Chunk,
    Clique,
    Extraction,
    Fact,
    Member,
    Modality,
    OptionalPart,
    Polarity,
    Quantity,
    Row,
    Sentence,
    Slot,
    Statement,
    Synset,
    Tree,
    TupleAnnotation,
    Wording,
)

texts = st.text(max_size=8)
numbers = st.integers(0, 99)
polarities = st.none() | st.sampled_from(Polarity)
modalities = st.none() | st.sampled_from(Modality)


def tuples(strategy):
    return st.lists(strategy, max_size=3).map(tuple)


extractions = st.builds(
    Extraction,
    texts,
    tuples(texts),
    confidence=st.floats(allow_nan=False, allow_infinity=False),
    context=st.none() | texts,
    polarity=polarities,
    modality=modalities,
    attribution=st.none() | st.builds(Attribution, texts, st.none() | texts, polarities, modalities),
    quantities=tuples(st.builds(Quantity, texts, texts)),
    spans=tuples(st.none() | tuples(st.tuples(numbers, numbers))),
    other=tuples(st.tuples(texts, texts)),
)
sentences = st.builds(Sentence, texts, texts)
slots = st.builds(Slot, tuples(st.builds(Chunk, texts, st.booleans())))
parts = st.recursive(texts, lambda inner: st.builds(OptionalPart, tuples(inner), st.none() | texts), max_leaves=5)
wordings = st.builds(Wording, tuples(parts), tuples(parts), tuples(parts), st.none() | st.booleans())
statements = st.builds(Statement, tuples(wordings), st.none() | texts)
synsets = st.builds(Synset, texts, tuples(st.builds(Fact, slots, slots, slots)), tuples(statements))
trees = st.recursive(
    st.builds(Tree, texts),
    lambda children: st.builds(Tree, texts, st.lists(children, min_size=1, max_size=3).map(tuple)),
)
members = st.builds(Member, sentences, tuples(extractions), st.none() | trees)
items = st.one_of(
    st.builds(Row, st.none() | extractions, st.none() | texts, st.none() | texts),
    st.builds(Annotation, sentences, tuples(synsets)),
    st.builds(TupleAnnotation, sentences, tuples(extractions)),
    st.builds(Clique, texts, tuples(members)),
)


@given(items)
def test_all_kinds_read_back_equal(item):
    (text,) = render([item])
    assert "\n" not in text
    assert parse(Line(Path("x.jsonl"), 1, text)) == item


def test_a_file_reads_back_equal(tmp_path):
    rows = [Row(Extraction("a\tb\n\u2028c\r", ("\ufeff",), -0.5), sentence="x"), Row(None, "2")]
    jsonl = format_named("jsonl")
    jsonl.write(tmp_path / "rows.jsonl.gz", rows)
    assert (tmp_path / "rows.jsonl.gz").read_bytes()[:2] == b"\x1f\x8b"
    assert list(jsonl.read(tmp_path / "rows.jsonl.gz")) == rows
    assert [row.line for row in jsonl.read(tmp_path / "rows.jsonl.gz")] == [1, 2]


def test_what_is_as_by_default_is_left_out():
    (text,) = render([Row(Extraction("left", ("Ann",)), "1")])
    assert json.loads(text) == {
        "karat": "extractions",
        "sentence_id": "1",
        "extraction": {"relation": "left", "arguments": ["Ann"]},
    }


def test_nan_is_refused():
    with pytest.raises(InputError, match="cannot hold infinity or NaN"):
        list(render([Row(Extraction("left", (), math.nan))]))


def extraction(**changes):
    return json.dumps({"karat": "extractions", "extraction": {"relation": "r", "arguments": [], **changes}})


SENTENCE = '"sentence": {"id": "1", "text": "x"}'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("{", "expected a JSON object, found expecting property name", id="no JSON"),
        pytest.param("[]", "expected a JSON object, found []", id="a list"),
        pytest.param("{}", "expected the key 'karat', found no key", id="no kind"),
        pytest.param('{"karat": 1}', "expected a text in karat, found 1", id="kind is a number"),
        pytest.param(
            '{"karat": "rows"}',
            "one of extractions, synsets, tuples, cliques, run, result, found 'rows'",
            id="no such kind",
        ),
        pytest.param('{"karat": "extractions", "x": 1}', "expected the keys karat, sentence_id,", id="unknown key"),
        pytest.param(
            '{"karat": "extractions", "karat": "x"}',
            "expected each key of an object once, found 'karat' again",
            id="a key twice",
        ),
        pytest.param(
            '{"karat": "extractions", "sentence": null}', "expected a text in sentence, found null", id="null"
        ),
        pytest.param(
            extraction(confidence=math.nan), "expected a finite number in extraction.confidence, found NaN", id="NaN"
        ),
        pytest.param(extraction(confidence=True), "in extraction.confidence, found true", id="truth as a number"),
        pytest.param(extraction(confidence=10**400), "in extraction.confidence, found 1000", id="too large"),
        pytest.param(extraction(confidence="high"), "a number", id="a word as a number"),
        pytest.param(extraction(arguments="a"), "a list of texts in extraction.arguments, found", id="no list"),
        pytest.param(extraction(arguments=[1]), "a list of texts in extraction.arguments, found [1]", id="no text"),
        pytest.param(extraction(polarity="?"), "one of +, - in extraction.polarity, found '?'", id="no polarity"),
        pytest.param(extraction(quantities=[["Q"]]), "a list of 2 texts in extraction.quantities[0]", id="no pair"),
        pytest.param(extraction(spans=[[[0]]]), "in extraction.spans[0][0], found [0]", id="half a span"),
        pytest.param(extraction(attribution={}), "the key 'source' in extraction.attribution", id="no source"),
        pytest.param(f'{{"karat": "tuples", {SENTENCE}}}', "the key 'extractions', found", id="no tuples"),
        pytest.param(
            f'{{"karat": "synsets", {SENTENCE}, "synsets": [{{"id": "1", "facts": [[[], []]]}}]}}',
            "expected 3 slots (subject, relation, object) in synsets[0].facts[0], found 2",
            id="two slots",
        ),
        pytest.param(
            f'{{"karat": "synsets", {SENTENCE}, "synsets": [{{"id": "1", "facts": [[[], [], [["a", "b"]]]]}}]}}',
            'a text, or a list of one text in synsets[0].facts[0][2][0], found ["a", "b"]',
            id="no chunk",
        ),
        pytest.param(
            f'{{"karat": "cliques", "id": "1", "members": [{{{SENTENCE}, "extractions": [], "tree": ["S"]}}]}}',
            'in members[0].tree, found ["S"]',
            id="no tree",
        ),
        pytest.param("[" * 100_000, "expected a JSON object", id="nested too deep"),
    ],
)
def test_bad_input(file, text, message):
    good = '{"karat": "extractions"}'
    with pytest.raises(FormatError) as caught:
        list(format_named("jsonl").read(file(f"{good}\n{text}\n")))
    assert ":2: " in str(caught.value)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ({"wordings": [{"slots": [["a"], ["b"]]}]}, "expected 3 slots (subject, relation, object) in"),
        ({"wordings": [{"slots": [["a"], ["b"], [1]]}]}, "expected a word, a list of parts, or an object with a label"),
        ({"wordings": [{"slots": [["a"], ["b"], []], "swap": 1}]}, "expected true or false in"),
        ({"wordings": [{"slots": [["a"], ["b"], [{"optional": [], "x": 1}]]}]}, "expected the keys optional, label in"),
        ({"wordings": [], "text": ""}, "expected the keys wordings, label in"),
        (
            {"wordings": [{"slots": [["a"], ["b"], json.loads("[" * 30 + "]" * 30)]}]},
            "expected at most 20 optional parts inside one another in",
        ),
    ],
)
def test_bad_statements(statement, message):
    synsets = [{"id": "1", "facts": [], "statements": [statement]}]
    line = json.dumps({"karat": "synsets", "sentence": {"id": "1", "text": "x"}, "synsets": synsets})
    with pytest.raises(FormatError) as caught:
        parse(Line(Path("gold.jsonl"), 1, line))
    assert message in str(caught.value)
