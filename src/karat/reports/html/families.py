"""Families of systems in a report: the means of their scores."""

from __future__ import annotations

from karat.reports.html.elements import Content, Html, element, scrolling
from karat.reports.html.sorting import heading
from karat.reports.tables.table import HEADERS, printable
from karat.results.evaluation import Evaluation
from karat.results.statistics.estimate import format_value
from karat.results.statistics.families import Family


def family_means(evaluation: Evaluation) -> list[Content]:
    """A row for each family, with the means over its systems; nothing without families."""
    families = evaluation.families
    if not families:
        return []
    first, *others = evaluation.systems[0].measurements
    values = {f"{first.label} {HEADERS[value]}": (first.key, value) for value in ("f1", "precision", "recall")}
    values |= {f"{one.label} F1": (one.key, "f1") for one in others}
    deltas = [one for one in (first, *others) if one.delta is not None]

    def cells(family: Family) -> list[str]:
        texts = [format_value(getattr(family[key], value)) for key, value in values.values()]
        if family.overestimate is not None:
            texts.append(format_value(family.overestimate, signed=True))
        for one in deltas:
            delta = family[one.key].delta
            texts.append(format_value(None if delta is None else delta[-1], signed=True))
        return texts

    names = [*values]
    names += ["CaRB over BenchIE"] if families[0].overestimate is not None else []
    names += [f"Δ {one.label} F1" for one in deltas]
    head = element(
        "tr", (heading(name, text=not place, sortable=False) for place, name in enumerate(["family", *names]))
    )
    rows = (
        element(
            "tr",
            element("th", printable(family.name), " ", _size(family), scope="row"),
            (element("td", text) for text in cells(family)),
        )
        for family in families
    )
    table = element("table", element("thead", head), element("tbody", rows), class_="families")
    return [element("h3", "Families"), scrolling(table, "Families")]


def _size(family: Family) -> Html:
    return element("small", f"mean of {len(family.systems)}", class_="quiet")
