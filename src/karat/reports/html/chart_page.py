"""Charts alone as a page, for what is not an evaluation of systems."""

from __future__ import annotations

from collections.abc import Sequence

from karat.reports.html.chart import Chart
from karat.reports.html.page import Section, document, figure


def chart_page(title: str, subtitle: str, drawn: Sequence[Chart], *, interactive: bool = False) -> str:
    """Write charts as one HTML file that needs no network, a section each; make them with the theme ``PAGE``."""
    sections = [Section(chart.name, chart.title, figure(chart)) for chart in drawn]
    return document(title, subtitle, sections, drawn if interactive else ())
