"""The gold that saved evaluations keep, so that ``karat explain`` need not read it again."""

from __future__ import annotations

from collections.abc import Sequence

from karat.benchmarks import BENCHMARKS, Gold
from karat.benchmarks.gold import USUAL_METRICS
from karat.cli.explain.inputs import Asked, Runs
from karat.metrics import OIE_METRICS, metric_and_facet
from karat.metrics.oie.benchie import FactGold
from karat.results import Evaluation
from karat.results.verdict_files.sample import keep_common


def saved_gold(asked: Asked, runs: Runs, metric: str | None, sentence: str | None) -> Gold | None:
    """Give the gold facts that the evaluations keep; ``None`` if the gold itself is needed.

    It is needed by other outputs and for tuples, such as CaRB's, which evaluations do not keep. Where it is given, it
    is read unless it is large and only what is kept of it is looked at, without its tuples.
    """
    evaluations = keep_common(list(runs.values()))
    names = {evaluation.benchmark for evaluation in evaluations}
    if len(names) != 1 or len(runs) < len(asked.outputs) or asked.benchmark or asked.carb_gold:
        return None
    if asked.gold is None and names & {known.name for known in BENCHMARKS}:
        return None
    if asked.gold is not None and (sentence is not None or not _is_sampled(asked, evaluations)):
        return None
    if metric is not None and metric_and_facet(metric)[0].gold != "facts":
        return None
    kept = [() if evaluation.grounds is None else evaluation.grounds.annotations for evaluation in evaluations]
    if any(annotations != kept[0] for annotations in kept) or not any(annotation.synsets for annotation in kept[0]):
        return None
    return Gold(
        names.pop(),
        tuple(annotation.sentence for annotation in kept[0]),
        tuple(map(FactGold, kept[0])),
        (None,) * len(kept[0]),
        (),
        metrics=_metrics(evaluations) or USUAL_METRICS,
    )


def _is_sampled(asked: Asked, evaluations: Sequence[Evaluation]) -> bool:
    """Whether all evaluations keep a sample of a gold file as large as the one that was asked for."""
    size = None if asked.gold is None else asked.gold.size()
    return size is not None and all(
        evaluation.grounds is not None
        and evaluation.grounds.sample is not None
        and size in [file.size for file in evaluation.grounds.files if file.role == "gold"]
        for evaluation in evaluations
    )


def _metrics(evaluations: Sequence[Evaluation]) -> tuple[str, ...]:
    """The metrics of fact synsets that were measured, in their order."""
    of_facts = {metric.name for metric in OIE_METRICS if metric.gold == "facts"}
    measured = [each.metric for evaluation in evaluations for system in evaluation for each in system.measurements]
    return tuple(dict.fromkeys(name for name in measured if name in of_facts))
