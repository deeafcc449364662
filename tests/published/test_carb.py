"""CaRB's test table (Bhardwaj et al., 2019; the release's curves) on the real outputs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from karat.results import Options, evaluate

pytestmark = pytest.mark.published

# File, the reader whose view it is, P, R, F1, AUC.
ROWS = [
    pytest.param("system_outputs/test/clausie_output.txt", "clausie", ".411 .496 .450 .224", id="ClausIE"),
    pytest.param("system_outputs/test/openie4_output.txt", "openie4", ".553 .437 .488 .272", id="OpenIE 4"),
    pytest.param("system_outputs/test/openie5_output.txt", "openie5", ".521 .424 .467 .245", id="OpenIE 5"),
    pytest.param("system_outputs/test/props_output.txt", "props", ".340 .300 .319 .126", id="PropS"),
    pytest.param("system_outputs/test/reverb_output.txt", "reverb", ".757 .243 .368 .202", id="ReVerb"),
    pytest.param("system_outputs_tabbed/ollie_tabbed.carb_subset.txt", None, ".505 .346 .411 .224", id="OLLIE"),
]


@pytest.mark.parametrize(("file", "view", "expected"), ROWS)
def test_carb_test_table(data: Path, file: str, view: str | None, expected: str, printed: Callable[..., None]) -> None:
    found = evaluate({"system": data / "carb" / file}, "carb-test", options=Options(view=view), resampling=None)
    carb = found["system"]["carb"]
    numbers = (carb.score.precision, carb.score.recall, carb.score.f1, carb.auc)
    printed("CaRB", f"Test part: {view or 'ollie'}, P R F1 AUC", expected, numbers)


def test_outputs_that_come_with_carb(data: Path) -> None:
    """Each output as it is, without the view of CaRB's reader: within .004 of the table above."""
    found = evaluate(benchmark="carb-test", resampling=None)
    f1 = {system.name: f"{system['carb'].score.f1:.3f}" for system in found}
    assert f1 == {"clausie": "0.446", "openie4": "0.485", "openie5": "0.468", "props": "0.319", "reverb": "0.368"}
    assert found.warnings() == []
    (alone,) = evaluate(benchmark="carb-dev", resampling=None)
    assert (alone.name, f"{alone['carb'].score.f1:.3f}") == ("openie5", "0.453")


def test_carb_gold_measured_by_benchie(data: Path, record_property: pytest.RecordProperty) -> None:
    """BenchIE, section 6: how complete another gold is; CaRB's own tuples as if a system had made them."""
    found = evaluate(
        {"carb": data / "benchie/gold/carb_explicit.txt"}, "benchie-en", resampling=None, format="carb-gold"
    )
    score = found["carb"].first.score
    record_property("CaRB gold by BenchIE P/R/F1", f"{score.precision:.4f} {score.recall:.4f} {score.f1:.4f}")
    assert found["carb"].extractions == 783
    assert score.recall is not None
    assert score.recall < 0.5
