"""Load evaluations from JSON; the result equals the evaluation that was written."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from karat import algebra
from karat.algebra.scores import exact
from karat.errors import FormatError, InputError
from karat.formats.json.loading import load_json, peek_json
from karat.formats.json.parts import Part, extraction_from
from karat.formats.text.lines import Line
from karat.metrics.oie.fact_rule import Ruling
from karat.model import Annotation
from karat.results.cliques.delta import delta_from
from karat.results.cliques.scores import clique_score_from
from karat.results.evaluation import Evaluation
from karat.results.explanation.verdicts import Verdict, fact_in
from karat.results.gold.statistics import Lengths
from karat.results.grounds import grounds_from
from karat.results.measurement import VALUES, CurvePoint, Measurement
from karat.results.output_statistics import OutputStatistics
from karat.results.serialisation import KIND
from karat.results.statistics.comparison import Comparison
from karat.results.statistics.intervals import Interval
from karat.results.statistics.resampling import Resampling
from karat.results.statistics.systems import Pair
from karat.results.system_result import Note, SystemResult

HEAD = 200
"""The number of bytes at the start of a file that contain its kind, as Karat writes it."""


def holds_evaluation(path: Path) -> bool:
    """Tell whether a file holds an evaluation, whatever the order of its keys."""
    content = path.read_bytes()
    if KIND.encode() not in content:
        return False
    document = peek_json(content.decode("utf-8", errors="replace"))
    if document is None:
        return KIND.encode() in content[:HEAD]  # perhaps truncated, which `load` will report
    return isinstance(document, dict) and document.get("karat") == KIND


def holds_summary(path: Path) -> bool:
    """Tell whether a file holds what ``--json`` prints of an evaluation: its numbers alone."""
    document = peek_json(path.read_text(encoding="utf-8", errors="replace"))
    return isinstance(document, dict) and {"version", "systems", "comparisons"} <= set(document)


def load(path: str | os.PathLike[str]) -> Evaluation:
    """Load an evaluation that ``Evaluation.to_json`` or ``karat evaluate --output`` wrote."""
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise InputError(f"{path}: expected an evaluation, found no file") from None
    except IsADirectoryError:
        raise InputError(f"{path}: expected a file, found a directory") from None
    except UnicodeDecodeError as error:
        raise FormatError(path, None, "an evaluation in JSON", f"{error}") from None
    document = load_json(text, path, expected="an evaluation in JSON")
    if not isinstance(document, dict) or document.get("karat") != KIND:
        raise FormatError(path, None, "an evaluation that `karat evaluate --output` wrote", "another document")
    try:
        return _evaluation(document)
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError) as error:
        raise FormatError(path, None, "a whole evaluation", f"one with a damaged part ({error})") from None


def _evaluation(document: dict[str, Any]) -> Evaluation:
    resampling = document["resampling"]
    kept = grounds_from(document["grounds"]) if "grounds" in document else None
    annotations = {} if kept is None else {annotation.sentence.id: annotation for annotation in kept.annotations}
    return Evaluation(
        document["task"] if "task" in document else document["benchmark"],
        document["version"],
        tuple(_system(entry, annotations) for entry in document["systems"]),
        tuple(map(_pair, document["comparisons"])),
        None if resampling is None else Resampling(**resampling),
        tuple(document["notes"]),
        "task" in document,
        kept,
    )


def _system(entry: dict[str, Any], annotations: Mapping[str, Annotation]) -> SystemResult:
    return SystemResult(
        entry["name"],
        entry["file"],
        entry["extractions"],
        tuple(map(_measurement, entry["scores"])),
        tuple(_with_gold(_read_verdict(verdict), annotations) for verdict in entry["verdicts"]),
        tuple(Note(*note) for note in entry["left_out"]),
        _statistics(entry.get("statistics")),
        tuple(map(clique_score_from, entry.get("cliques", ()))),
        entry.get("family"),
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


def _with_gold(verdict: Verdict, annotations: Mapping[str, Annotation]) -> Verdict:
    """Add the gold fact of a verdict, where the sentences were kept."""
    annotation = annotations.get(verdict.sentence)
    found = None if annotation is None or not annotation.synsets else fact_in(verdict, annotation)
    return verdict if found is None else replace(verdict, gold=found[1])


def _read_ruling(entry: dict[str, Any] | None) -> Ruling | None:
    return None if entry is None else Ruling(entry["correct"], tuple(entry["synsets"]), entry["reason"])
