"""Charts of a human study.

``study_figure(report, name)`` draws one of them as an SVG picture that stands alone; ``figure_names(report)`` lists
those that a report has the numbers for. All names, which are also the stems of files:

- ``precision``: precision of each system with its interval, for facts, attributions and both together;
- ``yield``: precision over the number of correct extractions, by confidence, of systems that give one;
- ``factuality``: precision by class of polarity and modality, of systems that annotate them;
- ``rules``: how often each system breaks which rule;
- ``agreement``: coefficients of people's agreement, and of each language model with people;
- ``automatic``: agreement of automatic metrics with people, if gold was given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from html import escape
from typing import Literal

from karat.errors import UnknownNameError
from karat.reports.html.figures.chart import Chart
from karat.reports.html.figures.study.agreement import agreement_chart, automatic_chart
from karat.reports.html.figures.study.precision import factuality_chart, precision_chart, yield_chart
from karat.reports.html.figures.study.rules import rules_chart
from karat.reports.html.figures.theme import DARK_VARIABLES, LIGHT_VARIABLES, PAGE, PAPER, Theme
from karat.reports.tables.study.agreement import agreement_rows
from karat.results.study.report import StudyReport

FIGURES: Mapping[str, Callable[[StudyReport, Theme], Chart]] = {
    "precision": precision_chart,
    "yield": yield_chart,
    "factuality": factuality_chart,
    "rules": rules_chart,
    "agreement": agreement_chart,
    "automatic": automatic_chart,
}


def study_charts(report: StudyReport, theme: Theme = PAPER) -> tuple[Chart, ...]:
    """Make every chart for which the study has numbers."""
    return tuple(draw(report, theme) for name, draw in FIGURES.items() if name in figure_names(report))


def figure_names(report: StudyReport) -> tuple[str, ...]:
    """List the charts for which the study has numbers."""
    return tuple(_names(report))


def study_figure(report: StudyReport, name: str, scheme: Literal["light", "dark"] | None = None) -> str:
    """Draw a chart as SVG that stands alone: light, dark, or as the reader's system prefers it."""
    known = figure_names(report)
    if name not in known:
        raise UnknownNameError("figure of the study", name, known)
    chart = FIGURES[name](report, PAGE)
    place = f"#study-{name}"
    style = f"{place}{{{DARK_VARIABLES if scheme == 'dark' else LIGHT_VARIABLES}}}"
    if scheme is None:
        style += f"@media (prefers-color-scheme: dark){{{place}{{{DARK_VARIABLES}}}}}"
    head, _, body = chart.drawn("svg").decode().partition(">")
    title, said = escape(chart.title, quote=False), escape(chart.alternative, quote=False)
    return f'{head} id="study-{name}" role="img"><title>{title}</title><desc>{said}</desc><style>{style}</style>{body}'


def _names(report: StudyReport) -> Iterator[str]:
    if any(system.fact.total for system in report.systems):
        yield "precision"
    if any(len(system.curve) > 1 for system in report.systems):
        yield "yield"
    if any(each.name != "—" for system in report.systems for each in system.classes):
        yield "factuality"
    if any(count for system in report.systems for _, count in system.rules):
        yield "rules"
    if any(found.items for _, found in agreement_rows(report, "fact")):
        yield "agreement"
    if report.automatic:
        yield "automatic"
