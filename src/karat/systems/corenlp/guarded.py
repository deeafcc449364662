"""Start a program that ends when Karat ends, however that happens, and end it earlier."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from karat.systems.corenlp import guard

STOP_PERIOD = guard.GRACE_PERIOD + 5


def start_guarded(command: Sequence[str], log: IO[bytes], folder: Path | None = None) -> subprocess.Popen[bytes]:
    """Run a command under the guard, in this folder; what it says goes to ``log``."""
    return subprocess.Popen(  # noqa: S603 (a program of the user's own)
        [sys.executable, "-I", str(Path(guard.__file__)), *command],
        stdin=subprocess.PIPE,
        stdout=log.fileno(),
        stderr=subprocess.STDOUT,
        cwd=folder,
        start_new_session=True,  # Ctrl-C reaches us alone, and we end the program in order
    )


def stop_guarded(process: subprocess.Popen[bytes]) -> None:
    """Close the guard's standard input, upon which it ends the program; kill both if it does not."""
    if process.stdin is not None:
        with suppress(OSError):
            process.stdin.close()
    try:
        process.wait(STOP_PERIOD)
    except subprocess.TimeoutExpired:
        with suppress(OSError):
            os.killpg(process.pid, 9)
        process.wait()
