"""The score from which on a graded metric accepts an extraction: as given, or where agreement with labels is best."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from karat.errors import FormatError, InputError
from karat.formats.json.loading import load_json
from karat.one_line import one_line

DEFAULT = 0.5
BEST: Literal["best"] = "best"
"""In place of a threshold: the one with the highest κ on the labels at hand."""

Origin = Literal["given", "these labels", "other labels"]


@dataclass(frozen=True, slots=True)
class CutOff:
    """A threshold and where it comes from; one found on the labels that it is then judged by is too good to be true."""

    value: float
    origin: Origin = "given"

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Return the threshold and its origin."""
        return {"value": self.value, "origin": self.origin}


def is_graded(scores: Sequence[float]) -> bool:
    """Whether a metric gives more than yes and no."""
    return any(score not in (0.0, 1.0) for score in scores)


def best_threshold(scores: Sequence[float], people: Sequence[bool]) -> float:
    """Find the score from which on to accept for the highest κ with people; of equal ones the highest.

    Every score is tried, so the work is that of sorting them. Without a defined κ, it is the usual threshold.
    """
    order = np.argsort(-np.asarray(scores, dtype=np.float64), kind="stable")
    ranked = np.asarray(scores, dtype=np.float64)[order]
    labels = np.asarray(people, dtype=np.float64)[order]
    total, correct = float(len(labels)), float(labels.sum())
    accepted = np.arange(1, len(labels) + 1, dtype=np.float64)
    both = np.cumsum(labels)
    # Equal scores are accepted together, and a score of 0 is never accepted.
    last = np.append(ranked[1:] < ranked[:-1], True) & (ranked > 0)
    raw = (total - accepted - correct + 2 * both) / total
    chance = (accepted * correct + (total - accepted) * (total - correct)) / total**2
    with np.errstate(divide="ignore", invalid="ignore"):
        kappas = np.where(last & (chance < 1), (raw - chance) / (1 - chance), -np.inf)
    if not len(kappas) or not np.isfinite(kappas.max()):
        return DEFAULT
    return float(ranked[int(np.argmax(kappas))])


def check_threshold(value: float) -> float:
    """Refuse a threshold that would accept everything or nothing."""
    if not 0 < value <= 1:
        raise InputError(f"threshold: expected more than 0 and at most 1, found {value:g}")
    return value


def read_thresholds(path: str | os.PathLike[str]) -> dict[str, float]:
    """Read the thresholds of an agreement that ``karat agreement --output`` wrote, by metric."""
    file = Path(path)
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise FormatError(file, None, "an agreement in JSON", f"{error}") from None
    document = load_json(text, file, expected="an agreement in JSON")
    match document:
        case {"karat": "agreement", "metrics": [*metrics]}:
            return {name: value for each in metrics for name, value in _threshold(file, each).items()}
    raise FormatError(file, None, "an agreement that `karat agreement --output` wrote", "another document")


def _threshold(file: Path, metric: object) -> Mapping[str, float]:
    match metric:
        case {"metric": str(name), "threshold": {"value": int() | float() as value}}:
            return {name: check_threshold(value)}
        case {"metric": str(), "threshold": None}:
            return {}
    raise FormatError(file, None, "each metric with its threshold", "another object")
