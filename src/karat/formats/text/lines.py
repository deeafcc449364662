"""Read files line by line, with line numbers: UTF-8, UTF-16 or a given encoding, gzipped or not."""

from __future__ import annotations

import codecs
import gzip
import io
import math
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import IO

from karat.errors import FormatError, InputError
from karat.formats.text.input_file import Input, InputFile, unreadable

WIDE = ("utf-16", "utf-32")
"""Encodings whose characters have two or four bytes, so that the byte LF may be part of another character."""
SIMPLE = ("utf-8", "latin-1", "ascii")
"""Encodings in which a block of lines may be decoded at once, because no line depends on those before it."""
SPREADSHEETS = (".xlsx", ".xlsm", ".xls", ".ods")
LONGEST_LINE = 1 << 28
"""The most bytes of a line: ``/dev/zero``, or a pipe without line ends, would fill the memory with its first line."""
PIECE = 1 << 14
"""The bytes that are decoded at once; the lines of a block are in memory together."""
WIDE_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file, without its line end."""

    path: Path
    number: int
    text: str

    @property
    def blank(self) -> bool:
        """Whether the line is empty or has only spaces; a line of tabs has empty fields and is not blank."""
        return is_blank(self.text)

    def error(self, *, expected: str, found: str) -> FormatError:
        """Build an error about this line; the caller raises it."""
        return FormatError(self.path, self.number, expected, found)

    def number_from(self, text: str, what: str) -> float:
        """Read a number, called ``what`` in messages; infinity and NaN, of which no mean can be taken, are errors."""
        try:
            number = math.nan if "_" in text else float(text)
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            raise self.error(expected=f"a number as {what}", found=repr(text))
        return number


def is_blank(text: str) -> bool:
    """Whether a line is blank, as ``Line.blank`` says."""
    return "\t" not in text and not text.strip()


def lines(path: Input, encoding: str = "utf-8") -> Iterator[Line]:
    """Yield each line of a file.

    Only LF ends a line, together with a CR before it; U+2028, form feeds and the like are text. In a file without any
    LF, CR does, as some spreadsheets write. A byte order mark at the start is dropped; that of UTF-16, which no UTF-8
    text has, decides the encoding. A file that starts like gzip is unpacked, whatever its name.
    """
    with opened(path) as file:
        for first, texts in line_blocks(file, encoding):
            pass_number = file.passes
            for number, text in enumerate(texts, first):
                yield Line(file.path, number, text)
                assert file.passes == pass_number, f"{file.path} is being read by two readers"


@contextmanager
def opened(path: Input) -> Iterator[InputFile]:
    """Open a path and close it at the end; leave an open file as it is."""
    file = path if isinstance(path, InputFile) else InputFile(path, checksum=False)
    try:
        yield file
    finally:
        if file is not path:
            file.close()


def line_blocks(file: InputFile, encoding: str = "utf-8") -> Iterator[tuple[int, Sequence[str]]]:
    """Yield the texts of the lines of a file, many at a time, each time with the number of the first.

    A line that cannot be read is an error after all lines before it.
    """
    check_encoding(encoding)
    number, shown_encoding, path = 0, encoding, file.path
    try:
        stream, pass_number = file.start()
        blocks, encoding, shown_encoding = _narrowed(path, stream, encoding)
        for block in _split_at_returns(blocks):
            for texts in _texts(file, number, block, encoding):
                if number == 0:
                    texts[0] = texts[0].removeprefix("\ufeff")
                yield number + 1, texts
                assert file.passes == pass_number, f"{path} is being read by two readers"
                number += len(texts)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        reason = "one that breaks off" if isinstance(error, EOFError) else f"a damaged one ({error})"
        raise FormatError(path, number + 1, "a whole gzip file", reason) from None
    except UnicodeError as error:
        reason = error.reason if isinstance(error, UnicodeDecodeError) else str(error)
        raise FormatError(path, number + 1, f"text in {shown_encoding}", reason) from None
    except OSError as error:
        raise unreadable(path, error) from None


def content(path: Input, encoding: str = "utf-8") -> Iterator[Line]:
    """Yield each line that is not blank; a file without one is an error."""
    empty = True
    for line in lines(path, encoding):
        if not line.blank:
            empty = False
            yield line
    if empty:
        raise FormatError(path, None, "at least one line", "an empty file")


def read_text(path: Input, encoding: str = "utf-8") -> str:
    """Read a whole file, for the formats that cannot be read line by line."""
    return "\n".join(line.text for line in lines(path, encoding))


def check_encoding(encoding: str) -> None:
    """Refuse an unknown encoding, and one that is not wide and does not end lines with the byte LF."""
    try:
        plain = codecs.lookup(encoding).name.startswith(WIDE) or "\n".encode(encoding) == b"\n"
    except (LookupError, ValueError, TypeError, AttributeError):
        raise InputError(f"unknown encoding {encoding!r}; for example: utf-8, latin-1") from None
    if not plain:
        raise InputError(
            f"encoding {encoding!r} does not end its lines with the byte LF: expected utf-8, latin-1 or alike"
        )


def check_rereadable(file: Input) -> None:
    """Refuse a pipe or a terminal where a file is read more than once."""
    path = Path(file)
    if path.exists() and not path.is_file() and not path.is_dir():
        raise FormatError(path, None, "a file, which can be read more than once", "a pipe or a terminal")


def _narrowed(path: Path, file: IO[bytes], encoding: str) -> tuple[Iterable[bytes], str, str]:
    """Return blocks of whole lines, recoded if the encoding is wide, their encoding, and the file's original one."""
    name = codecs.lookup(encoding).name
    if name == "utf-8" and isinstance(file, io.BufferedReader) and file.peek(2)[:2] in WIDE_MARKS:
        name = "utf-16"
    if not name.startswith(WIDE):
        return _blocks(path, file), encoding, encoding
    return _rewritten(path, file, name), "utf-8", name.upper()


def _blocks(path: Path, file: IO[bytes]) -> Iterator[bytes]:
    """Yield the file in blocks of whole lines; a long line that contains NUL, which is refused anyway, is cut after it.

    A block is what a single read gives, so that the lines of a pipe come as they are written.
    """
    read_some: Callable[[int], bytes] = getattr(file, "read1", file.read)
    rest: list[bytes] = []
    size = lines_before = 0
    while piece := read_some(PIECE):
        end = piece.rfind(b"\n") + 1
        if not end and b"\0" not in piece:
            rest.append(piece)
            size += len(piece)
            if size > LONGEST_LINE:
                raise _too_long(path, lines_before + 1)
            continue
        block = b"".join([*rest, piece[:end] if end else piece])
        yield block
        lines_before += block.count(b"\n")
        rest = [piece[end:]] if end and end < len(piece) else []
        size = len(piece) - end if rest else 0
    if rest:
        yield b"".join(rest)


def _too_long(path: Path, number: int) -> FormatError:
    return FormatError(path, number, f"a line of at most {LONGEST_LINE:,} bytes", "a longer one")


def _split_at_returns(blocks: Iterable[bytes]) -> Iterable[bytes]:
    """Split a file without any LF, which is one block, at CR; leave other blocks as they are."""
    rest = iter(blocks)
    first = next(rest, b"")
    if b"\n" in first or b"\r" not in first.rstrip(b"\r"):
        return chain([first] if first else [], rest)
    return first.rstrip(b"\r").split(b"\r")


def _texts(file: InputFile, before: int, block: bytes, encoding: str) -> Iterator[list[str]]:
    """Yield the lines of a block without their ends, all at once if possible; ``before`` is the number of lines read.

    Lines are decoded one by one where one may be faulty, so that those before it are read.
    """
    if encoding in SIMPLE and b"\0" not in block:
        try:
            texts = block.decode(encoding).split("\n")
        except UnicodeDecodeError:
            pass  # decode line by line, to name the line
        else:
            if not texts[-1] and len(texts) > 1:
                texts.pop()
            yield [text.removesuffix("\r") for text in texts] if b"\r" in block else texts
            return
    for number, raw in enumerate(block.removesuffix(b"\n").split(b"\n"), before + 1):
        yield [_decoded(file, number, raw, encoding).removesuffix("\r")]


def _rewritten(path: Path, file: IO[bytes], encoding: str) -> Iterator[bytes]:
    wide = io.TextIOWrapper(file, encoding, newline="\n")
    most = LONGEST_LINE // 4  # characters, of at most 4 bytes
    try:
        for number, text in enumerate(iter(partial(wide.readline, most), ""), 1):
            if len(text) == most:
                raise _too_long(path, number)
            yield text.encode("utf-8")
    finally:
        if not file.closed:
            wide.detach()  # else it would close the file, which may be read again


def _decoded(file: InputFile, number: int, raw: bytes, encoding: str) -> str:
    if b"\0" in raw and file.path.suffix.lower() in SPREADSHEETS:
        raise FormatError(file.path, None, "text, such as CSV", "a spreadsheet; save it as CSV")
    if b"\0" in raw:
        raise FormatError(file.path, number, "text", f"a binary file (a NUL at byte {raw.index(0) + 1} of the line)")
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        advice = f" (or another encoding, as in {file.encoding_option} latin-1)"
        hint = advice if codecs.lookup(encoding).name == "utf-8" else ""
        place = f"0x{raw[error.start]:02X} at byte {error.start + 1} of the line"
        raise FormatError(file.path, number, f"{encoding.upper()} text{hint}", place) from None
