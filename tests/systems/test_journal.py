"""Files that grow by lines, and what a run that was cut off leaves of them."""

from __future__ import annotations

import errno
import io
import os
import sys
from pathlib import Path

import pytest

from karat.errors import FormatError, InputError
from karat.systems import journal
from karat.systems.journal import check_tail, open_journal, split_tail

START = b'{"id": '


@pytest.mark.parametrize(
    ("text", "count", "tail"),
    [
        (None, 0, b""),
        (b"", 0, b""),
        (b"a\n", 1, b""),
        (b'a\n{"id": "b', 1, b'{"id": "b'),
        (b'a\n{"id": "\xe2\x98', 1, b'{"id": "\xe2\x98'),
        (b'{"i', 0, b'{"i'),
    ],
)
def test_lines_and_what_is_behind_them(tmp_path: Path, text: bytes | None, count: int, tail: bytes) -> None:
    path = tmp_path / "a.jsonl"
    if text is not None:
        path.write_bytes(text)
    assert split_tail(path) == (count, tail)
    with open_journal(path, START, "answers") as opened:
        assert len(list(opened.lines())) == opened.complete == count
        assert path.read_bytes() == (text or b"")
        opened.add(b"new\n")
        opened.add(b"newer\n")
    assert path.read_bytes() == (text or b"").removesuffix(tail) + b"new\nnewer\n"


def test_a_tail_is_removed_on_request(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'a\n{"id"')
    with open_journal(path, START, "answers") as opened:
        opened.remove_tail()
    assert path.read_bytes() == b"a\n"


def test_beginning_anew(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"old\n")
    with open_journal(path, START, "answers") as opened:
        opened.discard()
        assert path.read_bytes() == b"old\n"
        opened.add(b"new\n")
        opened.add(b"newer\n")
    assert path.read_bytes() == b"new\nnewer\n"


def test_a_new_file_without_lines_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with open_journal(path, START, "answers") as opened:
        assert list(opened.lines()) == []
    assert not path.exists()
    path.touch()
    with open_journal(path, START, "answers"):
        pass
    assert path.exists()


@pytest.mark.parametrize("tail", [b"", b"{", b'{"id"', b'{"id": "3", "te'])
def test_half_a_line_of_ours(tail: bytes) -> None:
    check_tail(Path("a"), 1, tail, "answers", START)


@pytest.mark.parametrize("tail", [b"x", b'{"ids": ', b"[", b"\xff"])
def test_half_a_line_of_another(tmp_path: Path, tail: bytes) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"a\n" + tail)
    with (
        pytest.raises(FormatError, match=r"a.jsonl:2: expected answers, found "),
        open_journal(path, START, "answers") as opened,
    ):
        list(opened.lines())
    assert path.read_bytes() == b"a\n" + tail


def test_a_directory(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="expected a file, found a directory or a device"):
        split_tail(tmp_path)
    with (
        pytest.raises(FormatError, match="expected a file, found a directory or a device"),
        open_journal(tmp_path, START, "answers"),
    ):
        pass


class Full(io.BytesIO):
    """A disk with room for so many bytes."""

    room = 5

    def write(self, data: bytes) -> int:  # type: ignore[override]
        if not self.room:
            raise OSError(errno.ENOSPC, "No space left on device")
        taken = super().write(data[: self.room])
        self.room -= taken
        return taken


def test_a_full_disk_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Full()
    monkeypatch.setattr(journal, "_open_locked", lambda _: disk)
    path = tmp_path / "a.jsonl"
    path.touch()
    with open_journal(path, START, "answers") as opened:
        opened.add(b"123\n")
        with pytest.raises(InputError, match=r"a.jsonl: cannot be written \(No space left on device\)"):
            opened.add(b"456\n")
        assert disk.getvalue() == b"123\n4"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no locks of files that are advice")
def test_two_at_once(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with open_journal(path, START, "answers") as first:
        first.add(b"one\n")
        with (
            pytest.raises(InputError, match=r"a.jsonl: expected a file that no other run writes to, found one that is"),
            open_journal(path, START, "answers"),
        ):
            pass
        first.add(b"two\n")
    with open_journal(path, START, "answers") as second:
        second.add(b"three\n")
    assert path.read_bytes() == b"one\ntwo\nthree\n"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no locks of files that are advice")
def test_a_file_that_is_replaced_between_opening_and_locking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lock must be that of the file that has the name, or lines would go to a file without one."""
    path, other = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    path.write_bytes(b"old\n")
    other.write_bytes(b"replaced\n")
    lock = journal.fcntl.flock

    def replace_then_lock(file: io.FileIO, kind: int) -> None:
        if other.exists():
            os.replace(other, path)  # noqa: PTH105 (as another run does)
        lock(file, kind)

    monkeypatch.setattr(journal.fcntl, "flock", replace_then_lock)
    with open_journal(path, START, "answers") as opened:
        opened.add(b"new\n")
    assert path.read_bytes() == b"replaced\nnew\n"
