"""Whatever a page or a notebook shows is in it: no script, style, font or picture comes from elsewhere."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING

import altair as alt
import pytest

import karat

if TYPE_CHECKING:
    from playwright.sync_api import Page

LOADING = {"src", "srcset", "data", "poster", "background", "xlink:href"}
"""Attributes that a browser follows unasked; ``href`` is one but in links that a person clicks."""


class Loaded(HTMLParser):
    """Collects the addresses that a page loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.feed(text)
        styles = re.findall(r"<style>.*?</style>|style=\"[^\"]*\"", text, re.DOTALL)
        self.addresses += re.findall(r"@import|url\((?!#)[^)]*", "".join(styles))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value and (name in LOADING or (name == "href" and tag != "a")) and not value.startswith(("#", "data:")):
                self.addresses.append(f"{tag} {name}={value}")


def test_no_page_and_no_result_names_what_it_would_load(files: dict[str, Path]) -> None:
    texts = {name: path.read_text(encoding="utf-8") for name, path in files.items()}
    assert {name: Loaded(text).addresses for name, text in texts.items()} == {name: [] for name in texts}
    assert "<script" not in texts["notebook"]


def test_a_changed_chart_is_drawn_too_and_a_chosen_renderer_obeyed() -> None:
    chart = karat.evaluate(benchmark="karat-sample", resampling=None).plot()
    for each in (chart, chart.properties(title="mine"), pickle.loads(pickle.dumps(chart))):
        (drawn,) = each._repr_mimebundle_().items()
        assert drawn[0] == "image/svg+xml"
        assert ("mine" in drawn[1]) == (each.to_dict().get("title") == "mine")
    with alt.renderers.enable("mimetype"):
        assert "image/svg+xml" not in chart._repr_mimebundle_()[0]


@pytest.mark.browser
def test_a_notebook_shows_charts_without_a_network(opened: Callable[..., Page]) -> None:
    drawn = opened("notebook").locator("svg")  # which fails where a page asks for anything
    assert [box["width"] > 100 for box in (each.bounding_box() for each in drawn.all()) if box] == [True] * 6
    assert "careful" in (drawn.first.text_content() or "")
