"""A self-contained HTML file: style and script inside, and a policy that blocks all requests."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files

from karat.reports.html.elements import Content, Html, element, table
from karat.reports.html.figures.chart import Chart, converter
from karat.reports.html.figures.theme import DARK_VARIABLES, LIGHT_VARIABLES
from karat.version import __version__

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'{more}; img-src data:; base-uri 'none'"
)
COMPILING = " 'unsafe-eval'"
"""Vega makes functions of its expressions."""

SCRIPTS = (
    *("elements", "theme", "link", "tables", "cards"),
    *("examples", "head_to_head", "task_errors", "study", "disagreements"),
    "start",
)
LEAST_SCALE = 0.8
"""Charts shrink to this scale before they scroll, so that their text stays readable."""

INTERACTIVE = """
const specs = JSON.parse(document.getElementById("chart-specs").textContent);
for (const plot of document.querySelectorAll(".plot[data-chart]")) {
  const still = plot.firstElementChild;
  const live = document.createElement("div");
  vegaEmbed(live, specs[plot.dataset.chart], { renderer: "svg", actions: false, tooltip: { theme: "custom" } })
    .then(() => {
      for (const part of live.querySelectorAll("[role^=graphics], [aria-roledescription]")) {
        part.removeAttribute("role");
        part.removeAttribute("aria-roledescription");
      }
      const drawn = live.querySelector("svg");
      drawn.setAttribute("role", "img");
      drawn.setAttribute("aria-label", still.getAttribute("aria-label"));
      drawn.style.minWidth = still.style.minWidth;
      still.replaceWith(live);
    })
    .catch((error) => { console.warn(`the still chart stays: ${error}`); });
}
"""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page, with the name that leads to it."""

    id: str
    title: str
    content: Content
    short: str | None = None


def document(title: str, subtitle: str, sections: Sequence[Section], charts: Sequence[Chart] = ()) -> str:
    """Assemble a page; with ``charts``, embed their specifications and Vega, so that they are interactive."""
    policy = POLICY.format(more=COMPILING if charts else "")
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="generator", content=f"karat {__version__}"),
        element("title", title),
        element("style", style()),
    )
    body = element(
        "body",
        element("a", "Skip to the numbers", href="#main", class_="skip"),
        element(
            "div",
            element(
                "header",
                element(
                    "div",
                    element("p", "KARAT", class_="brand"),
                    element("h1", title),
                    element("p", subtitle, class_="quiet"),
                ),
                element("button", "Dark", id="theme", type="button", class_="plain", disabled=True),
                class_="top",
            ),
            _contents(sections) if len(sections) > 1 else None,
            element("main", map(_section, sections), id="main"),
            element("footer", f"Made by karat {__version__}. This file needs no network and sends nothing anywhere."),
            class_="page",
        ),
        element("script", script()),
        _interactive(charts) if charts else None,
    )
    return f"<!doctype html>\n{element('html', head, body, lang='en')}"


def style() -> Html:
    """The style sheet, with a light set of colours and a dark one; paper is always light."""
    return Html(
        f":root{{{LIGHT_VARIABLES}}}"
        f"@media (prefers-color-scheme: dark){{:root:not([data-theme=light]){{color-scheme:dark;{DARK_VARIABLES}}}}}"
        f":root[data-theme=dark]{{color-scheme:dark;{DARK_VARIABLES}}}"
        f"{_resource('report.css')}"
        f"@media print{{:root:root:root{{color-scheme:light;{LIGHT_VARIABLES}}}}}"
    )


def script() -> Html:
    """The scripts as one function, so that they share names with each other and with nothing else."""
    parts = "\n".join(_resource(f"scripts/{name}.js") for name in SCRIPTS)
    return Html(f'"use strict";\n(() => {{\n{parts}}})();\n')


def _resource(name: str) -> str:
    return (files("karat.reports.html") / name).read_text(encoding="utf-8")


def _contents(sections: Sequence[Section]) -> Html:
    links = (element("li", element("a", one.short or one.title, href=f"#{one.id}")) for one in sections)
    return element("nav", element("ul", links), class_="contents", aria_label="Contents")


def _section(one: Section) -> Html:
    heading = element("h2", one.title, id=f"{one.id}-title")
    return element("section", heading, one.content, id=one.id, aria_labelledby=f"{one.id}-title")


def figure(chart: Chart) -> Html:
    """A chart as SVG inside the page, in words, and as a table."""
    svg = chart.drawn("svg").decode()
    # Inside HTML the namespaces are understood, and addresses of any kind would only puzzle a reader of the source.
    for name in (' xmlns="http://www.w3.org/2000/svg"', ' xmlns:xlink="http://www.w3.org/1999/xlink"'):
        svg = svg.replace(name, "", 1)
    still = Html(svg.replace("<svg ", f"<svg {_attributes(chart, svg)} ", 1))
    return element(
        "figure",
        element("div", still, class_="plot", tabindex=0, role="group", aria_label=chart.title, data_chart=chart.name),
        element("figcaption", chart.caption) if chart.caption else None,
        element(
            "details",
            element("summary", "The numbers as a table"),
            table(chart.columns, chart.rows, caption=chart.title),
        ),
    )


def _attributes(chart: Chart, svg: str) -> str:
    """Describe the drawing; let it scroll instead of shrinking below a readable size, and never grow."""
    width = re.search(r'<svg [^>]*?width="([\d.]+)"', svg)
    least = (
        f"min-width:min({width[1]}px,max({chart.least_width}rem,{LEAST_SCALE * float(width[1]):.0f}px))"
        if width
        else None
    )
    written = element("i", role="img", aria_label=chart.alternative, style=least)
    return written.removeprefix("<i ").removesuffix("></i>")


def _interactive(charts: Sequence[Chart]) -> Html:
    specs = json.dumps({chart.name: chart.spec for chart in charts}, ensure_ascii=True).replace("<", "\\u003c")
    bundle = converter().javascript_bundle(INTERACTIVE).replace("</script", "<\\/script")
    return Html(
        f'<script type="application/json" id="chart-specs">{specs}</script><script type="module">{bundle}</script>'
    )


def chart_page(title: str, subtitle: str, drawn: Sequence[Chart], *, interactive: bool = False) -> str:
    """Write charts alone as one HTML file that needs no network, a section each; make them with the theme ``PAGE``."""
    sections = [Section(chart.name, chart.title, figure(chart)) for chart in drawn]
    return document(title, subtitle, sections, drawn if interactive else ())
