"""Lines with synsets that are read from their text alone give what the usual reader gives."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.errors import FormatError
from karat.formats.json import jsonl
from karat.formats.json.plain_synsets import plain_annotation, sentence_at_beginning
from karat.formats.text.lines import Line
from karat.model import Annotation

PATH = Path("gold.jsonl")
TEXTS = st.text(alphabet='ab ,"\\[]{}:é\ud800\x01', max_size=5) | st.sampled_from(["a, b", '", "', "], [", '{"id": '])
CHUNKS = st.one_of(TEXTS, TEXTS.map(lambda text: [text]))
FACTS = st.lists(st.lists(CHUNKS, max_size=3), min_size=3, max_size=3)
SYNSETS = st.fixed_dictionaries(
    {"id": TEXTS, "facts": st.lists(FACTS, max_size=3)}, optional={"statements": st.just([])}
)
OBJECTS = st.fixed_dictionaries(
    {
        "karat": st.just("synsets"),
        "sentence": st.fixed_dictionaries({"id": TEXTS, "text": TEXTS}),
        "synsets": st.lists(SYNSETS, max_size=3),
    }
)
DAMAGE = [
    "",
    "[",
    "]",
    '"',
    ", ",
    "\\",
    "1",
    "null",
    '"a"',
    '["a"]',
    "[[]]",
    '{"id": ',
    " ",
    "\t",
    ']}, {"id": "1", "facts": [',
]


def usual(text: str) -> Annotation | None:
    """What the usual reader gives; ``None`` if it refuses the line."""
    line = Line(PATH, 7, text)
    try:
        (item,) = jsonl._items(*jsonl._parse(line), None)
    except FormatError:
        return None
    assert isinstance(item, Annotation)
    return item


def lines_of(annotation: Annotation) -> list[object]:
    return [(synset.line, [fact.line for fact in synset.facts]) for synset in annotation.synsets]


def check(text: str) -> None:
    found, expected = plain_annotation(text, 7), usual(text)
    if found is not None:
        assert expected is not None
        assert found == expected
        assert lines_of(found) == lines_of(expected)
    sentence = sentence_at_beginning(text)
    if sentence is not None and expected is not None:
        assert sentence == expected.sentence


@given(OBJECTS, st.booleans())
def test_any_synsets(value, escaped):
    check(json.dumps(value, ensure_ascii=escaped))


@given(OBJECTS, st.integers(0, 300), st.integers(0, 3), st.sampled_from(DAMAGE))
def test_damaged_lines(value, place, length, damage):
    text = json.dumps(value, ensure_ascii=False)
    place %= len(text)
    check(text[:place] + damage + text[place + length :])


@pytest.mark.parametrize(
    "facts",
    [
        pytest.param([], id="no fact"),
        pytest.param([[["Ann"], ["left"], [["the"], "firm", ["in Ulm, Germany"]]]], id="optional chunks and a comma"),
        pytest.param([[[], ["é"], ["\u2028"]], [["Ann"], ['said "no"'], ["a\\b"]]], id="escapes, and an empty slot"),
    ],
)
def test_usual_lines_are_plain(facts):
    value = {
        "karat": "synsets",
        "sentence": {"id": "1", "text": 'He "left" .'},
        "synsets": [{"id": "1", "facts": facts}],
    }
    text = json.dumps(value)
    assert plain_annotation(text, 7) == usual(text) != None  # noqa: E711 - in a chain


def test_equal_slots_are_one_object():
    facts = [[["Ann"], ["left"], ["Ulm"]], [["Ann"], ["left"], ["Ann"]]]
    value = {"karat": "synsets", "sentence": {"id": "1", "text": "."}, "synsets": [{"id": "1", "facts": facts}]}
    annotation = plain_annotation(json.dumps(value), 1)
    assert annotation is not None
    assert len({id(slot) for fact in annotation.synsets[0].facts for slot in fact}) == 3


@pytest.mark.parametrize("same", [r'["\u0041nn"]', '["Ann" ]', '[ "Ann"]'])
def test_equal_slots_that_are_written_otherwise_are_one_object(same):
    text = '{"karat": "synsets", "sentence": {"id": "1", "text": "."}, "synsets": [{"id": "1", "facts": '
    text += f'[[["Ann"], ["left"], {same}], [{same}, ["left"], ["Ulm"]]]}}]}}'
    annotation = plain_annotation(text, 1)
    assert annotation is not None
    assert annotation == usual(text)
    assert len({id(slot) for fact in annotation.synsets[0].facts for slot in fact}) == 3
