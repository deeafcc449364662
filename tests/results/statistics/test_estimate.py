"""Numbers as tables write them: whatever is written can be read back as the number."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.model import Extraction, Row
from karat.reports.csv import csv as csv_of
from karat.reports.html.summary import whole_table
from karat.reports.latex import latex
from karat.reports.markdown import markdown
from karat.reports.notebook import html
from karat.reports.tables.evaluation import tabulate_evaluation
from karat.reports.tables.layout import plain
from karat.results import Evaluation, Resampling, evaluate
from karat.results.statistics.estimate import format_threshold, format_value

NUMBERS = st.floats(-1e6, 1e6)


def number(text: str) -> float:
    return float(text.replace("−", "-"))


@given(NUMBERS, st.booleans(), st.integers(1, 6))
def test_a_number_can_be_read_back(value: float, signed: bool, digits: int) -> None:
    text = format_value(value, signed=signed, digits=digits)
    assert number(text) == pytest.approx(value, abs=0.5001 * 10**-digits)
    assert "0." not in text[:2] or abs(value) >= 1


@given(NUMBERS)
def test_a_threshold_can_be_read_back(value: float) -> None:
    assert number(format_threshold(value)) == pytest.approx(value, rel=1e-3)


CONFIDENCES = {10.25: "10.25", 100.5: "100.5", 1.0: "1", 0.55: ".55", 0.0: "0", -0.5: "−.5", -10.25: "−10.25"}


@pytest.mark.parametrize("confidence", CONFIDENCES)
def test_the_threshold_of_a_table_in_every_form(tmp_path, confidence: float) -> None:
    gold = tmp_path / "gold.tsv"
    gold.write_text("Ann left Ulm .\tleft\tAnn\tUlm\nBob sang loudly .\tsang\tBob\tloudly\n", encoding="utf-8")
    rows = [
        Row(Extraction("left", ("Ann", "Ulm"), confidence + 1), sentence="Ann left Ulm ."),
        Row(Extraction("sang", ("Bob", "loudly"), confidence), sentence="Bob sang loudly ."),
        Row(Extraction("was", ("nobody", "here"), confidence - 1), sentence="Bob sang loudly ."),
    ]
    evaluation = evaluate({"mine": rows}, gold=gold, resampling=Resampling(resamples=20))
    assert evaluation["mine"]["carb"].threshold == confidence
    table, expected = tabulate_evaluation(evaluation), CONFIDENCES[confidence]
    assert plain(table).splitlines()[3].split()[-1] == expected
    assert markdown(table).splitlines()[4].split(" | ")[-1] == f"{expected} |"
    minus = expected.replace("−", "$-$")
    assert f" & {minus} \\\\" in latex(table)
    assert f"<td>{expected}</td>" in str(whole_table(table)).replace('<td class="number">', "<td>")
    assert f">{expected}<" in html(table)
    (row,) = csv.DictReader(io.StringIO(csv_of(evaluation)))
    assert float(row["threshold"]) == confidence
    assert _in_json(evaluation) == confidence


def _in_json(evaluation: Evaluation) -> float:
    return evaluation.to_json()["systems"][0]["scores"][0]["threshold"]
