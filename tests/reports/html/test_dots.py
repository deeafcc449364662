"""Dot plots fit their axes to the data, say so, and are readable with one system, two and ten."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import karat
from karat.reports.html import PAGE, charts
from karat.reports.html.figures.axes import fitted_axis, fitted_domain
from karat.reports.html.figures.theme import DARK, LIGHT
from karat.results import Resampling


@pytest.fixture(scope="module")
def evaluation() -> karat.Evaluation:
    return karat.evaluate(benchmark="karat-sample", resampling=Resampling(resamples=200))


@pytest.mark.parametrize(
    ("ends", "expected"),
    [
        pytest.param([], (0, 1, 0.2), id="nothing to show"),
        pytest.param([0.5], (0.44, 0.56, 0.02), id="one value without an interval"),
        pytest.param([0.0], (0, 0.05, 0.01), id="nothing but zero"),
        pytest.param([1.0], (0.95, 1, 0.01), id="nothing but one"),
        pytest.param([0.61, 0.7], (0.6, 0.7, 0.02), id="far from zero: a close look"),
        pytest.param([0.1, 0.34], (0, 0.4, 0.1), id="near zero: zero is shown"),
        pytest.param([0.02, 0.98], (0, 1, 0.2), id="the whole scale"),
    ],
)
def test_axes_fit_the_data(ends: list[float], expected: tuple[float, float, float]) -> None:
    start, stop, step = fitted_domain(ends, ticks=4)
    assert start <= min(ends, default=0)
    assert stop >= max(ends, default=1)
    assert (start, stop, step) == pytest.approx(expected)


def test_an_axis_says_where_it_starts_and_ends() -> None:
    assert fitted_axis("F1", [0.61, 0.7])["title"] == "F1 (axis from .6 to .7)"
    assert fitted_axis("F1", [0.0, 1.0])["title"] == "F1"


def marks_of(spec: Any) -> set[str]:
    """Collect the kinds of marks anywhere in a specification."""
    if isinstance(spec, list):
        return set().union(*map(marks_of, spec))
    if not isinstance(spec, dict):
        return set()
    own = {spec["mark"]["type"]} if isinstance(spec.get("mark"), dict) else set()
    return own.union(*map(marks_of, spec.values()))


def named(evaluation: karat.Evaluation, chart: str, **given: Any) -> dict[str, Any]:
    return next(each.spec for each in charts(evaluation, PAGE, **given) if each.name == chart)


@pytest.mark.parametrize("chart", ["f1", "slot-errors"])
@pytest.mark.parametrize("count", [1, 2, 3, 10])
def test_dots_and_intervals_for_any_number_of_systems(evaluation: karat.Evaluation, chart: str, count: int) -> None:
    systems = [replace(evaluation.systems[place % 3], name=f"system {place}") for place in range(count)]
    spec = named(replace(evaluation, systems=tuple(systems), comparisons=()), chart)
    assert marks_of(spec) == {"point", "rule"}
    if count <= 2:
        assert "vconcat" not in spec
        return
    panels = [panel for row in spec["vconcat"] for panel in row["hconcat"]]
    assert len(panels) == (5 if chart == "f1" else 3)
    for panel in panels:
        start, stop = panel["layer"][0]["encoding"]["x"]["scale"]["domain"]
        for value in panel["data"]["values"]:
            assert start <= value["low"] <= value["value"] <= value["high"] <= stop


def test_the_system_in_focus_has_its_own_colour(evaluation: karat.Evaluation) -> None:
    (row,) = named(evaluation, "f1", focus="greedy")["vconcat"]
    colour = row["hconcat"][0]["layer"][1]["encoding"]["color"]
    assert colour["condition"] == {"test": 'datum.system === "greedy"', "value": PAGE.series[0]}
    assert colour["value"] == PAGE.series[1]


def contrast(one: str, other: str) -> float:
    """The contrast of two colours by WCAG 2.1: (lighter + .05) / (darker + .05)."""

    def luminance(colour: str) -> float:
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("colours", [pytest.param(LIGHT, id="light"), pytest.param(DARK, id="dark")])
def test_texts_can_be_read(colours: dict[str, str]) -> None:
    for name in ("ink", "quiet", "accent", "right", "wrong"):
        assert contrast(colours[name], colours["paper"]) >= 4.5, name
    assert contrast(colours["ink"], colours["heat"]) >= 4.5, "the number in a cell of full heat"
