"""Fetch a jar with Maven's own program, ``mvn``, which knows where jars are and has the user's settings."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import time
from pathlib import Path
from typing import IO

from karat.errors import ChecksumError, DataError, ServiceError
from karat.systems.corenlp.guarded import start_guarded, stop_guarded
from karat.systems.corenlp.jars.artifacts import Artifact
from karat.systems.corenlp.jars.checksum import sha256
from karat.systems.corenlp.jars.download import Tell
from karat.systems.corenlp.jars.maven import local_repository

PROGRAM = "mvn"
GOAL = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:get"
PATIENCE = 120.0
"""Seconds without a word from mvn and without further data, after which it is ended."""
PAUSE = 0.25
TAIL = 20_000
"""How many bytes of the end of mvn's messages are searched for the reason of a failure."""
SHOWN = 300
COLOUR = re.compile(r"\x1b\[[\d;]*m")
PREFIX = re.compile(r"\[ERROR\]\s*(Failed to execute goal \S+( \(\S+\))?( on project \S+)?: )?")


def fetch_with_mvn(artifact: Artifact, program: str, tell: Tell = lambda _: None) -> Path:
    """Have mvn put a jar into the folder where Maven keeps jars, and check it; ``program`` is the path of mvn."""
    local = local_repository()
    path = local / artifact.path
    command = [
        program,
        "--batch-mode",
        GOAL,
        f"-Dartifact={artifact.coordinates}",
        "-Dtransitive=false",
        f"-Dmaven.repo.local={local}",
    ]
    # In an empty folder, so that mvn takes no project of the user's for ours.
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as log:
        process = start_guarded(command, log, Path(folder))
        try:
            code = _wait(process, log, artifact, path.parent, tell)
        finally:
            stop_guarded(process)
        if code != 0:
            raise ServiceError(f"{artifact.file}: expected {PROGRAM} to fetch it, found {_reason(log, code)}")
    tell(f"checking {artifact.file}")
    _check(artifact, path)
    return path


def _wait(process: subprocess.Popen[bytes], log: IO[bytes], artifact: Artifact, folder: Path, tell: Tell) -> int:
    """Give the exit code of mvn, which has to say something or to write to this folder now and then."""
    before, since = (-1, -1), time.monotonic()
    while True:
        try:
            return process.wait(PAUSE)
        except subprocess.TimeoutExpired:
            written = _size_of_newest(folder, artifact.file)
        now = (os.fstat(log.fileno()).st_size, written)
        if now != before:
            before, since = now, time.monotonic()
        elif time.monotonic() - since > PATIENCE:
            found = f"nothing new from it for {PATIENCE:g} s; the last was: {_last_line(log)}"
            raise ServiceError(f"{artifact.file}: expected {PROGRAM} to fetch it, found {found}")
        tell(f"{PROGRAM} fetches {artifact.file}: {written / 1e6:,.0f} of {artifact.size / 1e6:,.0f} MB")


def _size_of_newest(folder: Path, name: str) -> int:
    """Give the size of a jar that is being written; until it is whole, Maven adds to its name."""
    newest, size = -1, 0
    try:
        for entry in os.scandir(folder):
            if name in entry.name and (status := entry.stat()).st_mtime_ns > newest:
                newest, size = status.st_mtime_ns, status.st_size
    except OSError:  # there is no such folder yet, or a file in it was just renamed
        return size
    return size


def _reason(log: IO[bytes], code: int) -> str:
    """Give the first error that mvn told of, or else its last line."""
    error = next((line for line in _lines(log) if line.startswith("[ERROR]")), "")
    text = PREFIX.sub("", error).removesuffix("-> [Help 1]").strip()
    return f"code {code}: {_cut(text) if text else _last_line(log)}"


def _last_line(log: IO[bytes]) -> str:
    lines = _lines(log)
    return _cut(lines[-1]) if lines else "nothing"


def _lines(log: IO[bytes]) -> list[str]:
    start = max(0, os.fstat(log.fileno()).st_size - TAIL)
    text = os.pread(log.fileno(), TAIL, start).decode("utf-8", errors="replace")
    return [line.strip() for line in COLOUR.sub("", text).splitlines() if line.strip()]


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."


def _check(artifact: Artifact, path: Path) -> None:
    try:
        found = sha256(path)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise DataError(f"{path}: expected the jar that {PROGRAM} fetched, found {reason}") from None
    if found != artifact.sha256:
        expected = f"sha256 {artifact.sha256[:12]}…"
        raise ChecksumError(
            f"{path}: expected {expected}, found {found[:12]}… from {PROGRAM}; without this file, it is fetched anew"
        )
