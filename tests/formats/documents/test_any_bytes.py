"""No reader of documents raises anything but our errors on any bytes, and none hangs."""

from __future__ import annotations

import json
import os
import re
import time
from collections import deque
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from karat.errors import KaratError
from karat.formats import FORMATS, ITEM_KINDS, Problems

PAGES = Path(__file__).parents[3] / "docs" / "formats"
EXAMPLE = re.compile(r"```(?:text|json)[^\n]*\n(.*?)\n```", re.DOTALL)
SIGNS = ["\t", "\n", "\n\n", " ", "(", ")", "|", "[", "]", "{", "}", '"', ":", ",", "\\", "#", "-", "_", "/", "~"]
SIGNS += [
    "null",
    "[]",
    "{}",
    "0",
    "-1",
    "1e999",
    "NaN",
    "9" * 5000,
    "\r\n",
    "\ufeff",
    "\u2028",
    "\\ud800",
    "²",
    "٣",
    "=",
    "*",
]


def example(name):
    """The first example of the page on a format, its JSON on one line as in files."""
    pages = [page.read_text(encoding="utf-8") for page in sorted(PAGES.glob("*.md")) if page.name != "index.md"]
    stems = (name, name.rsplit("-", 1)[0])
    (page,) = [
        text
        for text in pages
        if any(f"(`{stem}`" in text.partition("\n\n")[0] for stem in stems)
        or re.search(rf"\A---\ncovers:.*\b{name}\b", text)
    ][:1]
    text = EXAMPLE.search(page)[1]
    with suppress(ValueError):
        return json.dumps(json.loads(text))
    return text


DOCUMENT_FORMATS = [format for format in FORMATS if format.kind not in ITEM_KINDS]
EXAMPLES = {format.name: example(format.name) for format in DOCUMENT_FORMATS}


def each_format(test):
    return pytest.mark.parametrize("format", DOCUMENT_FORMATS, ids=[format.name for format in DOCUMENT_FORMATS])(test)


def settle(examples):
    """So many examples for each format, and ten times as many where new ones are looked for (`make validate`)."""
    examples *= 10 if os.environ.get("KARAT_EXPLORE") else 1
    return settings(max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def read_whole(format, path):
    for reader in (format.read, format.gold):
        if reader is not None:
            with suppress(KaratError):
                deque(reader(path, "utf-8", Problems()), maxlen=0)


@each_format
@settle(8)
@given(content=st.binary(max_size=300))
def test_any_bytes(format, content, tmp_path):
    path = tmp_path / "file"
    path.write_bytes(content)
    read_whole(format, path)


@st.composite
def damaged(draw, text):
    """An example with some stretches left out, doubled or replaced."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 20)))
        put = draw(st.sampled_from(SIGNS) | st.text(max_size=5) | st.just(text[start:end] * 2))
        text = text[:start] + put + text[end:]
    return text


@each_format
@settle(15)
@given(random=st.data())
def test_damaged_examples(format, random, tmp_path):
    path = tmp_path / "file"
    text = random.draw(damaged(EXAMPLES[format.name]))
    path.write_bytes(text.encode("utf-8", "replace"))
    read_whole(format, path)
    with suppress(KaratError):
        format.fits(text.split("\n"))


def replaced(value, put):
    """Yield a JSON value as often as it has parts, each time with another part replaced."""
    yield put
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        for other in replaced(part, put):
            copy = dict(value) if isinstance(value, dict) else list(value)
            copy[key] = other
            yield copy


KINDS = [None, True, -1, 10**400, 0.5, "", "x", [], [[]], {}, {"x": 1}]
IN_JSON = [
    pytest.param(format, id=format.name) for format in DOCUMENT_FORMATS if EXAMPLES[format.name].startswith(("{", "["))
]


@pytest.mark.parametrize("format", IN_JSON)
@pytest.mark.parametrize("put", KINDS, ids=lambda put: repr(put)[:9])
def test_every_part_may_be_of_another_kind(format, put, tmp_path):
    path = tmp_path / "file"
    for value in replaced(json.loads(EXAMPLES[format.name].split("\n")[0]), put):
        path.write_text(json.dumps(value), encoding="utf-8")
        read_whole(format, path)


HARD = [
    "(" * 50_000,
    "[" * 100_000,
    '{"a":' * 50_000,
    '"' * 50_000,
    "a " * 50_000,
    "(1" * 20_000,
    "a\t" * 50_000,
    "1|" * 50_000,
]


@each_format
def test_no_line_is_too_hard(format, tmp_path):
    path = tmp_path / "file"
    started = time.process_time()
    for hard in HARD:
        for whole in (hard, f"{EXAMPLES[format.name]}\n{hard}\n"):
            path.write_text(whole, encoding="utf-8")
            read_whole(format, path)
            with suppress(KaratError):
                format.fits(whole.split("\n"))
    assert time.process_time() - started < 60
