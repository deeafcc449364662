from __future__ import annotations

import io
import re
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from karat.errors import FormatError, InputError, UnknownNameError
from karat.formats import (
    FORMATS,
    Format,
    Problems,
    format_named,
    guess,
    read_cliques,
    read_items,
    read_rows,
    read_synsets,
    read_tuples,
    registry,
)

PAGES = Path(__file__).parents[2] / "docs" / "formats"
EXAMPLE = re.compile(r'```text title="(?P<name>.*?)"\n(?P<text>.*?)\n```', re.DOTALL)
PROGRAM = re.compile(r"```python\n(?P<text>.*?)```", re.DOTALL)
READERS = {"extractions": read_rows, "synsets": read_synsets, "tuples": read_tuples, "cliques": read_cliques}


def each_format(test):
    return pytest.mark.parametrize("format", FORMATS, ids=[format.name for format in FORMATS])(test)


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
    loaded = {name.removeprefix("karat.formats.") for name in done.stdout.split()}
    assert "clausie" in loaded
    assert {"graphene", "langchain", "minie", "wire57", "openie6"} & loaded == set()


def test_the_register_is_a_sequence():
    assert FORMATS[0] is format_named("benchie")
    assert [format.name for format in FORMATS[-2:]] == ["tuple-text", "jsonl"]
    assert [format.name for format in FORMATS] == list(FORMATS.names)


def test_names_are_distinct():
    assert len({format.name for format in FORMATS}) == len(FORMATS)


def test_a_name_that_is_unknown():
    with pytest.raises(UnknownNameError, match="unknown format 'benchi'; did you mean 'benchie'"):
        format_named("benchi")


def test_nothing_fits(file):
    path = file("Just a sentence .\n" * 3)
    with pytest.raises(FormatError) as caught:
        guess(path)
    assert str(caught.value).endswith("found none of them: 'Just a sentence .'")
    assert ", ".join(format.name for format in FORMATS) in str(caught.value)


@pytest.mark.parametrize(
    ("rows", "place"),
    [
        pytest.param([4, 5, 4, 4], 2, id="a tab in the text"),
        pytest.param([3, 4, 4, 4], 1, id="a field is missing"),
        pytest.param([4, 5, 5, 4], None, id="two lines"),
        pytest.param([4, 5, 4], None, id="too few to judge by"),
    ],
)
def test_one_line_alone_does_not_fit(file, rows, place):
    path = file("".join("\t".join(["1", "a", "b", "c", "d"][:fields]) + "\n" for fields in rows))
    with pytest.raises(FormatError) as caught:
        guess(path)
    assert caught.value.line == place
    assert ("(benchie)" in caught.value.expected) is (place is not None)


def test_triples_with_labels_are_not_taken_for_props(file):
    with pytest.raises(FormatError, match="none of them"):
        guess(file("1\tThe old mill\thas\ta new roof\t1\n"))


def test_two_fit(file, monkeypatch):
    benchie = format_named("benchie")
    twin = Format("twin", "", "extractions", "", benchie.read, benchie.fits)
    monkeypatch.setattr(registry, "FORMATS", (benchie, twin))
    path = file("1\ta\tb\tc\n")
    with pytest.raises(InputError) as caught:
        guess(path)
    assert (
        str(caught.value)
        == f"{path}: expected one format that fits, found benchie and twin; name the one that is meant"
    )


@pytest.mark.parametrize(
    ("text", "name"),
    [
        pytest.param("s12\ta\tb\tc\n", "benchie", id="an id with letters"),
        pytest.param("12\t12\t12\t12\n", "benchie", id="numbers everywhere"),
        pytest.param("Go !\t1\tgo\tyou\n", "carb-tab", id="a short sentence and a number"),
        pytest.param("他离开了\t离开\t他\t家\n", "carb-gold", id="a sentence without spaces"),
        pytest.param("Go !\tgo\tyou\nIn 1999 .\t7\tit\n", "carb-gold", id="a number among the relations"),
        pytest.param("\n\nsent_id:1\tGo !\n", "benchie-gold", id="blank lines first"),
    ],
)
def test_guesses_at_the_edge(file, text, name):
    assert guess(file(text)).name == name


@pytest.mark.parametrize(
    "text", ["a\tb\n", "0.9: none\n", '{"a": 1}\n', "[1, 2]\n", "(one)\n", "# a comment\n", "<s></s>\n"]
)
def test_other_formats_are_not_mistaken_for_ours(file, text):
    with pytest.raises(FormatError, match="found none of them"):
        guess(file(text))


def test_two_kinds_in_one_file(file):
    path = file('{"karat": "extractions"}\n{"karat": "cliques", "id": "1", "members": []}\n')
    with pytest.raises(FormatError, match="expected extractions, found cliques"):
        list(read_items(path))


@pytest.mark.published
def test_no_real_file_is_ambiguous(data):
    names = {}
    for path in sorted(data.rglob("*")):
        if path.is_file() and path.stat().st_size < 5_000_000:
            try:
                names[path.relative_to(data).as_posix()] = guess(path).name
            except FormatError:
                continue
    found = {name: sum(each == name for each in names.values()) for name in names.values()}
    assert names["carb/gold/test.tsv"] == "carb-gold"
    assert names["re_oie2016/Re-OIE2016.json"] == names["re_oie2016/Re-OIE2016-Binary.json"] == "re-oie2016"
    assert names["wire57/WiRe57_343-manual-oie.json"] == "wire57-gold"
    assert found["wire57"] == 1
    assert found["docoie-json"] == found["benchie-fl-matches"] == 2
    assert found["allennlp"] == found["openie-column"] + 1 == 4
    assert (found["carb-tab"], found["carb-gold"], found["clausie"], found["robust"]) == (9, 11, 19, 4)
    assert found["benchie-gold"] >= 8
    assert found["benchie"] >= 11 + 14 + 8
