from __future__ import annotations

import gzip
import os

import pytest

from karat.errors import FormatError, InputError
from karat.formats import guess, read_rows
from karat.formats.text.lines import Line, check_rereadable, content, lines, read_text


@pytest.mark.parametrize(
    ("raw", "texts"),
    [
        pytest.param(b"a\nb\n", ["a", "b"], id="final newline"),
        pytest.param(b"a\nb", ["a", "b"], id="no final newline"),
        pytest.param(b"a\r\nb\r\n", ["a", "b"], id="CRLF"),
        pytest.param(b"a\rb\n", ["a\rb"], id="CR alone is text"),
        pytest.param(b"a\r\rb\r", ["a", "", "b"], id="CR alone in a file without LF"),
        pytest.param("a\u2028b\x0bc\x85d\x0ce\n".encode(), ["a\u2028b\x0bc\x85d\x0ce"], id="only LF ends a line"),
        pytest.param(b"\xef\xbb\xbfa\n\xef\xbb\xbfb\n", ["a", "\ufeffb"], id="byte order mark at the start only"),
        pytest.param(b"a\n\n \nb", ["a", "", " ", "b"], id="blank lines are counted"),
        pytest.param(b"", [], id="empty"),
        pytest.param(gzip.compress(b"a\nb\n"), ["a", "b"], id="gzip, whatever the name"),
        pytest.param(gzip.compress(b"a\n") + gzip.compress(b"b\n"), ["a", "b"], id="gzip in two members"),
    ],
)
def test_lines(file, raw, texts):
    path = file(raw)
    found = list(lines(path))
    assert [line.text for line in found] == texts
    assert [line.number for line in found] == list(range(1, len(texts) + 1))
    assert read_text(path) == "\n".join(texts)


def test_latin_1_on_request(file):
    assert [line.text for line in lines(file(b"M\xfcller"), "latin-1")] == ["Müller"]


WIDE = "Mü\t名\r\n\u0a0d \u0d0a 😀\n"
"""With signs of which one half is the byte LF, or CR."""


@pytest.mark.parametrize(
    ("raw", "encoding"),
    [
        pytest.param("\ufeff".encode("utf-16-le") + WIDE.encode("utf-16-le"), "utf-8", id="little, by its mark"),
        pytest.param("\ufeff".encode("utf-16-be") + WIDE.encode("utf-16-be"), "utf-8", id="big, by its mark"),
        pytest.param(gzip.compress(WIDE.encode("utf-16")), "utf-8", id="packed"),
        pytest.param(WIDE.encode("utf-16"), "utf-16", id="on request"),
        pytest.param(WIDE.encode("utf-16-be"), "UTF-16BE", id="on request, without a mark"),
        pytest.param(WIDE.encode("utf-32"), "utf-32", id="UTF-32 on request"),
    ],
)
def test_wide_encodings(file, raw, encoding):
    assert [line.text for line in lines(file(raw), encoding)] == ["Mü\t名", "\u0a0d \u0d0a 😀"]


@pytest.mark.parametrize(
    ("raw", "encoding", "message"),
    [
        ("a\nb".encode("utf-16")[:-1], "utf-8", "file.txt:2: expected text in UTF-16, found truncated data"),
        (b"plain text", "utf-16", "file.txt:1: expected text in UTF-16, found UTF-16 stream does not start with BOM"),
        (
            "a\0".encode("utf-16"),
            "utf-8",
            ":1: expected text, found a binary file (a NUL at byte 2 of the line)",
        ),
    ],
    ids=["cut off", "another encoding", "binary"],
)
def test_wide_encodings_that_cannot_be_read(file, raw, encoding, message):
    with pytest.raises(FormatError) as caught:
        list(lines(file(raw), encoding))
    assert str(caught.value).endswith(message)


@pytest.mark.parametrize("name", ["mine.xlsx", "mine.xls", "gold.ODS"])
def test_a_spreadsheet_is_to_be_saved_as_csv(file, name):
    path = file(b"PK\3\4\24\0\6\0", name)
    with pytest.raises(FormatError) as caught:
        list(lines(path))
    assert str(caught.value) == f"{path}: expected text, such as CSV, found a spreadsheet; save it as CSV"


def test_a_pipe_is_refused_where_a_file_is_read_twice(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    check_rereadable(tmp_path)  # whoever reads it says that it is a directory
    check_rereadable(tmp_path / "gone")
    for use in (check_rereadable, guess, lambda path: list(read_rows(path, "imojie"))):
        with pytest.raises(FormatError, match=r"pipe: expected a file, which can be read more than once, found a pipe"):
            use(tmp_path / "pipe")


@pytest.mark.parametrize("raw", [b"a\n\xff\n", "a\nb".encode("utf-16")[:-1]], ids=["UTF-8", "UTF-16"])
def test_lines_come_one_at_a_time(file, raw):
    found = lines(file(raw))
    assert next(found).text == "a"
    with pytest.raises(FormatError):
        next(found)


WHOLE = gzip.compress(b"a line\n" * 1000)


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        pytest.param(
            b"ok\nM\xfcller\n",
            "file.txt:2: expected UTF-8 text (or another encoding, as in --encoding latin-1), "
            "found 0xFC at byte 2 of the line",
            id="invalid UTF-8",
        ),
        pytest.param(
            b"ok\n\x00\x01\n",
            "file.txt:2: expected text, found a binary file (a NUL at byte 1 of the line)",
            id="binary",
        ),
        pytest.param(WHOLE[:-20], ": expected a whole gzip file, found one that breaks off", id="truncated gzip"),
        pytest.param(
            WHOLE[:-8] + b"12345678",
            ": expected a whole gzip file, found a damaged one (CRC",
            id="gzip, wrong checksum",
        ),
        pytest.param(
            WHOLE[:12] + b"\xff" * 20, ": expected a whole gzip file, found a damaged one (Error", id="gzip, damaged"
        ),
    ],
)
def test_content_that_cannot_be_read(file, raw, message):
    with pytest.raises(FormatError) as caught:
        list(lines(file(raw)))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_no_file(tmp_path):
    with pytest.raises(FormatError, match=r"gone: expected a file, found nothing of that name$"):
        list(lines(tmp_path / "gone"))


def test_a_directory(tmp_path):
    with pytest.raises(FormatError, match=r"expected a file, found a directory$"):
        list(lines(tmp_path))


@pytest.mark.parametrize("raw", [b"", b"\n \n", gzip.compress(b"")], ids=["nothing", "blank lines", "nothing packed"])
def test_content_must_not_be_empty(file, raw):
    with pytest.raises(FormatError, match=r"expected at least one line, found an empty file$"):
        list(content(file(raw)))


@pytest.mark.parametrize(
    ("encoding", "message"),
    [
        ("klingon", "unknown encoding 'klingon'; for example: utf-8, latin-1"),
        ("cp037", "encoding 'cp037' does not end its lines with the byte LF"),
        ("rot13", "unknown encoding 'rot13'"),
    ],
)
def test_encodings_that_are_refused(file, encoding, message):
    with pytest.raises(InputError) as caught:
        list(lines(file("a"), encoding))
    assert message in str(caught.value)


@pytest.mark.parametrize(("text", "blank"), [("", True), ("  ", True), ("\u00a0", True), ("\t\t", False), ("a", False)])
def test_blank(tmp_path, text, blank):
    assert Line(tmp_path, 1, text).blank is blank


@pytest.mark.parametrize(("text", "number"), [("0.5", 0.5), (" -61 ", -61), ("1E-4", 0.0001)])
def test_numbers(tmp_path, text, number):
    assert Line(tmp_path, 1, "").number_from(text, "confidence") == number


@pytest.mark.parametrize("text", ["", "nan", "NaN", "-inf", "1e999", "1_000", "0,5", "high"])
def test_what_is_no_number(tmp_path, text):
    with pytest.raises(FormatError, match=":7: expected a number as confidence, found "):
        Line(tmp_path, 7, "").number_from(text, "confidence")
