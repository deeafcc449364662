"""The gallery shows every chart there is, and no picture that is not there."""

from __future__ import annotations

import re
from pathlib import Path

import karat
from karat.reports.html import charts

DOCS = Path(__file__).parents[2] / "docs"


def test_every_picture_is_there_and_every_chart_is_shown() -> None:
    shown = re.findall(r"!\[[^]]{30,}\]\((gallery/[^)]+)\)", (DOCS / "gallery.md").read_text(encoding="utf-8"))
    assert sorted(shown) == sorted(f"gallery/{path.name}" for path in (DOCS / "gallery").iterdir())
    for benchmark in ("karat-sample", "karat-sample-cliques"):
        evaluation = karat.evaluate(benchmark=benchmark, resampling=None)
        assert {f"gallery/{chart.name}.svg" for chart in charts(evaluation)} <= set(shown)


def test_the_pictures_are_small() -> None:
    assert [path.name for path in (DOCS / "gallery").iterdir() if path.stat().st_size > 150_000] == []
