"""Intervals of measured systems, and their comparison in pairs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from karat.errors import UnknownNameError
from karat.results.cliques.delta import difference
from karat.results.measurement import VALUES, Key, Measurement
from karat.results.statistics.comparison import Comparison, PairedTest, compare_all
from karat.results.statistics.intervals import intervals_of_all
from karat.results.statistics.resampling import Resampling
from karat.results.system_result import SystemResult

SIGNIFICANT = 0.05
"""A difference is called significant where its p, adjusted by Holm, is below this."""


@dataclass(frozen=True, slots=True)
class Pair:
    """The comparison of two systems by the F1 of one metric."""

    a: str
    b: str
    metric: str
    facet: str | None
    comparison: Comparison

    @property
    def key(self) -> Key:
        """The metric and its facet or type, as a measurement's key."""
        return self.metric, self.facet


def with_intervals(systems: list[SystemResult], resampling: Resampling) -> list[SystemResult]:
    """Give every value its interval; metrics over the same sentences use the same resamples."""
    groups: dict[tuple[str, ...], list[tuple[int, Measurement]]] = {}
    for place, system in enumerate(systems):
        for one in system.measurements:
            groups.setdefault(one.sentences, []).append((place, one))
    measured: dict[int, dict[Key, Measurement]] = {place: {} for place in range(len(systems))}
    for group in groups.values():
        deltas = [(place, one) for place, one in group if one.delta is not None]
        drawn = intervals_of_all(
            [(one.masses, one.statistic) for _, one in group]
            + [difference(one, systems[place].measurements) for place, one in deltas],
            resampling,
        )
        for (place, one), each in zip(group, drawn, strict=False):
            signed = f"{one.signature}|{resampling.signature()}"
            measured[place][one.key] = replace(one, intervals=tuple(each), signature=signed)
        for (place, one), each in zip(deltas, drawn[len(group) :], strict=True):
            assert one.delta is not None
            delta = replace(one.delta, intervals=tuple(each))
            measured[place][one.key] = replace(measured[place][one.key], delta=delta)
    return [
        replace(system, measurements=tuple(measured[place][one.key] for one in system.measurements))
        for place, system in enumerate(systems)
    ]


def comparisons(
    systems: Sequence[SystemResult], resampling: Resampling, test: PairedTest, value: str = "f1"
) -> Iterable[Pair]:
    """Compare all pairs of systems by one value of each metric, with Holm's correction over the pairs."""
    if value not in VALUES:
        raise UnknownNameError("value", value, VALUES)
    if len(systems) < 2:
        return
    for first in systems[0].measurements:
        measured = [system[first.key] for system in systems]
        pairs = [(a, b) for a in range(len(systems)) for b in range(a + 1, len(systems))]
        compared = compare_all(
            [one.masses for one in measured], first.statistic, VALUES.index(value), resampling, test, pairs
        )
        for (a, b), comparison in zip(pairs, compared, strict=True):
            yield Pair(systems[a].name, systems[b].name, first.metric, first.facet, comparison)


def is_significant(p: float | None) -> bool:
    """Whether an adjusted p is below the level of significance."""
    return p is not None and p < SIGNIFICANT


def too_few_resamples(pairs: Sequence[Pair]) -> bool:
    """Whether no p can be significant: with n resamples none is below 1 / (n + 1), times the pairs of a metric."""
    first = pairs[0]
    of_a_metric = sum(pair.key == first.key for pair in pairs)
    return any(
        pair.comparison.method in ("randomisation", "bootstrap")
        and not is_significant(of_a_metric / (pair.comparison.resamples + 1))
        for pair in pairs
    )


def largest(values: Iterable[float | None]) -> float | None:
    """The highest value that is defined."""
    return max((value for value in values if value is not None), default=None)


def differences_to_best(names: Sequence[str], measured: Sequence[Measurement]) -> dict[str, float | None]:
    """How far each system's F1 is from the highest, which is 0 for the best; ``None`` where an F1 is undefined."""
    best = largest(one.f1.value for one in measured)
    return {
        name: None if best is None or one.f1.value is None else one.f1.value - best
        for name, one in zip(names, measured, strict=True)
    }


def significantly_below_best(pairs: Sequence[Pair], key: Key, below_best: dict[str, float | None]) -> set[str]:
    """Name the systems whose F1 differs significantly from that of a best one."""
    best = {name for name, difference in below_best.items() if difference == 0}
    return {
        name
        for pair in pairs
        if pair.key == key and is_significant(pair.comparison.p_holm)
        for name, other in ((pair.a, pair.b), (pair.b, pair.a))
        if other in best
    }
