"""The score from which on a graded metric accepts an extraction: as given, or where agreement with labels is best."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np

from karat.errors import FormatError, InputError
from karat.formats.json.loading import load_json
from karat.one_line import one_line
from karat.results.labels.judging import find_metric

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


@dataclass(frozen=True, slots=True)
class FoundThresholds:
    """The thresholds of an agreement that was written before, by metric, and a fingerprint of its labels."""

    cuts: Mapping[str, CutOff]
    fingerprint: str | None = None

    __repr__ = one_line

    def of(self, name: str, fingerprint: str) -> CutOff:
        """Take a metric's threshold to labels; on those that it was found on, it is still one of these labels."""
        if name not in self.cuts:
            raise InputError(f"--threshold-from: expected a threshold of {name}, found none")
        cut = self.cuts[name]
        return cut if fingerprint == self.fingerprint else replace(cut, origin="other labels")


@dataclass(frozen=True, slots=True)
class Thresholds:
    """How the threshold of a metric is chosen: as given, the best on these labels, or as found before.

    ``given`` is ``None`` if nothing was asked for, which is the usual threshold.
    """

    given: float | Literal["best"] | Mapping[str, float] | None = None
    found: FoundThresholds | None = None

    __repr__ = one_line

    def choose(self, name: str, scores: Sequence[float], people: Sequence[bool], fingerprint: str) -> CutOff | None:
        """Choose a metric's threshold for labels with a fingerprint; ``None`` if it says yes or no by itself."""
        if not is_graded(scores):
            return None
        if self.found is not None:
            return self.found.of(name, fingerprint)
        if isinstance(self.given, str):
            return CutOff(best_threshold(scores, people), "these labels")
        own = self.given.get(name) if isinstance(self.given, Mapping) else self.given
        return CutOff(DEFAULT if own is None else own)

    def check_used(self, chosen: Mapping[str, CutOff | None]) -> None:
        """Refuse a threshold of a metric that says yes or no by itself, and one for all if all metrics do."""
        unused = [name for name, cut in chosen.items() if cut is None]
        if isinstance(self.given, Mapping):
            unused = [name for name in unused if name in self.given]
        elif (self.given is None and self.found is None) or len(unused) < len(chosen):
            return
        if unused:
            option = "threshold" if self.found is None else "--threshold-from"
            verb = "says" if len(unused) == 1 else "say"
            raise InputError(
                f"{option}: expected a metric with scores between 0 and 1, "
                f"found {', '.join(unused)}, which {verb} yes or no"
            )


def choose_thresholds(
    threshold: float | Literal["best"] | Mapping[str, float] | None,
    threshold_from: str | os.PathLike[str] | None,
    measured: Sequence[str],
) -> Thresholds:
    """Check what was asked for; a threshold may be given by name for the measured metrics only."""
    if threshold_from is not None:
        if threshold is not None:
            raise InputError("expected threshold or threshold_from, found both")
        return Thresholds(found=read_thresholds(threshold_from))
    if isinstance(threshold, Mapping):
        by_name = {find_metric(name).name: _check_threshold(value) for name, value in threshold.items()}
        for name in by_name:
            if name not in measured:
                raise InputError(f"threshold: expected one of a metric that is measured, found {name}")
        return Thresholds(by_name)
    if isinstance(threshold, str):
        if threshold != BEST:
            raise InputError(f"threshold: expected a number or 'best', found {threshold!r}")
        return Thresholds(BEST)
    return Thresholds(None if threshold is None else _check_threshold(threshold))


def is_threshold(value: float) -> bool:
    """Whether some scores from 0 to 1 reach the value, and not all."""
    return 0 < value <= 1


def _check_threshold(value: float) -> float:
    if not is_threshold(value):
        raise InputError(f"threshold: expected more than 0 and at most 1, found {value:g}")
    return value


def read_thresholds(path: str | os.PathLike[str]) -> FoundThresholds:
    """Read the thresholds of an agreement that ``karat agreement --output`` wrote."""
    file = Path(path)
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise FormatError(file, None, "an agreement in JSON", f"{error}") from None
    document = load_json(text, file, expected="an agreement in JSON")
    match document:
        case {"karat": "agreement", "metrics": [*metrics]}:
            cuts = {name: cut for each in metrics for name, cut in _threshold(file, each).items()}
            fingerprint = document.get("fingerprint")
            return FoundThresholds(cuts, fingerprint if isinstance(fingerprint, str) else None)
    raise FormatError(file, None, "an agreement that `karat agreement --output` wrote", "another document")


def _threshold(file: Path, metric: object) -> Mapping[str, CutOff]:
    match metric:
        case {"metric": str(name), "threshold": {"value": int() | float() as value, **others}}:
            if not is_threshold(value):
                raise FormatError(file, None, f"a threshold of {name} more than 0 and at most 1", f"{value:g}")
            origins: tuple[Origin, ...] = get_args(Origin)
            known = [each for each in origins if each == others.get("origin")]
            return {name: CutOff(value, *known)}
        case {"metric": str(), "threshold": None}:
            return {}
    raise FormatError(file, None, "each metric with its threshold", "another object")
