"""The report of a human study: one HTML file to look at, to print and to send."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from karat.model.study import Study
from karat.reports.html.elements import Content, Html
from karat.reports.html.figures.chart import Chart
from karat.reports.html.figures.study import study_charts
from karat.reports.html.figures.theme import PAGE
from karat.reports.html.page import Section, document, figure
from karat.reports.html.study.extractions import extraction_browser
from karat.reports.html.study.making import making
from karat.reports.html.study.summary import summary
from karat.reports.html.summary import whole_table
from karat.reports.tables.study import study_tables
from karat.reports.tables.table import Table, counted, printable
from karat.results.study.report import StudyReport

SECTIONS = {
    ("precision", "Precision", None): ("precision", "yield"),
    ("factuality", "Precision by class of factuality", "Factuality"): ("factuality",),
    ("rules", "Rules broken", "Rules"): ("rules",),
    ("comparisons", "Which systems differ", "Differences"): ("comparisons", "mcnemar"),
    ("agreement", "Do labellers agree", "Agreement"): ("agreement", "prevalence", "rule-agreement"),
    ("labellers", "Labellers", None): ("labellers", "self-consistency"),
    ("automatic", "Automatic metrics against people", "Metrics"): ("automatic", "confusion"),
}
"""Each section's id, title and short title, and the charts and tables that belong to it."""


ROWS = {
    "factuality": "class",
    "rules": "rule",
    "rule-agreement": "rule",
    "comparisons": "systems",
    "mcnemar": "systems",
    "agreement": "labellers",
    "prevalence": "labellers",
    "self-consistency": "labeller",
    "labellers": "labeller",
    "automatic": "metric",
    "confusion": "metric",
    "progress": "what",
}
"""What a row of each table is, if not a system."""


def study_page(study: Study, report: StudyReport, *, interactive: bool = False) -> str:
    """Write a study as one HTML file that needs no network.

    ``interactive`` brings Vega along, so that charts answer the pointer.
    """
    charts = study_charts(report, PAGE)
    tables = study_tables(report)
    sections = [
        Section("summary", "Summary", summary(report)),
        *_sections({chart.name: chart for chart in charts}, tables),
        Section("extractions", "Extractions and their labels", extraction_browser(study, report), "Extractions"),
        Section("progress", "What is left to do", shown_table("progress", tables["progress"]), "Progress"),
        Section("making", "How the numbers were made", making(study, report), "Method"),
    ]
    names = ", ".join(printable(each.system) for each in report.systems)
    labelled = counted(report.progress.tasks, "extraction")
    title = f"{printable(report.name)}: a human study"
    return document(title, f"{names}, {labelled}", sections, charts if interactive else ())


def _sections(charts: Mapping[str, Chart], tables: Mapping[str, Table]) -> Iterator[Section]:
    for (id, title, short), names in SECTIONS.items():
        content: list[Content] = [figure(charts[name]) for name in names if name in charts]
        content += [shown_table(name, table) for name, table in tables.items() if _stem(name) in names]
        if content:
            yield Section(id, title, content, short)


def _stem(name: str) -> str:
    """A table's name without its number: several systems have several tables of rules."""
    stem, _, number = name.rpartition("-")
    return stem if number.isdigit() else name


def shown_table(name: str, table: Table) -> Html:
    """A table without the study's name, which the page has at its top."""
    caption = table.title.partition(" · ")[2]
    return whole_table(
        replace(table, title=f"{caption[:1].upper()}{caption[1:]}"), caption, ROWS.get(_stem(name), "system")
    )
