"""Files as numbered lines: UTF-8 or what was asked for, packed with gzip or not, one line at a time."""

from __future__ import annotations

import codecs
import gzip
import io
import math
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from karat.errors import FormatError, InputError

GZIP_MAGIC = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file, without its end."""

    path: Path
    number: int
    text: str

    @property
    def blank(self) -> bool:
        """Nothing stands here, or only spaces; a line of tabs has empty fields and is not blank."""
        return "\t" not in self.text and not self.text.strip()

    def error(self, *, expected: str, found: str) -> FormatError:
        """Say what is wrong here; the caller raises it."""
        return FormatError(self.path, self.number, expected, found)

    def number_from(self, text: str, what: str) -> float:
        """Read a number that ``what`` names; infinity is one, NaN is not."""
        try:
            number = math.nan if "_" in text else float(text)
        except ValueError:
            number = math.nan
        if math.isnan(number):
            raise self.error(expected=f"a number as {what}", found=repr(text))
        return number


def lines(path: Path, encoding: str = "utf-8") -> Iterator[Line]:
    """Yield each line of a file.

    Only LF ends a line, a CR before it goes with it; U+2028, form feeds and the like are text. A byte order mark at the
    start is dropped. A file that starts like gzip is unpacked, whatever its name.
    """
    check_encoding(encoding)
    number = 0
    with _opened(path) as file:
        try:
            for number, raw in enumerate(file, 1):
                text = _decoded(path, number, raw, encoding).removesuffix("\n").removesuffix("\r")
                yield Line(path, number, text.removeprefix("\ufeff") if number == 1 else text)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            reason = "one that breaks off" if isinstance(error, EOFError) else f"a damaged one ({error})"
            raise FormatError(path, number + 1, "a whole gzip file", reason) from None
        except OSError as error:
            raise _unreadable(path, error) from None


def content(path: Path, encoding: str = "utf-8") -> Iterator[Line]:
    """Yield each line that is not blank; a file without one is an error."""
    empty = True
    for line in lines(path, encoding):
        if not line.blank:
            empty = False
            yield line
    if empty:
        raise FormatError(path, None, "at least one line", "an empty file")


def read_text(path: Path, encoding: str = "utf-8") -> str:
    """Read a whole file, for the formats that cannot be read line by line."""
    return "\n".join(line.text for line in lines(path, encoding))


def check_encoding(encoding: str) -> None:
    """Refuse an encoding that Python does not know, or whose line ends are not the byte LF."""
    try:
        codecs.lookup(encoding)
        plain = "\n".encode(encoding) == b"\n"
    except (LookupError, ValueError, TypeError, AttributeError):
        raise InputError(f"unknown encoding {encoding!r}; for example: utf-8, latin-1") from None
    if not plain:
        raise InputError(
            f"encoding {encoding!r} does not end its lines with the byte LF: expected utf-8, latin-1 or alike"
        )


def _decoded(path: Path, number: int, raw: bytes, encoding: str) -> str:
    if b"\0" in raw:
        raise FormatError(path, number, "text", f"a binary file (a NUL at byte {raw.index(0) + 1} of the line)")
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        hint = " (or another encoding, as in --encoding latin-1)" if codecs.lookup(encoding).name == "utf-8" else ""
        place = f"0x{raw[error.start]:02X} at byte {error.start + 1} of the line"
        raise FormatError(path, number, f"{encoding.upper()} text{hint}", place) from None


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    if path.is_dir():
        raise FormatError(path, None, "a file", "a directory")
    try:
        file = path.open("rb")
    except FileNotFoundError:
        raise FormatError(path, None, "a file", "nothing of that name") from None
    except OSError as error:
        raise _unreadable(path, error) from None
    with file:
        if file.peek(2)[:2] == GZIP_MAGIC:
            yield io.BufferedReader(gzip.GzipFile(fileobj=file))
        else:
            yield file


def _unreadable(path: Path, error: OSError) -> FormatError:
    return FormatError(path, None, "a file that can be read", error.strerror or str(error))
