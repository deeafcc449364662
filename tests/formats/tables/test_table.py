"""Tables: columns that the user names, Parquet, line numbers, writing; for the rest see test_everyday_shapes.py."""

from __future__ import annotations

import errno
import os
import re
import sys
from contextlib import suppress

import pytest

from karat.errors import FormatError, FormatErrors, InputError, MissingExtraError, UnknownNameError
from karat.formats import choose_format, describe_guess, format_named, guess, read_rows
from karat.formats.problems import Problems
from karat.formats.tables.columns import parse_columns
from karat.formats.tables.layout import first_before_second
from karat.model import Extraction, Modality, Polarity, Row

ANN = "Ann founded Bext ."
ROWS = [
    Row(Extraction("founded", ("Ann", "Bext"), 0.5), "1", ANN),
    Row(Extraction("sold", ("Bo", 'a "red", car', "to Ann"), 1.0), "2", "Bo sold\na car ."),
    Row(None, "3", "Cy slept ."),
]


@pytest.mark.parametrize("name", ["mine.csv", "mine.tsv", "mine.csv.gz"])
def test_what_is_written_reads_back(tmp_path, name):
    path = tmp_path / name
    format_named("table").write(path, ROWS)
    assert guess(path).name == "table"
    assert list(read_rows(path)) == ROWS


def test_the_delimiter_is_taken_from_the_suffix(tmp_path):
    for name, delimiter in (("a.csv", ","), ("a.tsv", "\t")):
        format_named("table").write(tmp_path / name, ROWS[:1])
        header = (tmp_path / name).read_text(encoding="utf-8").splitlines()[0]
        assert header.split(delimiter) == ["sentence_id", "sentence", "subject", "relation", "object", "confidence"]


def test_rows_that_name_their_sentences_differently_are_not_written(tmp_path):
    with pytest.raises(InputError, match="table needs the same of a sentence in all rows"):
        format_named("table").write(tmp_path / "a.csv", [ROWS[0], Row(None, "1")])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param(
            "Sent ID;Head;Rel;Tail;Model\n1;Ann;left;Ulm;x\n",
            "semicolons, a header; columns id = 'Sent ID', subject = 'Head', relation = 'Rel', object = 'Tail'",
            id="a header",
        ),
        pytest.param(
            f"7\t{ANN}\tAnn\tfounded\tBext\n", "tabs, no header; columns left out, sentence, subject, relation, object"
        ),
    ],
)
def test_the_guess_says_what_the_columns_are(file, text, said):
    path = file(text)
    assert describe_guess(path) == f"{path}: read as table (guessed): {said}"


def test_lines_are_counted_through_cells_of_several_lines(file):
    path = file('id,subject,relation,object,conf\n1,Ann,"said\n\nthat",x,1\n\n2,Bo,said,x,much\n3,Cy,said,x,more\n')
    with pytest.raises(FormatErrors) as caught:
        list(read_rows(path))
    assert [error.line for error in caught.value.errors] == [6, 7]


def test_quotes_that_are_not_closed_are_named_by_their_first_line(file):
    path = file('id,subject,relation,object\n1,Ann,said,x\n2,"Bo,said,x\n3,Cy,said,x\n')
    with pytest.raises(FormatError, match=r":3: expected a cell in quotes that is closed, .* found '2,\"Bo,said,x'"):
        list(read_rows(path))


def test_columns_skip_a_header_that_is_known(file):
    path = file("id,subject,relation,object\n1,Ulm,left,Ann\n")
    (row,) = read_rows(path, choose_format(None, "id,object,relation,subject"))
    assert row.extraction.triple == ("Ann", "left", "Ulm")


def test_columns_that_are_left_out(file):
    path = file("x;1;Ann;left;Ulm;12\n")
    (row,) = read_rows(path, choose_format("table", ["-", "id", "subject", "relation", "object", "-"]))
    assert row == Row(Extraction("left", ("Ann", "Ulm")), "1")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("id,subject", "--columns: expected relation among the columns, found 'id,subject'; for example: "),
        ("subject,relation", "--columns: expected id or sentence among the columns, found 'subject,relation'"),
        ("id,id,subject,relation", "--columns: expected id once, found it twice in 'id,id,subject,relation'"),
        ("id=a,subject", "--columns: expected a role for each column, or role=name for each, found both"),
    ],
)
def test_columns_that_make_no_extraction(given, message):
    with pytest.raises(InputError) as caught:
        parse_columns(given)
    assert str(caught.value).startswith(message)


def test_columns_of_unknown_names():
    with pytest.raises(UnknownNameError, match="unknown column 'subjekt'; did you mean 'subject'"):
        parse_columns("id,subjekt,relation")
    with pytest.raises(InputError, match="--columns: expected a table, found --format benchie"):
        choose_format("benchie", "id,subject,relation")


def test_a_column_that_is_not_in_the_header(file):
    path = file("Nr,Wer,Tut\n1,Ann,sang\n")
    with pytest.raises(InputError, match="expected a column 'Was' in the header, found none in 'Nr', 'Wer', 'Tut'"):
        list(read_rows(path, choose_format(None, "id=Nr,subject=Wer,relation=Tut,object=Was")))


def parquet(path, **columns):
    pa = pytest.importorskip("pyarrow")
    from pyarrow.parquet import write_table

    write_table(pa.table(columns), path)
    return path


def test_parquet(tmp_path):
    path = parquet(
        tmp_path / "mine.parquet",
        sent_id=[1, 2],
        subject=["Ann", "Bo"],
        relation=["left", "slept"],
        object=["Ulm", None],
        score=[0.5, None],
    )
    assert describe_guess(path).endswith(
        ": read as table (guessed): Parquet; columns id = 'sent_id', subject, relation, object, confidence = 'score'"
    )
    assert list(read_rows(path)) == [
        Row(Extraction("left", ("Ann", "Ulm"), 0.5), "1"),
        Row(Extraction("slept", ("Bo", "")), "2"),
    ]


def test_parquet_with_columns_of_other_names(tmp_path):
    path = parquet(tmp_path / "mine.parquet", nr=["1"], a=["Ann"], b=["left"], c=["Ulm"])
    with pytest.raises(FormatError, match="found 'nr', 'a', 'b', 'c'; name them with --columns subject=NAME"):
        list(read_rows(path))
    for columns in ("id,subject,relation,object", "id=nr,subject=a,relation=b,object=c"):
        (row,) = read_rows(path, choose_format(None, columns))
        assert row == Row(Extraction("left", ("Ann", "Ulm")), "1")


def test_damaged_parquet(file):
    pytest.importorskip("pyarrow")
    with pytest.raises(FormatError, match=r"mine\.parquet: expected a whole Parquet file, found a damaged one"):
        list(read_rows(file(b"PAR1" + b"x" * 100, "mine.parquet")))


@pytest.mark.parametrize("compression", ["snappy", "gzip", "none"])
def test_parquet_damaged_in_a_page(tmp_path, compression):
    arrow = pytest.importorskip("pyarrow")
    from pyarrow.parquet import write_table

    names = [f"Ann{number}" for number in range(5000)]
    columns = {"id": names, "subject": names, "relation": names, "object": names}
    write_table(arrow.table(columns), path := tmp_path / "mine.parquet", compression=compression, use_dictionary=False)
    content = bytearray(path.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 400] = b"\xff" * 400
    path.write_bytes(content)
    with pytest.raises(FormatError, match=r"mine\.parquet: expected a whole Parquet file, found a damaged one \(.+\)$"):
        list(read_rows(path))


def test_parquet_damaged_in_a_text(tmp_path):
    path = parquet(tmp_path / "mine.parquet", id=["1"], subject=["Ann"], relation=["left"], object=["Ulm"])
    path.write_bytes(path.read_bytes().replace(b"Ann", b"\xff\xff\xff"))
    with pytest.raises(
        FormatError, match=r"mine\.parquet: expected a whole Parquet file, found a damaged one \('utf-8'"
    ):
        list(read_rows(path))


def test_an_error_of_the_disk_is_no_damage(tmp_path, monkeypatch):
    path = parquet(tmp_path / "mine.parquet", id=["1"], subject=["Ann"], relation=["left"], object=["Ulm"])
    from pyarrow.parquet import ParquetFile

    def fail(*_, **__):
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(ParquetFile, "iter_batches", fail)
    with pytest.raises(OSError, match="Input/output error"):
        list(read_rows(path))


def test_parquet_without_its_extra(file, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"mine\.parquet: reading Parquet needs Karat's extra 'tables'"):
        list(read_rows(file(b"PAR1" + b"x" * 100, "mine.parquet")))


def test_the_order_of_words_in_the_sentence():
    rows = [(ANN, "Ann", "founded"), (ANN, "founded", "Bext"), (ANN, "Bext", "Ann"), (ANN, "nobody", "founded")]
    assert first_before_second(rows, 0, 1, 2) == 2 / 3
    assert first_before_second(rows[3:], 0, 1, 2) is None


def test_what_is_left_out_is_reported(file):
    problems = Problems()
    path = file("# a\nMy run\nid,s,r,o\n1,Ann,left,Ulm\nid,s,r,o\n1,Bo,left,Ulm\n", "mine.csv")
    assert len(list(read_rows(path, problems=problems))) == 2
    assert [(repair.line, repair.as_) for repair in problems.repairs] == [
        (1, "a line above the table, left out"),
        (2, "a line above the table, left out"),
        (5, "the header again, left out"),
    ]


def test_a_comment_that_is_the_header_is_not_left_out(file):
    path = file("#id,s,r,o\n1,Ann,left,Ulm\n", "mine.csv")
    problems = Problems()
    with suppress(FormatError):
        list(read_rows(path, problems=problems))
    assert not problems.repairs


def test_columns_to_leave_out_are_among_the_known():
    with pytest.raises(InputError, match=re.escape("triple, synset, - (a column to leave out)")):
        parse_columns("id,whatever")


@pytest.mark.parametrize(
    ("polarity", "modality", "read"),
    [
        pytest.param("-", "PS", (Polarity.NEGATIVE, Modality.POSSIBILITY, ()), id="MinIE's signs"),
        pytest.param("−", "ct", (Polarity.NEGATIVE, Modality.CERTAINTY, ()), id="a minus sign"),
        pytest.param("Positive", "possibility", (Polarity.POSITIVE, Modality.POSSIBILITY, ()), id="words"),
        pytest.param("", "", (None, None, ()), id="empty"),
        pytest.param("0.3", "audio", (None, None, (("Polarity", "0.3"), ("modality", "audio"))), id="something else"),
    ],
)
def test_polarity_and_modality(file, polarity, modality, read):
    path = file(f"sent_id\tsubject\trelation\tobject\tPolarity\tmodality\n1\tAnn\tleft\tUlm\t{polarity}\t{modality}\n")
    (row,) = read_rows(path)
    assert (row.extraction.polarity, row.extraction.modality, row.extraction.other) == read
