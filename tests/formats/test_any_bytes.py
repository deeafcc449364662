"""No reader raises anything but our errors on any bytes, none hangs, none needs much memory."""

from __future__ import annotations

import gc
import gzip
import json
import os
import re
import time
import tracemalloc
from collections import deque
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from karat.errors import KaratError
from karat.formats import FORMATS, ITEM_KINDS, Problems, format_named, guess, read_items

ITEM_FORMATS = FORMATS.of_kinds(ITEM_KINDS)
PAGES = Path(__file__).parents[2] / "docs" / "formats"
EXAMPLES = {
    format.name: re.search(r'```text title=".*?"\n(.*?)\n```', (PAGES / f"{format.name}.md").read_text(), re.DOTALL)[1]
    for format in ITEM_FORMATS
}
SIGNS = [
    "\t",
    "\n",
    "\n\n",
    " ",
    ";",
    "; ",
    " ; ",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    '"',
    "'",
    ":",
    ",",
    "\\",
    "#",
    "-->",
    "|",
]
SIGNS += [
    "<|>",
    "##",
    "<triplet>",
    "<subj>",
    "<obj>",
    "<arg1>",
    "</rel>",
    "Output:",
    "0.5: (",
    "null",
    "[]",
    "{}",
    "9" * 5000,
]
SIGNS += [
    "\r\n",
    "\ufeff",
    "\u2028",
    "NaN",
    "-inf",
    "1e999",
    "\\ud800",
    "factuality=",
    ")[attribution=",
    "²",
    "٣",
    "A0-B",
    "_:",
]


def each_format(test):
    return pytest.mark.parametrize("format", ITEM_FORMATS, ids=[format.name for format in ITEM_FORMATS])(test)


def read_whole(format, path):
    """Read all, and through JSONL again if that went well."""
    try:
        items = list(format.read(path, problems=Problems()))
    except KaratError:
        return
    back = path.with_name("back.jsonl")
    try:
        format_named("jsonl").write(back, items)
    except KaratError:
        return  # a lone surrogate out of JSON, which UTF-8 cannot hold
    assert list(read_items(back, "jsonl")) == items


def settle(examples):
    """So many examples for each format, and ten times as many where new ones are looked for (`make validate`)."""
    examples *= 10 if os.environ.get("KARAT_EXPLORE") else 1
    return settings(max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@each_format
@settle(10)
@given(content=st.binary(max_size=300))
def test_any_bytes(format, content, tmp_path):
    path = tmp_path / "file"
    path.write_bytes(content)
    read_whole(format, path)


@st.composite
def damaged(draw, text):
    """The example of a format's page with some stretches left out, doubled or replaced."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 20)))
        put = draw(st.sampled_from(SIGNS) | st.text(max_size=5) | st.just(text[start:end] * 2))
        text = text[:start] + put + text[end:]
    return text


@each_format
@settle(20)
@given(random=st.data())
def test_damaged_examples(format, random, tmp_path):
    path = tmp_path / "file"
    path.write_bytes(random.draw(damaged(EXAMPLES[format.name])).encode("utf-8", "replace"))
    read_whole(format, path)
    with suppress(KaratError):
        guess(path)


@each_format
def test_every_example_goes_through_jsonl_without_loss(format, tmp_path):
    path = tmp_path / "file"
    path.write_text(EXAMPLES[format.name], encoding="utf-8")
    items = list(format.read(path, problems=Problems()))
    assert items
    format_named("jsonl").write(tmp_path / "file.jsonl", items)
    assert list(read_items(tmp_path / "file.jsonl")) == items


HARD = {
    "brackets": "(" * 50_000,
    "semicolons": "0.5: (" + "; " * 50_000,
    "notes": "(a;b)" + ")[factuality=" * 10_000,
    "quotes": '"' + '\\"' * 30_000,
    "tags": "x\t" + "<arg1> " * 10_000,
    "closed tags": "x\t" + "<arg1> a </arg1> " * 60_000,
    "triplets": "<triplet>" * 10_000,
    "fields": "0.5" + "\t" * 50_000,
    "lists": "0.5\t\tSimpleArgument(" + "a,List([0, 3)); " * 3_000 + "\tx\ty\tz",
    "tuples": "(" + '"a", ' * 10_000 + ")",
    "digits": "\t".join(["9" * 30_000 + "x"] * 18),
    "spaces": "a" + " " * 100_000 + "b",
    "statements": "_:a <x#y> " + '"' + "\\u0041" * 10_000,
    "quantities": "(a; b)\tfactuality: (+,CT)\tquantities: (" + "O_1=" * 10_000 + ")\tattribution: NO SOURCE DETECTED",
    "deep": "[" * 100_000,
    "bars": "a" + " | b" * 20_000,
    "chunks": "sent_id:1\ta\n1--> Cluster 1:\n" + "[a] " * 3_000 + " --> b --> c",
}


@cache
def yardstick():
    """How long this machine takes for fifty million small steps: a slow one is given more time."""
    started = time.process_time()
    deque(range(50_000_000), maxlen=0)
    return time.process_time() - started


@each_format
def test_no_line_is_too_hard(format, tmp_path):
    path = tmp_path / "file"
    gc.freeze()  # what other tests have left in memory is not this reader's to search
    for hard, text in HARD.items():
        started = time.process_time()
        for whole in (text, f"{EXAMPLES[format.name]}\n{text}\n"):
            path.write_text(whole, encoding="utf-8")
            with suppress(KaratError):
                deque(format.read(path, problems=Problems()), maxlen=0)
            with suppress(KaratError):
                format.fits(whole.splitlines())
        # A small part of the yardstick as a rule, many times as much if it were quadratic.
        assert time.process_time() - started < yardstick(), hard


JSON_LINES = ("minie-json", "openie5-json", "imojie-json", "allennlp-json", "json-triples", "jsonl")
BY_LINE = [
    format
    for format in ITEM_FORMATS
    if format.kind in ("extractions", "any")
    and (format.name in JSON_LINES or not EXAMPLES[format.name].startswith(("{", "[")))
]
WHOLE = ("graphene-rdf",)
"""Their lines may come in any order, so that all must be kept."""


@pytest.mark.parametrize("format", BY_LINE, ids=[format.name for format in BY_LINE])
def test_lines_are_read_one_at_a_time(format, tmp_path):
    """Twenty times the rows need hardly more memory."""
    peaks = []
    for size in (20_000, 400_000):
        path = tmp_path / "file"
        path.write_text(grown(format, size), encoding="utf-8")
        peaks.append(peak(format, path))
    assert peaks[1] < (12 * 400_000 if format.name in WHOLE else peaks[0] + 300_000)


def many(name):
    """The example of a page, of which most is there many times."""
    text = EXAMPLES[name]
    if name in ("carb-gold", "oie2016-heads"):
        return "\n".join(f"Ann founded Bext {number} .\tfounded\tfounded\tAnn\tBext" for number in range(5_000))
    if name in ("benchie-gold", "hindi-benchie"):
        return "\n\n".join(text.replace("sent_id:", f"sent_id:{number}") for number in range(10, 1_000))
    if name == "gold-text":
        return "\n\n".join(text.replace("sentence ", f"sentence {number}") for number in range(10, 1_000))
    if name == "openie5-json":
        text = text.splitlines()[0].strip("[]")
    if name in (*JSON_LINES, "json-facts"):
        return "[" + ",\n".join(text.splitlines() * 1_000) + "]"
    value = json.loads(text)
    if isinstance(value, list):
        return json.dumps(value * 1_000, indent=1)
    if "sentences" in value:
        return json.dumps({**value, "sentences": value["sentences"] * 1_000}, indent=1)
    if name == "kg-gen":
        return json.dumps([value] * 1_000, indent=1)
    ((key, inner), *_) = value.items()
    return json.dumps({f"{key} {number}": inner for number in range(1_000)}, indent=1)


NOT_BY_LINE = [format.name for format in ITEM_FORMATS if format not in BY_LINE]


@pytest.mark.parametrize("name", [*NOT_BY_LINE, *(name for name in JSON_LINES if name != "jsonl")])
def test_files_that_are_read_whole_need_a_small_multiple(name, tmp_path):
    path = tmp_path / "file"
    path.write_text(many(name), encoding="utf-8")
    assert path.stat().st_size > 100_000
    assert peak(format_named(name), path) < 16 * path.stat().st_size


@pytest.mark.long
@pytest.mark.parametrize("name", ["carb-tab", "openie6", "minie", "graphene", "rebel", "rnnoie-conll", "tuple-text"])
def test_twenty_megabytes(name, tmp_path):
    format = format_named(name)
    path = tmp_path / "file"
    path.write_text(grown(format, 20_000_000), encoding="utf-8")
    assert path.stat().st_size >= 20_000_000
    assert peak(format, path) < 0.25 * path.stat().st_size


def grown(format, size):
    """The example of a page, repeated; a header stands once."""
    head, text = "", EXAMPLES[format.name].rstrip("\n") + "\n\n"
    if format.name in ("ollie-tabbed", "ollie-single", "rnnoie-conll", "benchie-fl-matches", "table"):
        head, _, text = text.partition("\n")
        head += "\n"
    return head + text * (size // len(text) + 1)


def peak(format, path):
    """The most memory that reading takes, in bytes, if nobody keeps what is read."""
    tracemalloc.start()
    try:
        deque(format.read(path, problems=Problems()), maxlen=0)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@each_format
def test_a_packed_file_reads_the_same(format, tmp_path):
    plain, packed = tmp_path / "plain", tmp_path / "packed"
    plain.write_text(EXAMPLES[format.name], encoding="utf-8")
    packed.write_bytes(gzip.compress(EXAMPLES[format.name].encode("utf-8")))
    assert list(format.read(plain, problems=Problems())) == list(format.read(packed, problems=Problems()))
