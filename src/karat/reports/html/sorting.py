"""Headings and cells of tables that the reader can sort."""

from __future__ import annotations

from collections.abc import Iterable

from karat.reports.html.elements import Content, Html, element
from karat.reports.html.figures.axes import fitted_domain
from karat.results.statistics.estimate import Estimate, format_value


def heading(name: str, *, text: bool = False, sorted_down: bool = False, sortable: bool = True) -> Html:
    """A heading that sorts by its column when it is pressed; texts from a to z first, numbers from the highest."""
    return element(
        "th",
        element("button", name, type="button", class_="sort") if sortable else name,
        scope="col",
        class_="text" if text else None,
        aria_sort="descending" if sorted_down else None,
    )


def number(*content: Content, value: float | None, **attributes: str | None) -> Html:
    """A cell that is sorted by its value; an undefined one comes last."""
    return element("td", *content, data_value="" if value is None else repr(value), **attributes)


def value_cell(estimate: Estimate, *, bold: bool = False) -> Html:
    """A value whose interval is shown under the pointer."""
    text = format_value(estimate.value)
    return number(element("b", text) if bold else text, value=estimate.value, title=estimate.interval or None)


Domain = tuple[float, float]


def f1_domain(estimates: Iterable[Estimate]) -> Domain:
    """Choose the ends of the small pictures' axis, so that all values and intervals fit."""
    ends = [end for each in estimates for end in (each.low, each.value, each.high) if end is not None]
    return fitted_domain(ends)[:2]


def f1_cell(estimate: Estimate, domain: Domain | None, *, bold: bool = False, marked: bool | None = None) -> Html:
    """F1 with its interval and, where it is compared with others, a small picture of both.

    Where ``marked`` is given, there is a star or room for one, so that numbers stand below each other.
    """
    text = format_value(estimate.value)
    interval = element("span", estimate.interval, class_="interval") if estimate.interval else None
    picture = None if domain is None else dot(estimate, domain)
    star = None if marked is None else element("span", "*" if marked else None, class_="star")
    shown = [element("b", text) if bold else text, star, " ", interval, picture]
    return number(*shown, value=estimate.value, class_="f1")


def dot(estimate: Estimate, domain: Domain) -> Html | None:
    """A dot on its interval, hidden from screen readers: the numbers stand beside it."""
    if estimate.value is None:
        return None
    start, stop = domain

    def place(value: float) -> float:
        return (value - start) / (stop - start)

    line = None
    if estimate.low is not None and estimate.high is not None:
        low, high = place(estimate.low), place(estimate.high)
        line = element("b", style=f"left:{low:.1%};width:{max(0.0, high - low):.1%}")
    mark = element("i", style=f"left:{place(estimate.value):.1%}")
    return element("span", line, mark, class_="dot", aria_hidden="true")
