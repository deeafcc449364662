"""Automatic metrics against people: what a metric says of each labelled extraction, and how far people agree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from karat.benchmarks.gold import Gold, no_gold_for
from karat.errors import AlignmentError, InputError
from karat.metrics import OieMetric, metric_and_facet
from karat.model import Extraction, Row
from karat.model.study import Study
from karat.results.agreement.verdicts import Judged, VerdictAgreement, verdict_agreement
from karat.results.measurement import measurement_label
from karat.results.options import Options
from karat.results.quantities import with_quantities
from karat.results.slot_tokens import GoldTokens, find_divisions
from karat.results.statistics.resampling import Resampling, unless_off
from karat.results.study.final import Final, final_labels
from karat.results.study.report import Undecided


def against_gold(
    study: Study,
    gold: Gold,
    metrics: Sequence[str] = (),
    *,
    options: Options | None = None,
    threshold: float = 0.5,
    undecided: Undecided = "leave out",
    with_machines: bool = False,
    level: float = 0.95,
    resamples: int = 2000,
    seed: int = 0,
) -> tuple[VerdictAgreement, ...]:
    """Compare each metric's verdict on single extractions with the final labels of their facts.

    An extraction's score is the precision that it has alone; the metric accepts it from the ``threshold`` on.
    ``metrics`` may name a facet (``benchie-P``); without them, those of the gold are taken. Extractions of sentences
    without gold are left out.
    """
    if not 0 < threshold <= 1:
        raise InputError(f"threshold: expected more than 0 and at most 1, found {threshold}")
    options = options or Options()
    resampling = unless_off(Resampling("bca", resamples, seed, level))
    labelled = [final for final in final_labels(study, undecided, with_machines) if final.fact is not None]
    placed = _place(study, labelled, gold)
    prepared = _prepare(study, placed, gold, options)
    compared = []
    for name in metrics or gold.metrics:
        metric, facet = metric_and_facet(name)
        scores = _scores(metric, facet, placed, prepared, gold, options)
        if scores is None:
            if metrics:
                raise no_gold_for([metric], gold)
            continue
        judged = [Judged(final.task.sentence.id, score >= threshold, final.correct, score) for final, score in scores]
        compared.append(verdict_agreement(measurement_label(metric.name, facet), judged, resampling))
    return tuple(compared)


Placed = list[list[Final]]
"""Labelled extractions by the sentence of the gold, in its order."""


def _place(study: Study, labelled: Sequence[Final], gold: Gold) -> Placed:
    """Find the gold's sentence of each extraction, by its text or else by its id."""
    by_text: dict[str, int] = {}
    for index, sentence in enumerate(gold.sentences):
        by_text.setdefault(gold.key(sentence.text), index)
    by_id = {sentence.id: index for index, sentence in enumerate(gold.sentences)}
    placed: Placed = [[] for _ in gold.sentences]
    for final in labelled:
        sentence = final.task.sentence
        place = by_text.get(gold.key(sentence.text)) if sentence.text else by_id.get(sentence.id)
        if place is not None:
            placed[place].append(final)
    if not any(placed):
        raise AlignmentError(
            f"study {study.name!r}: expected labelled extractions of sentences in {gold.name}, found none"
        )
    return placed


def _prepare(study: Study, placed: Placed, gold: Gold, options: Options) -> list[list[Extraction]]:
    """Put quantities in place of their placeholders and divide words as in the sentence, as ``evaluate`` does."""
    prepared: list[list[Extraction]] = []
    for finals in placed:
        rows, _ = with_quantities(study.name, [Row(replace(final.task.extraction, confidence=1.0)) for final in finals])
        prepared.append([row.extraction for row in rows if row.extraction is not None])
    if options.tokens == "exact":
        return prepared
    divisions = find_divisions(prepared, GoldTokens(gold))
    return divisions.chosen(divided=divisions.evidence.divided)


def _scores(
    metric: OieMetric,
    facet: str | None,
    placed: Placed,
    prepared: Sequence[Sequence[Extraction]],
    gold: Gold,
    options: Options,
) -> list[tuple[Final, float]] | None:
    """Score each extraction alone; ``None`` if the gold has nothing for the metric."""
    if metric.gold == "cliques":
        return None
    golds = gold.facts if metric.gold == "facts" else gold.tuples
    alone = list(_alone(placed, prepared, golds))
    if not alone or not metric.applies_to([wanted for _, _, wanted in alone]):
        return None
    (measured,) = metric.measure(
        [[extraction] for _, extraction, _ in alone],
        [wanted for _, _, wanted in alone],
        options if facet is None else replace(options, facets=(facet,)),
    )
    return [(final, float(score.precision or 0.0)) for (final, _, _), score in zip(alone, measured.scores, strict=True)]


def _alone(
    placed: Placed, prepared: Sequence[Sequence[Extraction]], golds: Sequence[object]
) -> Iterator[tuple[Final, Extraction, object]]:
    for finals, extractions, wanted in zip(placed, prepared, golds, strict=True):
        if wanted is not None:
            for final, extraction in zip(finals, extractions, strict=True):
                yield final, extraction, wanted
