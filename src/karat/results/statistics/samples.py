"""Repeated samples of one system: their mean, how much they vary, and an interval for sentences and samples together.

A language model gives other answers when it is asked again. A run with several samples is scored sample by sample, as
the systems ``NAME sample 1``, ``NAME sample 2`` and so on, all on the same sentences. Sentences and samples are then
crossed, and the variance of the mean over m samples has three parts: from the choice of sentences, from the choice of
samples, and from what each answer adds on its own. With the jackknife's changes c of each value by sentence i and
sample s (see ``shares``):

- A = Σᵢ (mean over s of cᵢₛ)² holds the sentences, and what the answers add on their own, divided by m;
- B = the variance of the m values, and C = Σᵢ (variance over s of cᵢₛ): B holds what the samples have in common and
  what the answers add on their own, C the latter alone;
- the variance of the mean is A + max(B − C, 0) / m.

This is the analysis of variance with two crossed random factors (Cornfield and Tukey 1956), as in studies with many
readers and many cases (Dorfman, Berbaum and Metz 1992), with the degrees of freedom of Satterthwaite (1946), where a
negative part counts as 0 (Hillis 2007). It goes into the interval of a single system (Korn and Graubard 1998), whose
effective sample size it lowers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.errors import UnknownNameError
from karat.one_line import one_line
from karat.results.measurement import VALUES, Key, Measurement, measurement_label
from karat.results.statistics.intervals import Interval, between, intervals_object
from karat.results.statistics.resampling import Resampling
from karat.results.statistics.shares import Jackknife, jackknife, share_intervals
from karat.results.system_result import SystemResult

if TYPE_CHECKING:
    from karat.results.statistics.resampling import Numbers

# scipy is imported inside the functions: it is slow to load, and many commands do not need it.

NAME = re.compile(r"(.+) sample ([1-9][0-9]*)", re.DOTALL)
"""How the samples of a run are named."""


@dataclass(frozen=True, slots=True)
class SampleMean:
    """Precision, recall and F1 by one metric: means over the samples, standard deviations over them, and intervals.

    A value is undefined where that of a sample is.
    """

    metric: str
    facet: str | None
    values: tuple[float | None, ...]
    deviations: tuple[float | None, ...]
    intervals: tuple[Interval | None, ...]

    __repr__ = one_line

    @property
    def key(self) -> Key:
        """The metric and the facet."""
        return self.metric, self.facet


@dataclass(frozen=True, slots=True)
class SampledSystem:
    """A system that was run several times: the names of its samples, and their means by each metric."""

    name: str
    systems: tuple[str, ...]
    means: tuple[SampleMean, ...]

    __repr__ = one_line

    def __getitem__(self, key: str | Key) -> SampleMean:
        """Look up the means by a metric; without a facet, the overall ones or those of the facet ``default``."""
        metric, facet = key if isinstance(key, tuple) else (key, None)
        by_facet = {mean.facet: mean for mean in self.means if mean.metric == metric}
        if facet in by_facet:
            return by_facet[facet]
        if facet is None and "default" in by_facet:
            return by_facet["default"]
        known = [measurement_label(mean.metric, mean.facet) for mean in self.means]
        raise UnknownNameError("measurement", measurement_label(metric, facet), known)


def sample_names(names: Iterable[str]) -> frozenset[str]:
    """Choose the names of samples of which there are several of one system.

    >>> sorted(sample_names(["llm sample 1", "llm sample 2", "mine", "other sample 1"]))
    ['llm sample 1', 'llm sample 2']
    """
    members: dict[str, list[str]] = {}
    for name in names:
        if named := NAME.fullmatch(name):
            members.setdefault(named[1], []).append(name)
    return frozenset(name for own in members.values() if len(own) > 1 for name in own)


def find_samples(systems: Iterable[SystemResult], resampling: Resampling | None) -> tuple[SampledSystem, ...]:
    """Collect the systems of which there are several samples, by their names, and compute their means."""
    members: dict[str, list[SystemResult]] = {}
    for system in systems:
        if named := NAME.fullmatch(system.name):
            members.setdefault(named[1], []).append(system)
    return tuple(_sampled(name, own, resampling) for name, own in members.items() if len(own) > 1)


def _sampled(name: str, systems: Sequence[SystemResult], resampling: Resampling | None) -> SampledSystem:
    means = [
        _mean([system[first.key] for system in systems], resampling)
        for first in systems[0].measurements
        if all(first.key in [one.key for one in system.measurements] for system in systems)
    ]
    return SampledSystem(name, tuple(system.name for system in systems), tuple(means))


def _mean(measured: Sequence[Measurement], resampling: Resampling | None) -> SampleMean:
    first = measured[0]
    columns = [[getattr(one.score, value) for one in measured] for value in VALUES]
    defined = [None not in column for column in columns]
    values = tuple(fmean(column) if known else None for column, known in zip(columns, defined, strict=True))
    deviations = tuple(stdev(column) if known else None for column, known in zip(columns, defined, strict=True))
    intervals: tuple[Interval | None, ...] = (None,) * len(VALUES)
    if resampling is not None and len(first.sentences) > 1:
        estimates = [jackknife(one.masses, one.statistic) for one in measured]
        found = sample_intervals(Jackknife(*map(np.stack, zip(*estimates, strict=True))), resampling.level)
        intervals = tuple(each if known else None for each, known in zip(found, defined, strict=True))
    return SampleMean(first.metric, first.facet, values, deviations, intervals)


def sample_intervals(estimates: Jackknife, level: float) -> list[Interval | None]:
    """Compute the interval of the mean over samples, the first axis of the estimates, for each value."""
    from scipy.special import stdtrit

    count, units = estimates.changes.shape[0], estimates.changes.shape[1]
    points, weights = estimates.points.mean(axis=0), estimates.weights.mean(axis=0)
    changes = estimates.changes.mean(axis=0)
    of_sentences = (changes**2).sum(axis=0)
    of_samples = estimates.points.var(axis=0, ddof=1)
    of_answers = estimates.changes.var(axis=0, ddof=1).sum(axis=0)
    excess = np.maximum(of_samples - of_answers, 0.0) / count
    freedom = _degrees_of_freedom(of_sentences, of_samples / count, of_answers / count, excess, count, units)
    tail = (1 + level) / 2
    # Korn and Graubard's own adjustment for a variance that is not well known.
    widening = np.where(excess > 0, stdtrit(freedom, tail) / stdtrit(units - 1, tail), 1.0)
    extra = np.sqrt(excess)[np.newaxis]
    together = np.concatenate([changes, extra]) * widening
    unweighted = np.zeros_like(extra)
    return between(*share_intervals(Jackknife(points, together, np.concatenate([weights, unweighted])), level))


def _degrees_of_freedom(
    sentences: Numbers, samples: Numbers, answers: Numbers, excess: Numbers, count: int, units: int
) -> Numbers:
    """Satterthwaite's degrees of freedom of A + (B − C) / m; without an excess, those of the sentences."""
    squares = sentences**2 / (units - 1)
    squares += np.where(excess > 0, samples**2 / (count - 1) + answers**2 / ((count - 1) * (units - 1)), 0.0)
    whole = (sentences + excess) ** 2
    freedom: Numbers = np.divide(whole, squares, out=np.full_like(whole, units - 1.0), where=squares > 0)
    return freedom


def sampled_object(sampled: SampledSystem) -> dict[str, Any]:
    """Write a system with several samples as a JSON object."""
    return {
        "name": sampled.name,
        "systems": list(sampled.systems),
        "means": [
            {
                "metric": mean.metric,
                **({} if mean.facet is None else {"facet": mean.facet}),
                **dict(zip(VALUES, mean.values, strict=True)),
                "deviations": dict(zip(VALUES, mean.deviations, strict=True)),
                "intervals": intervals_object(VALUES, mean.intervals),
            }
            for mean in sampled.means
        ],
    }
