"""Interrupt a run of ``karat run`` by a signal, resume it, and compare it with a run without interruption."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from signal import SIGINT, SIGTERM, Signals

KARAT = (sys.executable, "-m", "karat")
POLL = 0.002
"""Seconds between two looks at the file."""


@dataclass(frozen=True)
class Interrupted:
    """What was in the file after the signal, what the process said, and what the resumed one said."""

    kept: bytes
    said: str
    resumed: str


def interrupt_and_resume(
    arguments: Sequence[str],
    folder: Path,
    *,
    signal: Signals,
    results: int = 1,
    program: Sequence[str] = KARAT,
    environment: Mapping[str, str] | None = None,
    timeout: float = 60.0,
) -> Interrupted:
    """Check that a run that a signal ends after some results goes on to the same bytes as an uninterrupted one.

    ``arguments`` are those of ``karat``, without ``-o``: ``["run", "naive", "in.txt"]``. The run must take long enough
    to be interrupted: if it is finished when the signal is sent, that is an error. ``environment`` is the whole
    environment of the processes, if it is given.
    """
    whole, output = folder / "whole.jsonl", folder / "interrupted.jsonl"
    command = [*program, *arguments, "-o"]
    _run_to_end([*command, str(whole)], environment, timeout)
    process = subprocess.Popen([*command, str(output)], stderr=subprocess.PIPE, text=True, env=environment)
    try:
        _wait_for_lines(output, 1 + results, process, timeout)
        process.send_signal(signal)
        said = process.communicate(timeout=timeout)[1]
    finally:
        process.kill()
        process.wait()
    kept = output.read_bytes()
    assert process.returncode == {SIGINT: 130, SIGTERM: 143}.get(signal, -signal), said
    assert whole.read_bytes().startswith(kept), "the interrupted file is not the beginning of the whole one"
    assert len(kept) < len(whole.read_bytes()), "the run was finished before the signal came; give it more to do"
    if signal in (SIGINT, SIGTERM):
        assert "the same command goes on" in said

    resumed = _run_to_end([*command, str(output)], environment, timeout)
    recorded = kept.count(b"\n") - 1
    assert f"({recorded:,} of " in resumed
    assert output.read_bytes() == whole.read_bytes()
    return Interrupted(kept, said, resumed)


def _run_to_end(command: Sequence[str], environment: Mapping[str, str] | None, timeout: float) -> str:
    """Run a command that must succeed, and give what it says on standard error."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return done.stderr


def _wait_for_lines(path: Path, count: int, process: subprocess.Popen[str], timeout: float) -> None:
    end = time.monotonic() + timeout
    while not path.exists() or path.read_bytes().count(b"\n") < count:
        assert process.poll() is None, process.stderr.read() if process.stderr else ""
        assert time.monotonic() < end, f"no {count} lines within {timeout} s"
        time.sleep(POLL)
