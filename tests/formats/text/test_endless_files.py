"""Files that unpack without end, or have no end themselves, are refused before they fill the memory."""

from __future__ import annotations

import gzip
import io
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from karat.errors import FormatError
from karat.formats.tables.records import read_parquet
from karat.formats.text import input_file, lines
from karat.formats.text.input_file import InputFile

MEMORY = 1_500_000
"""Kilobytes of address space, which a reader that takes all of an endless file would exceed."""


@pytest.mark.parametrize("content", [b"a" * (1 << 20), b"Ann\tleft\n" * (1 << 17)], ids=["one line", "lines"])
def test_a_gzip_bomb(content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(input_file, "MOST_UNPACKED", 100_000)
    bomb = tmp_path / "bomb.gz"
    bomb.write_bytes(gzip.compress(content))
    with pytest.raises(FormatError, match=r"bomb\.gz: expected a gzip file that unpacks to at most 100,000 bytes"):
        list(lines.lines(bomb))


def test_a_packed_parquet_bomb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(input_file, "MOST_UNPACKED", 100_000)
    bomb = tmp_path / "bomb.gz"
    bomb.write_bytes(gzip.compress(b"PAR1" + bytes(1 << 20)))
    with pytest.raises(FormatError, match="expected a gzip file that unpacks to at most"):
        list(read_parquet(bomb))


def test_a_large_text_is_no_bomb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(input_file, "MOST_UNPACKED", 100_000)
    words = random.Random(0).choices(["Ann", "founded", "Bext", "in", "Ulm", "left", "the", "house"], k=100_000)
    text = "\n".join(words)
    packed = tmp_path / "words.gz"
    packed.write_bytes(gzip.compress(text.encode()))
    assert [line.text for line in lines.lines(packed)] == words
    with InputFile(packed) as file:
        assert [len(list(lines.lines(file))) for _ in range(2)] == [100_000, 100_000]


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "utf-16"])
def test_a_line_has_a_longest_length(encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "PIECE", 1_000)
    monkeypatch.setattr(lines, "LONGEST_LINE", 100_000)
    path = tmp_path / "long.txt"
    path.write_bytes(f"short\n{'x' * 20_000}\n{'y' * 300_000}".encode(encoding))
    read = []
    with pytest.raises(FormatError, match=r"long\.txt:3: expected a line of at most 100,000 bytes, found a longer one"):
        read.extend(line.text for line in lines.lines(path, encoding))
    path.write_bytes(f"short\n{'x' * 20_000}\r\n{'y' * 1_000}\n\n{'z' * 2_999}".encode(encoding))
    assert [len(line.text) for line in lines.lines(path, encoding)] == [5, 20_000, 1_000, 0, 2_999]


def test_standard_input_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(input_file, "MOST_ON_STANDARD_INPUT", 1_000)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a\n" * 501)))
    with pytest.raises(FormatError, match="stdin: expected at most 1,000 bytes, found more"):
        list(lines.lines(InputFile("-")))


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="the system has no /dev/zero")  # noqa: PTH110
def test_a_device_without_end() -> None:
    choices = ("--benchmark", "karat-sample", "--format", "jsonl")
    words = [sys.executable, "-m", "karat", "evaluate", "/dev/zero", *choices]
    limited = f"import os, resource; resource.setrlimit(resource.RLIMIT_AS, ({MEMORY * 1024},) * 2)"
    ended = subprocess.run(
        [sys.executable, "-c", f"{limited}; os.execv({words[0]!r}, {words!r})"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 1
    assert ended.stderr == "/dev/zero:1: expected text, found a binary file (a NUL at byte 1 of the line)\n"
