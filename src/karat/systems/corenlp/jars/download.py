"""Download jars: resumed where a download stopped, checked by size and SHA-256, and renamed only when whole."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BufferedRandom
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from karat.errors import ChecksumError, DataError, OfflineError
from karat.systems.corenlp.jars.artifacts import Artifact
from karat.systems.corenlp.jars.maven import VARIABLE
from karat.systems.secrets import hide_secrets

if sys.platform != "win32":  # where there are no such locks, two processes must not download at once
    import fcntl

PATIENCE = 30
"""Seconds without an answer, or without further data, after which a download is broken off and resumed."""
TRIES = 4
CHUNK = 2**16
PARTIAL = 206
UNSATISFIABLE = 416

Tell = Callable[[str], None]


def fetch(artifact: Artifact, folder: Path, repository: str, tell: Tell = lambda _: None) -> Path:
    """Give a jar of the cache, downloading it if it is not there yet.

    A file under its own name is whole and was checked. The part of it that was downloaded has a name of its own, so
    that a later call goes on from there; only one process writes it at a time.
    """
    target = folder / artifact.file
    if _is_whole(target, artifact):
        return target
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _locked(folder / f"{artifact.file}.part") as (file, part):
            if _is_whole(target, artifact):  # another process has just finished
                part.unlink(missing_ok=True)
                return target
            _download(artifact, file, f"{repository}/{artifact.path}", tell)
            tell(f"checking {artifact.file}")
            _check(artifact, file, part, repository)
            part.replace(target)
    except OSError as error:
        reason = f"{error.filename or folder}: {(error.strerror or str(error)).lower()}"
        raise DataError(
            f"{artifact.file}: expected a cache to write to, found {reason}; KARAT_CACHE names another"
        ) from None
    return target


def _is_whole(target: Path, artifact: Artifact) -> bool:
    return target.is_file() and target.stat().st_size == artifact.size


@contextmanager
def _locked(part: Path) -> Iterator[tuple[BufferedRandom, Path]]:
    """Open the part that is there, for this process alone; the system frees the lock of a process that is killed."""
    while True:
        with part.open("a+b") as file:
            if sys.platform != "win32":
                fcntl.flock(file, fcntl.LOCK_EX)
            # The process that held the lock may have renamed the file that was opened here.
            if part.exists() and part.stat().st_ino == _inode(file):
                yield file, part
                return


def _inode(file: BufferedRandom) -> int:
    return os.fstat(file.fileno()).st_ino


def _download(artifact: Artifact, file: BufferedRandom, address: str, tell: Tell) -> None:
    """Append what is missing; a connection that breaks off is opened again."""
    # requests comes with pooch. It takes the user's proxies, certificates and .netrc; and it is slow to import.
    from requests.exceptions import ConnectionError as NoConnection
    from requests.exceptions import HTTPError, RequestException, Timeout

    trouble = ""
    for left in reversed(range(TRIES)):
        before = file.seek(0, 2)
        try:
            _append(artifact, file, address, tell)
        except (NoConnection, Timeout) as error:
            if left == 0 and file.seek(0, 2) == before:
                raise OfflineError(
                    f"{artifact.file}: expected an answer from {urlsplit(address).hostname}, found no connection; "
                    f"{VARIABLE} names another repository, CORENLP_HOME a folder with the jars"
                ) from error
        except HTTPError as error:
            trouble = f" (HTTP {error.response.status_code})" if error.response is not None else ""
        except RequestException:
            trouble = " (broken off)"
        if file.seek(0, 2) >= artifact.size:
            return
    raise DataError(
        f"{artifact.file}: expected {artifact.size:,} bytes from {hide_secrets(address)}, found "
        f"{file.seek(0, 2):,} after {TRIES} "
        f"connections{trouble}; the same command goes on from there"
    )


def _append(artifact: Artifact, file: BufferedRandom, address: str, tell: Tell) -> None:
    import requests

    begun = file.seek(0, 2)
    if begun >= artifact.size:
        return
    headers = {"Accept-Encoding": "identity", **({"Range": f"bytes={begun}-"} if begun else {})}
    with requests.get(address, headers=headers, stream=True, timeout=PATIENCE) as answer:
        if answer.status_code == UNSATISFIABLE or (begun and not _continues(answer, begun)):
            file.truncate(0)  # the server sends the whole file, or has another one
            begun = 0
            if answer.status_code == UNSATISFIABLE:
                return
        if 400 <= answer.status_code < 500:
            found = f"HTTP {answer.status_code} {answer.reason}"
            raise DataError(f"{artifact.file}: expected the file at {hide_secrets(address)}, found {found}")
        answer.raise_for_status()
        for chunk in answer.iter_content(CHUNK):
            file.write(chunk)
            file.flush()
            begun += len(chunk)
            tell(f"downloading {artifact.file}: {begun / 1e6:,.0f} of {artifact.size / 1e6:,.0f} MB")
            if begun > artifact.size:
                return  # not our file; the check says so


def _continues(answer: Any, begun: int) -> bool:
    """Tell whether an answer begins where the part ends."""
    sent = str(answer.headers.get("Content-Range", ""))
    return answer.status_code == PARTIAL and sent.startswith(f"bytes {begun}-")


def _check(artifact: Artifact, file: BufferedRandom, part: Path, repository: str) -> None:
    file.seek(0)
    found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != artifact.sha256:
        part.unlink(missing_ok=True)
        expected = f"sha256 {artifact.sha256[:12]}…"
        raise ChecksumError(f"{artifact.file}: expected {expected}, found {found[:12]}… at {repository}")
