"""Results show themselves, though their room imports none that lays anything out (decision 13)."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import karat
from karat.results import evaluate
from karat.results.system_result import Note

RESULTS = Path(karat.__file__).parent / "results"

PROGRAM = """
import sys
from karat.results import Options, evaluate
from karat.results.buckets import LENGTH, by_sentence
evaluation = evaluate(benchmark="karat-sample", options=Options(metrics=("benchie",)), resampling=None)
assert not any(name.startswith("karat.reports") for name in sys.modules), "nothing is laid out yet"
for shown in (evaluation, by_sentence(evaluation, LENGTH)):
    assert "careful" in str(shown) and "careful" in shown._repr_html_(), shown
assert list(evaluation.to_frame().system.unique()) == [system.name for system in evaluation]
"""


@pytest.mark.thorough
def test_results_show_themselves_when_only_their_room_is_imported() -> None:
    subprocess.run([sys.executable, "-c", PROGRAM], check=True)


def test_results_name_one_module_above_them() -> None:
    """A module named in a string is not seen by the check of layers, so there is one only."""
    names = [
        (path.name, name)
        for path in sorted(RESULTS.rglob("*.py"))
        for name in re.findall(
            r"[\"'](karat\.(?:cli|cliques|annotate|systems|reports)\b[\w.]*)[\"']", path.read_text("utf-8")
        )
    ]
    assert names == [("display.py", "karat.reports.display")]


def test_an_evaluation_prints_its_remarks_below_the_table() -> None:
    sample = evaluate(benchmark="karat-sample", resampling=None)
    noted = replace(sample.systems[0], notes=(Note("extractions left out", 2),))
    text = str(replace(sample, systems=(noted, *sample.systems[1:])))
    assert text.startswith(str(sample))
    assert text.endswith(f"\n{noted.name}: 2 extractions left out")
