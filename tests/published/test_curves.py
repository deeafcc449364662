"""The published curves of CaRB's and OIE2016's releases, point by point."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from pathlib import Path

import pytest

from karat.algebra.plans.swept_corpus import area_by_recall
from karat.benchmarks import benchmark_named, where
from karat.results import Options, evaluate

pytestmark = pytest.mark.published

# Output, the reader whose view it is, its curve, how many points that has. The releases also wrote a point for each
# confidence of a sentence outside the test part, where nothing changes.
CARB = [
    pytest.param("system_outputs/test/clausie_output.txt", "clausie", "ClausIE", 3175, id="ClausIE"),
    pytest.param("system_outputs/test/openie4_output.txt", "openie4", "OpenIE-4", 2603, id="OpenIE 4"),
    pytest.param("system_outputs/test/openie5_output.txt", "openie5", "OpenIE-5", 849, id="OpenIE 5"),
    pytest.param("system_outputs/test/props_output.txt", "props", "PropS", 3151, id="PropS"),
    pytest.param("system_outputs_tabbed/ollie_tabbed.carb_subset.txt", None, "OllIE", 773, id="OLLIE"),
]


def points(path: Path) -> list[tuple[float, ...]]:
    """The numbers below a curve's header."""
    _, *rows = path.read_text(encoding="utf-8").split("\n")
    return [tuple(map(float, row.split("\t"))) for row in rows if row]


@pytest.mark.parametrize(("file", "view", "curve", "count"), CARB)
def test_carb_point_by_point(
    data: Path, file: str, view: str | None, curve: str, count: int, printed: Callable[..., None]
) -> None:
    """At each published confidence, precision and recall of what is at or above it."""
    found = evaluate({"system": data / "carb" / file}, "carb-test", options=Options(view=view), resampling=None)
    ours = found["system"]["carb"].curve[::-1]
    thresholds = [point.threshold for point in ours]
    published = points(data / "carb/dump" / f"{curve}.dat")
    assert len(published) == count
    places = [bisect_left(thresholds, confidence) for _, _, confidence in published]
    assert set(places) >= set(range(len(ours)))
    for (precision, recall, _), place in zip(published, places, strict=True):
        expected = (ours[place].precision, ours[place].recall) if place < len(ours) else (1, 0)
        assert (precision, recall) == pytest.approx(expected, abs=1e-12)
    printed("CaRB", f"Points of the curve, to 12 digits: {curve}", f"{count:,}", [len(places)])


# Points of the four curves on the test part that supervised-oie has (github.com/gabrielStanovsky/supervised-oie,
# evaluations/figures/OIE2016 and joint), all the digits printed: precision and recall. The files are not in the data,
# so this is a selection: the end of each, and what lies before.
OIE2016 = {
    "clausie": [
        ("0.49424797614", "0.666666666667"),
        ("0.487274220033", "0.682183908046"),
        ("0.489943684634", "0.7"),
        ("0.491552062868", "0.718965517241"),
        ("0.489126287676", "0.736781609195"),
        ("0.487851176917", "0.738505747126"),
    ],
    "openie4": [
        ("0.617396593674", "0.56640625"),
        ("0.616504854369", "0.566964285714"),
        ("0.613349368611", "0.569196428571"),
        ("0.611343283582", "0.571428571429"),
        ("0.609208972845", "0.575892857143"),
        ("0.608465608466", "0.577566964286"),
    ],
    "props": [
        ("0.647321428571", "0.447530864198"),
        ("0.645255474453", "0.454732510288"),
        ("0.648028673835", "0.465020576132"),
        ("0.649506346968", "0.473765432099"),
        ("0.648797250859", "0.485596707819"),
        ("0.644790257104", "0.490226337449"),
    ],
    "rnnoie": [
        ("0.825", "0.0186440677966"),
        ("0.876712328767", "0.0361581920904"),
        ("0.808411214953", "0.0977401129944"),
        ("0.752173913043", "0.195480225989"),
        ("0.748917748918", "0.195480225989"),
        ("0.724420190996", "0.3"),
        ("0.694117647059", "0.4"),
        ("0.66742081448", "0.5"),
        ("0.61387283237", "0.6"),
        ("0.603888888889", "0.614124293785"),
    ],
}


@pytest.mark.parametrize("system", OIE2016)
def test_points_of_oie2016_to_all_their_digits(data: Path, system: str) -> None:
    known = benchmark_named("oie2016")
    outputs = {system: where(*dict(known.outputs)[system])}
    found = evaluate(outputs, known, options=Options(as_published=True), resampling=None)[system]["oie2016"]
    ours = {(f"{point.precision:.12g}", f"{point.recall:.12g}") for point in found.curve}
    assert set(OIE2016[system]) - ours == set()


# Curves of the release of 2016, whose outputs are not to be had: points, and the area in the order of the file.
EARLIER = {
    "ClausIE": (2921, ".294588"),
    "OpenIE-4": (2536, ".470458"),
    "PropS": (2896, ".268143"),
    "OLLIE": (764, ".340256"),
    "ReVerb": (2950, ".000060"),
}


@pytest.mark.parametrize("system", EARLIER)
def test_areas_of_the_curves_of_2016(data: Path, system: str) -> None:
    found = points(data / "oie2016/eval" / f"{system}.dat")
    area = area_by_recall([(recall, precision) for precision, recall in reversed(found)])
    assert (len(found), f"{area:.6f}".removeprefix("0")) == EARLIER[system]
