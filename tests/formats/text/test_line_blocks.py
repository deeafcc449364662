"""Lines that are read in blocks are those of the whole text, wherever a block ends."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from karat.errors import FormatError
from karat.formats.text import lines as module
from karat.formats.text.lines import lines

TEXTS = st.text(alphabet="aä日\r\n\u2028\t ", max_size=30)


def expected_lines(text: str) -> list[str]:
    """Split at LF, with a CR before it; at CR if there is no LF."""
    if "\n" not in text and "\r" in text.rstrip("\r"):
        return text.rstrip("\r").split("\r")
    return [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")] if text else []


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=TEXTS, size=st.integers(1, 9))
def test_lines_do_not_depend_on_the_size_of_blocks(tmp_path, text, size):
    path = tmp_path / "text.txt"
    path.write_bytes(text.encode())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "PIECE", size)
        found = list(lines(path))
    assert [line.text for line in found] == expected_lines(text)
    assert [line.number for line in found] == list(range(1, len(found) + 1))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        pytest.param(b"b\xff", r"text.txt:3: expected UTF-8 text .*, found 0xFF at byte 2 of the line", id="encoding"),
        pytest.param(
            b"b\0c", r"text.txt:3: expected text, found a binary file \(a NUL at byte 2 of the line\)", id="NUL"
        ),
    ],
)
@pytest.mark.parametrize("size", [1, 4, 1 << 16])
def test_a_faulty_line_is_named_after_those_before_it(tmp_path, monkeypatch, wrong, message, size):
    path = tmp_path / "text.txt"
    path.write_bytes(b"a\r\n\n" + wrong + b"\nd\n")
    monkeypatch.setattr(module, "PIECE", size)
    reader = lines(path)
    assert [next(reader).text, next(reader).text] == ["a", ""]
    with pytest.raises(FormatError, match=message):
        next(reader)
