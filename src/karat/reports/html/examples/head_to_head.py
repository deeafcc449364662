"""Head to head of two systems, which the reader chooses: what one finds and the other misses."""

from __future__ import annotations

from karat.reports.html.elements import Html, element
from karat.reports.html.examples.browser import select
from karat.reports.html.examples.data import ExampleData
from karat.reports.html.findings import best_system
from karat.reports.tables.table import printable
from karat.results.verdict_files.sample import of_sample

GROUPS = ("only-a", "only-b", "both", "neither")


def head_to_head(data: ExampleData, focus: str) -> Html:
    """Two choices of systems, four counts to press, and a list to be filled by the page's script."""
    names = [printable(system.name) for system in data.evaluation]
    first = printable(focus)
    best = printable(best_system(data.evaluation).name)
    second = best if best != first else next(name for name in names if name != first)
    options = [(name, name) for name in names]
    return element(
        "div",
        element(
            "p",
            "Which gold facts one system finds and the other misses, and what the other has in their place"
            f"{of_sample(data.evaluation.sample)}.",
        ),
        element(
            "div",
            select("first-system", "First system", options, first),
            select("second-system", "Second system", options, second),
            class_="filters",
        ),
        element(
            "div",
            (
                element("button", element("strong", "—"), element("span", "—"), type="button", value=group)
                for group in GROUPS
            ),
            id="pair-groups",
            class_="groups",
            role="group",
            aria_label="Facts to show",
        ),
        element("p", "Head to head needs JavaScript.", id="pair-count", class_="count", role="status"),
        element("ol", id="pair-list", class_="examples"),
        element("p", element("button", "Show more", id="pair-more", type="button", hidden=True), class_="more"),
    )
