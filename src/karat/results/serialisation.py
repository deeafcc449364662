"""Evaluations as JSON; ``loading`` reads them back."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from karat.algebra import Scored
from karat.algebra.scores import exact
from karat.formats.files import write_lines
from karat.formats.json.parts import extraction_object
from karat.results.cliques.delta import delta_object
from karat.results.cliques.scores import clique_score_object
from karat.results.explanation.verdicts import Verdict
from karat.results.grounds import grounds_object
from karat.results.measurement import VALUES, Measurement
from karat.results.statistics.systems import Pair

if TYPE_CHECKING:
    from karat.results.evaluation import Evaluation

KIND = "karat-evaluation"


def summary(evaluation: Evaluation, *, per_document: bool = False) -> dict[str, Any]:
    """The numbers, without the masses of each sentence: what ``--json`` prints."""
    return {
        "task" if evaluation.task else "benchmark": evaluation.benchmark,
        "version": evaluation.version,
        "systems": [
            {
                "name": system.name,
                "file": system.file,
                "extractions": system.extractions,
                **({"statistics": asdict(system.statistics)} if system.statistics else {}),
                "notes": [str(note) for note in system.notes],
                "scores": [_scores(one, per_document) for one in system.measurements],
            }
            for system in evaluation.systems
        ],
        "comparisons": [_comparison(evaluation, pair, evaluation.comparisons) for pair in evaluation.comparisons],
    }


def _scores(one: Measurement, per_document: bool) -> dict[str, Any]:
    score = one.score
    document: dict[str, Any] = {"metric": one.metric}
    if one.facet is not None:
        document["facet"] = one.facet
    if one.by_type:
        document["by_type"] = True
    document |= {value: getattr(score, value) for value in VALUES}
    document["intervals"] = {
        value: [interval.low, interval.high] if interval else None
        for value, interval in zip(VALUES, one.intervals, strict=True)
    }
    document["counts"] = one.counts
    if score.bound is not None:
        document |= {"optimal": score.optimal, "bound": float(score.bound)}
    if one.curve:
        document |= {"auc": one.auc, "auc_by_recall": one.auc_by_recall, "threshold": one.threshold}
    if one.delta is not None:
        document["delta"] = delta_object(one.delta)
    if one.stand_in:
        document["gold"] = "stand-in"
    document["signature"] = one.signature
    if per_document:
        document["documents"] = list(map(_document, one.sentences, one.scores))
    return document


def _document(name: str, score: Scored) -> dict[str, Any]:
    entry = {"document": name, **{value: getattr(score, value) for value in VALUES}}
    if score.bound is not None:
        entry |= {"optimal": score.optimal, "bound": float(score.bound)}
    return entry


def _comparison(evaluation: Evaluation, pair: Pair, among: Sequence[Pair]) -> dict[str, Any]:
    found = pair.comparison
    return {
        "a": pair.a,
        "b": pair.b,
        "metric": pair.metric,
        **({"facet": pair.facet} if pair.facet is not None else {}),
        "difference": found.difference,
        "interval": None if found.low is None else [found.low, found.high],
        "p": found.p,
        "p_holm": found.p_holm,
        "signature": evaluation.signature_of(pair, among),
    }


def comparison_summary(evaluation: Evaluation, pairs: Sequence[Pair], value: str) -> dict[str, Any]:
    """The comparisons alone: what ``karat compare --json`` prints."""
    return {
        "task" if evaluation.task else "benchmark": evaluation.benchmark,
        "version": evaluation.version,
        "systems": [{"name": system.name, "file": system.file} for system in evaluation.systems],
        "value": value,
        "comparisons": [_comparison(evaluation, pair, pairs) for pair in pairs],
    }


def dump(evaluation: Evaluation) -> dict[str, Any]:
    """The numbers and all they were made of, sentence by sentence."""
    document = {"karat": KIND, **summary(evaluation)}
    resampling = evaluation.resampling
    document["resampling"] = (
        None
        if resampling is None
        else {
            "method": resampling.method,
            "resamples": resampling.resamples,
            "seed": resampling.seed,
            "level": resampling.level,
        }
    )
    document["notes"] = list(evaluation.notes)
    if evaluation.grounds is not None:
        document["grounds"] = grounds_object(evaluation.grounds)
    for entry, system in zip(document["systems"], evaluation.systems, strict=True):
        entry["left_out"] = [[note.what, note.count] for note in system.notes]
        entry["verdicts"] = [_verdict(verdict) for verdict in system.verdicts]
        if system.cliques:
            entry["cliques"] = [clique_score_object(clique) for clique in system.cliques]
        for scores, one in zip(entry["scores"], system.measurements, strict=True):
            scores["sentences"] = list(one.sentences)
            scores["masses"] = [[exact.to_json(mass) for mass in score.row] for score in one.scores]
            scores["score"] = one.scores[0].to_json()
            if any(score.bound is not None for score in one.scores):
                scores["bounds"] = [None if each.bound is None else exact.to_json(each.bound) for each in one.scores]
            scores["undefined"] = [interval.undefined if interval else 0 for interval in one.intervals]
            if one.delta is not None:
                scores["delta"]["undefined"] = [found.undefined if found else 0 for found in one.delta.intervals]
            if one.curve:
                scores["curve"] = [[point.threshold, point.precision, point.recall] for point in one.curve]
    for entry, pair in zip(document["comparisons"], evaluation.comparisons, strict=True):
        entry["method"] = pair.comparison.method
        entry["resamples"] = pair.comparison.resamples
        entry["seed"] = pair.comparison.seed
    return document


def _verdict(verdict: Verdict) -> dict[str, Any]:
    return {
        "sentence": verdict.sentence,
        "extraction": extraction_object(verdict.extraction),
        "correct": verdict.correct,
        "synset": verdict.synset,
        "fact": verdict.fact,
        "slots": None if verdict.slots is None else list(verdict.slots),
        **({} if verdict.ruling is None else {"ruling": asdict(verdict.ruling)}),
    }


def write(document: dict[str, Any], path: str | os.PathLike[str]) -> None:
    """Write a document completely, or leave the existing file as it is."""
    write_lines(Path(path), [json.dumps(document, ensure_ascii=False, allow_nan=False)])
