"""A verdict, such as a metric's, against people's labels: confusion, precision, recall, agreement, correlation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from karat.one_line import one_line
from karat.results.agreement.agreement import Coefficient


@dataclass(frozen=True, slots=True)
class VerdictAgreement:
    """How far a verdict agrees with people's labels of the same items, people's being taken as right.

    ``both`` counts items that the verdict and people accept, ``only_verdict`` those that the verdict alone accepts, and
    so on. ``correlation`` is the point-biserial correlation of the verdict's score with people's labels; of a verdict
    without scores it is φ.
    """

    verdict: str
    both: int
    only_verdict: int
    only_people: int
    neither: int
    precision: Coefficient
    recall: Coefficient
    f1: Coefficient
    accuracy: Coefficient
    kappa: Coefficient
    ac1: Coefficient
    correlation: Coefficient

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Return the counts and the coefficients."""
        return {
            "verdict": self.verdict,
            "both": self.both,
            "only_verdict": self.only_verdict,
            "only_people": self.only_people,
            "neither": self.neither,
            **{name: getattr(self, name).to_json() for name in VALUES},
        }


VALUES = ("precision", "recall", "f1", "accuracy", "kappa", "ac1", "correlation")
