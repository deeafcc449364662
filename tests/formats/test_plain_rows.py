"""Readers of plain values: the same rows, repairs and errors as where each row is read into objects."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from karat.errors import KaratError
from karat.formats import FORMATS, Format, Problems
from karat.formats.format import PlainReader, Reader
from karat.formats.tables import table
from karat.formats.tables.table import TABLE, table_with
from karat.model import Row
from karat.model.extraction import row_of

PLAIN = [each for each in FORMATS if each.plain is not None]
HEADERS = [
    "id\tsubject\trelation\tobject\tconfidence",
    "sentence\tsubject\trelation\tobject",
    "id\tsentence\tsubject\trelation\tobject\tscore",
    "id\tsubject\trelation\tobject\targ3",
    "id\tsubject\trelation\tobject\tnote",
    "id\tsubject\trelation\tobject\tsynset",
    "id\tsubject\trelation",
    "id,subject,relation,object,confidence",
    "id;subject;relation;object;confidence",
    "1\tAnn\tleft\tUlm",
    "Ann left Ulm .\t.5\tleft\tAnn\tUlm",
]
CELLS = st.sampled_from(["1", "Ann", " Ulm ", "", "0.5", "1e3", "nan", "1_0", "0,5", '"a', '"b"', "\xa0", "a\rb", "é "])


@st.composite
def tables(draw: st.DrawFn) -> bytes:
    header = draw(st.sampled_from(HEADERS))
    delimiter = next(each for each in "\t;," if each in header)
    width = header.count(delimiter) + 1
    row = st.lists(CELLS, min_size=width, max_size=width) | st.lists(CELLS, max_size=width + 1)
    rows = draw(st.lists(row.map(delimiter.join) | st.just(header), max_size=6))
    damage = draw(st.sampled_from([b"", b"", b"\xff\n", b"1\0\n"]))
    return "\n".join([header, *rows, ""]).encode() + damage + "\n".join(rows).encode()


def outcome(read: Reader | PlainReader, path: Path) -> tuple[list[tuple[Row, int | None]], list[str], str]:
    """The rows with their lines, the repairs, and the errors."""
    rows: list[Row] = []
    problems = Problems()
    try:
        rows.extend(row if isinstance(row, Row) else row_of(row) for row in read(path, problems=problems))
        errors = ""
    except KaratError as error:
        errors = str(error)
    return [(row, row.line) for row in rows], list(map(str, problems.repairs)), errors


@pytest.mark.parametrize("format", [*PLAIN, table_with("id,subject,relation,object")], ids=lambda each: each.name)
@given(content=tables())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_plain_values_are_the_same_rows(format: Format, content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "rows.tsv"
    path.write_bytes(content)
    assert format.plain is not None
    assert outcome(format.plain, path) == outcome(format.read, path)


@given(content=tables())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_usual_rows_of_tables_are_read_as_others(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "rows.tsv"
    path.write_bytes(content)
    quick = outcome(TABLE.read, path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table, "usual_row", lambda *_: lambda *_: None)
        assert quick == outcome(TABLE.read, path)


USUAL = {
    "benchie": ("1\tAnn\tleft\t Ulm\n", ("1", None, "Ann", "left", " Ulm", 1.0, 1)),
    "carb-tab": ("Ann left Ulm .\t.5\tleft\tAnn\tUlm\n", (None, "Ann left Ulm .", "Ann", "left", "Ulm", 0.5, 1)),
    "table": ("id,subject,relation,object\n1,Ann,left,Ulm\n", ("1", None, "Ann", "left", "Ulm", 1.0, 2)),
}


@pytest.mark.parametrize("format", PLAIN, ids=lambda each: each.name)
def test_usual_rows_are_plain(format: Format, tmp_path: Path) -> None:
    text, usual = USUAL[format.name]
    path = tmp_path / "rows.tsv"
    path.write_text(text, encoding="utf-8")
    assert format.plain is not None
    assert list(format.plain(path)) == [usual]
