"""A number with its grounds: the value, its interval, and the score it was made of."""

from __future__ import annotations

from dataclasses import dataclass

from karat.algebra import Scored


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value and where it lies with the confidence asked for; ``None`` is undefined."""

    value: float | None
    low: float | None
    high: float | None
    score: Scored

    def __float__(self) -> float:
        return float("nan") if self.value is None else self.value

    def __str__(self) -> str:
        if self.value is None:
            return "—"
        return f"{self.value:.3f}" if self.low is None else f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"
