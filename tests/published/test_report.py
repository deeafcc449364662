"""The HTML report of all outputs that come with BenchIE: its size and time go into the validation page."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from karat.reports.html import html
from karat.results import Resampling, evaluate

pytestmark = pytest.mark.published


@pytest.mark.parametrize("benchmark", ["karat-sample", "benchie-en"])
def test_size_and_time_are_recorded(data: Path, benchmark: str, record_property: pytest.RecordProperty) -> None:
    evaluation = evaluate(benchmark=benchmark, resampling=Resampling(resamples=1000))
    start = time.process_time()
    page = html(evaluation)
    record_property(f"{benchmark}: systems", len(evaluation))
    record_property(f"{benchmark}: CPU seconds for the report", round(time.process_time() - start, 1))
    record_property(f"{benchmark}: size in kB", round(len(page.encode()) / 1000))
    assert page.startswith("<!doctype html>")
    assert all(system.name in page for system in evaluation)
