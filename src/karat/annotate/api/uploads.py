"""Uploaded files: unpacked up to a size, under a name of the server's own, and removed afterwards."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from fastapi import HTTPException, UploadFile

from karat.annotate.api.security.requests import too_large
from karat.errors import InputError
from karat.formats.text.input_file import GZIP_MAGIC
from karat.one_line import one_line

CHUNK = 1 << 16
ARCHIVES = {
    b"PK\x03\x04": "a zip archive",
    b"PAR1": "Parquet",
    b"BZh": "bzip2",
    b"\xfd7zXZ": "xz",
    b"(\xb5/\xfd": "zstd",
}
"""What can be much larger than it looks, by its first bytes. The command line reads what it can of these."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file on disk, and the name that its sender gave it, which is only shown."""

    path: Path
    name: str

    __repr__ = one_line

    @property
    def stem(self) -> str:
        """The name of the system or benchmark, where none is given."""
        return self.name.removesuffix(".gz").rsplit(".", 1)[0] or self.name


@contextmanager
def stored(upload: UploadFile, largest: int) -> Iterator[Upload]:
    """Put an upload into a folder of its own; errors of its readers name it as the sender does."""
    with TemporaryDirectory(prefix="karat-") as folder:
        path = Path(folder) / "upload.txt"
        name = shown_name(upload.filename)
        unpack(upload.file, path, largest)
        try:
            yield Upload(path, name)
        except InputError as error:
            raise InputError(str(error).replace(str(path), name)) from error


def unpack(source: BinaryIO, path: Path, largest: int) -> None:
    """Copy a file, unpacked where it is gzip, and stop where it gets too large: it may be a bomb."""
    head = source.read(max(map(len, ARCHIVES)))
    source.seek(0)
    for magic, what in ARCHIVES.items():
        if head.startswith(magic):
            raise InputError(f"expected a text file, plain or gzip, found {what}")
    reader = gzip.GzipFile(fileobj=source, mode="rb") if head.startswith(GZIP_MAGIC) else source
    size = 0
    try:
        with path.open("wb") as file:
            while chunk := reader.read(CHUNK):
                if not size and chunk.startswith(GZIP_MAGIC):
                    raise InputError("expected a text file, found gzip within gzip")
                size += len(chunk)
                if size > largest:
                    raise HTTPException(413, f"{too_large(largest)}; larger files are for `karat annotate import`")
                file.write(chunk)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise InputError("expected a whole gzip file, found a damaged one") from None


def shown_name(name: str | None) -> str:
    r"""The last part of a file's name, printable and short.

    >>> shown_name("../../etc/pass\x00wd"), shown_name("C:\\gold.txt"), shown_name("")
    ('passwd', 'gold.txt', 'upload')
    """
    last = re.split(r"[/\\]", name or "")[-1]
    return "".join(character for character in last if character.isprintable())[:80] or "upload"
