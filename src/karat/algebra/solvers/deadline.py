"""The time limit of a search."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

from karat.errors import InputError


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment of the monotonic clock; ``None`` for no limit."""

    moment: float | None

    @classmethod
    def after(cls, seconds: float | None) -> Deadline:
        """Start the clock."""
        if seconds is not None and not (isinstance(seconds, (int, float)) and seconds >= 0):
            raise InputError(f"time_limit: expected seconds, 0 or more, found {seconds!r}")
        return cls(None if seconds is None else monotonic() + seconds)

    def passed(self) -> bool:
        """Tell whether the time is over."""
        return self.moment is not None and monotonic() >= self.moment

    def left(self) -> float | None:
        """The remaining seconds; ``None`` for no limit."""
        return None if self.moment is None else max(self.moment - monotonic(), 0.0)

    def allows(self, seconds: float) -> bool:
        """Tell whether so much time is left."""
        return self.moment is None or monotonic() + seconds < self.moment

    def options(self) -> dict[str, float]:
        """The remaining time as an option of HiGHS."""
        return {} if self.moment is None else {"time_limit": max(self.moment - monotonic(), 1e-3)}
