"""Measure a system by each metric that a benchmark, or the user, names."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from karat.algebra.plans.swept_corpus import SweptCorpus
from karat.algebra.scores.corpus import joined
from karat.benchmarks.gold import Gold, OutlinedGold, has_cliques, no_gold_for
from karat.errors import InputError
from karat.metrics import OIE_METRICS, OieMetric, oie_metric_named
from karat.metrics.oie.benchie import BENCHIE_ON_FACTS, PEOPLES_FACET, PEOPLES_LABEL
from karat.metrics.oie.oie_metric import Extractions, GoldKind, Measured
from karat.one_line import one_line
from karat.results.measurement import Measurement
from karat.results.options import Options, Reading
from karat.results.signatures import evaluation_choices, with_choices
from karat.results.statistics.confidence_curve import ConfidenceCurve

OPTION_NAMES = {
    "facets": "--facet",
    "credit": "--credit",
    "people_steps": "--people-steps",
    "meaning_answers": "--meaning-answers",
    "as_published": "--as-published",
    "inside": "--inside",
    "rounding": "--rounding",
}
"""The fields of ``Options`` that only some metrics use, and their options on the command line."""


@dataclass(frozen=True, slots=True)
class MeasuredPart:
    """A system's scores on some of the gold's sentences, or on all, by the names of the metrics.

    A metric without gold in these sentences is left out. ``places`` says which of them have gold of each kind, counted
    from 0; ``None`` if all have.
    """

    sentences: int
    by_metric: Mapping[str, tuple[Measured, ...]]
    places: Mapping[GoldKind, tuple[int, ...] | None]

    __repr__ = one_line


def measure(extractions: Extractions, gold: Gold, options: Options) -> list[Measurement]:
    """Measure a system by the requested metrics of sentences, or else by the benchmark's."""
    return join_measured([measure_part(extractions, gold, options)], gold, options, Reading())


def measure_part(
    extractions: Extractions, gold: Gold, options: Options, applicable: Collection[str] | None = None
) -> MeasuredPart:
    """Measure a system on some of the sentences, by the metrics of sentences.

    ``applicable`` are the metrics that apply to the whole gold, if ``gold`` is not all of it.
    """
    by_metric: dict[str, tuple[Measured, ...]] = {}
    places: dict[GoldKind, tuple[int, ...] | None] = {}
    for name in options.metrics or gold.metrics:
        metric = oie_metric_named(name)
        if metric.gold == "cliques":
            continue
        all_gold: Sequence[Any] = gold.facts if metric.gold == "facts" else gold.tuples
        indices = [index for index, sentence_gold in enumerate(all_gold) if sentence_gold is not None]
        places[metric.gold] = None if len(indices) == len(all_gold) else tuple(indices)
        scored_gold = [all_gold[index] for index in indices]
        if indices and (metric.applies_to(scored_gold) if applicable is None else name in applicable):
            measured = metric.measure([extractions[index] for index in indices], scored_gold, options)
            by_metric[name] = tuple(map(_packed, measured))
    return MeasuredPart(len(gold.sentences), by_metric, places)


def _packed(measured: Measured) -> Measured:
    corpus = measured.corpus
    return measured if isinstance(corpus, SweptCorpus) else replace(measured, corpus=corpus.packed)


def join_measured(
    parts: Sequence[MeasuredPart],
    gold: OutlinedGold,
    options: Options,
    reading: Reading,
    cliques: Sequence[Measurement] = (),
) -> list[Measurement]:
    """Join the scores of all sentences, which the parts have in the gold's order; ``cliques`` are ROBUST's."""
    measurements: list[Measurement] = []
    for name in options.metrics or gold.metrics:
        metric = oie_metric_named(name)
        by_metric = list(cliques) if metric.gold == "cliques" else list(_joined(metric, parts, gold, options, reading))
        if options.metrics and not by_metric:
            raise no_gold_for([metric], gold)
        measurements += by_metric
    if not measurements:
        raise no_gold_for([oie_metric_named(name) for name in gold.metrics], gold)
    _check_options_used(gold, options, {measurement.metric for measurement in measurements})
    _check_facets_used(gold, options, measurements)
    return measurements


def _joined(
    metric: OieMetric, parts: Sequence[MeasuredPart], gold: OutlinedGold, options: Options, reading: Reading
) -> Iterator[Measurement]:
    """Join what a metric measured on each part."""
    scored = [part.by_metric[metric.name] for part in parts if metric.name in part.by_metric]
    if not scored:
        return
    sentences = _ids(parts, gold, metric.gold)
    for measured in map(_join_facet, zip(*scored, strict=True)):
        choices = {**measured.choices, **evaluation_choices(options, reading, metric.nary)}
        if options.explicit_gold and metric.gold == "tuples":
            choices["gold"] = "explicit"
        yield _measurement(measured, sentences, with_choices(measured.signature, choices))


def _ids(parts: Sequence[MeasuredPart], gold: OutlinedGold, kind: GoldKind) -> tuple[str, ...]:
    """The ids of all sentences with gold of a kind."""
    if all(part.places[kind] is None for part in parts):
        return tuple(gold.ids)
    ids: list[str] = []
    first = 0
    for part in parts:
        places = part.places[kind]
        ids += [gold.ids[first + place] for place in (range(part.sentences) if places is None else places)]
        first += part.sentences
    return tuple(ids)


def _join_facet(measured: Sequence[Measured]) -> Measured:
    """Join what a metric measured under one facet."""
    if len(measured) == 1:
        return measured[0]
    corpora = [each.corpus for each in measured]
    swept = [corpus for corpus in corpora if isinstance(corpus, SweptCorpus)]
    plain = [corpus for corpus in corpora if not isinstance(corpus, SweptCorpus)]
    # Some choices are only obeyed where the gold has what they are about, as with the user's own entities.
    choices = max((each.choices for each in measured), key=len)
    return replace(measured[0], corpus=SweptCorpus.joined(swept) if swept else joined(plain), choices=choices)


def _measurement(measured: Measured, sentences: tuple[str, ...], signature: str) -> Measurement:
    scores = measured.scores
    if measured.curve is None:
        return Measurement(measured.metric, measured.facet, sentences, scores, signature)
    points = ConfidenceCurve.of_scores(measured.curve)
    threshold = measured.curve.threshold
    return Measurement(measured.metric, measured.facet, sentences, scores, signature, threshold=threshold, curve=points)


def _check_options_used(gold: OutlinedGold, options: Options, measured: Collection[str]) -> None:
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


def _check_facets_used(gold: OutlinedGold, options: Options, measurements: Sequence[Measurement]) -> None:
    """Refuse an option of a facet that was not measured."""
    defaults = Options()
    labels = [measurement.label for measurement in measurements]
    facets = [measurement.facet for measurement in measurements if measurement.metric == BENCHIE_ON_FACTS.name]
    inside = has_cliques(gold) and options.inside == PEOPLES_LABEL
    if options.people_steps != defaults.people_steps and PEOPLES_FACET not in facets and not inside:
        raise InputError(f"{gold.name}: expected facet {PEOPLES_FACET} for --people-steps, found {', '.join(labels)}")
    if options.credit != defaults.credit and set(facets) == {PEOPLES_FACET}:
        raise InputError(
            f"{gold.name}: expected another facet than {PEOPLES_FACET} for --credit, found {', '.join(labels)}"
        )
