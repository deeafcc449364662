from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from karat.errors import FormatError, InputError, UnknownNameError
from karat.formats import (
    FORMATS,
    ITEM_KINDS,
    Problems,
    format_named,
    guess,
    read_cliques,
    read_items,
    read_rows,
    read_synsets,
    read_tuples,
)
from karat.formats.registry import Shape

ITEM_FORMATS = FORMATS.of_kinds(ITEM_KINDS)
PAGES = Path(__file__).parents[2] / "docs" / "formats"
EXAMPLE = re.compile(r'```text title="(?P<name>.*?)"\n(?P<text>.*?)\n```', re.DOTALL)
PROGRAM = re.compile(r"```python\n(?P<text>.*?)```", re.DOTALL)
READERS = {"extractions": read_rows, "synsets": read_synsets, "tuples": read_tuples, "cliques": read_cliques}


def each_format(test):
    return pytest.mark.parametrize("format", ITEM_FORMATS, ids=[format.name for format in ITEM_FORMATS])(test)


def page(format):
    return (PAGES / f"{format.name}.md").read_text(encoding="utf-8")


@pytest.fixture
def example(tmp_path, monkeypatch):
    """Write the example of a format's page and go where it is."""

    def write(format):
        found = EXAMPLE.search(page(format))
        path = tmp_path / found["name"]
        path.write_text(found["text"], encoding="utf-8")
        monkeypatch.chdir(tmp_path)
        return path

    return write


@each_format
def test_the_example_on_the_page_is_recognised_and_read(format, example):
    path = example(format)
    problems = Problems()
    assert guess(path) is format
    assert list(read_items(path, problems=problems))
    assert problems.repairs == []


def turned(value, names):
    """The same value with the keys of each object in another order."""
    if isinstance(value, dict):
        return {name: turned(value[name], names) for name in names(value)}
    return [turned(each, names) for each in value] if isinstance(value, list) else value


@each_format
@pytest.mark.parametrize("names", [sorted, lambda value: sorted(value, reverse=True)], ids=["sorted", "reversed"])
def test_the_order_of_keys_makes_no_other_format(format, names, example):
    path = example(format)
    text = path.read_text(encoding="utf-8")
    try:
        values = [json.loads(text)]
    except ValueError:
        try:
            values = [json.loads(line) for line in text.splitlines() if line.strip()]
        except ValueError:
            return  # not JSON
    path.write_text("\n".join(json.dumps(turned(value, names)) for value in values), encoding="utf-8")
    assert guess(path) is format


@each_format
def test_the_program_on_the_page_runs(format, example):
    example(format)
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(PROGRAM.search(page(format))["text"], {})
    assert printed.getvalue().strip()


@each_format
def test_what_is_written_is_recognised_and_reads_back_equal(format, example, tmp_path):
    items = list(read_items(example(format)))
    if format.render is None:
        with pytest.raises(InputError, match=f"{format.name} can be read but not written"):
            format.write(tmp_path / "again", items)
        return
    format.write(tmp_path / "again", items)
    assert guess(tmp_path / "again") is format
    assert list(read_items(tmp_path / "again")) == items


@each_format
def test_a_reader_of_another_kind_refuses(format, example):
    path = example(format)
    for kind, reader in READERS.items():
        own = "extractions" if format.kind == "any" else format.kind
        if kind == own:
            assert list(reader(path, format.name)) == list(reader(path, format)) == list(reader(path))
        else:
            with pytest.raises(FormatError, match=f"expected {kind}, found {own}"):
                list(reader(path))


BAD = {
    "missing": (None, "expected a file, found nothing of that name"),
    "empty": (b"", "an empty file"),
    "binary": (b"a\x00b\n", "expected text, found a binary file"),
    "invalid UTF-8": (b"caf\xe9\n", "--encoding latin-1"),
    "truncated gzip": (b"\x1f\x8b\x08\x00\x00", "expected a whole gzip file"),
}


@pytest.mark.parametrize("bad", BAD)
@each_format
def test_every_reader_refuses_what_is_no_text(format, bad, tmp_path):
    content, message = BAD[bad]
    path = tmp_path / "bad"
    if content is not None:
        path.write_bytes(content)
    if bad == "empty" and format.kind in ("extractions", "any"):
        assert list(format.read(path)) == []  # a system may find nothing at all
        return
    with pytest.raises(FormatError) as caught:
        list(format.read(path))
    assert message in str(caught.value)
    with pytest.raises(FormatError) as caught:
        guess(path)
    assert message in str(caught.value)


@each_format
def test_every_reader_refuses_a_directory(format, tmp_path):
    with pytest.raises(FormatError, match="expected a file, found a directory"):
        list(format.read(tmp_path))


def test_a_format_is_imported_when_it_is_named():
    program = "import sys; from karat.formats import format_named; format_named('clausie'); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = {name.rpartition(".")[2] for name in done.stdout.split() if name.startswith("karat.formats.")}
    assert "clausie" in loaded
    assert {"graphene", "langchain", "minie", "wire57", "openie6"} & loaded == set()


def test_a_guess_imports_only_formats_of_this_shape(file):
    path = file("1\tAnn\tleft\tUlm\n")
    program = f"import sys; from karat.formats import guess; print(guess({str(path)!r}).name, *sys.modules)"
    name, *modules = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()
    loaded = {module.split(".", 2)[2] for module in modules if module.count(".") == 3 and "karat.formats." in module}
    assert name == "benchie"
    assert not {module for module in loaded if module.startswith(("llm.", "documents.", "systems.", "benchmarks."))}


@pytest.mark.parametrize(
    ("shape", "head", "allowed"),
    [
        pytest.param(Shape(), ["x"], True, id="any file"),
        pytest.param(Shape(starts=("{",)), ["  {", "x"], True, id="after spaces"),
        pytest.param(Shape(starts=("{",)), ["x", "{"], False, id="not in the first line"),
        pytest.param(Shape(contains=("a", "b")), ["x", "ab"], True, id="one of the texts"),
        pytest.param(Shape(contains=("a", "b")), ["x"], False, id="none of the texts"),
        pytest.param(Shape(keys=("a", "b")), ['{"a": 1,', '"b": 2}'], True, id="all keys"),
        pytest.param(Shape(keys=("a", "b")), ['{"a": "b"}'], False, id="a text that is no key"),
        pytest.param(Shape(least=2, most=3), ["a\tb", "a\tb\tc"], True, id="fields"),
        pytest.param(Shape(least=2, most=3), ["a\tb", "a"], False, id="a line with too few fields"),
        pytest.param(Shape(least=2, most=3), ["a\tb", "a\tb\tc\td"], False, id="a line with too many fields"),
    ],
)
def test_shapes(shape, head, allowed):
    assert shape.allows(head) is allowed


def test_the_register_lists_all_formats():
    assert len(list(FORMATS)) == len(FORMATS)
    assert list(dict.fromkeys(format.name for format in FORMATS)) == list(FORMATS.names)


def test_a_name_is_of_one_format_of_each_kind():
    assert len({(format.name, format.kind) for format in FORMATS}) == len(FORMATS)
    assert len({format.name for format in ITEM_FORMATS}) == len(ITEM_FORMATS)


def test_a_name_of_several_kinds():
    assert [format_named("dygie", kind).kind for kind in ("spans", "relations", "events")] == [
        "spans",
        "relations",
        "events",
    ]
    with pytest.raises(UnknownNameError, match="unknown format of amr 'dygie'"):
        format_named("dygie", "amr")


@pytest.mark.parametrize("read", [read_rows, read_synsets, read_tuples, read_cliques, read_items])
def test_a_format_of_documents_holds_no_extractions(read, file):
    path = file("1\tGo\tgo\tVERB\t_\t_\t0\troot\t_\t_\n")
    with pytest.raises(FormatError, match=r"expected .*, found dependencies \(format conllu\)"):
        list(read(path, "conllu"))


def test_a_name_that_is_unknown():
    with pytest.raises(UnknownNameError, match="unknown format 'benchi'; did you mean 'benchie'"):
        format_named("benchi")


def test_two_kinds_in_one_file(file):
    path = file('{"karat": "extractions"}\n{"karat": "cliques", "id": "1", "members": []}\n')
    with pytest.raises(FormatError, match="expected extractions, found cliques"):
        list(read_items(path))
