"""Evaluations as JSON; ``loading`` reads them back."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from karat.algebra import Number, Scored
from karat.algebra.scores import exact
from karat.formats.files import write_lines, write_pieces
from karat.formats.json.parts import extraction_object
from karat.formats.json.streamed import Streamed, json_pieces
from karat.results.cliques.scores import clique_score_object, delta_object
from karat.results.explanation.verdicts import Verdict
from karat.results.grounds import grounds_object
from karat.results.measurement import VALUES, Measurement
from karat.results.statistics.families import family_object
from karat.results.statistics.intervals import intervals_object
from karat.results.statistics.samples import sampled_object
from karat.results.statistics.systems import Pair

if TYPE_CHECKING:
    from karat.results.evaluation import Evaluation

KIND = "karat-evaluation"


def summary(evaluation: Evaluation, *, per_document: bool = False) -> dict[str, Any]:
    """Collect the numbers, without the masses of each sentence, as ``--json`` prints them."""
    return {
        "task" if evaluation.task else "benchmark": evaluation.benchmark,
        "version": evaluation.version,
        **({} if evaluation.sample is None else {"sample": evaluation.sample.to_json()}),
        "systems": [
            {
                "name": system.name,
                **({} if system.family is None else {"family": system.family}),
                "file": system.file,
                "extractions": system.extractions,
                **({"statistics": asdict(system.statistics)} if system.statistics else {}),
                "notes": [str(note) for note in system.notes if not note.warning],
                "warnings": [str(note) for note in system.notes if note.warning],
                "scores": [_scores(measurement, per_document) for measurement in system.measurements],
            }
            for system in evaluation.systems
        ],
        **({"families": list(map(family_object, families))} if (families := evaluation.families) else {}),
        **({"samples": list(map(sampled_object, samples))} if (samples := evaluation.samples) else {}),
        "comparisons": [_comparison(evaluation, pair, evaluation.comparisons) for pair in evaluation.comparisons],
        "rankings": [ranking.to_json() for key in evaluation.labels if (ranking := evaluation.ranking(*key))],
    }


def _scores(measurement: Measurement, per_document: bool) -> dict[str, Any]:
    score = measurement.score
    document: dict[str, Any] = {"metric": measurement.metric}
    if measurement.facet is not None:
        document["facet"] = measurement.facet
    if measurement.by_type:
        document["by_type"] = True
    document |= {value: getattr(score, value) for value in VALUES}
    document["intervals"] = intervals_object(VALUES, measurement.intervals)
    document["counts"] = measurement.counts
    if score.bound is not None:
        document |= {"optimal": score.optimal, "bound": float(score.bound)}
    if measurement.curve:
        document |= {
            "auc": measurement.auc,
            "auc_by_recall": measurement.auc_by_recall,
            "threshold": measurement.threshold,
        }
    if measurement.delta is not None:
        document["delta"] = delta_object(measurement.delta)
    if measurement.stand_in:
        document["gold"] = "stand-in"
    document["signature"] = measurement.signature
    if per_document:
        document["documents"] = list(map(_document, measurement.sentences, measurement.scores))
    return document


def _document(name: str, score: Scored) -> dict[str, Any]:
    entry = {"document": name, **{value: getattr(score, value) for value in VALUES}}
    if score.bound is not None:
        entry |= {"optimal": score.optimal, "bound": float(score.bound)}
    return entry


def _comparison(evaluation: Evaluation, pair: Pair, among: Sequence[Pair]) -> dict[str, Any]:
    comparison = pair.comparison
    return {
        "a": pair.a,
        "b": pair.b,
        "metric": pair.metric,
        **({"facet": pair.facet} if pair.facet is not None else {}),
        "difference": comparison.difference,
        "interval": None if comparison.low is None else [comparison.low, comparison.high],
        "p": comparison.p,
        "p_holm": comparison.p_holm,
        "signature": evaluation.signature_of(pair, among),
    }


def comparison_summary(evaluation: Evaluation, pairs: Sequence[Pair], value: str) -> dict[str, Any]:
    """Collect the comparisons alone, as ``karat compare --json`` prints them."""
    return {
        "task" if evaluation.task else "benchmark": evaluation.benchmark,
        "version": evaluation.version,
        "systems": [{"name": system.name, "file": system.file} for system in evaluation.systems],
        "warnings": evaluation.warnings(),
        "value": value,
        "comparisons": [_comparison(evaluation, pair, pairs) for pair in pairs],
    }


def dump(evaluation: Evaluation, listed: Callable[[Iterable[Any]], Any] = list) -> dict[str, Any]:
    """Collect the numbers and the masses of each sentence that they come from; ``listed`` makes the long lists."""
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
        document["grounds"] = grounds_object(evaluation.grounds, listed)
    for entry, system in zip(document["systems"], evaluation.systems, strict=True):
        entry["left_out"] = [[note.what, note.count, *([True] if note.warning else [])] for note in system.notes]
        entry["verdicts"] = listed(map(_verdict, system.verdicts))
        if system.cliques:
            entry["cliques"] = listed(map(clique_score_object, system.cliques))
        for scores, measurement in zip(entry["scores"], system.measurements, strict=True):
            corpus = measurement.corpus
            scores["sentences"] = listed(measurement.sentences)
            scores["masses"] = listed(map(_masses, zip(*corpus.all_columns, strict=True)))
            scores["score"] = measurement.scores[0].to_json()
            if any(bound is not None for bound in corpus.bounds):
                scores["bounds"] = [None if bound is None else exact.to_json(bound) for bound in corpus.bounds]
            scores["undefined"] = [interval.undefined if interval else 0 for interval in measurement.intervals]
            if measurement.delta is not None:
                scores["delta"]["undefined"] = [
                    interval.undefined if interval else 0 for interval in measurement.delta.intervals
                ]
            if measurement.curve:
                scores["curve"] = listed(
                    [point.threshold, point.precision, point.recall] for point in measurement.curve
                )
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


def _masses(row: Iterable[Number]) -> list[int | str]:
    return list(map(exact.to_json, row))


def write(document: dict[str, Any], path: str | os.PathLike[str]) -> None:
    """Write a document to a file; if that fails, the old file stays as it was."""
    write_lines(Path(path), [json.dumps(document, ensure_ascii=False, allow_nan=False)])


def save(evaluation: Evaluation, path: str | os.PathLike[str]) -> None:
    """Write an evaluation to a file without making the whole document in memory."""
    write_pieces(Path(path), chain(json_pieces(dump(evaluation, Streamed)), "\n"))
