"""A file that is opened once, for guessing its format, reading it and computing its checksum."""

from __future__ import annotations

import gzip
import io
import os
import sys
import weakref
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Self

from karat.errors import FormatError
from karat.one_line import one_line

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

    from karat.formats.format import Format

STANDARD_INPUT, ITS_NAME = "-", "stdin"
GZIP_MAGIC = b"\x1f\x8b"
CHUNK = 1 << 16
MOST_UNPACKED = 1 << 26
"""The number of bytes to which a gzip file may unpack, whatever its own size."""
HIGHEST_RATIO = 100
"""A larger file may have at most so many times the bytes that were read of the packed one; text has about five."""
MOST_ON_STANDARD_INPUT = 1 << 30


@dataclass(frozen=True, slots=True)
class FileRecord:
    """What was read: a file's path, its size in bytes and its sha256, of the packed bytes if it was packed."""

    path: str
    size: int
    sha256: str

    __repr__ = one_line


class InputFile:
    """A file that is opened when it is first read and stays open until ``close``.

    It may be read several times; each time starts over in the same open file, so that what was read before is not
    kept in memory. A pipe or a terminal can be read only once. After ``close``, reading opens the file anew.
    The path ``-`` is standard input, which is kept in memory, so that it may be read several times, too.
    ``guesses`` is where ``guess`` remembers its answers, by what it was asked. Without ``checksum`` there is no record.
    ``encoding_option`` is the option that names its encoding, for messages.
    """

    def __init__(self, path: str | os.PathLike[str], *, checksum: bool = True) -> None:
        self.is_standard_input = str(path) == STANDARD_INPUT
        self.path = Path(ITS_NAME) if self.is_standard_input else Path(path)
        self.checksum = checksum
        self.encoding_option = "--encoding"
        self.guesses: dict[object, Format] = {}
        self._content: bytes | None = None
        self._raw: _HashingFile | None = None
        self._buffered: io.BufferedReader | None = None
        self.passes = 0

    def __fspath__(self) -> str:
        return str(self.path)

    def __str__(self) -> str:
        return str(self.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; its record can still be had if it was read to its end."""
        if self._buffered is not None and self._raw is not None:
            self._buffered.close()
            self._raw.close()

    def start(self) -> tuple[IO[bytes], int]:
        """Start reading at the beginning; gives the bytes, unpacked where they are gzip, and the number of the pass.

        A pass ends when another one starts, which changes ``passes``.
        """
        if self._buffered is None or self._buffered.closed:
            self._raw = _HashingFile(self._open(), self.checksum)
            self._buffered = io.BufferedReader(self._raw, CHUNK)
        elif not self._buffered.seekable():
            raise FormatError(self.path, None, "a file, which can be read more than once", "a pipe or a terminal")
        else:
            self._buffered.seek(0)
        self.passes += 1
        if self._buffered.peek(2)[:2] == GZIP_MAGIC:
            return io.BufferedReader(_Unpacked(self.path, self._buffered)), self.passes
        return self._buffered, self.passes

    def _open(self) -> io.FileIO | io.BytesIO:
        if not self.is_standard_input:
            return _open(self.path)
        if self._content is None:
            self._content = _read_standard_input()
        return io.BytesIO(self._content)

    def record(self) -> FileRecord | None:
        """Give the size and checksum of what was read; ``None`` of a pipe, a terminal or a file that was not read."""
        if self._raw is None or not self._raw.regular or not self.checksum:
            return None
        self._raw.finish()
        return FileRecord(str(self.path), self._raw.hashed, self._raw.digest.hexdigest())


class WrittenFile(InputFile):
    """What is about to take a file's place, read under the name that it will have."""

    def __init__(self, path: Path, part: Path) -> None:
        super().__init__(path)
        self._part = part

    def _open(self) -> io.FileIO:
        return _open(self._part)


Input = Path | InputFile
"""What readers read: a path, which they open and close themselves, or a file that is open already."""


def as_input(source: str | os.PathLike[str] | InputFile) -> InputFile:
    """Give the file itself, or a new one for a path."""
    return source if isinstance(source, InputFile) else InputFile(source)


class _HashingFile(io.RawIOBase):
    """A file that hashes its bytes when they are read for the first time."""

    def __init__(self, file: io.FileIO | io.BytesIO, hashing: bool) -> None:
        self.file = file
        self.hashing = hashing
        self.regular = file.seekable()
        self.digest = sha256()
        self.hashed = 0
        self._position = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return self.regular

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        self._position = self.file.seek(offset, whence)
        return self._position

    def tell(self) -> int:
        return self._position

    def readinto(self, buffer: WriteableBuffer) -> int:
        view = memoryview(buffer).cast("B")
        count = self.file.readinto(view) or 0
        end = self._position + count
        if self.hashing and end > self.hashed:
            self.digest.update(view[self.hashed - self._position : count])
            self.hashed = end
        self._position = end
        return count

    def finish(self) -> None:
        """Hash what has not been read yet."""
        if not self.file.closed:
            self.seek(self.hashed)
            while self.read(CHUNK):
                pass

    def close(self) -> None:
        self.file.close()
        super().close()


class _Unpacked(io.RawIOBase):
    """The content of a gzip file; refuses a bomb, which unpacks to far more bytes than text does."""

    def __init__(self, path: Path, packed: io.BufferedReader) -> None:
        self._path = path
        self._packed = packed
        self._unpacked = gzip.GzipFile(fileobj=packed)
        self._count = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        count = self._unpacked.readinto(buffer)
        self._count += count
        if self._count > MOST_UNPACKED and self._count > HIGHEST_RATIO * self._packed.tell():
            found = f"{self._count:,} of {self._packed.tell():,} packed bytes"
            raise FormatError(self._path, None, f"a gzip file that unpacks to at most {MOST_UNPACKED:,} bytes", found)
        return count


_last_input: weakref.ref[object] | None = None
"""What was standard input when it was last read to its end."""


def _read_standard_input() -> bytes:
    """Read standard input to its end; it can be read once, and not from a terminal."""
    global _last_input
    if _last_input is not None and _last_input() is sys.stdin:
        raise FormatError(Path(ITS_NAME), None, "standard input (-) for one file", "it for two")
    if sys.stdin is None or sys.stdin.isatty():
        raise FormatError(Path(ITS_NAME), None, "a pipe or a file on standard input (-)", "a terminal")
    _last_input = weakref.ref(sys.stdin)
    content = sys.stdin.buffer.read(MOST_ON_STANDARD_INPUT + 1)
    if len(content) > MOST_ON_STANDARD_INPUT:
        raise FormatError(Path(ITS_NAME), None, f"at most {MOST_ON_STANDARD_INPUT:,} bytes", "more")
    return content


def _open(path: Path) -> io.FileIO:
    if path.is_dir():
        raise FormatError(path, None, "a file", "a directory")
    try:
        return io.FileIO(path, "rb")
    except FileNotFoundError:
        raise FormatError(path, None, "a file", "nothing of that name") from None
    except OSError as error:
        raise unreadable(path, error) from None


def unreadable(path: Path, error: OSError) -> FormatError:
    """Say why the system cannot read a file."""
    return FormatError(path, None, "a file that can be read", error.strerror or str(error))
