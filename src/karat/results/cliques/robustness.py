"""Beyond the worst member: how much F1 varies within cliques, and whether it varies more where syntax differs more."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from karat.algebra.scores.exact import decimal
from karat.errors import InputError
from karat.metrics.oie.robust import CliqueScore
from karat.results.cliques.grounds import CliqueGround
from karat.results.cliques.syntax import (
    STEP,
    SUBSETS,
    SubsetCorrelation,
    VarianceByDistance,
    subset_correlation,
    variance_by_distance,
)
from karat.results.evaluation import Evaluation
from karat.results.signatures import with_choices, without_intervals
from karat.results.system_result import SystemResult

WIDEST = 0.25
"""The largest variance that values from 0 to 1 can have."""

BINS = 10
THRESHOLD = 0.1
"""A clique whose F1 spreads less counts as steady."""


@dataclass(frozen=True, slots=True)
class VarianceBin:
    """How many cliques have a variance from ``low`` to before ``high``; the last bin has its end too."""

    low: float
    high: float
    count: int


@dataclass(frozen=True, slots=True)
class Robustness:
    """How a system's F1 varies within cliques: means over cliques, and the distribution of the variance.

    ``steady`` is the share of cliques whose best and worst F1 are less than ``threshold`` apart; ``by_distance`` and
    ``by_similarity`` set the variance against syntax, where the sentences have trees.
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
    """The mean of the worst F1 in subsets of growing size, which should not depend on it; ``None`` for few cliques."""
    stand_in: bool = False
    """Tuples of originals stood in for gold that paraphrases have not."""
    signature: str = ""
    """Every choice that can move a number here: those of ``robust``, the threshold, and the seed of the subsets."""

    def to_json(self) -> dict[str, Any]:
        """Give the numbers as a document."""
        document = asdict(self)
        stand_in = document.pop("stand_in")
        return {**document, **({"gold": "stand-in"} if stand_in else {})}


def robustness(
    evaluation: Evaluation, *, threshold: float = THRESHOLD, bins: int = BINS, seed: int = 0
) -> tuple[Robustness, ...]:
    """Say of each system how its F1 varies within cliques; ``seed`` draws the subsets of growing size."""
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
    # a sentence's F1 passes 1 where CaRB's recall does, and the variance then the last bin's end
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
        steady(cliques, threshold),
        variance_bins(variances, bins),
        variance_by_distance(distances, variances) if _known(distances) else None,
        variance_by_distance(similarities, variances) if _known(similarities) else None,
        _by_size([float(clique.worst.f1) for clique in cliques], seed),
        any(one.stand_in for one in system.measurements),
        with_choices(
            without_intervals(system["robust"].signature),
            {"steady": f"<{threshold:g}", "bins": str(bins), "subsets": f"seed:{seed}"},
        ),
    )


def _by_size(scores: Sequence[float], seed: int) -> SubsetCorrelation | None:
    """Draw the paper's eleven subsets, of up to a hundred, two hundred … cliques: of fewer where there are fewer."""
    step = min(STEP, len(scores) // SUBSETS)
    return subset_correlation(scores, step=step, seed=seed) if step else None


def steady(cliques: Sequence[CliqueScore], threshold: float = THRESHOLD) -> float:
    """Share of cliques whose best and worst F1 are less than the threshold apart."""
    limit = decimal(threshold)  # 1/5 is not less than .2, whatever float is next to it
    return sum(clique.spread < limit for clique in cliques) / len(cliques)


def variance_bins(variances: Sequence[float], bins: int = BINS) -> tuple[VarianceBin, ...]:
    """Count variances in bins of equal width from 0 to a quarter; what is larger is in the last."""
    counts = [0] * bins
    for variance in variances:
        counts[min(bins - 1, int(variance / WIDEST * bins))] += 1
    edges = [WIDEST * place / bins for place in range(bins + 1)]
    return tuple(VarianceBin(*each) for each in zip(edges, edges[1:], counts, strict=False))


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _known(values: Sequence[float | None]) -> bool:
    return any(value is not None for value in values)
