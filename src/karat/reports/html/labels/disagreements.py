"""Extractions on which a metric and people differ, to be filtered and searched."""

from __future__ import annotations

from typing import Any

from karat.reports.html.elements import Html, element
from karat.reports.html.examples.browser import select
from karat.reports.html.packing import pack
from karat.reports.html.study.extractions import shown_slots
from karat.reports.tables.table import printable
from karat.results.agreement.measuring import LabelAgreement
from karat.results.statistics.estimate import format_value

KINDS = {"people": "only people accept", "metric": "only the metric accepts"}


def disagreement_browser(report: LabelAgreement) -> Html:
    """Filters, a list to be filled by the page's script, and the packed disagreements."""
    data = disagreement_data(report)
    return element(
        "div",
        element("p", "Every extraction that either a metric or people accept, but not both."),
        element(
            "div",
            select("disagreements-metric", "Metric", [(name, name) for name in data["metrics"]]),
            select("disagreements-kind", "Who accepts", [("", "either"), *KINDS.items()]),
            select(
                "disagreements-system", "System", [("", "all systems"), *((name, name) for name in data["systems"])]
            ),
            element(
                "label",
                "Search",
                element("input", type="search", id="disagreements-text", placeholder="words of sentence or extraction"),
                class_="wide",
            ),
            class_="filters",
        ),
        element("p", "The extractions need JavaScript.", id="disagreements-count", class_="count", role="status"),
        element("ol", id="disagreements-list", class_="examples"),
        element(
            "p", element("button", "Show more", id="disagreements-more", type="button", hidden=True), class_="more"
        ),
        element("script", pack(data), type="application/octet-stream", id="disagreements-data"),
    )


def disagreement_data(report: LabelAgreement) -> dict[str, Any]:
    """Collect what the script shows: sentences by id, and each disagreement with its metric, system and reason.

    ``score`` is text, and empty for a metric that says yes or no by itself.
    """
    return {
        "metrics": [each.metric for each in report],
        "systems": [printable(name) for name in report.systems],
        "sentences": {found.sentence: found.text for each in report for found in each.disagreements},
        "items": [
            {
                "metric": each.metric,
                "system": printable(found.system),
                "sentence": found.sentence,
                "slots": list(shown_slots(found.extraction)),
                "kind": "people" if found.people else "metric",
                "score": "" if each.threshold is None else format_value(found.score),
                "reason": found.reason,
                "closest": found.closest,
            }
            for each in report
            for found in each.disagreements
        ],
    }
