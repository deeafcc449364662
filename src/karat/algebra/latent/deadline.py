"""The end of the time that was given, if any."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment of the monotonic clock, or never."""

    moment: float | None

    @classmethod
    def after(cls, seconds: float | None) -> Deadline:
        """Start the clock."""
        return cls(None if seconds is None else monotonic() + seconds)

    def passed(self) -> bool:
        """Tell whether the time is over."""
        return self.moment is not None and monotonic() >= self.moment

    def options(self) -> dict[str, float]:
        """Give HiGHS the time that is left."""
        return {} if self.moment is None else {"time_limit": max(self.moment - monotonic(), 1e-3)}
