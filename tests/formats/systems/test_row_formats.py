"""The formats of one extraction a line, and ClausIE's blocks: a made-up line each, and what is wrong with others."""

from __future__ import annotations

import pytest

from karat.errors import FormatError, InputError
from karat.formats import format_named
from karat.model import Extraction, Row

OPENIE = "SimpleArgument(Ann,List([0, 3)))\tRelation(founded,List([4, 11)))"
REVERB = (
    "in.txt\t1\tAnn\tfounded\tBext\t0\t1\t1\t2\t2\t3\t0.87\tAnn founded Bext .\t"
    "NNP VBD NNP .\tB B B O\tann\tfound\tbext"
)


def rows(name, path):
    return list(format_named(name).read(path))


@pytest.mark.parametrize(
    ("name", "line", "row"),
    [
        pytest.param(
            "benchie", "7\tAnn \t founded\t", Row(Extraction(" founded", ("Ann ", "")), sentence_id="7"), id="benchie"
        ),
        pytest.param(
            "carb-tab",
            "Ann left .\t-0.5\tleft\tAnn\t\tnow",
            Row(Extraction("left", ("Ann", "", "now"), -0.5), sentence="Ann left ."),
            id="carb-tab: empty arguments keep their places",
        ),
        pytest.param(
            "carb-tab",
            "Ann left .\t-0.5\tleft\tAnn",
            Row(Extraction("left", ("Ann",), -0.5), sentence="Ann left ."),
            id="carb-tab: a log-probability may be infinite",
        ),
        pytest.param(
            "props",
            "-61.5\tAnn left Ulm .\tleft\tsubj\tAnn \tdobj\tUlm ",
            Row(
                Extraction("left", ("Ann ", "Ulm "), -61.5, other=(("role", "subj"), ("role", "dobj"))),
                sentence="Ann left Ulm .",
            ),
            id="props",
        ),
        pytest.param(
            "props",
            "-61.5\tAnn left Ulm .\tleft\t",
            Row(Extraction("left", (), -61.5), sentence="Ann left Ulm ."),
            id="props: no argument",
        ),
        pytest.param(
            "reverb",
            REVERB,
            Row(
                Extraction(
                    "founded",
                    ("Ann", "Bext"),
                    0.87,
                    spans=(((1, 2),), ((0, 1),), ((2, 3),)),
                    other=(
                        ("file", "in.txt"),
                        ("sentence_number", "1"),
                        ("part_of_speech_tags", "NNP VBD NNP ."),
                        ("chunk_tags", "B B B O"),
                        ("normalised_subject", "ann"),
                        ("normalised_relation", "found"),
                        ("normalised_object", "bext"),
                    ),
                ),
                sentence="Ann founded Bext .",
            ),
            id="reverb",
        ),
        pytest.param(
            "openie-column",
            f"0.9\tContext(Joe says,List([30, 38)))\t{OPENIE}\t"
            "SimpleArgument(Bext; (ink, pens),List([12, 16), {18})); TemporalArgument(now,List(null))\tAnn founded …",
            Row(
                Extraction(
                    "founded",
                    ("Ann", "Bext; (ink, pens)", "now"),
                    0.9,
                    context="Joe says",
                    other=(
                        ("context", "Context List([30, 38))"),
                        ("subject", "SimpleArgument List([0, 3))"),
                        ("relation", "Relation List([4, 11))"),
                        ("argument", "SimpleArgument List([12, 16), {18})"),
                        ("argument", "TemporalArgument List(null)"),
                    ),
                ),
                sentence="Ann founded …",
            ),
            id="openie-column: brackets, commas and semicolons in a text",
        ),
        pytest.param(
            "openie-column",
            f"0.9\t\t{OPENIE}\t\tAnn founded .",
            Row(
                Extraction(
                    "founded",
                    ("Ann",),
                    0.9,
                    other=(("subject", "SimpleArgument List([0, 3))"), ("relation", "Relation List([4, 11))")),
                ),
                sentence="Ann founded .",
            ),
            id="openie-column: no argument after the subject",
        ),
    ],
)
def test_a_line(file, name, line, row):
    assert rows(name, file(f"\n{line}\n")) == [row]
    assert rows(name, file(f"\n{line}\n"))[0].line == 2


def test_clausie(file):
    path = file('Ann left Ulm .\n1\t"Ann"\t"left"\t"Ulm"\t-6.5\n1\t"Ann"\t"slept"\t-6.5\nWow !\nOh "!"\n')
    other = (("sentence_number", "1"),)
    assert rows("clausie", path) == [
        Row(Extraction("left", ("Ann", "Ulm"), -6.5, other=other), sentence="Ann left Ulm ."),
        Row(Extraction("slept", ("Ann",), -6.5, other=other), sentence="Ann left Ulm ."),
        Row(None, sentence="Wow !"),
        Row(None, sentence='Oh "!"'),
    ]
    assert [row.line for row in rows("clausie", path)] == [2, 3, 4, 5]


@pytest.mark.parametrize(
    ("name", "line", "message"),
    [
        pytest.param(
            "benchie", "1\tAnn\tleft", "expected 4 tab-separated fields (sentence id, ", id="benchie: 3 fields"
        ),
        pytest.param("benchie", "1\tAnn\tleft\tUlm\tnow", "found 5: '1\\tAnn\\tleft", id="benchie: 5 fields"),
        pytest.param("benchie", " \tAnn\tleft\tUlm", "expected a sentence id, found none", id="benchie: no id"),
        pytest.param("benchie", "1\tAnn\tLee\tleft\tUlm", "found 5", id="benchie: a tab in a text"),
        pytest.param("carb-tab", "Ann left\t0.9\tleft", "at least 4 tab-separated fields", id="carb-tab: 3 fields"),
        pytest.param("carb-tab", "Ann left\tx\tleft\tAnn", "a number as confidence, found 'x'", id="carb-tab: word"),
        pytest.param("carb-tab", "Ann left\tnan\tleft\tAnn", "a number as confidence, found 'nan'", id="carb-tab: NaN"),
        pytest.param("props", "-6\tAnn left\tleft\tsubj", "expected confidence, sentence and", id="props: half a pair"),
        pytest.param("props", "-6\tAnn left", "found 2 fields", id="props: no predicate"),
        pytest.param("reverb", "Ann\tleft\tUlm", "expected 18 tab-separated fields, found 3", id="reverb: 3 fields"),
        pytest.param(
            "reverb",
            REVERB.replace("\t0\t1\t", "\tx\t1\t"),
            "whole numbers as start and end, found 'x' and '1'",
            id="reverb",
        ),
        pytest.param("openie-column", "0.9\tAnn\tleft", "expected 6 tab-separated fields", id="openie: 3 fields"),
        pytest.param(
            "openie-column",
            f"0.9\t\t{OPENIE}\tBext\tAnn …",
            "expected arguments written as Type(text,List(",
            id="openie: bare",
        ),
        pytest.param(
            "openie-column",
            f"0.9\tContext(a,List(null)); Context(b,List(null))\t{OPENIE}\t\tAnn …",
            "expected context written as",
            id="openie: two contexts",
        ),
        pytest.param(
            "clausie", '1\t"Ann"\t"left"\t-6', "expected a sentence before its propositions", id="clausie: first"
        ),
    ],
)
def test_a_wrong_line(file, name, line, message):
    with pytest.raises(FormatError) as caught:
        rows(name, file(f"\n{line}\n"))
    assert ":2: " in str(caught.value)
    assert message in str(caught.value)


@pytest.mark.parametrize("line", ['1\tAnn\t"left"\t-6', '1\t"Ann"\t-6', '1\t"Ann"\t"left"\tx'])
def test_a_wrong_proposition(file, line):
    with pytest.raises(FormatError, match=r":2: expected a"):
        rows("clausie", file(f"Ann left .\n{line}\n"))


@pytest.mark.parametrize("name", ["benchie", "carb-tab"])
def test_writing_and_reading_again(tmp_path, name):
    before = [
        Row(Extraction("left", ("Ann", "Ulm"), 0.25 if name == "carb-tab" else 1.0), "1", "Ann left Ulm ."),
        Row(None, "2", "Wow !"),
    ]
    format_named(name).write(tmp_path / "rows.tsv", before)
    (row,) = rows(name, tmp_path / "rows.tsv")
    assert row.extraction == before[0].extraction
    assert (row.sentence_id, row.sentence) == (("1", None) if name == "benchie" else (None, "Ann left Ulm ."))


@pytest.mark.parametrize(
    ("name", "row", "message"),
    [
        pytest.param("benchie", Row(Extraction("r", ("a",)), sentence="x"), "needs the sentence's id", id="no id"),
        pytest.param("benchie", Row(Extraction("r", ("a\tb",)), "1"), "cannot hold a tab or a line break", id="tab"),
        pytest.param("benchie", Row(Extraction("r\n", ("a",)), "1"), "cannot hold a tab or a line break", id="newline"),
        pytest.param("carb-tab", Row(Extraction("r", ("a",)), "1"), "needs the sentence's text", id="no text"),
        pytest.param("carb-tab", Row(Extraction("r", ()), sentence="x"), "needs an argument", id="no argument"),
        pytest.param("clausie", Row(None), "clausie can be read but not written", id="read only"),
    ],
)
def test_what_cannot_be_written(tmp_path, name, row, message):
    path = tmp_path / "rows.tsv"
    path.write_text("what was there before")
    with pytest.raises(InputError) as caught:
        format_named(name).write(path, [row])
    assert message in str(caught.value)
    assert path.read_text() == "what was there before"
    assert [each.name for each in tmp_path.iterdir()] == ["rows.tsv"]


def openie_line(row):
    """A line of the column format, put together again from what the model kept."""
    extraction = row.extraction
    texts = {
        "context": [extraction.context],
        "subject": [extraction.arguments[0]],
        "relation": [extraction.relation],
        "argument": list(extraction.arguments[1:]),
    }
    columns = {name: [] for name in texts}
    for name, value in extraction.other:
        type_, places = value.split(" ", 1)
        columns[name].append(f"{type_}({texts[name].pop(0)},{places})")
    return "\t".join([str(extraction.confidence), *map("; ".join, columns.values()), row.sentence])


def props_line(row):
    pairs = zip((role for _, role in row.extraction.other), row.extraction.arguments, strict=True)
    fields = [field for pair in pairs for field in pair] or [""]
    return "\t".join([str(row.extraction.confidence), row.sentence, row.extraction.relation, *fields])


def clausie_line(row):
    extraction = row.extraction
    quoted = (f'"{text}"' for text in (extraction.arguments[0], extraction.relation, *extraction.arguments[1:]))
    return "\t".join([dict(extraction.other)["sentence_number"], *quoted, str(extraction.confidence)])


@pytest.mark.published
@pytest.mark.parametrize(
    ("path", "name", "line"),
    [
        ("carb/system_outputs/test/openie4_output.txt", "openie-column", openie_line),
        ("carb/system_outputs/test/openie5_output.txt", "openie-column", openie_line),
        ("carb/system_outputs/test/props_output.txt", "props", props_line),
        ("carb/system_outputs/test/clausie_output.txt", "clausie", clausie_line),
    ],
)
def test_nothing_is_lost(data, path, name, line):
    texts = (data / path).read_text(encoding="utf-8").split("\n")
    for row in rows(name, data / path):
        assert (row.sentence if row.extraction is None else line(row)) == texts[row.line - 1]
