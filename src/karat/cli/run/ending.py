"""End in order when the process is asked to: what is open is closed, and what was started ends."""

from __future__ import annotations

import os
import signal
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import typer

from karat.cli.output import say

SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""SIGTERM is sent by schedulers and ``timeout``, SIGHUP by a terminal that is closed; Windows has no SIGHUP."""


class Ended(SystemExit):
    """The process was asked to end by a signal."""


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Let SIGTERM and SIGHUP leave the block like an exit, with code 143 and 129; what is ignored stays ignored."""

    def end(number: int, _: object) -> None:
        if number != signal.SIGTERM:
            # A closed terminal says so more than once, which must not disturb the end, and cannot be written to.
            signal.signal(number, signal.SIG_IGN)
            _leave_terminal()
        raise Ended(128 + number)

    before = {number: signal.getsignal(number) for number in SIGNALS}
    # Under nohup, SIGHUP is ignored.
    taken = [number for number in SIGNALS if number == signal.SIGTERM or before[number] != signal.SIG_IGN]
    for number in taken:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in taken:
            signal.signal(number, before[number])


@contextmanager
def saying_the_end(written: Path | None = None) -> Iterator[None]:
    """End in order, and say after an interrupt or a signal that nothing was written, or only one file."""
    what = "nothing was written" if written is None else f"only {written} was written"
    try:
        with ending_in_order():
            yield
    except KeyboardInterrupt:
        say(f"interrupted: {what}")
        raise typer.Exit(130) from None
    except Ended:
        say(f"ended: {what}")
        raise


def _leave_terminal() -> None:
    """Lead what would be written to a terminal that is gone nowhere."""
    for output in (1, 2):
        with suppress(OSError):  # it may be closed
            if stat.S_ISCHR(os.fstat(output).st_mode):
                os.dup2(os.open(os.devnull, os.O_WRONLY), output)
