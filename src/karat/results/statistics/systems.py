"""Intervals of measured systems, and their comparison in pairs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from karat.errors import UnknownNameError
from karat.one_line import one_line, paragraph
from karat.results.cliques.scores import difference
from karat.results.measurement import VALUES, Key, Measurement, measurement_label
from karat.results.statistics.comparison import Comparison, PairedTest, compare_all, is_significant
from karat.results.statistics.intervals import intervals_of_all
from karat.results.statistics.resampling import Resampling
from karat.results.statistics.samples import sample_names
from karat.results.system_result import SystemResult


@dataclass(frozen=True, slots=True)
class Pair:
    """The comparison of two systems by the F1 of one metric."""

    a: str
    b: str
    metric: str
    facet: str | None
    comparison: Comparison

    __repr__ = one_line
    _repr_html_ = paragraph

    def __str__(self) -> str:
        value = f"{measurement_label(self.metric, self.facet)} F1"
        return str(replace(self.comparison, a=self.a, b=self.b, value=value))

    @property
    def key(self) -> Key:
        """The metric and its facet or type, as a measurement's key."""
        return self.metric, self.facet


def with_intervals(systems: list[SystemResult], resampling: Resampling, processes: int = 1) -> list[SystemResult]:
    """Add an interval to every value; metrics over the same sentences share their resamples.

    Long bootstraps, and below long tests, are divided among the processes.
    """
    groups: dict[tuple[str, ...], list[tuple[int, Measurement]]] = {}
    for index, system in enumerate(systems):
        for measurement in system.measurements:
            groups.setdefault(measurement.sentences, []).append((index, measurement))
    measured: dict[int, dict[Key, Measurement]] = {index: {} for index in range(len(systems))}
    for group in groups.values():
        deltas = [(index, measurement) for index, measurement in group if measurement.delta is not None]
        drawn = intervals_of_all(
            [(measurement.masses, measurement.statistic) for _, measurement in group]
            + [difference(measurement, systems[index].measurements) for index, measurement in deltas],
            resampling,
            processes,
        )
        for (index, measurement), drawn_intervals in zip(group, drawn, strict=False):
            signed = f"{measurement.signature}|{resampling.signature()}"
            measured[index][measurement.key] = replace(measurement, intervals=tuple(drawn_intervals), signature=signed)
        for (index, measurement), drawn_intervals in zip(deltas, drawn[len(group) :], strict=True):
            assert measurement.delta is not None
            delta = replace(measurement.delta, intervals=tuple(drawn_intervals))
            measured[index][measurement.key] = replace(measured[index][measurement.key], delta=delta)
    return [
        replace(system, measurements=tuple(measured[index][measurement.key] for measurement in system.measurements))
        for index, system in enumerate(systems)
    ]


def comparisons(
    systems: Sequence[SystemResult],
    resampling: Resampling,
    test: PairedTest,
    value: str = "f1",
    processes: int = 1,
) -> Iterable[Pair]:
    """Compare all pairs of systems by one value of each metric, with Holm's correction over the pairs.

    The samples of a system that was run several times are left out: they are not systems of their own, and would make
    the correction too strict for all others.
    """
    if value not in VALUES:
        raise UnknownNameError("value", value, VALUES)
    samples = sample_names(system.name for system in systems)
    systems = [system for system in systems if system.name not in samples]
    if len(systems) < 2:
        return
    for first in systems[0].measurements:
        measurements = [system[first.key] for system in systems]
        pairs = [(a, b) for a in range(len(systems)) for b in range(a + 1, len(systems))]
        compared = compare_all(
            [measurement.masses for measurement in measurements],
            first.statistic,
            VALUES.index(value),
            resampling,
            test,
            pairs,
            processes,
        )
        for (a, b), comparison in zip(pairs, compared, strict=True):
            yield Pair(systems[a].name, systems[b].name, first.metric, first.facet, comparison)


def too_few_resamples(pairs: Sequence[Pair]) -> bool:
    """Tell whether there are too few resamples for any p to be significant.

    With n resamples p is at least 1 / (n + 1), which Holm's correction multiplies by the number of pairs of a metric.
    """
    first = pairs[0]
    pairs_per_metric = sum(pair.key == first.key for pair in pairs)
    return any(
        pair.comparison.method in ("randomisation", "bootstrap")
        and not is_significant(pairs_per_metric / (pair.comparison.resamples + 1))
        for pair in pairs
    )


def largest(values: Iterable[float | None]) -> float | None:
    """Return the highest defined value."""
    return max((value for value in values if value is not None), default=None)


def differences_to_best(names: Sequence[str], measurements: Sequence[Measurement]) -> dict[str, float | None]:
    """Compute each system's F1 minus the highest F1: 0 for the best, ``None`` where an F1 is undefined."""
    best = largest(measurement.f1.value for measurement in measurements)
    return {
        name: None if best is None or measurement.f1.value is None else measurement.f1.value - best
        for name, measurement in zip(names, measurements, strict=True)
    }


def significantly_below_best(pairs: Sequence[Pair], key: Key, below_best: dict[str, float | None]) -> set[str]:
    """Name the systems whose F1 differs significantly from that of a best one among those that were compared."""
    compared = [pair for pair in pairs if pair.key == key]
    names = {name for pair in compared for name in (pair.a, pair.b) if name in below_best}
    highest = largest(below_best[name] for name in names)
    best = {name for name in names if highest is not None and below_best[name] == highest}
    return {
        name
        for pair in compared
        if is_significant(pair.comparison.p_holm)
        for name, other in ((pair.a, pair.b), (pair.b, pair.a))
        if other in best
    }
