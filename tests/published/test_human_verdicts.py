"""BenchIE's exact verdict against people's matches (BenchIE-FL, Lamarche and Langlais, 2024)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from karat.benchmarks.declarations import read_gold
from karat.benchmarks.gold import Gold
from karat.formats.benchmarks.labelled import read_matches as read
from karat.model import Row
from karat.model.study import FactLabel, Label, Source, Study, Task
from karat.results.study.automatic import against_gold
from karat.results.study.measuring import measure_study

pytestmark = pytest.mark.published

EMPTY = "XXX"
"""What the gold of WiRe57's sentences writes for an object that is empty; the matches leave it empty."""

PARTS = {
    "BenchIE 50": (
        "data/matches_benchie50_7_systems_annotated.csv",
        "gold/benchie-annotated50.txt",
        (293, 1089),
        ".995 .710 .829 .779",
    ),
    "WiRe57": (
        "data/matches_wire_7_systems_annotated.csv",
        "data/wire57-annotated57.txt",
        (275, 1130),
        "1.000 .745 .854 .816",
    ),
}
"""Matches, gold, matched and all rows; precision, recall, F1 and κ of exact slots."""


def study_of(rows: list[Row], gold: Gold, name: str) -> Study:
    """Take each row as a task of its own, so that equal extractions of two systems keep their labels."""
    tasks, labels = [], []
    for number, row in enumerate(rows):
        assert row.extraction is not None
        assert row.sentence_id is not None
        other = dict(row.extraction.other)
        arguments = tuple(argument or EMPTY for argument in row.extraction.arguments)
        extraction = replace(row.extraction, arguments=arguments, other=())
        sentence = gold.sentences[int(row.sentence_id) - 1]
        tasks.append(Task(str(number), sentence, extraction, sources=(Source(other["system"]),)))
        fact = FactLabel.INCORRECT if other["synset"] == "0" else FactLabel.CORRECT
        labels.append(Label(str(number), "people", fact))
    return Study(name, tuple(tasks), tuple(labels))


@pytest.mark.parametrize("part", PARTS)
def test_exact_slots_against_people(data: Path, part: str, printed: Callable[..., None]) -> None:
    matches, gold_file, (matched, all_rows), figures = PARTS[part]
    gold = read_gold(data / "benchie_fl" / gold_file)
    study = study_of(list(read(data / "benchie_fl" / matches)), gold, part)
    automatic = against_gold(study, gold, ["benchie"])
    (exact,) = automatic
    assert (exact.both + exact.only_people, exact.items) == (matched, all_rows)
    values = [getattr(exact, name).value for name in ("precision", "recall", "f1", "kappa")]
    printed("people's matches of BenchIE-FL", f"{part}, exact slots, precision recall F1 κ", figures, values)
    report = measure_study(study, resamples=0, automatic=automatic)
    assert report.to_json()["automatic"][0]["verdict"] == "benchie"
    assert sum(system.fact.count for system in report.systems) == matched
