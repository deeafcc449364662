"""End in order when the process is asked to: what is open is closed, and what was started ends."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


class Ended(SystemExit):
    """The process was asked to end by a signal."""


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Let SIGTERM, which schedulers and ``timeout`` send, leave the block like an exit, with code 143."""

    def end(number: int, _: object) -> None:
        raise Ended(128 + number)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
