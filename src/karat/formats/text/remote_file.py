"""A file behind a URL: http and https through Python itself, all others through fsspec (extra ``cluster``)."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from glob import has_magic
from typing import TYPE_CHECKING, Any

from karat.errors import FormatError, InputError, MissingExtraError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

PATIENCE = 60
"""Seconds without an answer, or without further data, after which reading fails."""
CHUNK = 1 << 16
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
        """Whether going to another place is cheap."""
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
    """Give the files of a folder, or those that a pattern matches; ``None`` of one file. The web has neither."""
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
    """Give the size in bytes, if the server says it without sending the file."""
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
    """Say in one line why a URL cannot be read."""
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
