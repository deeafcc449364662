"""Several evaluations of one benchmark as one, so that their systems can be compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from karat.algebra import Score
from karat.errors import InputError, UnknownNameError
from karat.metrics import METRICS
from karat.results.grounds import Grounds, merged_grounds
from karat.results.measurement import Key, Measurement
from karat.results.signatures import parts_of, without_intervals
from karat.results.statistics.comparison import PairedTest
from karat.results.statistics.resampling import Resampling, unless_off
from karat.results.statistics.systems import comparisons, with_intervals
from karat.results.system_result import SystemResult

if TYPE_CHECKING:
    from karat.results.evaluation import Evaluation

VARYING_GOLD = frozenset(metric.name for metric in METRICS if not metric.fixed_gold)
"""The metrics by whose masses one cannot tell whether the gold is the same."""


def merge(
    evaluations: Sequence[Evaluation],
    *,
    places: Sequence[str] = (),
    resampling: Resampling | None = None,
    test: PairedTest = "t",
    compared: bool = True,
) -> Evaluation:
    """Put the systems of evaluations of the same sentences and gold together, and compare them all.

    ``places`` say where each evaluation is from; with them, a name that several evaluations have becomes
    ``PLACE:NAME``, and without them it is an error. Metrics that not all systems have are left out. Intervals are made
    anew where the evaluations did not make them alike; ``compared=False`` leaves the comparisons out.
    """
    assert evaluations, "there is something to merge"
    names = list(places) or [f"evaluation {number}" for number in range(1, len(evaluations) + 1)]
    systems = _renamed(evaluations, names, bool(places))
    origins = [name for name, each in zip(names, evaluations, strict=True) for _ in each]
    systems = _in_common(systems, origins)
    _check_same([each.benchmark for each in evaluations], systems, origins)
    _check_grounds(names, [each.grounds for each in evaluations])
    found = [each.resampling for each in evaluations]
    chosen = unless_off(resampling or next((each for each in found if each is not None), None) or Resampling())
    if any(each != chosen for each in found):
        systems = [_undrawn(system) for system in systems]
        systems = systems if chosen is None else with_intervals(systems, chosen)
    return replace(
        evaluations[0],
        systems=tuple(systems),
        comparisons=tuple(comparisons(systems, chosen, test)) if compared and chosen is not None else (),
        resampling=chosen,
        notes=tuple(dict.fromkeys(note for each in evaluations for note in each.notes)),
        grounds=merged_grounds([each.grounds for each in evaluations]),
    )


def only(
    evaluation: Evaluation, systems: Sequence[str] = (), metrics: Sequence[str] = (), facets: Sequence[str] = ()
) -> Evaluation:
    """Keep the systems, metrics (``benchie-C``) and facets that are named; without names all of them.

    Beside facets, a metric is named without one. What was compared before is left out, since its correction was for
    more pairs.
    """
    kept = [evaluation[name] for name in dict.fromkeys(systems)] or list(evaluation)
    if metrics or facets:
        keys = _keys(kept[0], metrics, facets)
        kept = [
            replace(system, measurements=tuple(one for one in system.measurements if one.key in keys))
            for system in kept
        ]
    return replace(evaluation, systems=tuple(kept), comparisons=())


def _keys(system: SystemResult, metrics: Sequence[str], facets: Sequence[str]) -> set[Key]:
    """Give the keys of the named measurements; an unknown name is an error."""
    if not facets:
        return {system.labelled(metric).key for metric in metrics}
    with_facets = [one for one in system.measurements if one.facet is not None]
    if not with_facets:
        raise InputError(f"expected a metric with facets or types, found {_labels(system)}")
    for metric in metrics:
        if metric not in (known := dict.fromkeys(one.metric for one in with_facets)):
            raise UnknownNameError("metric with facets", metric, known)
    of_metrics = [one for one in with_facets if not metrics or one.metric in metrics]
    for facet in facets:
        if facet not in (names := dict.fromkeys(str(one.facet) for one in of_metrics)):
            raise UnknownNameError("facet", facet, names)
    return {one.key for one in of_metrics if one.facet in facets}


def different_choices(evaluation: Evaluation) -> list[str]:
    """Name the choices that differ between systems, for each metric."""
    found = []
    for first in evaluation.systems[0].measurements:
        choices = {system.name: set(parts_of(system[first.key].signature)) for system in evaluation}
        shared = set.intersection(*choices.values())
        apart = {name: ", ".join(sorted(own - shared)) for name, own in choices.items() if own - shared}
        if apart:
            told = "; ".join(f"{name} {own}" for name, own in apart.items())
            found.append(f"{first.label}: scored by different choices: {told}")
    return found


def _renamed(evaluations: Sequence[Evaluation], places: Sequence[str], rename: bool) -> list[SystemResult]:
    names = [system.name for each in evaluations for system in each]
    twice = {name for name in names if names.count(name) > 1}
    if twice and not rename:
        raise InputError(f"two systems are called {min(twice)!r}: expected another name in each evaluation")
    systems = [
        replace(system, name=f"{place}:{system.name}") if system.name in twice else system
        for place, each in zip(places, evaluations, strict=True)
        for system in each
    ]
    names = [system.name for system in systems]
    if again := [name for name in names if names.count(name) > 1]:
        raise InputError(f"two systems are called {again[0]!r}: expected another name in each evaluation")
    return systems


def _in_common(systems: Sequence[SystemResult], origins: Sequence[str]) -> list[SystemResult]:
    """Keep the metrics that all systems were measured by, in the first one's order."""
    keys = [one.key for one in systems[0].measurements]
    for system in systems[1:]:
        keys = [key for key in keys if key in {one.key for one in system.measurements}]
        if not keys:
            raise InputError(
                f"{origins[-1]}: expected a metric that all systems were measured by, found none: "
                f"{_labels(systems[0])} and {_labels(system)}"
            )
    by_key = [{one.key: one for one in system.measurements} for system in systems]
    return [
        replace(system, measurements=tuple(found[key] for key in keys))
        for system, found in zip(systems, by_key, strict=True)
    ]


def _labels(system: SystemResult) -> str:
    return ", ".join(one.label for one in system.measurements)


def _check_same(benchmarks: Sequence[str], systems: Sequence[SystemResult], origins: Sequence[str]) -> None:
    """Refuse what was not measured on the same sentences and gold."""
    places = list(dict.fromkeys(origins))
    for place, benchmark in zip(places, benchmarks, strict=True):
        if benchmark != benchmarks[0]:
            raise InputError(f"{place}: expected an evaluation on {benchmarks[0]}, as {places[0]}, found {benchmark}")
    first = systems[0]
    for system, place in zip(systems, origins, strict=True):
        for one, other in zip(first.measurements, system.measurements, strict=True):
            if one.sentences != other.sentences:
                raise InputError(
                    f"{place}: {other.label}: expected the sentences of {origins[0]} ({len(one.sentences)}), "
                    f"found other ones ({len(other.sentences)})"
                )
            if one.metric in VARYING_GOLD:
                continue
            for sentence, score, same in zip(one.sentences, one.scores, other.scores, strict=True):
                if isinstance(score, Score) and isinstance(same, Score) and score.gold != same.gold:
                    raise InputError(
                        f"{place}: {other.label}: expected the gold of {origins[0]}, found other gold "
                        f"of sentence {sentence}"
                    )


def _check_grounds(places: Sequence[str], grounds: Sequence[Grounds | None]) -> None:
    """Refuse gold that differs although its masses agree, since verdicts refer to facts by index."""
    found = [(place, each) for place, each in zip(places, grounds, strict=True) if each is not None]
    for place, each in found[1:]:
        first = found[0][1]
        for one, other in zip(first.annotations, each.annotations, strict=False):
            if one != other:
                raise InputError(
                    f"{place}: expected the gold of {found[0][0]}, found other gold of sentence {other.sentence.id}"
                )


def _undrawn(system: SystemResult) -> SystemResult:
    return replace(system, measurements=tuple(map(_without_intervals, system.measurements)))


def _without_intervals(one: Measurement) -> Measurement:
    delta = one.delta and replace(one.delta, intervals=(None, None, None))
    return replace(one, intervals=(None, None, None), signature=without_intervals(one.signature), delta=delta)
