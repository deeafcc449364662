"""Keep the verdicts and gold facts of some sentences only: those of a sample, or those that all evaluations keep."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from karat.errors import InputError
from karat.results.verdict_files.sample import Sample

if TYPE_CHECKING:
    from karat.results.evaluation import Evaluation


def keep_sample(evaluation: Evaluation) -> Evaluation:
    """Keep an evenly spaced sample of the sentences, as a large evaluation does; all scores stay as they are.

    An evaluation of no more sentences than a sample has is kept whole.
    """
    grounds = evaluation.grounds
    assert grounds is not None, "an evaluation that was just made has its sentences"
    if grounds.cliques:
        raise InputError(f"{evaluation.benchmark}: expected single sentences to keep a sample of, found cliques")
    sample = Sample.among(len(grounds.annotations))
    if sample.is_whole:
        return evaluation
    return _keep(evaluation, {grounds.annotations[place].sentence.id for place in sample}, sample)


def keep_common(evaluations: Sequence[Evaluation]) -> list[Evaluation]:
    """Keep the sentences that all of these evaluations keep, if some of them keep a sample only."""
    kept = [each.grounds for each in evaluations if each.grounds is not None and each.grounds.annotations]
    sample = next((grounds.sample for grounds in kept if grounds.sample is not None), None)
    if sample is None:
        return list(evaluations)
    common = set.intersection(*({sentence.id for sentence in grounds.sentences} for grounds in kept))
    return [_keep(each, common, Sample(len(common), sample.of)) for each in evaluations]


def _keep(evaluation: Evaluation, ids: Collection[str], sample: Sample) -> Evaluation:
    grounds = evaluation.grounds
    if grounds is None or (grounds.sample == sample and len(grounds.annotations) == len(ids)):
        return evaluation
    annotations = tuple(annotation for annotation in grounds.annotations if annotation.sentence.id in ids)
    systems = tuple(
        replace(system, verdicts=tuple(verdict for verdict in system.verdicts if verdict.sentence in ids))
        for system in evaluation
    )
    return replace(evaluation, systems=systems, grounds=replace(grounds, annotations=annotations, sample=sample))
