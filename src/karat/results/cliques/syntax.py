"""How far apart the sentences of a clique are in syntax, and whether a system's scores follow (ROBUST, §3.2 and §4.4).

Everything below the means takes plain numbers, one a clique, so that any score and any measure can be set against
each other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, get_args

import numpy as np

from karat.errors import InputError, UnknownNameError
from karat.model import Clique, Tree
from karat.syntax.hws import DISCOUNT, MIN_RUN, common_runs, labels_of
from karat.syntax.kernel import DECAY, common_fragments, normalised, rules_of

SyntaxMeasure = Literal["hws", "kernel"]

DISCOUNTS = tuple(tenths / 10 for tenths in range(1, 11))
"""The discounts of Figures 3 and 4: .1, .2, … 1."""

INTERVALS = 5
"""Into how many intervals Figure 5 cuts the distances."""

SUBSETS = 11
"""How many subsets §4.4 draws."""

STEP = 100
"""By how many cliques each subset of §4.4 is larger than the one before."""


@dataclass(frozen=True, slots=True)
class CliqueMeans:
    """One clique: how many pairs of sentences it has, and their mean at each discount; none without a pair."""

    id: str
    pairs: int
    means: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class SyntaxByDiscount:
    """Figures 3 and 4: the mean of each clique at each discount."""

    measure: SyntaxMeasure
    discounts: tuple[float, ...]
    cliques: tuple[CliqueMeans, ...]

    @property
    def averages(self) -> tuple[float | None, ...]:
        """The mean over cliques at each discount; a clique of one sentence has no pair and does not count."""
        return tuple(mean(found) for found in self.columns)

    @property
    def columns(self) -> tuple[tuple[float, ...], ...]:
        """The means of all cliques that have one, at each discount."""
        return tuple(
            tuple(value for clique in self.cliques if (value := clique.means[place]) is not None)
            for place in range(len(self.discounts))
        )


def syntax_by_discount(
    cliques: Iterable[Clique],
    measure: SyntaxMeasure = "hws",
    discounts: Sequence[float] = DISCOUNTS,
    *,
    height: int | None = None,
    min_run: int = MIN_RUN,
    words: bool = True,
) -> SyntaxByDiscount:
    """Measure all cliques at all discounts, which for the kernel are its decay; every sentence needs a tree."""
    if measure not in get_args(SyntaxMeasure):
        raise UnknownNameError("measure", measure, get_args(SyntaxMeasure))
    found: list[CliqueMeans] = []
    for clique in cliques:
        trees = list(_trees(clique))
        means = (
            hws_means(trees, discounts, height=height, min_run=min_run)
            if measure == "hws"
            else kernel_means(trees, discounts, words=words)
        )
        found.append(CliqueMeans(clique.id, math.comb(len(trees), 2), means))
    return SyntaxByDiscount(measure, tuple(discounts), tuple(found))


def hws_means(
    trees: Sequence[Tree],
    discounts: Sequence[float] = (DISCOUNT,),
    *,
    height: int | None = None,
    min_run: int = MIN_RUN,
) -> tuple[float | None, ...]:
    """Average HWS over all pairs, at each discount; the runs are looked for once."""
    labels = [labels_of(tree, height) for tree in trees]
    common = [common_runs(a, b, min_run=min_run) for a, b in combinations(labels, 2)]
    return tuple(mean([runs.distance(discount) for runs in common]) for discount in discounts)


def kernel_means(
    trees: Sequence[Tree], decays: Sequence[float] = (DECAY,), *, words: bool = True
) -> tuple[float | None, ...]:
    """Average the normalised kernel over all pairs, at each decay; nodes are paired once."""
    rules = [rules_of(tree, words=words) for tree in trees]
    own = [common_fragments(each, each) for each in rules]
    pairs = list(combinations(range(len(rules)), 2))
    common = [common_fragments(rules[a], rules[b]) for a, b in pairs]

    def at(decay: float) -> float | None:
        weights = [each.weight(decay) for each in own]
        return mean(
            [
                normalised(rules[a], rules[b], shared.weight(decay), weights[a], weights[b])
                for (a, b), shared in zip(pairs, common, strict=True)
            ]
        )

    return tuple(at(decay) for decay in decays)


def clique_distance(clique: Clique, discount: float = DISCOUNT) -> float | None:
    """Average HWS over a clique's pairs; none if it has no pair or a sentence has no tree."""
    return _of_clique(clique, lambda trees: hws_means(trees, (discount,)))


def clique_similarity(clique: Clique, decay: float = DECAY) -> float | None:
    """Average the normalised kernel over a clique's pairs; none if it has no pair or a sentence has no tree."""
    return _of_clique(clique, lambda trees: kernel_means(trees, (decay,)))


def mean(values: Sequence[float]) -> float | None:
    """The mean, whatever the order; none of nothing."""
    return math.fsum(values) / len(values) if values else None


@dataclass(frozen=True, slots=True)
class Correlation:
    """Pearson's r over so many pairs, and how likely one as far from 0 is by chance.

    r is undefined for fewer than two pairs or where one side is constant, p for fewer than three pairs.
    """

    r: float | None
    p: float | None
    count: int


def pearson(x: Sequence[float], y: Sequence[float]) -> Correlation:
    """Correlate; p is two-sided, by the t distribution with n − 2 degrees of freedom."""
    _same_length(x, y)
    count = len(x)
    if count < 2 or len(set(x)) < 2 or len(set(y)) < 2:
        return Correlation(None, None, count)
    dx, dy = _deviations(x), _deviations(y)
    r = math.fsum(a * b for a, b in zip(dx, dy, strict=True))
    r = max(-1.0, min(1.0, r))
    if count < 3:
        return Correlation(r, None, count)
    if abs(r) == 1:
        return Correlation(r, 0.0, count)
    from scipy.special import stdtr  # slow to load, and only correlations need it

    t = abs(r) * math.sqrt((count - 2) / ((1 - r) * (1 + r)))
    return Correlation(r, float(2 * stdtr(count - 2, -t)), count)


@dataclass(frozen=True, slots=True)
class IntervalMean:
    """The mean of the cliques whose x lies from ``low`` to before ``high``; the last interval has its end too."""

    low: float
    high: float
    count: int
    mean: float | None


def interval_means(x: Sequence[float], y: Sequence[float], intervals: int = INTERVALS) -> tuple[IntervalMean, ...]:
    """Cut the range of x into intervals of equal width and average y in each, as Figure 5; none where it is empty.

    If all x are the same there is one interval; if there is no x there is none.
    """
    _same_length(x, y)
    if intervals < 1:
        raise InputError(f"intervals: expected at least 1, found {intervals}")
    if not x:
        return ()
    low, high = min(x), max(x)
    if low == high:
        return (IntervalMean(low, high, len(y), mean(y)),)
    edges = [low + (high - low) * place / intervals for place in range(intervals)] + [high]
    members: list[list[float]] = [[] for _ in range(intervals)]
    for at, value in zip(x, y, strict=True):
        place = max(place for place in range(intervals) if edges[place] <= at)
        members[place].append(value)
    return tuple(
        IntervalMean(edges[place], edges[place + 1], len(found), mean(found)) for place, found in enumerate(members)
    )


@dataclass(frozen=True, slots=True)
class VarianceByDistance:
    """Figure 5 (b, c): the variance of F1 within cliques against their distance or similarity.

    The paper draws the intervals; ``cliques`` correlates all cliques, ``means`` the middles of the intervals that are
    not empty with their means.
    """

    intervals: tuple[IntervalMean, ...]
    cliques: Correlation
    means: Correlation


def variance_by_distance(
    distances: Sequence[float | None], variances: Sequence[float], intervals: int = INTERVALS
) -> VarianceByDistance:
    """Set variances against distances; a clique without distance, for want of a pair or a tree, does not count."""
    _same_length(distances, variances)
    known = [(x, y) for x, y in zip(distances, variances, strict=True) if x is not None]
    x, y = [each for each, _ in known], [each for _, each in known]
    found = interval_means(x, y, intervals)
    filled = [((each.low + each.high) / 2, each.mean) for each in found if each.mean is not None]
    return VarianceByDistance(found, pearson(x, y), pearson([at for at, _ in filled], [at for _, at in filled]))


@dataclass(frozen=True, slots=True)
class SubsetCorrelation:
    """§4.4: the mean score of subsets of growing size, and how size and mean are correlated."""

    sizes: tuple[int, ...]
    means: tuple[float, ...]
    correlation: Correlation
    seed: int


def subset_correlation(
    scores: Sequence[float], *, subsets: int = SUBSETS, step: int = STEP, seed: int = 0
) -> SubsetCorrelation:
    """Draw subsets of ``step``, 2 · ``step``, … cliques and correlate their mean score with their size.

    The paper says no more than "11 subsets of interval 100". We read: sizes 100, 200, … 1,100, each subset drawn anew
    from all cliques without replacement, and the plain mean of the cliques' robust F1.
    """
    if subsets < 1 or step < 1:
        raise InputError(f"subsets and step: expected at least 1 each, found {subsets} and {step}")
    if seed < 0:
        raise InputError(f"seed: expected 0 or more, found {seed}")
    if subsets * step > len(scores):
        raise InputError(
            f"subsets: expected at least {subsets * step:,} cliques ({subsets} × {step}), found {len(scores):,}"
        )
    draw = np.random.default_rng(seed)
    sizes = tuple(step * number for number in range(1, subsets + 1))
    values = np.asarray(scores, dtype=float)
    means = tuple(math.fsum(draw.choice(values, size, replace=False)) / size for size in sizes)
    return SubsetCorrelation(sizes, means, pearson(sizes, means), seed)


def _trees(clique: Clique) -> Iterator[Tree]:
    for member in clique.members:
        if member.tree is None:
            raise InputError(f"clique {clique.id!r}, sentence {member.sentence.id!r}: expected a tree, found none")
        yield member.tree


def _of_clique(clique: Clique, means: Callable[[Sequence[Tree]], tuple[float | None, ...]]) -> float | None:
    trees = [member.tree for member in clique.members if member.tree is not None]
    return means(trees)[0] if len(trees) == len(clique.members) else None


def _deviations(values: Sequence[float]) -> list[float]:
    """How far each value is from the mean, all scaled so that their squares sum up to 1."""
    middle = math.fsum(values) / len(values)
    away = [value - middle for value in values]
    norm = math.hypot(*away)
    return [value / norm for value in away]


def _same_length(x: Sequence[object], y: Sequence[object]) -> None:
    if len(x) != len(y):
        raise InputError(f"correlation: expected two lists of the same length, found {len(x)} and {len(y)}")
