"""Automatic metrics against people: what a metric says of each labelled extraction, and how far people agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from karat.benchmarks.gold import Gold
from karat.model import Row
from karat.model.study import Study
from karat.results.agreement.judging import AskedMetric, check_threshold, judge, usable_metrics
from karat.results.agreement.labels import LabelledRow, Labels, place_labels
from karat.results.agreement.verdicts import Judged, VerdictAgreement, verdict_agreement
from karat.results.options import Options
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
    check_threshold(threshold)
    options = replace(options or Options(), unknown="ignore")
    resampling = unless_off(Resampling("bca", resamples, seed, level))
    rows = tuple(
        LabelledRow(_row(final), study.name, final.correct)
        for final in final_labels(study, undecided, with_machines)
        if final.fact is not None
    )
    placed = place_labels(Labels(f"study {study.name!r}", rows), gold, options)
    items = list(placed.items())
    asked = list(map(AskedMetric.named, metrics)) or usable_metrics(placed.gold)
    return tuple(
        verdict_agreement(
            each.name,
            [
                Judged(item.place, score >= threshold, bool(item.people), score)
                for item, (score, _) in judge(each, items, placed.gold, options, alone=True)
            ],
            resampling,
        )
        for each in asked
    )


def _row(final: Final) -> Row:
    """Name the sentence of a task by its text, or else by its id: a study may number sentences in its own way."""
    sentence = final.task.sentence
    extraction = replace(final.task.extraction, confidence=1.0, other=())
    return Row(extraction, None if sentence.text else sentence.id, sentence.text or None)
