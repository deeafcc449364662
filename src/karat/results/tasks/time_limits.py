"""The time limit of a document, shared out among reading and the metrics."""

from __future__ import annotations

from time import monotonic


def limit_after_reading(time_limit: float | None, seconds: float, documents: int) -> float | None:
    """Take each document's share of the time that reading took off its limit."""
    return None if time_limit is None else max(time_limit - seconds / max(documents, 1), 0.0)


class DocumentClock:
    """Divides what is left of a document's time evenly among the searches that are still to come."""

    def __init__(self, time_limit: float | None, searches: int) -> None:
        self._end = None if time_limit is None else monotonic() + time_limit
        self._searches = searches

    def next_share(self) -> float | None:
        """The time limit of the next search in seconds; ``None`` for no limit."""
        if self._end is None:
            return None
        share = max(self._end - monotonic(), 0.0) / max(self._searches, 1)
        self._searches -= 1
        return share
