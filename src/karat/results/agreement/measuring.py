"""How far metrics agree with people's labels: read both, judge every extraction by every metric, and measure."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Literal, get_args

from karat.benchmarks.declarations import Benchmark
from karat.benchmarks.gold import Gold
from karat.errors import UnknownNameError
from karat.formats.json.map_option import JsonMap
from karat.model import Extraction
from karat.model.study import Study
from karat.one_line import one_line
from karat.results.agreement.coefficients import BOOTSTRAP, Coefficient, by_formula, cluster_masses, over_clusters
from karat.results.agreement.judging import (
    DEFAULT,
    AskedMetric,
    CutOff,
    ScoreKind,
    Thresholds,
    check_names,
    choose_thresholds,
    closest_gold,
    judge,
    usable_metrics,
)
from karat.results.agreement.labels import LabelFields, PlacedLabels, place_labels, read_labels
from karat.results.agreement.verdicts import (
    Judged,
    RankCorrelation,
    VerdictAgreement,
    rank_correlations,
    verdict_agreement,
)
from karat.results.display import Figures, Tabled, write_report
from karat.results.gold.given import given_gold
from karat.results.measurement import Measurement
from karat.results.measuring import measure
from karat.results.options import Options
from karat.results.signatures import with_choices
from karat.results.statistics.resampling import Resampling, mass_array, unless_off
from karat.results.statistics.shares import SHARE
from karat.results.system_result import Note
from karat.version import __version__

Source = str | os.PathLike[str]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """An extraction that either the metric or people accept, but not both.

    ``reason`` is the metric's, if it gives one; ``closest`` the gold fact or tuple that the extraction is closest to.
    """

    system: str
    sentence: str
    text: str
    extraction: Extraction
    people: bool
    score: float
    reason: str = ""
    closest: str = ""

    __repr__ = one_line

    @property
    def kind(self) -> str:
        """Who accepts the extraction."""
        return "only people" if self.people else "only the metric"

    def to_json(self) -> dict[str, Any]:
        """Return what the disagreement is about."""
        return {
            "system": self.system,
            "sentence_id": self.sentence,
            "sentence": self.text,
            "relation": self.extraction.relation,
            "arguments": list(self.extraction.arguments),
            "people": self.people,
            "score": self.score,
            "reason": self.reason,
            "closest": self.closest,
        }


@dataclass(frozen=True, slots=True, repr=False)
class SystemAgreement(Figures):
    """A metric and people on one system: their agreement, people's precision, and the metric's own scores."""

    system: str
    people: Coefficient
    precision: float | None
    f1: float | None
    agreement: VerdictAgreement


@dataclass(frozen=True, slots=True, repr=False)
class MetricAgreement(Figures):
    """How far a metric's verdicts agree with people's labels: on all extractions, by system, and in ranking systems.

    ``by_precision`` and ``by_f1`` correlate the metric's precision and F1 of each system with people's precision.
    ``threshold`` is ``None`` for a metric that says yes or no by itself.
    """

    metric: str
    title: str
    signature: str
    threshold: CutOff | None
    agreement: VerdictAgreement
    systems: tuple[SystemAgreement, ...]
    by_precision: RankCorrelation
    by_f1: RankCorrelation
    disagreements: tuple[Disagreement, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the figures and the disagreements."""
        figures = Figures.to_json(self)
        ranks = {"precision": figures.pop("by_precision"), "f1": figures.pop("by_f1")}
        disagreements = figures.pop("disagreements")
        return {**figures, "ranks": ranks, "disagreements": disagreements}


@dataclass(frozen=True, slots=True, repr=False)
class LabelAgreement(Tabled, Figures):
    """How far metrics agree with people's labels of the same extractions.

    ``correct`` of the ``items`` are correct, as people say. ``notes`` tell what was left out or changed in reading.
    ``fingerprint`` is equal for equal labels of equal extractions, in whatever order.
    """

    labels: str
    fingerprint: str
    gold: str
    items: int
    correct: int
    sentences: int
    systems: tuple[str, ...]
    score: ScoreKind
    resampling: Resampling | None
    notes: tuple[Note, ...]
    metrics: tuple[MetricAgreement, ...]

    def __iter__(self) -> Iterator[MetricAgreement]:
        return iter(self.metrics)

    def __getitem__(self, name: str) -> MetricAgreement:
        """Get a metric's agreement by the metric's name, such as ``benchie-C``."""
        for each in self.metrics:
            if each.metric == name:
                return each
        raise UnknownNameError("metric of this agreement", name, [each.metric for each in self.metrics])

    def write_html(self, path: Source, *, interactive: bool = False) -> None:
        """Write a page with all tables and the disagreements; ``interactive`` charts answer the pointer."""
        write_report(self, path, interactive=interactive)

    def to_json(self) -> dict[str, Any]:
        """Return everything as a JSON document, from which ``threshold_from`` takes thresholds."""
        return {
            "karat": "agreement",
            "version": __version__,
            **Figures.to_json(self),
            "resampling": None if self.resampling is None else self.resampling.signature(),
            "notes": [str(note) for note in self.notes],
        }


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
    tuples = [carb_gold] if isinstance(carb_gold, (str, os.PathLike)) else list(carb_gold)
    loaded = given_gold(benchmark, gold, None, tuples, encoding, None, gold_format)
    names = [metrics] if isinstance(metrics, str) else list(metrics)
    asked = check_names(names or [each.name for each in usable_metrics(loaded)] or loaded.metrics, options)
    thresholds = choose_thresholds(threshold, threshold_from, [each.name for each in asked])
    fields = LabelFields(label_field, system_field)
    read = read_labels(
        labels, systems=systems, format=format, encoding=encoding, columns=columns, map=map, fields=fields
    )
    placed = place_labels(read, loaded, options)
    notes = (*read.notes, *placed.notes)
    fingerprint = placed.fingerprint()
    measured = tuple(_measure(each, placed, fingerprint, options, score, thresholds, resampling) for each in asked)
    thresholds.check_used({each.metric: each.threshold for each in measured})
    people = [item.people for item in placed.items() if item.people is not None]
    return LabelAgreement(
        read.name,
        fingerprint,
        loaded.name,
        len(people),
        sum(people),
        len(placed.gold.sentences),
        tuple(placed.labels),
        score,
        resampling,
        notes,
        measured,
    )


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
    judged = [
        each for each in judge(asked, list(placed.items()), placed.gold, options, kind) if each[0].people is not None
    ]
    people = [bool(item.people) for item, _ in judged]
    cut = thresholds.choose(asked.name, [judgement.score for _, judgement in judged], people, fingerprint)
    least = DEFAULT if cut is None else cut.value
    by_system: dict[str, list[Judged]] = {system: [] for system in placed.outputs}
    disagreements = []
    golds = asked.gold_of(placed.gold)
    for (item, (score, reason)), correct in zip(judged, people, strict=True):
        sentence = placed.gold.sentences[item.place]
        by_system[item.system].append(Judged(sentence.id, score >= least, correct, score))
        if (score >= least) != correct:
            closest = closest_gold(item.extraction, golds[item.place])
            disagreements.append(
                Disagreement(item.system, sentence.id, sentence.text, item.extraction, correct, score, reason, closest)
            )
    by_precision, _, by_f1 = _ranks(placed, asked, measurements, resampling)
    choices: dict[str, str] = {}
    if cut is not None:
        choices = {"score": kind, "accepts": f">={cut.value:.4g}/{cut.origin.replace(' ', '_')}"}
    if resampling is not None:
        choices["ci"] = resampling.signature().removeprefix("ci:")
    return MetricAgreement(
        asked.name,
        f"{asked.metric.title}{'' if asked.facet in (None, 'default') else f', facet {asked.facet}'}",
        with_choices(next(iter(measurements.values())).signature, choices),
        cut,
        verdict_agreement(asked.name, chain(*by_system.values()), resampling, clustered_kappa=True),
        tuple(_system(name, own, asked, measurements[name], resampling) for name, own in by_system.items()),
        by_precision,
        by_f1,
        tuple(disagreements),
    )


def _system(
    name: str, judged: Sequence[Judged], asked: AskedMetric, measurement: Measurement, resampling: Resampling | None
) -> SystemAgreement:
    people = cluster_masses([(each.cluster, each.people) for each in judged])
    (precision,) = over_clusters(people, SHARE, by_formula(resampling))
    score = measurement.score
    return SystemAgreement(
        name,
        precision,
        None if score.precision is None else float(score.precision),
        None if score.f1 is None else float(score.f1),
        verdict_agreement(asked.name, judged, resampling, clustered_kappa=True),
    )


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
