"""A file is opened once for guessing, reading and its checksum."""

from __future__ import annotations

import gzip
import hashlib
import os
import threading
import tracemalloc

import pytest

from karat.errors import FormatError
from karat.formats import InputFile, guess, read_items, read_rows
from karat.formats.text.lines import content, lines, read_text

ROWS = "".join(f"{number}\tAnn\tleft\tUlm\n" for number in range(1, 1001)).encode()


@pytest.fixture
def opens(monkeypatch):
    """The paths that are opened while the test runs."""
    import karat.formats.text.input_file as module

    paths = []
    file_io = module.io.FileIO

    class Counted(file_io):
        def __init__(self, path, mode):
            paths.append(str(path))
            super().__init__(path, mode)

    monkeypatch.setattr(module.io, "FileIO", Counted)
    return paths


@pytest.mark.parametrize("raw", [ROWS, gzip.compress(ROWS)], ids=["plain", "gzip"])
def test_one_open_for_all(file, opens, raw):
    path = file(raw)
    with InputFile(path) as source:
        assert guess(source).name == guess(source).name == "benchie"
        assert len(list(read_rows(source))) == 1000
        assert len(list(read_items(source))) == 1000
        record = source.record()
    assert opens == [str(path)]
    assert (record.path, record.size, record.sha256) == (str(path), len(raw), hashlib.sha256(raw).hexdigest())


@pytest.mark.parametrize("raw", [ROWS, gzip.compress(os.urandom(300_000).hex().encode()), ROWS * 100])
def test_the_checksum_of_a_file_that_was_read_in_part(file, raw):
    with InputFile(file(raw)) as source:
        assert next(lines(source)).number == 1
        record = source.record()
        assert (record.size, record.sha256) == (len(raw), hashlib.sha256(raw).hexdigest())
        assert read_text(source).startswith(next(lines(source)).text)
        assert source.record() == record


def test_the_record_stays_after_closing(file):
    source = InputFile(file(ROWS))
    assert source.record() is None  # nothing was read
    list(lines(source))
    source.close()
    assert source.record().size == len(ROWS)
    assert len(list(lines(source))) == 1000  # opened anew
    source.close()


def test_every_pass_starts_over(file):
    path = file("a\nb\nc\n".encode("utf-16"))
    with InputFile(path) as source:
        for _ in range(3):
            assert next(content(source)).text == "a"
        assert [line.text for line in lines(source)] == ["a", "b", "c"]


def test_two_readers_at_once_are_our_own_mistake(file):
    with InputFile(file("a\nb\nc\n")) as source:
        first = lines(source)
        next(first)
        next(lines(source))
        with pytest.raises(AssertionError, match="two readers"):
            next(first)


def test_a_pipe_is_read_once(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(b"a\n",))
    writer.start()
    with InputFile(path) as source:
        assert [line.text for line in lines(source)] == ["a"]
        writer.join()
        assert source.record() is None
        with pytest.raises(FormatError, match="expected a file, which can be read more than once, found a pipe"):
            list(lines(source))


def test_reading_and_hashing_need_no_memory_for_the_file(file):
    path = file(ROWS * 200)
    tracemalloc.start()
    with InputFile(path) as source:
        guess(source)
        assert sum(1 for _ in read_rows(source)) == 200_000
        source.record()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < path.stat().st_size / 4
