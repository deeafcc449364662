"""Download a file into the user's cache with pooch, and check it before it is kept."""

from __future__ import annotations

import hashlib
import time
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from karat.benchmarks.dataset import DataFile
from karat.errors import ChecksumError, DataError, OfflineError

if TYPE_CHECKING:
    from pooch import Pooch

TRIES_AGAIN = 1
PATIENCE = 30
"""Seconds without an answer, or without further data, after which the download fails."""
LONGEST = 600
"""Seconds that a download may take; our files are a few megabytes at most."""
CHUNK = 1 << 16


def fetch(dataset: str, file: DataFile, cache: Path, base: str) -> Path:
    """Return the cached copy of a file, downloading it if there is none or if it is not the published one."""
    # pooch takes 0.2 s to import and is not needed if the data is in KARAT_DATA
    import pooch
    from requests.exceptions import HTTPError, RequestException

    pooch.get_logger().setLevel("CRITICAL")  # its messages would mix with our output; failures are raised below
    place, address = f"{dataset}/{file.path}", file.address(base)
    store = pooch.create(
        path=cache / dataset,
        base_url=base,
        registry={file.path: f"sha256:{file.sha256}"},
        urls={file.path: address},
        retry_if_failed=TRIES_AGAIN,
    )
    try:
        return Path(store.fetch(file.path, downloader=Download(place, file)))
    except HTTPError as error:
        raise DataError(refusal(place, address, error)) from None
    except RequestException:
        raise DataError(f"{place}: expected {file.size} bytes from {address}, found the download broken off") from None
    except OSError as error:
        reason = f"{error.filename}: {(error.strerror or str(error)).lower()}"
        raise DataError(f"{place}: expected a cache to write to, found {reason}; KARAT_CACHE names another") from None


def refusal(place: str, address: str, error: Exception) -> str:
    """Describe a server's answer other than the file."""
    response = getattr(error, "response", None)
    answer = f"HTTP {response.status_code} {response.reason}" if response is not None else str(error)
    return f"{place}: expected the file at {address}, found {answer}"


class Download:
    """A downloader for pooch that retries only errors that may be temporary."""

    def __init__(self, place: str, file: DataFile) -> None:
        self.place = place
        self.file = file

    def __call__(self, url: str, output_file: str, pooch: Pooch) -> None:
        """Download to a temporary file, which pooch removes if this raises an error."""
        from requests.exceptions import ConnectionError as NoConnection
        from requests.exceptions import HTTPError, Timeout

        try:
            self._write(url, Path(output_file))
        except HTTPError as error:
            if error.response is not None and error.response.status_code < 500:
                raise DataError(refusal(self.place, url, error)) from None
            raise
        except (NoConnection, Timeout):
            host = urlsplit(url).netloc
            raise OfflineError(
                f"{self.place}: expected an answer from {host}, found no connection; "
                "where there is no network, KARAT_DATA names a folder that holds the data"
            ) from None
        checksum = digest(Path(output_file))
        if checksum != self.file.sha256:
            raise ChecksumError(f"{self.place}: {difference(self.file.sha256, checksum)} at {url}")

    def _write(self, url: str, output_file: Path) -> None:
        """Write what the server sends, which is never more than the size of the file."""
        import requests  # it comes with pooch, and is slow to import

        end = time.monotonic() + LONGEST
        # A packed body could unpack to gigabytes before its size is known.
        headers = {"Accept-Encoding": "identity"}
        with (
            requests.get(url, headers=headers, timeout=PATIENCE, stream=True) as response,
            output_file.open("wb") as to,
        ):
            response.raise_for_status()
            size = 0
            for chunk in response.iter_content(CHUNK):
                size += len(chunk)
                if size > self.file.size:
                    raise ChecksumError(f"{self.place}: expected {self.file.size:,} bytes, found more at {url}")
                if time.monotonic() > end:
                    raise DataError(f"{self.place}: expected the file within {LONGEST} s, found no end at {url}")
                to.write(chunk)


def digest(path: Path) -> str:
    """Compute the sha256 of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def difference(expected: str, found: str) -> str:
    """Describe two different checksums by their first digits."""
    return f"expected sha256 {expected[:12]}…, found {found[:12]}…"
