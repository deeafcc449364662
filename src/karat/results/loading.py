"""Load evaluations from JSON; the result equals the evaluation that was written."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from karat import algebra
from karat.algebra import Number
from karat.algebra.scores import exact
from karat.algebra.scores.corpus import corpus_of
from karat.errors import FormatError, InputError
from karat.formats.json.loading import load_json, peek_json
from karat.formats.json.parts import Part, extraction_from
from karat.formats.json.typed import check
from karat.formats.json.values import WholeFile
from karat.metrics.oie.oie_metric import Ruling
from karat.model import Annotation
from karat.results.cliques.scores import clique_score_from, delta_from
from karat.results.evaluation import Evaluation
from karat.results.explanation.verdicts import Verdict, fact_in
from karat.results.gold.statistics import Lengths
from karat.results.grounds import grounds_from
from karat.results.measurement import VALUES, Measurement
from karat.results.output_statistics import OutputStatistics
from karat.results.saved.references import check_references, check_rows, check_verdict
from karat.results.saved.shape import SavedEvaluation, check_score
from karat.results.serialisation import KIND
from karat.results.statistics.comparison import Comparison
from karat.results.statistics.confidence_curve import ConfidenceCurve
from karat.results.statistics.intervals import Interval
from karat.results.statistics.resampling import Resampling
from karat.results.statistics.systems import Pair
from karat.results.system_result import Note, SystemResult
from karat.version import __version__

VERSION = re.compile(r"\d{1,9}\.\d[\w.+-]{0,99}")
SURROGATE = re.compile("[\ud800-\udfff]")
SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
HEAD = 200
"""The number of bytes at the start of a file that contain its kind, as Karat writes it."""


def holds_evaluation(path: Path) -> bool:
    """Tell whether a file holds an evaluation, whatever the order of its keys; a device or a pipe holds none."""
    if path.exists() and not path.is_file() and not path.is_dir():
        return False
    content = path.read_bytes()
    if KIND.encode() not in content:
        return False
    document = peek_json(content.decode("utf-8", errors="replace"))
    if document is None:
        return KIND.encode() in content[:HEAD]  # perhaps truncated, which `load` will report
    return isinstance(document, dict) and document.get("karat") == KIND


def holds_summary(path: Path) -> bool:
    """Tell whether a file holds what ``--json`` prints of an evaluation: its numbers alone."""
    if path.exists() and not path.is_file() and not path.is_dir():
        return False
    document = peek_json(path.read_text(encoding="utf-8", errors="replace"))
    return isinstance(document, dict) and {"version", "systems", "comparisons"} <= set(document)


def load(path: str | os.PathLike[str]) -> Evaluation:
    """Load an evaluation that ``Evaluation.to_json`` or ``karat evaluate --output`` wrote.

    Its types, ranges and names are checked, so that an evaluation that loads can be shown. One of another major version
    is refused.
    """
    path = Path(path)
    text = _read(path)
    document = load_json(text, path, expected="an evaluation in JSON")
    if SURROGATE_ESCAPE.search(text) and (lone := SURROGATE.search(json.dumps(document, ensure_ascii=False))):
        raise FormatError(path, None, "text that UTF-8 can hold", f"the half of a surrogate pair {lone[0]!r}")
    if not isinstance(document, dict) or document.get("karat") != KIND:
        raise FormatError(path, None, "an evaluation that `karat evaluate --output` wrote", "another document")
    part = Part(WholeFile(path, 0, ""), document, "")
    _check_version(part)
    check(part, SavedEvaluation)
    try:
        evaluation = _evaluation(part)
        check_references(part, evaluation)
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError) as error:
        raise FormatError(path, None, "a whole evaluation", f"one with a damaged part ({error})") from None
    return evaluation


def _read(path: Path) -> str:
    if path.exists() and not path.is_file() and not path.is_dir():
        raise InputError(f"{path}: expected a file, found a device or a pipe")
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise InputError(f"{path}: expected an evaluation, found no file") from None
    except IsADirectoryError:
        raise InputError(f"{path}: expected a file, found a directory") from None
    except UnicodeDecodeError as error:
        raise FormatError(path, None, "an evaluation in JSON", f"{error}") from None


def _check_version(part: Part) -> None:
    """Refuse an evaluation of another major version, whose parts may mean something else."""
    version = part.text("version")
    major = __version__.split(".")[0]
    if not VERSION.fullmatch(version):
        raise part.inner("version").error(f"a version such as {__version__}", repr(version))
    if version.split(".")[0] != major:
        advice = f"one of {version}; load it with that version, or evaluate again"
        raise part.error(f"an evaluation of Karat {major}", advice)


def _evaluation(part: Part) -> Evaluation:
    document = part.value
    resampling = document["resampling"]
    kept = grounds_from(part.inner("grounds")) if "grounds" in document else None
    annotations = {} if kept is None else {annotation.sentence.id: annotation for annotation in kept.annotations}
    return Evaluation(
        document["task"] if "task" in document else part.text("benchmark"),
        document["version"],
        tuple(_system(entry, annotations) for entry in part.items("systems")),
        tuple(map(_pair, document["comparisons"])),
        None if resampling is None else Resampling(**resampling),
        tuple(document["notes"]),
        "task" in document,
        kept,
    )


def _system(part: Part, annotations: Mapping[str, Annotation]) -> SystemResult:
    entry = part.value
    return SystemResult(
        entry["name"],
        entry["file"],
        entry["extractions"],
        tuple(map(_measurement, part.items("scores"))),
        tuple(_verdict(verdict, annotations) for verdict in part.items("verdicts")),
        tuple(Note(*note) for note in entry["left_out"]),
        _statistics(entry.get("statistics")),
        tuple(map(clique_score_from, entry.get("cliques", ()))),
        entry.get("family"),
    )


def _statistics(entry: dict[str, Any] | None) -> OutputStatistics | None:
    if entry is None:
        return None
    return OutputStatistics(entry["extractions"], entry["sentences"], Lengths(**entry["lengths"]))


def _measurement(part: Part) -> Measurement:
    entry = part.value
    check_score(part.inner("score"))
    kind = algebra.from_json(entry["score"])
    check_rows(part, kind)
    bounds = entry.get("bounds") or [None] * len(entry["masses"])
    drawn = zip((entry["intervals"][value] for value in VALUES), entry["undefined"], strict=True)
    return Measurement(
        entry["metric"],
        entry.get("facet"),
        tuple(entry["sentences"]),
        corpus_of(
            kind,
            [[*map(_mass, column)] for column in zip(*entry["masses"], strict=True)],
            [None if bound is None else _mass(bound) for bound in bounds],
        ),
        entry["signature"],
        tuple(None if ends is None else Interval(ends[0], ends[1], undefined) for ends, undefined in drawn),
        entry.get("threshold"),
        ConfidenceCurve.of(entry["curve"]) if entry.get("curve") else (),
        delta_from(entry["delta"]) if "delta" in entry else None,
        bool(entry.get("by_type", False)),
    )


def _mass(value: int | str) -> Number:
    return value if type(value) is int else exact.from_json(value)


def _pair(entry: dict[str, Any]) -> Pair:
    low, high = entry["interval"] or (None, None)
    comparison = Comparison(
        entry["difference"], low, high, entry["p"], entry["p_holm"], entry["method"], entry["resamples"], entry["seed"]
    )
    return Pair(entry["a"], entry["b"], entry["metric"], entry.get("facet"), comparison)


def _read_verdict(part: Part) -> Verdict:
    entry = part.value
    slots = entry["slots"]
    return Verdict(
        entry["sentence"],
        extraction_from(part.inner("extraction")),
        entry["correct"],
        entry["synset"],
        entry["fact"],
        None if slots is None else (slots[0], slots[1], slots[2]),
        _read_ruling(entry.get("ruling")),
    )


def _verdict(part: Part, annotations: Mapping[str, Annotation]) -> Verdict:
    verdict = _read_verdict(part)
    check_verdict(part, verdict, annotations)
    return _with_gold(verdict, annotations)


def _with_gold(verdict: Verdict, annotations: Mapping[str, Annotation]) -> Verdict:
    """Add the gold fact of a verdict, where the sentences were kept."""
    annotation = annotations.get(verdict.sentence)
    found = None if annotation is None or not annotation.synsets else fact_in(verdict, annotation)
    return verdict if found is None else replace(verdict, gold=found[1])


def _read_ruling(entry: dict[str, Any] | None) -> Ruling | None:
    return None if entry is None else Ruling(entry["correct"], tuple(entry["synsets"]), entry["reason"])
