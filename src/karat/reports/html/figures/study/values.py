"""What charts of a study draw: shares and coefficients with their intervals, and systems in order."""

from __future__ import annotations

from typing import Any

from karat.reports.tables.study.wording import share_in_words
from karat.results.agreement.coefficients import Coefficient
from karat.results.statistics.intervals import Interval
from karat.results.study.report import Proportion, StudyReport, SystemReport


def _ends(interval: Interval | None) -> dict[str, float | None]:
    return {"low": None, "high": None} if interval is None else {"low": interval.low, "high": interval.high}


def share_value(share: Proportion) -> dict[str, Any]:
    """A share and Wilson's interval, as charts take them."""
    return {"value": share.value, **_ends(share.interval), "shown": share_in_words(share)}


def coefficient_value(found: Coefficient) -> dict[str, Any]:
    """A coefficient and its interval, as charts take them."""
    return {"value": found.value, **_ends(found.interval), "shown": str(found)}


def by_precision(report: StudyReport) -> list[SystemReport]:
    """The systems, the most precise first; those without a label come last."""
    return sorted(report.systems, key=lambda each: (each.fact.value is None, -(each.fact.value or 0.0)))
