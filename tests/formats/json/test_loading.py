"""The one JSON loader: what it refuses, and where it says that it stands."""

from __future__ import annotations

import ast
import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import karat
from karat.errors import FormatError
from karat.formats.json.loading import find_repeated_key, is_json, load_json, peek_json

NOT_USERS_FILES = {
    "errors.py": "what pip recorded",
    "formats/json/loading.py": "the loader",
    "metrics/oie/wire57.py": "a field that the reader wrote",
    "formats/llm/loose_json.py": "a language model's answer, which is read as far as it goes",
    "formats/llm/answers.py": "a language model's answer, of which broken JSON is a kind",
    "syntax/tagger.py": "the cache, below formats",
    "reports/html/packing.py": "what the same module packed",
}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("", "f:7: expected JSON, found an empty text", id="empty"),
        pytest.param(
            '{"a": [1,\n {"b": tru}]}',
            "f:8: expected JSON, found expecting value at character 8 in a[1].b: ' {\"b\": tru}]}'",
            id="no value",
        ),
        pytest.param(
            "{} {}",
            "f:7: expected JSON, found extra data at character 4: '{} {}'; several values need a line each, "
            "or a list around them",
            id="two values",
        ),
        pytest.param(
            "[1, 2",
            "f:7: expected JSON, found expecting ',' delimiter at character 6 in [1]: '[1, 2'; the text breaks off",
            id="cut off",
        ),
        pytest.param(
            '["a',
            "f:7: expected JSON, found unterminated string at character 2: '[\"a'; the text breaks off",
            id="cut off in a text",
        ),
        pytest.param(
            "[1, // one\n2]",
            "f:7: expected JSON, found expecting value at character 5 in [1]: '[1, // one'; JSON has no comments",
            id="a comment",
        ),
        pytest.param(
            "['a']",
            "f:7: expected JSON, found expecting value at character 2 in [0]: \"['a']\"; "
            "JSON has double quotation marks",
            id="single quotes",
        ),
        pytest.param(
            '{"a": 1, "a": 2}',
            "f:7: expected each name once, found 'a' again at character 10, first at character 2",
            id="a key twice",
        ),
        pytest.param(
            '[{"x": {"a": 1,\n"a": 2}}]',
            "f:8: expected each key of an object once in [0].x, found 'a' again at character 1, first on line 7",
            id="a key twice, inside",
        ),
        pytest.param(
            '{"a": 1, "\\u0061": 2}',
            "f:7: expected each name once, found 'a' again at character 10, first at character 2",
            id="a key twice, once escaped",
        ),
        pytest.param('{"a": [0, NaN]}', "f:7: expected a finite number in a[1], found NaN at character 11", id="NaN"),
        pytest.param("[NaNa]", "f:7: expected a finite number in [0], found NaN at character 2", id="NaN and more"),
        pytest.param(
            '["NaN",\n-Infinity]', "f:8: expected a finite number in [1], found -Infinity at character 1", id="infinity"
        ),
        pytest.param("[1e999]", "f:7: expected a finite number in [0], found 1e999 at character 2", id="1e999"),
        pytest.param(
            '{"1e999": "1e999",\n"b": -1.5E+400}',
            "f:8: expected a finite number in b, found -1.5E+400 at character 6",
            id="too large, beside texts",
        ),
        pytest.param(
            f"[{'9' * 400}.5]",
            f"f:7: expected a finite number in [0], found {'9' * 60}... at character 2",
            id="too large, with many digits",
        ),
        pytest.param("[" * 100_000, "f:7: expected JSON, found brackets that are nested too deep", id="too deep"),
        pytest.param("9" * 10_000, "f:7: expected JSON, found a number of too many digits", id="too many digits"),
        pytest.param(
            '{"a": {"b": {"c": {"d": {"e": {"f": {"g": x',
            "f:7: expected JSON, found expecting value at character 43 in …b.c.d.e.f.g: "
            + repr('{"a": {"b": {"c": {"d": {"e": {"f": {"g": x'),
            id="a long way",
        ),
    ],
)
def test_what_is_refused(text, message):
    with pytest.raises(FormatError) as caught:
        load_json(text, "f", 7, once="each name")
    assert str(caught.value) == message


VALUES = st.recursive(
    st.one_of(
        st.none(), st.integers(), st.text(max_size=3), st.sampled_from(['"', "\\", '{"a": 1,', "}", "\n", "NaN"])
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=2), inner, max_size=3)),
    max_leaves=8,
)


@given(VALUES)
def test_sound_json_is_read_as_ever(value):
    for text in (json.dumps(value), json.dumps(value, indent=1, ensure_ascii=False)):
        assert load_json(text, "f") == peek_json(text) == value
        assert is_json(text)


@given(VALUES, VALUES, VALUES)
def test_the_places_of_a_repeated_key(before, one, other):
    texts = [json.dumps(value) for value in (before, one, other)]
    text = f'[{texts[0]}, {{"\\u006bey": {texts[1]}, "key": {texts[2]}}}]'
    with pytest.raises(FormatError, match=r"expected each key of an object once in \[1\], found 'key' again"):
        load_json(text, "f")
    repeated = find_repeated_key(text)
    first = text.index('"\\u006bey"')
    assert (repeated.key, repeated.steps, repeated.first) == ("key", (1,), first)
    assert repeated.again == first + len(f'"\\u006bey": {texts[1]}, ')


PIECES = [*'{}[]:,"\\ a1\n', "NaN", "-Infinity", "null", '"a":', '{"a": 1, ']


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_any_text_is_a_value_or_one_error(text):
    with suppress(FormatError):
        load_json(text, "f")
        assert is_json(text)
    assert is_json(text) or peek_json(text) is None


def test_nothing_else_loads_json():
    root = Path(karat.__file__).parent
    loaders = set()
    for path in root.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "json":
                assert not {name.name for name in node.names} & {"load", "loads", "JSONDecoder"}, path
            if isinstance(node, ast.Attribute) and ast.unparse(node) in ("json.load", "json.loads", "json.JSONDecoder"):
                loaders.add(path.relative_to(root).as_posix())
    assert loaders == set(NOT_USERS_FILES)
