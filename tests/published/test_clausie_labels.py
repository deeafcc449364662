"""The labels of ClausIE's study (Del Corro and Gemulla, 2013), through the report of a study like any other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from karat.formats.benchmarks.labelled import CLAUSIE_LABELLED, judgements
from karat.formats.files import write_lines
from karat.formats.study import from_judgements, read, render
from karat.formats.systems.clausie import CLAUSIE
from karat.model.study import FactLabel, Study
from karat.results.study.measuring import measure_study

pytestmark = pytest.mark.published

COUNTS = {
    "reverb": {
        "clausie": "1706 2975",
        "clausie-ncc": "1466 2344",
        "ollie": "547 1242",
        "reverb": "388 727",
        "woe_parse": "447 1028",
        "textrunner_reverb": "343 837",
        "textrunner": "286 798",
    },
    "wikipedia": {"clausie": "598 1001", "clausie-ncc": "536 792", "ollie": "234 565", "reverb": "165 249"},
    "nyt": {"clausie": "696 1303", "clausie-ncc": "594 926", "ollie": "211 497", "reverb": "149 271"},
}
"""Correct and labelled extractions of each system."""

LABELLED = {"reverb": "2892 6443", "wikipedia": "929 1769", "nyt": "1021 2093"}
"""Correct and all labels."""


def import_labels(folder: Path, part: str) -> Study:
    encoding = "latin-1" if part == "reverb" else "utf-8"
    labels = judgements(CLAUSIE_LABELLED.read(folder / part / "extractions-all-labeled.txt", encoding))
    outputs = {system: CLAUSIE.read(folder / part / f"extractions-{system}.txt", encoding) for system in COUNTS[part]}
    return from_judgements(labels, outputs, part)


@pytest.mark.parametrize("part", COUNTS)
def test_counts_of_clausies_study(data: Path, part: str, printed: Callable[..., None], tmp_path: Path) -> None:
    study = import_labels(data / "clausie_human_labels", part)
    report = measure_study(study, resamples=0)
    source = "ClausIE's labels, correct and labelled"
    for system in report.systems:
        counts = system.fact.count, system.fact.total
        printed(source, f"{part} {system.system}", COUNTS[part][system.system], counts)
        assert system.extractions == system.sampled == system.fact.total
        assert not system.yield_.scaled
    assert [system.system for system in report.systems] == list(COUNTS[part])
    correct = sum(label.fact == FactLabel.CORRECT for label in study.labels)
    printed(source, f"{part}, all labels", LABELLED[part], (correct, len(study.labels)))
    path = tmp_path / "study.jsonl"
    write_lines(path, render(study))
    assert read(path) == study
