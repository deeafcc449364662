"""Standings of many evaluations: ranks among what can be compared, decided by the paired test."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from karat.algebra.scores.corpus import gold_masses
from karat.results.evaluation import Evaluation
from karat.results.measurement import Key, Measurement
from karat.results.merging import gold_varies
from karat.results.signatures import parts_of, without_intervals
from karat.results.statistics.ranking import rank_systems
from karat.results.statistics.resampling import Resampling
from karat.results.statistics.samples import sample_names
from karat.results.statistics.systems import comparisons
from karat.results.system_result import SystemResult


@dataclass(frozen=True, slots=True)
class Standing:
    """A system by one metric in one run, and its rank among those that it can be compared with.

    The rank is 1 + the number of systems that are significantly above it; systems that cannot be told apart from the
    same ones share it. ``None`` where F1 is undefined, and for samples of a system, which are not tested. ``group``
    numbers what is ranked together: the same benchmark, metric, choices, sentences and gold.
    """

    run: str
    evaluation: Evaluation
    system: SystemResult
    measurement: Measurement
    rank: int | None
    shared: bool
    group: int

    @property
    def metric(self) -> tuple[str, Key]:
        """The benchmark and the metric, which systems may be measured by with different choices."""
        return self.evaluation.benchmark, self.measurement.key


Row = tuple[str, Evaluation, SystemResult, Measurement]


def standings(runs: Sequence[tuple[str, Evaluation]]) -> list[Standing]:
    """Rank the systems of all runs: by benchmark and metric, then by group, the best F1 first."""
    groups: dict[tuple[object, ...], list[Row]] = {}
    for run, evaluation in runs:
        for system in evaluation:
            for one in system.measurements:
                groups.setdefault(_comparable(evaluation, one), []).append((run, evaluation, system, one))
    keys = list(dict.fromkeys(key[:2] for key in groups))
    ordered = sorted(groups, key=lambda key: keys.index(key[:2]))
    return [standing for number, key in enumerate(ordered) for standing in _ranked(groups[key], number)]


def _comparable(evaluation: Evaluation, one: Measurement) -> tuple[object, ...]:
    """Say what two measurements must share to be compared."""
    gold = None if gold_varies(one.metric) else gold_masses(one.corpus)
    return evaluation.benchmark, one.key, choices(one.signature), one.sentences, gold


def choices(signature: str) -> str:
    """Remove the version and the intervals from a signature: what is left must be equal for scores to be compared.

    >>> choices("carb|nary:join|v:1|ci:bca/100/seed:0/95")
    'carb|nary:join'
    """
    return "|".join(part for part in parts_of(without_intervals(signature)) if not part.startswith("v:"))


def different_choices(rows: Iterable[Standing]) -> dict[tuple[str, str], dict[str, str]]:
    """Find the metrics of a benchmark that were measured with different choices.

    Gives, for a benchmark and a metric's label, each set of choices and what distinguishes it from the others.
    """
    found: dict[tuple[str, str], dict[str, None]] = {}
    for row in rows:
        label = (row.evaluation.benchmark, row.measurement.label)
        found.setdefault(label, {})[choices(row.measurement.signature)] = None
    different = {}
    for label, signatures in found.items():
        if len(signatures) > 1:
            shared = set.intersection(*(set(parts_of(signature)) for signature in signatures))
            different[label] = {
                signature: ", ".join(part for part in parts_of(signature) if part not in shared) or "none of these"
                for signature in signatures
            }
    return different


def _ranked(rows: Sequence[Row], group: int) -> list[Standing]:
    """Rank what can be compared; names are replaced for the test, since runs may share them."""
    systems = [replace(system, name=str(place), measurements=(one,)) for place, (_, _, system, one) in enumerate(rows)]
    tested = [system for system, row in zip(systems, rows, strict=True) if not _is_sample(row)]
    ranking = rank_systems(tested, comparisons(tested, Resampling(), "t"), rows[0][3].key)
    if ranking is None:  # a single system, or none that could be tested: by value
        values = [row[3].f1.value for row in rows if not _is_sample(row)]
        ranks = [None if _is_sample(row) else _rank_by_value(row[3].f1.value, values) for row in rows]
    else:
        by_name = {rank.system: rank.rank for rank in ranking.ranks}
        ranks = [by_name.get(system.name) for system in systems]
    found = [
        Standing(*row, rank, rank is not None and ranks.count(rank) > 1, group)
        for row, rank in zip(rows, ranks, strict=True)
    ]
    return sorted(found, key=lambda each: -_f1(each.measurement))


def _rank_by_value(value: float | None, values: Sequence[float | None]) -> int | None:
    return None if value is None else 1 + sum(other is not None and other > value for other in values)


def _is_sample(row: Row) -> bool:
    """Whether a row is one of several samples of a system in its run."""
    _, evaluation, system, _ = row
    return system.name in sample_names(each.name for each in evaluation)


def _f1(one: Measurement) -> float:
    return -1.0 if one.f1.value is None else one.f1.value
