"""The pictures of a study: one for each name, with the numbers of the report, light and dark."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

import karat.reports.html.figures.study as figures
from karat.errors import UnknownNameError
from karat.model.study import Study
from karat.reports.html.figures.study import FIGURES, figure_names, study_charts, study_figure
from karat.results.agreement.coefficients import Coefficient
from karat.results.agreement.verdicts import VerdictAgreement
from karat.results.statistics.intervals import Interval
from karat.results.study.measuring import measure_study
from karat.results.study.report import StudyReport

KAPPA = Coefficient(-0.2, Interval(-0.5, 0.1))
OTHER = Coefficient(0.5)
VERDICT = VerdictAgreement("carb", 2, 1, 1, 1, OTHER, OTHER, OTHER, OTHER, KAPPA, OTHER, OTHER)


@pytest.fixture(scope="module")
def whole(report: StudyReport) -> StudyReport:
    """The report with a metric, so that every picture is there."""
    return replace(report, automatic=(VERDICT,))


def test_every_name_has_its_line_in_the_docstring(whole: StudyReport) -> None:
    assert re.findall(r"^- ``([a-z]+)``:", figures.__doc__ or "", re.MULTILINE) == list(FIGURES)
    assert figure_names(whole) == tuple(FIGURES)
    assert [chart.name for chart in study_charts(whole)] == list(FIGURES)


def test_a_picture_without_numbers_is_left_out(study: Study, report: StudyReport) -> None:
    assert "automatic" not in figure_names(report)
    assert figure_names(measure_study(replace(study, labels=()), resamples=0)) == ()
    with pytest.raises(UnknownNameError, match="unknown figure of the study 'automatic'"):
        study_figure(report, "automatic")


@pytest.mark.parametrize("name", FIGURES)
def test_pictures_stand_alone(whole: StudyReport, name: str) -> None:
    svg = study_figure(whole, name)
    root = ET.fromstring(svg)
    assert root.get("id") == f"study-{name}"
    assert root.get("role") == "img"
    assert root[0].tag.endswith("title")
    assert root[0].text
    named = set(re.findall(r"var\(--([a-z0-9-]+)\)", svg))
    assert named
    for variable in named:
        assert len(re.findall(rf"--{variable}:#", svg)) == 2, "a light and a dark colour"


@pytest.mark.parametrize(("scheme", "ink"), [("light", "#1d1f24"), ("dark", "#e8e6e1")])
def test_a_scheme_can_be_asked_for(report: StudyReport, scheme: str, ink: str) -> None:
    svg = study_figure(report, "precision", scheme)  # type: ignore[arg-type]
    assert re.findall(r"--ink:(#\w+)", svg) == [ink]
    assert "prefers-color-scheme" not in svg


def test_tables_beside_pictures_have_the_numbers(whole: StudyReport) -> None:
    charts = {chart.name: chart for chart in study_charts(whole)}
    assert charts["precision"].rows == (
        ("b", "100.0 % (2/2) [34.2, 100.0]", "100.0 % (1/1) [20.7, 100.0]", "100.0 % (2/2) [34.2, 100.0]"),
        ("a", "75.0 % (3/4) [30.1, 95.4]", "0.0 % (0/1) [0.0, 79.3]", "50.0 % (2/4) [15.0, 85.0]"),
    )
    # From the surest down: right, right, right, wrong; one of 4 labelled extractions stands for 2 of 8.
    assert charts["yield"].rows == (
        ("a", "0.9", "100.0 % (1/1)", "2.0"),
        ("a", "0.7", "100.0 % (2/2)", "4.0"),
        ("a", "0.6", "100.0 % (3/3)", "6.0"),
        ("a", "0.5", "75.0 % (3/4)", "6.0"),
    )
    assert charts["yield"].caption.endswith("Without confidences: b.")
    assert charts["rules"].rows == (("F1 not what its clause says", "0", "1"), ("A1 source not there", "0", "1"))
    assert charts["agreement"].rows[0][:3] == ("fact: ana, ben", "6", str(whole.agreement.fact.raw))
    assert "raw .667, κ .250, AC1 .400" in charts["agreement"].alternative
    assert charts["automatic"].rows == (("carb", ".500", ".500", "−.200 [−.500, .100]", ".500", ".500"),)


def test_an_axis_goes_below_zero_where_a_value_is(whole: StudyReport) -> None:
    (chart,) = [each for each in study_charts(whole) if each.name == "automatic"]
    scales = [panel["layer"][0]["encoding"]["x"]["scale"]["domain"] for panel in chart.spec["hconcat"]]
    assert scales == [[-0.5, 1]] * 5
