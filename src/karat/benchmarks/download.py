"""Download files into the user's cache with pooch, and check files against their published checksums."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from karat.benchmarks.registry import DataFile, Dataset, data_folder, folder_of, present
from karat.errors import ChecksumError, DataError, OfflineError
from karat.one_line import one_line

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


@dataclass(frozen=True, slots=True)
class Alteration:
    """A file that is not the published one."""

    path: str
    difference: str

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of checking one dataset.

    ``missing`` are files that should be on this machine; ``absent`` are files that have not been downloaded yet.
    """

    dataset: str
    place: str
    checked: int
    size: int
    altered: tuple[Alteration, ...] = ()
    missing: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()

    __repr__ = one_line

    @property
    def right(self) -> bool:
        """Whether nothing is altered and nothing missing."""
        return not self.altered and not self.missing


def verify(dataset: Dataset, whole: bool = False, progress: Callable[[int], None] = lambda _: None) -> Verification:
    """Check each file of a dataset; other files in its folder are ignored.

    In ``KARAT_DATA``, a dataset must be complete. In the cache, it must be complete only if ``whole`` is set, and only
    in files that can be downloaded. ``progress`` is called with the size of each file after it is checked.
    """
    here = present(dataset)
    folder = folder_of(dataset)
    altered = []
    checked = 0
    for file in here:
        checksum, size = digest(folder / file.path), (folder / file.path).stat().st_size
        if checksum != file.sha256:
            altered.append(Alteration(file.path, difference(file.sha256, checksum)))
        elif size != file.size:
            altered.append(Alteration(file.path, f"expected {file.size:,} bytes, found {size:,}"))
        checked += size
        progress(file.size)
    missing, absent = _missing_and_absent(set(dataset) - set(here), whole)
    return Verification(dataset.name, str(folder), len(here), checked, tuple(altered), missing, absent)


def _missing_and_absent(lacking: Iterable[DataFile], whole: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Divide the files that are not here into those that should be and those that need not be."""
    supplied = data_folder() is not None
    missing = {file.path for file in lacking if supplied or (whole and file.downloadable)}
    absent = {file.path for file in lacking} - missing
    return tuple(sorted(missing)), tuple(sorted(absent))
