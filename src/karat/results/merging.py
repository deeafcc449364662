"""Merge evaluations of one benchmark, so that their systems can be compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from karat import metrics as known_metrics
from karat.algebra.scores.corpus import gold_masses
from karat.errors import InputError, UnknownNameError
from karat.results.grounds import Grounds, merge_grounds
from karat.results.measurement import Key, Measurement
from karat.results.signatures import parts_of, without_intervals
from karat.results.statistics.comparison import PairedTest
from karat.results.statistics.resampling import Resampling, unless_off
from karat.results.statistics.systems import comparisons, with_intervals
from karat.results.system_result import SystemResult
from karat.results.verdict_files.sample import keep_common

if TYPE_CHECKING:
    from karat.results.evaluation import Evaluation


@cache
def gold_varies(metric: str) -> bool:
    """Whether a metric's gold masses vary with the predictions, and so do not show whether the gold is the same."""
    return any(known.name == metric and not known.fixed_gold for known in known_metrics.METRICS)


def merge(
    evaluations: Sequence[Evaluation],
    *,
    places: Sequence[str] = (),
    resampling: Resampling | None = None,
    test: PairedTest = "t",
    compared: bool = True,
) -> Evaluation:
    """Merge evaluations of the same sentences and gold, and compare all systems.

    ``places`` say where each evaluation comes from, such as its file. With them, a name that occurs in several
    evaluations becomes ``PLACE:NAME``; without them it is an error. Metrics that not all systems have are left out.
    Where some evaluations keep a sample of the sentences only, the merged one keeps those that all of them have.
    Intervals are computed again if the evaluations used different settings; ``compared=False`` leaves out the
    comparisons.
    """
    assert evaluations, "there is something to merge"
    evaluations = keep_common(evaluations)
    names = list(places) or [f"evaluation {number}" for number in range(1, len(evaluations) + 1)]
    systems = _with_distinct_names(evaluations, names, rename=bool(places))
    origins = [name for name, evaluation in zip(names, evaluations, strict=True) for _ in evaluation]
    systems = _with_shared_metrics(systems, origins)
    _check_same([evaluation.benchmark for evaluation in evaluations], systems, origins)
    _check_grounds(names, [evaluation.grounds for evaluation in evaluations])
    resamplings = [evaluation.resampling for evaluation in evaluations]
    chosen = unless_off(resampling or next(filter(None, resamplings), None) or Resampling())
    if any(used != chosen for used in resamplings):
        systems = [_without_intervals(system) for system in systems]
        systems = systems if chosen is None else with_intervals(systems, chosen)
    return replace(
        evaluations[0],
        systems=tuple(systems),
        comparisons=tuple(comparisons(systems, chosen, test)) if compared and chosen is not None else (),
        resampling=chosen,
        notes=tuple(dict.fromkeys(note for evaluation in evaluations for note in evaluation.notes)),
        grounds=merge_grounds([evaluation.grounds for evaluation in evaluations]),
    )


def only(
    evaluation: Evaluation, systems: Sequence[str] = (), metrics: Sequence[str] = (), facets: Sequence[str] = ()
) -> Evaluation:
    """Keep the named systems, metrics (``benchie-C``) and facets; an empty list keeps all of them.

    If facets are named, metrics are named without one. Comparisons are dropped, since they were corrected for more
    pairs.
    """
    selected = [evaluation[name] for name in dict.fromkeys(systems)] or list(evaluation)
    if metrics or facets:
        keys = _keys(selected[0], metrics, facets)
        selected = [
            replace(
                system,
                measurements=tuple(measurement for measurement in system.measurements if measurement.key in keys),
            )
            for system in selected
        ]
    return replace(evaluation, systems=tuple(selected), comparisons=())


def _keys(system: SystemResult, metrics: Sequence[str], facets: Sequence[str]) -> set[Key]:
    """Find the keys of the named measurements; an unknown name is an error."""
    if not facets:
        return {system.labelled(metric).key for metric in metrics}
    with_facets = [measurement for measurement in system.measurements if measurement.facet is not None]
    if not with_facets:
        raise InputError(f"expected a metric with facets or types, found {_labels(system)}")
    metric_names = dict.fromkeys(measurement.metric for measurement in with_facets)
    for metric in metrics:
        if metric not in metric_names:
            raise UnknownNameError("metric with facets", metric, metric_names)
    of_metrics = [measurement for measurement in with_facets if not metrics or measurement.metric in metrics]
    facet_names = dict.fromkeys(str(measurement.facet) for measurement in of_metrics)
    for facet in facets:
        if facet not in facet_names:
            raise UnknownNameError("facet", facet, facet_names)
    return {measurement.key for measurement in of_metrics if measurement.facet in facets}


def different_choices(evaluation: Evaluation) -> list[str]:
    """Describe, for each metric whose choices differ between systems, the choices that differ."""
    descriptions = []
    for first in evaluation.systems[0].measurements:
        choices = {system.name: set(parts_of(system[first.key].signature)) for system in evaluation}
        shared = set.intersection(*choices.values())
        different = {name: ", ".join(sorted(own - shared)) for name, own in choices.items() if own - shared}
        if different:
            listed = "; ".join(f"{name} {own}" for name, own in different.items())
            descriptions.append(f"{first.label}: scored by different choices: {listed}")
    return descriptions


def _with_distinct_names(
    evaluations: Sequence[Evaluation], places: Sequence[str], *, rename: bool
) -> list[SystemResult]:
    names = [system.name for evaluation in evaluations for system in evaluation]
    twice = {name for name in names if names.count(name) > 1}
    if twice and not rename:
        raise InputError(f"two systems are called {min(twice)!r}: expected another name in each evaluation")
    systems = [
        replace(system, name=f"{place}:{system.name}") if system.name in twice else system
        for place, evaluation in zip(places, evaluations, strict=True)
        for system in evaluation
    ]
    names = [system.name for system in systems]
    if again := [name for name in names if names.count(name) > 1]:
        raise InputError(f"two systems are called {again[0]!r}: expected another name in each evaluation")
    return systems


def _with_shared_metrics(systems: Sequence[SystemResult], origins: Sequence[str]) -> list[SystemResult]:
    """Keep the metrics that all systems were measured by, in the order of the first system."""
    by_key = [{measurement.key: measurement for measurement in system.measurements} for system in systems]
    keys = list(by_key[0])
    for system, measurements in zip(systems[1:], by_key[1:], strict=True):
        keys = [key for key in keys if key in measurements]
        if not keys:
            raise InputError(
                f"{origins[-1]}: expected a metric that all systems were measured by, found none: "
                f"{_labels(systems[0])} and {_labels(system)}"
            )
    return [
        replace(system, measurements=tuple(measurements[key] for key in keys))
        for system, measurements in zip(systems, by_key, strict=True)
    ]


def _labels(system: SystemResult) -> str:
    return ", ".join(measurement.label for measurement in system.measurements)


def _check_same(benchmarks: Sequence[str], systems: Sequence[SystemResult], origins: Sequence[str]) -> None:
    """Refuse systems that were not measured on the same sentences and gold."""
    places = list(dict.fromkeys(origins))
    for place, benchmark in zip(places, benchmarks, strict=True):
        if benchmark != benchmarks[0]:
            raise InputError(f"{place}: expected an evaluation on {benchmarks[0]}, as {places[0]}, found {benchmark}")
    for system, place in zip(systems, origins, strict=True):
        for first, other in zip(systems[0].measurements, system.measurements, strict=True):
            if first.sentences != other.sentences:
                raise InputError(
                    f"{place}: {other.label}: expected the sentences of {origins[0]} ({len(first.sentences)}), "
                    f"found other ones ({len(other.sentences)})"
                )
            if gold_varies(first.metric):
                continue
            expected, found = gold_masses(first.corpus), gold_masses(other.corpus)
            if expected is None or found is None or expected == found:
                continue
            masses = zip(first.sentences, expected, found, strict=True)
            sentence = next(sentence for sentence, one, two in masses if one != two)
            raise InputError(
                f"{place}: {other.label}: expected the gold of {origins[0]}, found other gold of sentence {sentence}"
            )


def _check_grounds(places: Sequence[str], grounds: Sequence[Grounds | None]) -> None:
    """Refuse gold whose facts differ, even if its masses are equal: verdicts refer to facts by index."""
    with_grounds = [(place, kept) for place, kept in zip(places, grounds, strict=True) if kept is not None]
    for place, kept in with_grounds[1:]:
        first_place, first = with_grounds[0]
        for expected, other in zip(first.annotations, kept.annotations, strict=False):
            if expected != other:
                raise InputError(
                    f"{place}: expected the gold of {first_place}, found other gold of sentence {other.sentence.id}"
                )


def _without_intervals(system: SystemResult) -> SystemResult:
    return replace(system, measurements=tuple(map(_measurement_without_intervals, system.measurements)))


def _measurement_without_intervals(measurement: Measurement) -> Measurement:
    delta = measurement.delta and replace(measurement.delta, intervals=(None, None, None))
    signature = without_intervals(measurement.signature)
    return replace(measurement, intervals=(None, None, None), signature=signature, delta=delta)
