"""The SHA-256 of jars, computed once for each file."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from karat.systems.corenlp.jars.artifacts import Artifact


def sha256(path: Path) -> str:
    """Give a file's SHA-256; a file that has not changed is not read again."""
    status = path.stat()
    return _sha256(path, (status.st_size, status.st_mtime_ns))


def is_artifact(path: Path, artifact: Artifact) -> bool:
    """Tell whether a file is this jar; one that is not there or cannot be read is not."""
    try:
        return path.stat().st_size == artifact.size and sha256(path) == artifact.sha256
    except OSError:
        return False


@cache
def _sha256(path: Path, state: tuple[int, int]) -> str:  # noqa: ARG001 (another state is computed anew)
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
