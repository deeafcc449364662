"""Measure a system by each metric that a benchmark, or the user, names."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from karat.benchmarks.gold import Gold, no_gold_for
from karat.errors import InputError
from karat.metrics import OIE_METRICS, OieMetric, oie_metric_named
from karat.metrics.oie.benchie_facets import BENCHIE_ON_FACTS, PEOPLES_FACET, PEOPLES_LABEL
from karat.metrics.oie.oie_metric import Extractions, Measured
from karat.metrics.oie.robust import CliqueScore
from karat.results.cliques.scores import measure_cliques
from karat.results.measurement import CurvePoint, Measurement
from karat.results.options import Options, Reading
from karat.results.signatures import evaluation_choices, with_choices

OPTION_NAMES = {
    "facets": "--facet",
    "credit": "--credit",
    "people_steps": "--people-steps",
    "meaning_answers": "--meaning-answers",
    "published": "--as-published",
    "inside": "--inside",
    "rounding": "--rounding",
}
"""The fields of ``Options`` that only some metrics use, and their options on the command line."""


def measure(
    extractions: Extractions,
    gold: Gold,
    options: Options,
    cliques: Sequence[CliqueScore] = (),
    reading: Reading = Reading(),  # noqa: B008 - frozen, so one default may serve all calls
) -> list[Measurement]:
    """Measure a system by the requested metrics, or else by the benchmark's; ``cliques`` are the scores for ROBUST."""
    measurements: list[Measurement] = []
    for name in options.metrics or gold.metrics:
        metric = oie_metric_named(name)
        if metric.gold == "cliques":
            by_metric = list(measure_cliques(cliques, gold, options, reading))
        else:
            by_metric = list(_measure_sentences(metric, extractions, gold, options, reading))
        if options.metrics and not by_metric:
            raise no_gold_for([metric], gold)
        measurements += by_metric
    if not measurements:
        raise no_gold_for([oie_metric_named(name) for name in gold.metrics], gold)
    _check_options_used(gold, options, {measurement.metric for measurement in measurements})
    _check_facets_used(gold, options, measurements)
    return measurements


def _measure_sentences(
    metric: OieMetric, extractions: Extractions, gold: Gold, options: Options, reading: Reading
) -> Iterator[Measurement]:
    """Measure on the sentences that have gold of the metric's kind."""
    all_gold = gold.facts if metric.gold == "facts" else gold.tuples
    indices = [index for index, sentence_gold in enumerate(all_gold) if sentence_gold is not None]
    scored_gold = [all_gold[index] for index in indices]
    if not metric.applies_to(scored_gold):
        return
    sentences = tuple(gold.sentences[index].id for index in indices)
    for measured in metric.measure([extractions[index] for index in indices], scored_gold, options):
        choices = {**measured.choices, **evaluation_choices(options, reading, metric.nary)}
        if options.explicit_gold and metric.gold == "tuples":
            choices["gold"] = "explicit"
        yield _measurement(measured, sentences, with_choices(measured.signature, choices))


def _measurement(measured: Measured, sentences: tuple[str, ...], signature: str) -> Measurement:
    scores = tuple(measured.scores)
    if measured.curve is None:
        return Measurement(measured.metric, measured.facet, sentences, scores, signature)
    points = tuple(CurvePoint(at, score.precision, score.recall) for at, score in measured.curve.points)
    threshold = measured.curve.threshold
    return Measurement(measured.metric, measured.facet, sentences, scores, signature, threshold=threshold, curve=points)


def _check_options_used(gold: Gold, options: Options, measured: Collection[str]) -> None:
    """Refuse an option that none of the metrics uses, rather than ignore it."""
    if options.explicit_gold and not any(oie_metric_named(metric).gold == "tuples" for metric in measured):
        # The synsets of facts say themselves which words they allow, and BenchIE's have none outside the sentence.
        found = ", ".join(sorted(measured))
        raise InputError(
            f"{gold.name}: expected a metric of tuples, such as carb, for --explicit-gold, "
            f"found {found} of fact synsets"
        )
    defaults = Options()
    for field, option in OPTION_NAMES.items():
        metrics = [metric.name for metric in OIE_METRICS if field in metric.obeys]
        if getattr(options, field) != getattr(defaults, field) and not any(metric in measured for metric in metrics):
            raise InputError(
                f"{gold.name}: expected {' or '.join(metrics)} for {option}, found {', '.join(sorted(measured))}"
            )


def _check_facets_used(gold: Gold, options: Options, measurements: Sequence[Measurement]) -> None:
    """Refuse an option of a facet that was not measured."""
    defaults = Options()
    labels = [measurement.label for measurement in measurements]
    facets = [measurement.facet for measurement in measurements if measurement.metric == BENCHIE_ON_FACTS.name]
    inside = gold.cliques and options.inside == PEOPLES_LABEL
    if options.people_steps != defaults.people_steps and PEOPLES_FACET not in facets and not inside:
        raise InputError(f"{gold.name}: expected facet {PEOPLES_FACET} for --people-steps, found {', '.join(labels)}")
    if options.credit != defaults.credit and set(facets) == {PEOPLES_FACET}:
        raise InputError(
            f"{gold.name}: expected another facet than {PEOPLES_FACET} for --credit, found {', '.join(labels)}"
        )
