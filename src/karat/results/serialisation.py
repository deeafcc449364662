"""Evaluations as JSON and back, equal to what was written."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from karat import algebra
from karat.algebra.scores import exact
from karat.errors import FormatError, InputError
from karat.formats.files import write_lines
from karat.formats.json.parts import Part, extraction_from, extraction_object
from karat.formats.text.lines import Line
from karat.metrics.fact_rule import Ruling
from karat.results.cliques.delta import delta_from, delta_object
from karat.results.cliques.scores import clique_score_from, clique_score_object
from karat.results.evaluation import Evaluation, Note, Pair, SystemResult
from karat.results.explanation.verdicts import Verdict
from karat.results.gold.statistics import Lengths
from karat.results.grounds import grounds_from, grounds_object
from karat.results.measurement import VALUES, CurvePoint, Measurement
from karat.results.output_statistics import OutputStatistics
from karat.results.statistics.comparison import Comparison
from karat.results.statistics.intervals import Interval
from karat.results.statistics.resampling import Resampling

KIND = "karat-evaluation"

HEAD = 200
"""How many bytes at a file's beginning hold what it is, as we write it."""


def summary(evaluation: Evaluation) -> dict[str, Any]:
    """The numbers, without what they were made of: what ``--json`` prints."""
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
                "scores": [_scores(one) for one in system.measurements],
            }
            for system in evaluation.systems
        ],
        "comparisons": [_comparison(evaluation, pair, evaluation.comparisons) for pair in evaluation.comparisons],
    }


def _scores(one: Measurement) -> dict[str, Any]:
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
    return document


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
    """Write a document whole, or leave what was there."""
    write_lines(Path(path), [json.dumps(document, ensure_ascii=False, allow_nan=False)])


def holds_evaluation(path: Path) -> bool:
    """Tell whether a file holds an evaluation, in whichever order its keys stand."""
    content = path.read_bytes()
    if KIND.encode() not in content:
        return False
    try:
        document = json.loads(content)
    except ValueError:
        return KIND.encode() in content[:HEAD]  # one that was cut off, which `load` will say
    return isinstance(document, dict) and document.get("karat") == KIND


def load(path: str | os.PathLike[str]) -> Evaluation:
    """Read an evaluation that was written before."""
    path = Path(path)
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(f"{path}: expected an evaluation, found no file") from None
    except IsADirectoryError:
        raise InputError(f"{path}: expected a file, found a directory") from None
    except (ValueError, UnicodeDecodeError) as error:
        line = getattr(error, "lineno", None)
        raise FormatError(path, line, "an evaluation in JSON", f"{error}") from None
    if not isinstance(document, dict) or document.get("karat") != KIND:
        raise FormatError(path, None, "an evaluation that `karat evaluate --output` wrote", "another document")
    try:
        return _evaluation(document)
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError) as error:
        raise FormatError(path, None, "a whole evaluation", f"one with a damaged part ({error})") from None


def _evaluation(document: dict[str, Any]) -> Evaluation:
    resampling = document["resampling"]
    return Evaluation(
        document["task"] if "task" in document else document["benchmark"],
        document["version"],
        tuple(map(_system, document["systems"])),
        tuple(map(_pair, document["comparisons"])),
        None if resampling is None else Resampling(**resampling),
        tuple(document["notes"]),
        "task" in document,
        grounds_from(document["grounds"]) if "grounds" in document else None,
    )


def _system(entry: dict[str, Any]) -> SystemResult:
    return SystemResult(
        entry["name"],
        entry["file"],
        entry["extractions"],
        tuple(map(_measurement, entry["scores"])),
        tuple(map(_read_verdict, entry["verdicts"])),
        tuple(Note(what, count) for what, count in entry["left_out"]),
        _statistics(entry.get("statistics")),
        tuple(map(clique_score_from, entry.get("cliques", ()))),
    )


def _statistics(entry: dict[str, Any] | None) -> OutputStatistics | None:
    if entry is None:
        return None
    return OutputStatistics(entry["extractions"], entry["sentences"], Lengths(**entry["lengths"]))


def _measurement(entry: dict[str, Any]) -> Measurement:
    kind = algebra.from_json(entry["score"])
    bounds = entry.get("bounds") or [None] * len(entry["masses"])
    drawn = zip((entry["intervals"][value] for value in VALUES), entry["undefined"], strict=True)
    if not entry["masses"] or len(entry["masses"]) != len(entry["sentences"]):
        raise ValueError(f"{len(entry['masses'])} rows of masses for {len(entry['sentences'])} sentences")
    return Measurement(
        entry["metric"],
        entry.get("facet"),
        tuple(entry["sentences"]),
        tuple(
            kind.of_row([*map(exact.from_json, row)], None if bound is None else exact.from_json(bound))
            for row, bound in zip(entry["masses"], bounds, strict=True)
        ),
        entry["signature"],
        tuple(None if ends is None else Interval(ends[0], ends[1], undefined) for ends, undefined in drawn),
        entry.get("threshold"),
        tuple(CurvePoint(*point) for point in entry.get("curve", ())),
        delta_from(entry["delta"]) if "delta" in entry else None,
        bool(entry.get("by_type", False)),
    )


def _pair(entry: dict[str, Any]) -> Pair:
    low, high = entry["interval"] or (None, None)
    comparison = Comparison(
        entry["difference"], low, high, entry["p"], entry["p_holm"], entry["method"], entry["resamples"], entry["seed"]
    )
    return Pair(entry["a"], entry["b"], entry["metric"], entry.get("facet"), comparison)


def _read_verdict(entry: dict[str, Any]) -> Verdict:
    slots = entry["slots"]
    return Verdict(
        entry["sentence"],
        extraction_from(Part(Line(Path("verdicts"), 1, ""), entry["extraction"], "extraction")),
        entry["correct"],
        entry["synset"],
        entry["fact"],
        None if slots is None else (slots[0], slots[1], slots[2]),
        _read_ruling(entry.get("ruling")),
    )


def _read_ruling(entry: dict[str, Any] | None) -> Ruling | None:
    return None if entry is None else Ruling(entry["correct"], tuple(entry["synsets"]), entry["reason"])
