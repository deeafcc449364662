"""A study's report shows itself: printed, in notebooks, as a frame and as a page."""

from __future__ import annotations

from pathlib import Path

import pytest

import karat
from karat.benchmarks import sample_path
from karat.errors import UnknownNameError
from karat.model.study import Study
from karat.reports.tables.layout import plain
from karat.reports.tables.study import study_tables
from karat.results.study.report import StudyReport


def test_it_prints_its_tables(report: StudyReport) -> None:
    assert str(report) == "\n\n".join(plain(table) for table in study_tables(report).values())
    assert repr(report).startswith("StudyReport(name='small'")
    assert "\n" not in repr(report)


def test_a_notebook_shows_its_tables(report: StudyReport) -> None:
    shown = report._repr_html_()
    assert shown.count("<table") == len(study_tables(report))
    assert "75.0 % (3/4)" in shown


def test_tables_are_chosen_by_name(report: StudyReport) -> None:
    assert report.to_markdown("rules").startswith("**small · rules broken**")
    assert report.to_latex("precision").count(r"\begin{table}") == 1
    assert report.to_latex().count(r"\begin{table}") == len(study_tables(report))
    assert "30.1" not in report.to_markdown("precision", intervals=False)
    with pytest.raises(UnknownNameError, match="unknown table 'rule'; did you mean 'rules'"):
        report.to_markdown("rule")


def test_a_frame_has_a_row_for_each_number(report: StudyReport) -> None:
    pytest.importorskip("pandas")
    frame = report.to_frame()
    row = frame[(frame["name"] == "a") & (frame["measure"] == "precision") & (frame["label"] == "fact")]
    assert row[["value", "count", "total"]].to_numpy().tolist() == [[0.75, 3, 4]]


def test_the_page_is_written(report: StudyReport, study: Study, tmp_path: Path) -> None:
    report.write_html(tmp_path / "report.html", study)
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "75.0 % (3/4)" in page


def test_the_sample_is_loaded_and_measured_by_name() -> None:
    study = karat.load_study(sample_path("study.jsonl"))
    report = karat.measure_study(study, resamples=0)
    assert isinstance(report, karat.results.StudyReport)
    assert str(report.systems[0].fact) == "80.0 % (24/30)"
