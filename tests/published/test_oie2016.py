"""OIE2016's test figures (Stanovsky et al., 2018, the release's auc.dat) on the real outputs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from karat.benchmarks import benchmark_named, where
from karat.metrics.oie.oie2016 import published_auc
from karat.results import Evaluation, Options, evaluate

pytestmark = pytest.mark.published

# Of the published auc.dat, all twelve digits.
AREAS = {
    "clausie": "0.376331862199",
    "openie4": "0.417142059354",
    "props": "0.337558997239",
    "rnnoie": "0.455991814826",
}

# Gold with the n² fault; matched and all predictions; area along the curve; P/R/F1 at the best threshold. The first
# four reproduce the published curves; for the others, and for P/R/F1, no figure is published and these are ours.
ROWS = {
    "clausie": (1740, 1285, 2634, ".376335", ".4891 .7368 .5879"),
    "openie4": (1792, 1035, 1701, ".417131", ".6398 .5580 .5961"),
    "props": (1944, 953, 1478, ".337559", ".6448 .4902 .5570"),
    "rnnoie": (1770, 1118, 1903, ".456144", ".6049 .6141 .6095"),
    "ollie": (2136, 727, 1599, ".200471", ".4555 .3404 .3896"),
    "stanford": (2798, 431, 3424, ".080202", ".1276 .1530 .1391"),
    "reverb": (2898, 4, 778, ".000006", ".0055 .0014 .0022"),
}

# Area and F1 without the fault, which is Karat's default.
WITHOUT_FAULT = {
    "clausie": ".378511 .5893",
    "openie4": ".432080 .6073",
    "props": ".379315 .5941",
    "rnnoie": ".466690 .6164",
    "ollie": ".247518 .4372",
    "stanford": ".129714 .1683",
    "reverb": ".000011 .0033",
}


def scored(*, published: bool) -> Evaluation:
    known = benchmark_named("oie2016")
    outputs = {name: where(*place) for name, place in known.outputs}
    return evaluate(outputs, known, options=Options(as_published=published), resampling=None)


@pytest.fixture(scope="module")
def faulty(data: Path) -> Evaluation:
    return scored(published=True)


@pytest.fixture(scope="module")
def ours(data: Path) -> Evaluation:
    return scored(published=False)


def digits(number: float | None, places: int) -> str:
    assert number is not None
    return f"{number:.{places}f}".removeprefix("0")


@pytest.mark.parametrize("system", AREAS)
def test_published_areas(faulty: Evaluation, system: str, printed: Callable[..., None]) -> None:
    found = faulty[system]["oie2016"]
    assert f"{published_auc(found.places):.12f}" == AREAS[system]
    printed("OIE2016", f"auc.dat: {system}", AREAS[system], [published_auc(found.places)])
    assert found.auc_by_recall == pytest.approx(float(AREAS[system]), abs=1e-12)


@pytest.mark.parametrize(("system", "points"), [("clausie", 598), ("openie4", 862), ("props", 580), ("rnnoie", 590)])
def test_points_of_the_published_curves(
    faulty: Evaluation, system: str, points: int, printed: Callable[..., None]
) -> None:
    """With recall 0 and precision 1, which the published files have as a point of their own."""
    printed("OIE2016", f"Points of the curve: {system}", str(points), [len(faulty[system]["oie2016"].curve) + 1])


@pytest.mark.parametrize("system", ROWS)
def test_rows(faulty: Evaluation, system: str) -> None:
    gold, matched, predicted, area, best = ROWS[system]
    found = faulty[system]["oie2016"]
    assert found.score.gold == gold  # type: ignore[union-attr]
    assert found.curve[-1].recall == matched / gold
    assert faulty[system].extractions == predicted
    assert digits(found.auc, 6) == area
    score = found.score
    assert " ".join(digits(value, 4) for value in (score.precision, score.recall, score.f1)) == best


@pytest.mark.parametrize("system", WITHOUT_FAULT)
def test_without_the_fault(ours: Evaluation, system: str) -> None:
    found = ours[system]["oie2016"]
    assert found.score.gold == 1730  # type: ignore[union-attr]
    assert f"{digits(found.auc, 6)} {digits(found.score.f1, 4)}" == WITHOUT_FAULT[system]


def test_rows_of_sentences_without_gold_are_left_out(ours: Evaluation) -> None:
    """They are no false positives; the note says how many there are."""
    counts = {system.name: system.notes[0].count for system in ours}
    assert counts == {
        "clausie": 134,
        "openie4": 92,
        "props": 73,
        "rnnoie": 91,
        "ollie": 97,
        "stanford": 214,
        "reverb": 48,
    }
