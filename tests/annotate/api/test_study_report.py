"""The report of a study through the server."""

from __future__ import annotations

import pytest
from office import Office
from test_study import MARKER, label, study  # noqa: F401 - a fixture


@pytest.fixture
def labelled(study: Office) -> Office:  # noqa: F811 - the fixture
    for number in range(1, 5):
        label(study, "Ann", number, "correct")
        label(study, "Ben", number, "incorrect", rules=("F4",))
    return study


def test_the_report_has_figures_and_pictures(labelled: Office) -> None:
    browser = labelled.browser("Cleo")
    answer = browser.get(f"{labelled.path}/study/report")
    assert answer.status_code == 200, answer.text
    report, figures = answer.json()["report"], answer.json()["figures"]
    assert report["progress"] == {
        "tasks": 3,
        "repeats": 1,
        "labelled": 3,
        "adjudicated": 0,
        "agreed": 0,
        "majority": 0,
        "alone": 0,
        "undecided": 3,
        "unsure": 0,
    }
    assert [system["system"] for system in report["systems"]] == [f"{MARKER}-one", f"{MARKER}-two"]
    assert report["agreement"]["fact"]["raw"]["value"] == 0
    assert "agreement" in figures
    picture = browser.get(f"{labelled.path}/study/figures/agreement.svg?scheme=dark")
    assert picture.status_code == 200
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<svg")
    assert browser.get(f"{labelled.path}/study/figures/nothing.svg").status_code == 422


def test_the_report_can_be_kept(labelled: Office) -> None:
    answer = labelled.browser("Cleo").get(f"{labelled.path}/study/report.html")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"] == 'attachment; filename="Labels-report.html"'
    assert f"{MARKER}-one" in answer.text


def test_a_study_without_tasks_says_so(office: Office) -> None:
    project = office.store.add_project("Empty", "study", "en")
    answer = office.browser("Cleo").get(f"/api/projects/{project.id}/study/report")
    assert (answer.status_code, answer.json()) == (
        422,
        {"error": "study 'Empty': expected at least one extraction, found none"},
    )


def test_labellers_see_no_report(labelled: Office) -> None:
    for path in ("report", "report.html", "figures/agreement.svg"):
        assert labelled.browser("Ann").get(f"{labelled.path}/study/{path}").status_code == 403
