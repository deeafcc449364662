"""A file that is opened once, for guessing its format, reading it and computing its checksum.

It may be on this machine, on standard input, behind a URL, or divided into shards.
"""

from __future__ import annotations

import gzip
import io
import os
import re
import sys
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from glob import glob, has_magic
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any, Self

from karat.errors import FormatError, InputError, MissingExtraError
from karat.one_line import one_line
from karat.urls import find_url, local_path

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

    from karat.formats.format import Format

STANDARD_INPUT, ITS_NAME = "-", "stdin"
GZIP_MAGIC = b"\x1f\x8b"
CHUNK = 1 << 16
MOST_UNPACKED = 1 << 26
"""The number of bytes to which a gzip file may unpack, whatever its own size."""
HIGHEST_RATIO = 100
"""The highest ratio of unpacked to packed bytes in a larger file; that of text is about five."""
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
    kept in memory. A pipe or a terminal can be read only once. After ``close``, reading opens the file again.
    The path ``-`` is standard input, which is kept in memory, so that it may be read several times, too. A URL is
    read through fsspec, and one of the web by Python itself.
    ``guesses`` is where ``guess`` remembers its answers, by what it was asked. Without ``checksum`` there is no record.
    ``encoding_option`` is the option that names its encoding, for messages.
    """

    def __init__(self, path: str | os.PathLike[str], *, checksum: bool = True) -> None:
        self.is_standard_input = str(path) == STANDARD_INPUT
        self.url = find_url(path)
        """Where the file is, if it is not on this machine."""
        self.path = Path(ITS_NAME if self.is_standard_input else local_path(path))
        self.checksum = checksum
        self.encoding_option = "--encoding"
        self.guesses: dict[object, Format] = {}
        self._content: bytes | None = None
        self._raw: _HashingFile | None = None
        self._buffered: io.BufferedReader | None = None
        self.passes = 0

    def __fspath__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        return self.url or str(self.path)

    @property
    def stem(self) -> str:
        """The file's name without its ending and ``.gz``: ``gold`` of ``gold.jsonl.gz``."""
        return Path(self.path.name.removesuffix(".gz")).stem

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
        """Start reading at the beginning; return the bytes, unpacked if they are gzip, and the number of the pass.

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

    def _open(self) -> io.FileIO | io.BytesIO | RemoteFile:
        if self.url is not None:
            return RemoteFile(self.url)
        if not self.is_standard_input:
            return _open(self.path)
        if self._content is None:
            self._content = _read_standard_input()
        return io.BytesIO(self._content)

    @property
    def has_random_access(self) -> bool:
        """Whether what ``start`` gave can be read from any place: a file that is neither packed nor a pipe."""
        if self._raw is None or self._buffered is None or not self._raw.has_random_access:
            return False
        self._buffered.seek(0)
        return self._buffered.peek(2)[:2] != GZIP_MAGIC

    def record(self) -> FileRecord | None:
        """Return the size and checksum of what was read; ``None`` of a pipe, a terminal or a file that was not read."""
        if self._raw is None or not self._raw.regular or not self.checksum:
            return None
        self._raw.finish()
        return FileRecord(str(self), self._raw.hashed, self._raw.digest.hexdigest())

    def size(self) -> int | None:
        """Return the size in bytes, packed if it is packed, without reading the file; ``None`` if that is not known."""
        if self.url is not None:
            return size_of(self.url)
        if self.is_standard_input or not self.path.is_file():
            return None
        return self.path.stat().st_size


class Shards(InputFile):
    """Several files that are one, such as ``part-*.jsonl`` or a folder; each is read as a file of its own.

    Functions of ``karat.formats`` that read items or documents read one shard after the other; nothing else can read
    them. The format is that of the first. Their record has the size of all, and the checksum of what
    ``sha256sum`` prints of them: ``cd FOLDER; sha256sum part-* | sha256sum``.
    """

    def __init__(self, path: str | os.PathLike[str], files: Sequence[str], *, checksum: bool = True) -> None:
        super().__init__(path, checksum=checksum)
        self.shards = tuple(InputFile(file, checksum=checksum) for file in files)

    @property
    def stem(self) -> str:
        """The name without wildcards, ``gold`` of ``gold-*.jsonl``; where nothing is left, the folder's."""
        return re.sub(r"\[[^]]*\]|[*?]+", "", super().stem).strip("-_. ") or self.path.parent.name or super().stem

    def close(self) -> None:
        for shard in getattr(self, "shards", ()):
            shard.close()

    def start(self) -> tuple[IO[bytes], int]:
        raise FormatError(self.path, None, "one file", f"{len(self.shards)} shards")

    def record(self) -> FileRecord | None:
        records = [record for shard in self.shards if (record := shard.record()) is not None]
        if len(records) < len(self.shards):
            return None
        lines = "".join(
            f"{record.sha256}  {shard.path.name}\n" for record, shard in zip(records, self.shards, strict=True)
        )
        return FileRecord(str(self), sum(record.size for record in records), sha256(lines.encode()).hexdigest())

    def size(self) -> int | None:
        sizes = [shard.size() for shard in self.shards]
        return sum(size for size in sizes if size is not None) if None not in sizes else None


class WrittenFile(InputFile):
    """New content that is about to replace a file, read under the file's name."""

    def __init__(self, path: Path, part: Path) -> None:
        super().__init__(path)
        self._part = part

    def _open(self) -> io.FileIO:
        return _open(self._part)


Input = Path | InputFile
"""What readers accept: a path, which they open and close themselves, or an open file."""


def as_input(source: str | os.PathLike[str] | InputFile, *, checksum: bool = True) -> InputFile:
    """Return an open file as it is; make one of a path, or one of all files of a folder or a pattern."""
    if isinstance(source, InputFile):
        return source
    files = shards_of(source)
    return InputFile(source, checksum=checksum) if files is None else Shards(source, files, checksum=checksum)


def shards_of(source: str | os.PathLike[str]) -> list[str] | None:
    """Return the files of a folder, or those that a pattern matches, in the order of their names; ``None`` of one file.

    Hidden files of a folder are left out, and those whose names start with ``_``, which programs that write shards use
    for marks such as ``_SUCCESS``.
    """
    if (url := find_url(source)) is not None:
        place, files = url, files_of(url)
    else:
        place = local_path(source)
        files = _local_files(place)
    if files is None:
        return None
    if not has_magic(place):
        files = [file for file in files if not file.rpartition("/")[2].startswith((".", "_"))]
    if not files:
        raise FormatError(place, None, "files of this pattern" if has_magic(place) else "files in the folder", "none")
    return sorted(files)


def _local_files(place: str) -> list[str] | None:
    path = Path(place)
    try:
        if path.is_dir():
            return [str(file) for file in path.iterdir() if file.is_file()]
        if has_magic(place) and not path.exists():
            # Path.glob takes no absolute pattern.
            return [file for file in glob(place, recursive=True) if Path(file).is_file()]  # noqa: PTH207
    except (OSError, ValueError):  # a name that cannot be looked at is refused when it is opened
        pass
    return None


class _HashingFile(io.RawIOBase):
    """A file that hashes its bytes when they are read for the first time."""

    def __init__(self, file: io.FileIO | io.BytesIO | RemoteFile, hashing: bool) -> None:
        self.file = file
        self.hashing = hashing
        self.regular = file.seekable()
        self.has_random_access = file.has_random_access if isinstance(file, RemoteFile) else self.regular
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
        # What is read before its turn, as the end of a Parquet file, is hashed by ``finish``.
        if self.hashing and self._position <= self.hashed < end:
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
"""The standard input that was last read to its end."""


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
    """Make the error for a file that the system cannot read."""
    return FormatError(path, None, "a file that can be read", error.strerror or str(error))


PATIENCE = 60
"""Seconds without an answer, or without further data, after which reading fails."""
WEB = ("http://", "https://")


class RemoteFile(io.RawIOBase):
    """A file behind a URL that can be read from any place.

    If the server can only send the file from its beginning, going back fetches it again.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self._position = 0
        self._stream = self._open()

    def _open(self) -> Any:
        with _clear_errors(self.url):
            if self.url.startswith(WEB):
                # It takes 0.1 s to import, which files on this machine need not wait for.
                from urllib.request import urlopen

                return urlopen(self.url, timeout=PATIENCE)  # noqa: S310 (the URL is the user's own)
            system, place = _file_system(self.url)
            return system.open(place, "rb")

    @property
    def has_random_access(self) -> bool:
        """Whether seeking is cheap."""
        return not self.url.startswith(WEB) and bool(self._stream.seekable())

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._position

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        with _clear_errors(self.url):
            if self.has_random_access:
                self._position = self._stream.seek(offset, whence)
                return self._position
        if whence != os.SEEK_SET:
            raise io.UnsupportedOperation(f"{self.url}: expected a place counted from the beginning")
        if offset < self._position:
            self._stream.close()
            self._stream = self._open()
            self._position = 0
        while self._position < offset and self.read(min(CHUNK, offset - self._position)):
            pass
        return self._position

    def readinto(self, buffer: WriteableBuffer) -> int:
        view = memoryview(buffer).cast("B")
        with _clear_errors(self.url):
            read = self._stream.read(len(view))
            # A connection that breaks off looks like the end of the file.
            if not read and len(view) and getattr(self._stream, "length", None):
                raise EOFError(f"a connection that broke off, {self._stream.length:,} bytes before the end")
        view[: len(read)] = read
        self._position += len(read)
        return len(read)

    def close(self) -> None:
        if not self.closed:
            self._stream.close()
        super().close()


def files_of(url: str) -> list[str] | None:
    """Return the files of a folder, or those that a pattern matches; ``None`` of one file. The web has neither."""
    if url.startswith(WEB):
        return None
    with _clear_errors(url):
        system, place = _file_system(url)
        if has_magic(place):
            listed = system.glob(place, detail=True).items()
        elif system.isdir(place):
            listed = [(about["name"], about) for about in system.ls(place, detail=True)]
        else:
            return None
        return [system.unstrip_protocol(name) for name, about in listed if about["type"] == "file"]


def size_of(url: str) -> int | None:
    """Return the size in bytes, if the server reports it without sending the file."""
    if url.startswith(WEB):
        return None
    with _clear_errors(url):
        system, place = _file_system(url)
        size = system.size(place)
        return None if size is None else int(size)


def _file_system(url: str) -> tuple[Any, str]:
    try:
        # An optional dependency.
        from fsspec.core import url_to_fs
    except ModuleNotFoundError:
        raise MissingExtraError(f"{url}: reading files of this kind", "cluster") from None
    system, place = url_to_fs(url)
    return system, place


@contextmanager
def _clear_errors(url: str) -> Iterator[None]:
    """Turn errors of the network and of fsspec into one line."""
    try:
        yield
    except (InputError, MissingExtraError):
        raise
    except FileNotFoundError:
        raise FormatError(url, None, "a file", "nothing of that name") from None
    except ImportError as error:  # fsspec names the package that a kind of URL needs: "Install s3fs to access S3"
        raise InputError(f"{url}: this kind of URL needs a package that is not installed: {error}") from None
    except Exception as error:  # noqa: BLE001 (each kind of storage has exceptions of its own)
        if hasattr(error, "close"):
            error.close()  # the answer of a web server
        raise FormatError(url, None, "a URL that can be read", _reason(error)) from None


def _reason(error: Exception) -> str:
    if (status := getattr(error, "code", None)) is not None:
        return f"HTTP {status} {getattr(error, 'reason', '')}".strip()
    cause = getattr(error, "reason", error)
    text = (cause.strerror if isinstance(cause, OSError) else None) or str(cause)
    return text.splitlines()[0] if text else type(error).__name__
