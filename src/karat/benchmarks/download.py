"""Download a file into the user's cache with pooch, and check it before it is kept."""

from __future__ import annotations

import hashlib
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
    """Say what a server answered instead of sending the file."""
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
        from pooch import HTTPDownloader
        from requests.exceptions import ConnectionError as NoConnection
        from requests.exceptions import HTTPError, Timeout

        try:
            # stream=False: pooch does not close a streamed response that fails; our files are a few megabytes at most
            HTTPDownloader(timeout=PATIENCE, stream=False)(url, output_file, pooch)
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


def digest(path: Path) -> str:
    """Compute the sha256 of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def difference(expected: str, found: str) -> str:
    """Say that two checksums differ, quoting their first digits."""
    return f"expected sha256 {expected[:12]}…, found {found[:12]}…"
