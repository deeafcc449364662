"""The sentence at the beginning of a line with synsets is what the usual reader gives."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from karat.errors import FormatError
from karat.formats.json import jsonl
from karat.formats.json.unread_synsets import sentence_at_beginning
from karat.formats.text.lines import Line
from karat.model import Annotation, Sentence

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


def check(text: str) -> None:
    sentence, expected = sentence_at_beginning(text), usual(text)
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


def test_the_sentence_of_a_usual_line() -> None:
    text = json.dumps({"karat": "synsets", "sentence": {"id": "1", "text": 'He "left" .'}, "synsets": []})
    assert sentence_at_beginning(text) == Sentence("1", 'He "left" .')
