"""Files that grow by lines, and what a run that was cut off leaves of them."""

from __future__ import annotations

import errno
import io
from pathlib import Path

import pytest

from karat.errors import FormatError, InputError
from karat.systems import journal


@pytest.mark.parametrize(
    ("text", "count", "tail"),
    [
        (None, 0, b""),
        (b"", 0, b""),
        (b"a\n", 1, b""),
        (b"a\nb", 1, b"b"),
        (b"a\n\xe2\x98", 1, b"\xe2\x98"),
        (b"half", 0, b"half"),
    ],
)
def test_lines_and_what_is_behind_them(tmp_path: Path, text: bytes | None, count: int, tail: bytes) -> None:
    path = tmp_path / "a.jsonl"
    if text is not None:
        path.write_bytes(text)
    assert journal.split_tail(path) == (count, tail)
    with journal.resume(path, tail) as add:
        add(b"new\n")
    assert path.read_bytes() == (text or b"").removesuffix(tail) + b"new\n"


@pytest.mark.parametrize("tail", [b"", b"{", b'{"id"', b'{"id": "3", "te'])
def test_half_a_line_of_ours(tail: bytes) -> None:
    journal.check_tail(Path("a"), 1, tail, "answers")


@pytest.mark.parametrize("tail", [b"x", b'{"ids": ', b"[", b"\xff"])
def test_half_a_line_of_another(tail: bytes) -> None:
    with pytest.raises(FormatError, match="a:2: expected answers, found "):
        journal.check_tail(Path("a"), 1, tail, "answers")


def test_a_directory(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="expected a file, found a directory or a device"):
        journal.split_tail(tmp_path)


class Full(io.BytesIO):
    """A disk with room for so many bytes."""

    room = 5

    def write(self, data: bytes) -> int:  # type: ignore[override]
        if not self.room:
            raise OSError(errno.ENOSPC, "No space left on device")
        taken = super().write(data[: self.room])
        self.room -= taken
        return taken


def test_a_full_disk_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Full()
    monkeypatch.setattr(Path, "open", lambda *_, **__: disk)
    with journal.resume(Path("a.jsonl"), b"") as add:
        add(b"123\n")
        with pytest.raises(InputError, match=r"a.jsonl: cannot be written \(No space left on device\)"):
            add(b"456\n")
        assert disk.getvalue() == b"123\n4"
