"""Compare metrics with people's labels: read both, judge every extraction by every metric, and measure."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

import numpy as np

from karat.benchmarks.declarations import Benchmark, benchmark_named, load_gold, read_gold
from karat.benchmarks.gold import Gold
from karat.benchmarks.gold_objects import gold_from
from karat.errors import InputError, UnknownNameError
from karat.formats.json.map_option import JsonMap
from karat.metrics import oie_metric_named
from karat.model import Extraction
from karat.model.study import Study
from karat.results.agreement.agreement import Coefficient
from karat.results.agreement.verdicts import Judged, verdict_agreement
from karat.results.labels.closest import ClosestGold
from karat.results.labels.judging import AskedMetric, Judgements, ScoreKind, check_names, find_metric, judge
from karat.results.labels.labels import LabelFields, read_labels
from karat.results.labels.placing import PlacedLabels, place_labels
from karat.results.labels.ranks import RankCorrelation, rank_correlations
from karat.results.labels.report import Disagreement, LabelAgreement, MetricAgreement, SystemAgreement
from karat.results.labels.thresholds import DEFAULT, Thresholds, choose_thresholds
from karat.results.measurement import Measurement
from karat.results.measuring import measure
from karat.results.options import Options
from karat.results.signatures import with_choices
from karat.results.statistics.intervals import intervals
from karat.results.statistics.resampling import Resampling, mass_array, unless_off, values_of
from karat.results.statistics.shares import SHARE

Source = str | os.PathLike[str]

BOOTSTRAP = Resampling("bca", resamples=2000)


def agreement(
    metrics: str | Sequence[str] = (),
    *,
    labels: Source | Study | Iterable[Any],
    benchmark: str | Benchmark | None = None,
    gold: Source | Gold | Iterable[Any] | None = None,
    carb_gold: Source | Sequence[Source] = (),
    gold_format: str | None = None,
    systems: Sequence[Source] | Mapping[str, Source] | None = None,
    format: str | None = None,
    encoding: str = "utf-8",
    columns: str | Sequence[str] | None = None,
    map: JsonMap | None = None,
    label_field: str | None = None,
    system_field: str | None = None,
    score: ScoreKind = "precision",
    threshold: float | Literal["best"] | Mapping[str, float] | None = None,
    threshold_from: Source | None = None,
    options: Options | None = None,
    resampling: Resampling | None = BOOTSTRAP,
) -> LabelAgreement:
    """Measure how far metrics agree with people's labels of the same extractions.

    Without ``metrics``, those of the gold are taken. A graded metric accepts an extraction from a ``threshold`` on:
    .5, another for all metrics, one for each by name, ``"best"`` for those with the highest κ on these labels, or those
    that ``threshold_from``, an agreement written before, found on other labels. ``score`` says what is graded.
    """
    if score not in get_args(ScoreKind):
        raise UnknownNameError("score", score, get_args(ScoreKind))
    options, resampling = options or Options(), unless_off(resampling)
    if resampling is not None and resampling.method == "korn-graubard":
        resampling = replace(resampling, method="bca")
    loaded = _gold(benchmark, gold, carb_gold, gold_format, encoding)
    asked = check_names([metrics] if isinstance(metrics, str) else list(metrics) or _metrics_of(loaded), options)
    thresholds = choose_thresholds(threshold, threshold_from, [each.name for each in asked])
    fields = LabelFields(label_field, system_field)
    read = read_labels(
        labels, systems=systems, format=format, encoding=encoding, columns=columns, map=map, fields=fields
    )
    placed = place_labels(read.name, read.by_system(), loaded, options)
    notes = (*read.notes, *placed.notes)
    fingerprint = placed.fingerprint()
    measured = tuple(_measure(each, placed, fingerprint, options, score, thresholds, resampling) for each in asked)
    thresholds.check_used({each.metric: each.threshold for each in measured})
    flat = placed.flat()
    return LabelAgreement(
        read.name,
        loaded.name,
        len(flat),
        sum(flat),
        len(placed.gold.sentences),
        tuple(placed.labels),
        measured,
        score,
        resampling,
        notes,
        fingerprint,
    )


def _metrics_of(gold: Gold) -> list[str]:
    """Name the metrics of a gold for which it has what they need; all if it has it for none, for a message."""
    asked = [find_metric(name) for name in gold.metrics if oie_metric_named(name).gold != "cliques"]
    usable = [each.name for each in asked if each.applies_to(gold)]
    return usable or list(gold.metrics)


def _gold(
    benchmark: str | Benchmark | None,
    gold: Source | Gold | Iterable[Any] | None,
    carb_gold: Source | Sequence[Source],
    gold_format: str | None,
    encoding: str,
) -> Gold:
    if (benchmark is None) == (gold is None):
        raise InputError("expected a benchmark or a gold file, found " + ("neither" if gold is None else "both"))
    tuples = [carb_gold] if isinstance(carb_gold, (str, os.PathLike)) else list(carb_gold)
    if isinstance(gold, (str, os.PathLike)):
        return read_gold(gold, None, tuples, encoding, format=gold_format, texts=False)
    if tuples or gold_format is not None:
        raise InputError("expected a gold file for CaRB's gold or for its format, found none")
    if gold is not None:
        return gold if isinstance(gold, Gold) else gold_from(gold)
    assert benchmark is not None, "one of the two was given"
    return load_gold(benchmark_named(benchmark) if isinstance(benchmark, str) else benchmark)


def _measure(
    asked: AskedMetric,
    placed: PlacedLabels,
    fingerprint: str,
    options: Options,
    kind: ScoreKind,
    thresholds: Thresholds,
    resampling: Resampling | None,
) -> MetricAgreement:
    own_options = asked.options(options)
    # Systems first: a metric that prepares all texts of a system together has them at hand for single extractions.
    measurements = {system: measure(found, placed.gold, own_options)[0] for system, found in placed.outputs.items()}
    judgements = judge(asked, placed.outputs, placed.gold, options, kind)
    items = list(_items(placed, judgements))
    cut = thresholds.choose(asked.name, [each.score for each in items], [each.people for each in items], fingerprint)
    least = DEFAULT if cut is None else cut.value
    judged = {
        system: [
            Judged(placed.gold.sentences[each.place].id, each.score >= least, each.people, each.score)
            for each in items
            if each.system == system
        ]
        for system in placed.outputs
    }
    everything = [each for own in judged.values() for each in own]
    by_precision, _, by_f1 = _ranks(placed, asked, measurements, resampling)
    closest = ClosestGold(asked, placed.gold)
    choices: dict[str, str] = {"score": kind} if cut is not None else {}
    if cut is not None:
        choices["accepts"] = f">={cut.value:.4g}/{cut.origin.replace(' ', '_')}"
    if resampling is not None:
        choices["ci"] = resampling.signature().removeprefix("ci:")
    first = next(iter(measurements.values()))
    return MetricAgreement(
        asked.name,
        f"{asked.metric.title}{'' if asked.facet in (None, 'default') else f', facet {asked.facet}'}",
        verdict_agreement(asked.name, everything, resampling, clustered_kappa=True),
        cut,
        tuple(_system(name, own, asked, measurements[name], resampling) for name, own in judged.items()),
        by_precision,
        by_f1,
        tuple(
            Disagreement(
                each.system,
                placed.gold.sentences[each.place].id,
                placed.gold.sentences[each.place].text,
                each.extraction,
                each.people,
                each.score,
                each.reason,
                closest.of(each.place, each.extraction),
            )
            for each in items
            if (each.score >= least) != each.people
        ),
        with_choices(first.signature, choices),
    )


@dataclass(frozen=True, slots=True)
class _Item:
    system: str
    place: int
    extraction: Extraction
    people: bool
    score: float
    reason: str


def _items(placed: PlacedLabels, judgements: Judgements) -> Iterator[_Item]:
    """Yield every labelled extraction of a sentence with gold for the metric, with both verdicts."""
    for system, sentences in judgements.items():
        for place, own in enumerate(sentences):
            extractions, labels = placed.outputs[system][place], placed.labels[system][place]
            for number, (score, reason) in enumerate(own):
                people = labels[number]
                if people is not None:
                    yield _Item(system, place, extractions[number], people, score, reason)


def _system(
    name: str, judged: Sequence[Judged], asked: AskedMetric, measurement: Measurement, resampling: Resampling | None
) -> SystemAgreement:
    found = verdict_agreement(asked.name, judged, resampling, clustered_kappa=True)
    score = measurement.score
    return SystemAgreement(
        name,
        found,
        _people_precision(judged, resampling),
        None if score.precision is None else float(score.precision),
        None if score.f1 is None else float(score.f1),
    )


def _people_precision(judged: Sequence[Judged], resampling: Resampling | None) -> Coefficient:
    """The share of a system's extractions that people accept, with an interval by formula over sentences."""
    by_sentence: dict[Any, list[bool]] = {}
    for each in judged:
        by_sentence.setdefault(each.cluster, []).append(each.people)
    masses = mass_array([(sum(labels), len(labels)) for labels in by_sentence.values()], 2)
    (value,) = values_of(SHARE, masses.sum(axis=0))
    if np.isnan(value):
        return Coefficient(None)
    ends = None if resampling is None else intervals(masses, SHARE, Resampling(level=resampling.level))[0]
    return Coefficient(float(value), ends)


def _ranks(
    placed: PlacedLabels, asked: AskedMetric, measurements: Mapping[str, Measurement], resampling: Resampling | None
) -> Sequence[RankCorrelation]:
    """Correlate the metric's precision, recall and F1 of systems with people's precision, over the same sentences."""
    present = [place for place, gold in enumerate(asked.gold_of(placed.gold)) if gold is not None]
    people = [
        mass_array([(own[place].count(True), len(own[place]) - own[place].count(None)) for place in present], 2)
        for own in placed.labels.values()
    ]
    found = list(measurements.values())
    return rank_correlations(people, [each.masses for each in found], found[0].statistic, resampling)
