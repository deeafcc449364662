"""Measure a system by each metric that a benchmark, or the user, names."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from karat.benchmarks.gold import Gold
from karat.errors import InputError
from karat.metrics import OIE_METRICS, OieMetric, oie_metric_named
from karat.metrics.oie.oie_metric import Extractions, Measured
from karat.metrics.oie.robust import CliqueScore
from karat.results.cliques.scores import measure_cliques
from karat.results.measurement import CurvePoint, Measurement
from karat.results.options import Options, Reading
from karat.results.signatures import evaluation_choices, with_choices

OPTION_NAMES = {
    "facets": "--facet",
    "credit": "--credit",
    "published": "--as-published",
    "inside": "--inside",
    "rounding": "--rounding",
}
"""The fields of ``Options`` that only some metrics obey, and what users type for them."""


def measure(
    extractions: Extractions,
    gold: Gold,
    options: Options,
    cliques: Sequence[CliqueScore] = (),
    reading: Reading = Reading(),  # noqa: B008 - frozen, so one default may serve all calls
) -> list[Measurement]:
    """Measure a system by the benchmark's metrics, or by those that were asked for; ROBUST by its scored cliques."""
    measurements: list[Measurement] = []
    for name in options.metrics or gold.metrics:
        metric = oie_metric_named(name)
        if metric.gold == "cliques":
            new = list(measure_cliques(cliques, gold, options, reading))
        else:
            new = list(_measure_sentences(metric, extractions, gold, options, reading))
        if options.metrics and not new:
            raise InputError(f"{gold.name}: expected gold that {name} can score against, found none")
        measurements += new
    if not measurements:
        metrics = " or ".join(gold.metrics)
        raise InputError(f"{gold.name}: expected gold that {metrics} can score against, found none")
    _check_obeyed(gold, options, {one.metric for one in measurements})
    return measurements


def _measure_sentences(
    metric: OieMetric, extractions: Extractions, gold: Gold, options: Options, reading: Reading
) -> Iterator[Measurement]:
    """Measure on the sentences that have gold of the metric's kind."""
    all_gold = gold.facts if metric.gold == "facts" else gold.tuples
    places = [place for place, known in enumerate(all_gold) if known is not None]
    sentence_gold = [all_gold[place] for place in places]
    if not metric.applies_to(sentence_gold):
        return
    sentences = tuple(gold.sentences[place].id for place in places)
    for measured in metric.measure([extractions[place] for place in places], sentence_gold, options):
        choices = {**measured.choices, **evaluation_choices(options, reading, metric.nary)}
        yield _measurement(measured, sentences, with_choices(measured.signature, choices))


def _measurement(measured: Measured, sentences: tuple[str, ...], signature: str) -> Measurement:
    scores = tuple(measured.scores)
    if measured.curve is None:
        return Measurement(measured.metric, measured.facet, sentences, scores, signature)
    points = tuple(CurvePoint(at, score.precision, score.recall) for at, score in measured.curve.points)
    threshold = measured.curve.threshold
    return Measurement(measured.metric, measured.facet, sentences, scores, signature, threshold=threshold, curve=points)


def _check_obeyed(gold: Gold, options: Options, measured: Collection[str]) -> None:
    """Refuse a choice that no metric here obeys, rather than ignore it."""
    usual = Options()
    for field, option in OPTION_NAMES.items():
        metrics = [metric.name for metric in OIE_METRICS if field in metric.obeys]
        if getattr(options, field) != getattr(usual, field) and not any(metric in measured for metric in metrics):
            raise InputError(
                f"{gold.name}: expected {' or '.join(metrics)} for {option}, found {', '.join(sorted(measured))}"
            )
