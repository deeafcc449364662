"""How complete another gold is, measured by BenchIE's synsets (BenchIE, section 6): its tuples scored as a system's.

The papers say that other gold is incomplete and print no figure for it; these are ours.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from karat.results import Options, evaluate

pytestmark = pytest.mark.published

# The measured gold and the synsets; tuples of common sentences and of others; synsets found, and all of them; P R F1.
ROWS = [
    pytest.param(
        "benchie/gold/carb_explicit.txt",
        "benchie/gold/2_annotators/benchie_gold_annotations_en.txt",
        (783, 0),
        (274, 1350),
        ".3582 .2030 .2591",
        id="CaRB by BenchIE",
    ),
    pytest.param(
        "benchie/gold/carb_explicit.txt",
        "benchie_fl/gold/benchie-annotated300.txt",
        (781, 2),
        (182, 1819),
        ".2339 .1001 .1402",
        id="CaRB by BenchIE-FL",
    ),
    pytest.param(
        "wire57/WiRe57_343-manual-oie.json",
        "benchie_fl/data/wire57-annotated57.txt",
        (328, 15),
        (17, 450),
        ".0518 .0378 .0437",
        id="WiRe57 by BenchIE-FL",
    ),
]


@pytest.mark.parametrize(("measured", "synsets", "tuples", "found", "values"), ROWS)
def test_how_complete_another_gold_is(
    data: Path, measured: str, synsets: str, tuples: tuple[int, int], found: tuple[int, int], values: str
) -> None:
    format = "wire57-gold" if measured.startswith("wire57") else "carb-gold"
    options = Options(unknown="ignore")  # some sentences of the two differ
    evaluation = evaluate(
        {"gold": data / measured}, gold=data / synsets, options=options, resampling=None, format=format
    )
    system = evaluation["gold"]
    score = system.first.score
    counts = system.first.counts
    left_out = sum(note.count for note in system.notes if "extractions of sentences" in note.what)
    assert (system.extractions, left_out) == tuples
    assert (counts["matched"], counts["matched"] + counts["missed"]) == found
    numbers = (score.precision, score.recall, score.f1)
    assert " ".join(f"{number:.4f}".removeprefix("0") for number in numbers if number is not None) == values
