"""How much F1 varies within cliques, and whether it varies more if the syntax differs more."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from karat.algebra.scores.exact import decimal
from karat.errors import InputError
from karat.metrics.oie.robust import CliqueScore
from karat.one_line import one_line
from karat.results.cliques.syntax import (
    STEP,
    SUBSETS,
    SubsetCorrelation,
    VarianceByDistance,
    subset_correlation,
    variance_by_distance,
)
from karat.results.evaluation import Evaluation
from karat.results.grounds import CliqueGround
from karat.results.signatures import with_choices, without_intervals
from karat.results.system_result import SystemResult

WIDEST = 0.25
"""The largest variance that values from 0 to 1 can have."""

BINS = 10
THRESHOLD = 0.1
"""A clique counts as steady if its best and worst F1 are less than this apart."""


@dataclass(frozen=True, slots=True)
class VarianceBin:
    """The number of cliques with a variance in [``low``, ``high``); the last bin includes ``high``."""

    low: float
    high: float
    count: int

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class Robustness:
    """How a system's F1 varies within cliques: means over cliques, and the distribution of the variance.

    ``steady`` is the share of cliques whose best and worst F1 are less than ``threshold`` apart; ``by_distance`` and
    ``by_similarity`` relate the variance to syntax, if the sentences have trees.
    """

    system: str
    cliques: int
    mean: float
    worst: float
    variance: float
    spread: float
    threshold: float
    steady: float
    bins: tuple[VarianceBin, ...]
    by_distance: VarianceByDistance | None = None
    by_similarity: VarianceByDistance | None = None
    by_size: SubsetCorrelation | None = None
    """The mean worst F1 in subsets of growing size, on which it should not depend; ``None`` for few cliques."""
    stand_in: bool = False
    """Whether tuples of originals were used as gold for paraphrases that have none."""
    signature: str = ""
    """Every choice that can change a number: those of ``robust``, the threshold, and the seed of the subsets."""

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Return the numbers as a JSON document."""
        document = asdict(self)
        stand_in = document.pop("stand_in")
        return {**document, **({"gold": "stand-in"} if stand_in else {})}


def robustness(
    evaluation: Evaluation, *, threshold: float = THRESHOLD, bins: int = BINS, seed: int = 0
) -> tuple[Robustness, ...]:
    """Measure how each system's F1 varies within cliques; ``seed`` is for drawing the subsets of growing size."""
    if not 0 < threshold <= 1:
        raise InputError(f"threshold: expected more than 0 and at most 1, found {threshold:g}")
    if bins < 1:
        raise InputError(f"bins: expected at least 1, found {bins}")
    if not any(system.cliques for system in evaluation):
        raise InputError(f"{evaluation.benchmark}: expected cliques in which every sentence has gold, found none")
    grounds = evaluation.grounds.cliques if evaluation.grounds is not None else ()
    return tuple(_robustness(system, grounds, threshold, bins, seed) for system in evaluation)


def _robustness(
    system: SystemResult, grounds: Sequence[CliqueGround], threshold: float, bins: int, seed: int
) -> Robustness:
    cliques = system.cliques
    # CaRB's recall can exceed 1; F1 can then exceed 1, and the variance the end of the last bin.
    variances = [float(clique.variance) for clique in cliques]
    distances = [ground.distance for ground in grounds]
    similarities = [ground.similarity for ground in grounds]
    return Robustness(
        system.name,
        len(cliques),
        _mean([float(clique.mean) for clique in cliques]),
        _mean([float(clique.worst.f1) for clique in cliques]),
        _mean(variances),
        _mean([float(clique.spread) for clique in cliques]),
        threshold,
        steady_share(cliques, threshold),
        variance_bins(variances, bins),
        variance_by_distance(distances, variances) if _any_defined(distances) else None,
        variance_by_distance(similarities, variances) if _any_defined(similarities) else None,
        _by_size([float(clique.worst.f1) for clique in cliques], seed),
        any(measurement.stand_in for measurement in system.measurements),
        with_choices(
            without_intervals(system["robust"].signature),
            {"steady": f"<{threshold:g}", "bins": str(bins), "subsets": f"seed:{seed}"},
        ),
    )


def _by_size(scores: Sequence[float], seed: int) -> SubsetCorrelation | None:
    """Draw the paper's eleven subsets of 100, 200, … cliques, or smaller ones if there are not enough cliques."""
    step = min(STEP, len(scores) // SUBSETS)
    return subset_correlation(scores, step=step, seed=seed) if step else None


def steady_share(cliques: Sequence[CliqueScore], threshold: float = THRESHOLD) -> float:
    """Compute the share of cliques whose best and worst F1 are less than the threshold apart."""
    limit = decimal(threshold)  # exact, so that 1/5 is not less than .2
    return sum(clique.spread < limit for clique in cliques) / len(cliques)


def variance_bins(variances: Sequence[float], bins: int = BINS) -> tuple[VarianceBin, ...]:
    """Count variances in bins of equal width from 0 to 0.25; larger ones are in the last bin."""
    counts = [0] * bins
    for variance in variances:
        counts[min(bins - 1, int(variance / WIDEST * bins))] += 1
    edges = [WIDEST * index / bins for index in range(bins + 1)]
    return tuple(VarianceBin(*bin_) for bin_ in zip(edges, edges[1:], counts, strict=False))


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _any_defined(values: Sequence[float | None]) -> bool:
    return any(value is not None for value in values)
