"""How long to wait before a server is asked again: growing pauses, or as long as the server asks for."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from threading import Lock

FIRST = 0.5
LONGEST = 30.0
LONGEST_REQUESTED = 300.0
"""The longest pause that a server may ask for; one that asks for more is not waited for."""


def requested_pause(headers: Mapping[str, str]) -> float | None:
    """Read the seconds of a ``Retry-After`` header, which may also be a date; ``None`` without one that can be read.

    >>> requested_pause({"retry-after": "2.5"})
    2.5
    >>> requested_pause({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"})
    0.0
    >>> requested_pause({"retry-after": "soon"})
    """
    written = headers.get("retry-after", "").strip()
    try:
        seconds = float(written)
    except ValueError:
        try:
            date = parsedate_to_datetime(written)
        except ValueError:
            return None
        # A date without a zone is in universal time, as HTTP demands of all dates.
        date = date if date.tzinfo is not None else date.replace(tzinfo=UTC)
        seconds = (date - datetime.now(UTC)).total_seconds()
    return max(seconds, 0.0) if seconds == seconds else None


def growing_pause(attempt: int) -> float:
    """Choose the pause after a failed attempt, counted from 1: twice as long each time, half of it at random.

    The random part spreads the questions of several threads that failed at the same moment.
    """
    longest: float = min(FIRST * 2 ** (attempt - 1), LONGEST)
    return longest * random.uniform(0.5, 1)  # noqa: S311 - nothing secret


class SharedPause:
    """A moment before which no thread asks: a server that wants a pause from one wants it from all."""

    def __init__(self) -> None:
        self._until = 0.0
        self._lock = Lock()

    def extend(self, seconds: float) -> None:
        """Let all threads wait for some seconds from now on, if they do not wait longer already."""
        with self._lock:
            self._until = max(self._until, time.monotonic() + seconds)

    def wait(self) -> None:
        """Wait until the moment has passed."""
        while (seconds := self._until - time.monotonic()) > 0:
            time.sleep(seconds)
