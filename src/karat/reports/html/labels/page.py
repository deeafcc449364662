"""The report of metrics against people's labels: one HTML file to look at, to print and to send."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from karat.reports.html.elements import Content, Html, element
from karat.reports.html.figures.labels import agreement_chart, ranks_chart
from karat.reports.html.figures.theme import PAGE
from karat.reports.html.labels.disagreements import disagreement_browser
from karat.reports.html.page import Section, document, figure
from karat.reports.html.summary import whole_table
from karat.reports.tables.labels import describe_labels, label_tables
from karat.reports.tables.table import Table, printable
from karat.results.agreement.measuring import LabelAgreement

ROWS = {"agreement": "metric", "confusion": "metric", "systems": "system", "ranks": "metric"}
"""What a row of each table is."""


def label_page(report: LabelAgreement, *, interactive: bool = False) -> str:
    """Write the agreement as one HTML file that needs no network; ``interactive`` brings Vega along."""
    tables = label_tables(report)
    charts = [agreement_chart(report, PAGE), *([ranks_chart(report, PAGE)] if "ranks" in tables else [])]
    sections = [
        Section(
            "agreement",
            "Which metric agrees with people",
            [element("p", lead(report), class_="lead"), figure(charts[0]), _shown("agreement", tables["agreement"])],
            "Agreement",
        ),
        Section("confusion", "Who accepts what", _shown("confusion", tables["confusion"]), "Acceptance"),
    ]
    if "ranks" in tables:
        content = [figure(charts[1]), _shown("ranks", tables["ranks"])]
        sections.append(Section("ranks", "Do metrics rank systems as people do", content, "Ranks"))
    if "systems" in tables:
        sections.append(Section("systems", "System by system", _shown("systems", tables["systems"]), "Systems"))
    sections += [
        Section("disagreements", "Where metrics and people differ", disagreement_browser(report), "Disagreements"),
        Section("making", "How the numbers were made", list(_making(report)), "Method"),
    ]
    title = f"{printable(report.labels)}: metrics against people"
    return document(title, describe_labels(report), sections, charts if interactive else ())


def lead(report: LabelAgreement) -> str:
    """Name the metric that agrees most with people, and what its agreement is."""
    ranked = [each for each in report if each.agreement.kappa.value is not None]
    if not ranked:
        return "No metric has a κ: people, or the metrics, say the same of all extractions."
    best = max(ranked, key=lambda each: each.agreement.kappa.value or -1.0)
    found = best.agreement
    return (
        f"Of {len(report.metrics)} metrics, {best.metric} agrees most with people: κ {found.kappa}. Of what it "
        f"accepts, people accept {found.precision}; of what they accept, it accepts {found.recall}."
        if len(report.metrics) > 1
        else f"{best.metric} agrees with people with a κ of {found.kappa}."
    )


def _shown(name: str, table: Table) -> Html:
    """A table without the labels' name, which the page has at its top."""
    caption = table.title.partition(" · ")[2]
    return whole_table(replace(table, title=f"{caption[:1].upper()}{caption[1:]}"), caption, ROWS[name])


def _making(report: LabelAgreement) -> Iterator[Content]:
    yield element("ul", (element("li", text) for text in _method(report)))
    if report.notes:
        yield element("h3", "Notes on the labels")
        yield element("ul", (element("li", str(note)) for note in report.notes))
    yield element("h3", "Signatures")
    yield element("ul", (element("li", element("code", each.signature)) for each in report))


def _method(report: LabelAgreement) -> Iterator[str]:
    yield f"People's labels are {printable(report.labels)}, the gold is {printable(report.gold)}."
    yield (
        "A metric with a rule of its own judges all extractions of one system in one sentence together; every other "
        "metric judges each extraction alone."
    )
    graded = {
        "precision": "The score of an extraction is the precision that it has alone.",
        "similarity": "The score of an extraction is its similarity with the gold tuple that it fits best.",
    }
    yield f"{graded[report.score]} A metric that is graded accepts from its threshold on."
    if report.resampling is not None:
        level = f"{report.resampling.level * 100:g} %"
        yield (
            f"Intervals hold {level} and take sentences as clusters: those of shares are Korn and Graubard's (1998), "
            f"those of κ and AC1 a BCa bootstrap and those of rank correlations the percentiles of one, with "
            f"{report.resampling.resamples:,} resamples (seed {report.resampling.seed})."
        )
