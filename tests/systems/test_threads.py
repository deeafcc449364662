"""Threads that end with the program."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from karat.systems.threads import start_in_thread


def test_results_and_errors() -> None:
    assert start_in_thread(pow, 2, 5).result(10) == 32
    with pytest.raises(ZeroDivisionError):
        start_in_thread(divmod, 1, 0).result(10)


def test_the_program_does_not_wait() -> None:
    """A pool of the standard library would keep this one for a minute."""
    call = "from karat.systems.threads import start_in_thread; start_in_thread(time.sleep, 60)"
    program = f"import time; {call}; raise KeyboardInterrupt"
    start = time.monotonic()
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=50, check=False)
    assert found.returncode != 0
    assert b"KeyboardInterrupt" in found.stderr
    assert time.monotonic() - start < 40
