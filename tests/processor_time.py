"""A limit of the processor's time, which other processes on the machine do not shorten."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Fail the test if the block computes longer."""

    def stop(*_: object) -> None:
        pytest.fail(f"took more than {seconds} s", pytrace=False)

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
