"""The page of a study has every number and every label, in a file that asks for nothing."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest

from karat.model.study import Label, Study
from karat.reports.html.packing import unpack
from karat.reports.html.study.extractions import study_data
from karat.reports.html.study.page import study_page
from karat.reports.html.study.summary import lead
from karat.results.study.measuring import measure_study
from karat.results.study.report import StudyReport


@pytest.fixture(scope="module")
def page(study: Study, report: StudyReport) -> str:
    return study_page(study, report)


def text_of(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_the_numbers_are_on_the_page(page: str) -> None:
    text = text_of(page)
    assert "100.0 % (2/2) [34.2, 100.0] of the labelled extractions of b are correct, the highest share" in text
    assert "it cannot be told from that of a" in text
    assert "a 75.0 % (3/4) [30.1, 95.4]" in text
    assert "F1 not what its clause says 1 0" in text
    assert "ana, ben 6 .667" in text
    assert "Left to do: 1 to decide" in text


def test_sections_lead_to_each_other_and_nothing_leads_out(page: str) -> None:
    links = re.findall(r'<li><a href="#([a-z]+)">', page)
    assert links == [
        *("summary", "precision", "factuality", "rules", "comparisons", "agreement", "labellers"),
        *("extractions", "progress", "making"),
    ]
    assert all(f'<section id="{link}"' in page for link in links)
    assert re.findall(r"(?:src|href)=\"(?!#)", page) == []
    assert "://" not in re.sub(r"<script[^>]*>.*?</script>", "", page, flags=re.DOTALL)


def test_every_label_is_packed(study: Study, report: StudyReport, page: str) -> None:
    packed = re.search(r'<script type="application/octet-stream" id="tasks-data">([^<]+)</script>', page)
    assert packed is not None
    data = unpack(packed[1])
    assert data == study_data(study, report)
    tasks = {task["key"]: task for task in data["tasks"]}
    assert len(tasks) == 7
    assert tasks["1"]["slots"] == ["Ada", "tuned", "QUANT_O_1 pianos"]
    assert tasks["1"]["notes"] == ["clause: Ada tuned two pianos", "QUANT_O_1 = two"]
    assert tasks["5"]["notes"] == ["factuality (+,CT)", "attribution (Critics, +, CT)"]
    assert (tasks["3"]["decision"], tasks["3"]["how"]) == ("correct", "decided")
    assert tasks["3"]["kinds"] == ["correct", "differ"]
    assert tasks["3"]["sources"] == [[0, ".7"], [1, None]]
    assert (tasks["4"]["decision"], tasks["4"]["how"]) == ("undecided", "")
    # The model calls 2 correct, which both people call incorrect.
    assert tasks["2"]["kinds"] == ["incorrect", "machine"]
    assert (tasks["7"]["decision"], tasks["7"]["repeat"]) == ("repeat", "1")
    assert [label["labeller"] for label in tasks["3"]["labels"]] == ["ana", "ben", "model", "cleo"]


def test_texts_are_escaped(study: Study) -> None:
    evil = "<script>alert(1)</script>"
    renamed = replace(study, name=evil, labels=tuple(replace(label, note=evil) for label in study.labels))
    page = study_page(renamed, measure_study(renamed, resamples=0))
    assert evil not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_a_study_that_has_only_begun_has_a_page(study: Study) -> None:
    unsure = Label("1", "ana", unsure=True)
    begun = replace(study, labels=(unsure,))
    report = measure_study(begun, resamples=0)
    assert lead(report) == "No extraction has a final label yet."
    page = study_page(begun, report)
    assert "Left to do: 6 to label, 1 unsure" in text_of(page)
    (task,) = [task for task in study_data(begun, report)["tasks"] if task["key"] == "1"]
    assert task["kinds"] == ["unlabelled", "unsure"]
