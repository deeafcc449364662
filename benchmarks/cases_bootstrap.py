"""Bootstrap intervals of nine systems' precision, recall and F1, beside a loop that draws sentences again and again."""

from __future__ import annotations

from typing import Any

import numpy as np
from case import Case

from karat.algebra import FMeasure
from karat.results.statistics.intervals import intervals_of_all
from karat.results.statistics.resampling import Resampling
from karat.results.statistics.shares import Shares

SYSTEMS, SENTENCES, RESAMPLES = 9, 300, 10_000
Masses = list[Any]


def masses() -> Masses:
    """Per sentence and system: matched, predicted, matched, gold."""
    draw = np.random.default_rng(1)
    found = []
    gold = draw.integers(1, 9, SENTENCES)
    for _ in range(SYSTEMS):
        predicted = draw.integers(0, 9, SENTENCES)
        matched = np.minimum(draw.integers(0, 6, SENTENCES), np.minimum(predicted, gold))
        found.append(np.stack([matched, predicted, matched, gold], axis=1).astype(float))
    return found


def values(sums: Any) -> Any:
    return np.stack(FMeasure().columns(sums)[:3], axis=-1)


VALUES = Shares(values, ceilings=(1, 1, 3, 3))


def by_karat(given: Masses) -> list[list[float]]:
    resampling = Resampling("percentile", RESAMPLES)
    found = intervals_of_all([(each, VALUES) for each in given], resampling)
    return [[end for one in each if one for end in (one.low, one.high)] for each in found]


def by_loop(given: Masses) -> list[list[float]]:
    """Draw sentences by number, sum their masses, and take percentiles of what comes out."""
    found = []
    for each in given:
        draw = np.random.default_rng(0)
        resampled = values(
            np.stack([each[draw.integers(0, SENTENCES, SENTENCES)].sum(axis=0) for _ in range(RESAMPLES)])
        )
        low, high = np.percentile(resampled, [2.5, 97.5], axis=0)
        found.append([end for pair in zip(low, high, strict=True) for end in pair])
    return found


def near(ours: list[list[float]], theirs: list[list[float]]) -> bool:
    """Other random numbers, so the ends agree to about a hundredth."""
    return bool(np.abs(np.array(ours) - np.array(theirs)).max() < 0.01)


CASES = (
    Case(
        "bootstrap/intervals",
        f"{RESAMPLES:,} resamples, {SYSTEMS} systems, {SENTENCES} sentences",
        masses,
        by_karat,
        {"floor: a loop in numpy": by_loop},
        near,
    ),
)
