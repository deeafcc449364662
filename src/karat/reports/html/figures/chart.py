"""A chart: a Vega-Lite specification, the same in words and as a table; drawn as SVG, PNG or PDF without a network."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

from karat.errors import InputError, MissingExtraError
from karat.reports.html.figures.theme import Theme

if sys.platform != "win32":  # where there are no such limits
    import resource

if TYPE_CHECKING:
    import altair as alt

ChartFormat = Literal["svg", "png", "pdf"]
Spec = dict[str, Any]

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
"""The name of the language the specifications are written in; nothing is fetched from there."""
FONT = "Helvetica, Arial, sans-serif"
LEAST_WIDTH = 34
ADDRESSES = 68 << 30
"""The bytes of virtual memory in which a process can start the JavaScript engine: it was seen to take 64.4 GiB."""
PIXELS_PER_POINT = 2.0
"""How fine a PNG is."""


@dataclass(frozen=True, slots=True)
class Chart:
    """What is drawn, with a description and a table for screen readers.

    ``name`` is the file's stem. ``alternative`` says in a sentence what the chart shows; ``columns`` and ``rows`` have
    all its numbers.
    """

    name: str
    title: str
    caption: str
    alternative: str
    spec: Spec
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    least_width: int = LEAST_WIDTH
    """On narrow screens the chart scrolls once it is as narrow as this, in rem."""

    def drawn(self, format: ChartFormat = "svg") -> bytes:
        """Draw the chart."""
        convert = converter()
        text = json.dumps(self.spec)
        if format == "png":
            return bytes(convert.vegalite_to_png(text, scale=PIXELS_PER_POINT))
        if format == "pdf":
            return bytes(convert.vegalite_to_pdf(text))
        return renumbered(as_picture(str(convert.vegalite_to_svg(text))), self.name).encode()

    def to_altair(self) -> alt.TopLevelMixin:
        """Convert to an Altair chart, which validates the specification; a notebook shows it as SVG, without a network.

        With a renderer of your own choice (``altair.renderers.enable``), it is shown by that one.
        """
        return as_altair(self.spec)


def as_altair(spec: Spec) -> alt.TopLevelMixin:
    """Make an Altair chart of a specification."""
    try:
        import altair as alt  # takes a second to load
    except ImportError:
        raise MissingExtraError("an Altair chart", "report") from None
    chart: alt.TopLevelMixin = alt.Chart.from_dict(spec)
    kind: Any = type(chart)
    # Altair's own __setattr__ would take the class for a property of the chart.
    object.__setattr__(chart, "__class__", _drawn_in_notebooks(kind))
    return chart


@cache
def _drawn_in_notebooks(kind: type[Any]) -> type[Any]:
    """Derive an Altair class whose charts show themselves as SVG, because Altair's own way loads scripts from a CDN."""
    from altair import renderers  # loaded already, by the chart

    def bundle(chart: Any, *include: Any, **exclude: Any) -> Any:
        if renderers.active != "default":  # the reader's own choice
            return kind._repr_mimebundle_(chart, *include, **exclude)
        return {"image/svg+xml": as_picture(str(converter().vegalite_to_svg(chart.to_json())))}

    def reduce(chart: Any) -> tuple[Any, ...]:
        return as_altair, (chart.to_dict(),)

    return type(kind.__name__, (kind,), {"_repr_mimebundle_": bundle, "__reduce__": reduce})


def as_picture(svg: str) -> str:
    """Remove the ARIA roles of Vega's parts, so that screen readers meet one picture with one text.

    >>> as_picture('<g class="a" role="graphics-symbol" aria-roledescription="rect mark container">')
    '<g class="a">'
    """
    return re.sub(r' (?:role="graphics-[a-z]+"|aria-roledescription="[^"]*"|aria-hidden="true")', "", svg)


def renumbered(svg: str, name: str) -> str:
    """Prefix ids in a drawing with the chart's name, because Vega's counter runs on between drawings.

    >>> renumbered('<g clip-path="url(#clip7)"/><clipPath id="clip7"/>', "f1")
    '<g clip-path="url(#f1-0)"/><clipPath id="f1-0"/>'
    """
    numbers = list(dict.fromkeys(re.findall(r'(?:#|id=")((?:clip|gradient_)\d+)', svg)))
    return re.sub(r'(#|id=")((?:clip|gradient_)\d+)', lambda found: f"{found[1]}{name}-{numbers.index(found[2])}", svg)


def converter() -> ModuleType:
    """Import the renderer, or say how to install it, or why it cannot work here."""
    check_addresses()
    try:
        import vl_convert  # optional, and it brings a JavaScript engine along
    except ImportError:
        raise MissingExtraError("drawing charts", "report") from None
    converting: ModuleType = vl_convert
    return converting


def check_addresses() -> None:
    """Refuse to draw charts where the process may not reserve the addresses that the JavaScript engine asks for.

    The engine would end the process otherwise, with a page of addresses and nothing that Python could catch.
    """
    if sys.platform == "win32":
        return
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit != resource.RLIM_INFINITY and limit < ADDRESSES:
        raise InputError(
            f"drawing charts: expected a limit of virtual memory (ulimit -v) of at least {ADDRESSES >> 30} GiB, "
            f"which the engine reserves but does not use, or none, found {limit / (1 << 30):.3g} GiB"
        )


def specification(theme: Theme, values: Sequence[dict[str, Any]], body: Spec) -> Spec:
    """Complete a chart's specification with data and theme."""
    return {
        "$schema": SCHEMA,
        "data": {"values": list(values)},
        "background": None if theme.paper.startswith("var(") else theme.paper,
        "config": _look(theme),
        **body,
    }


def _look(theme: Theme) -> Spec:
    text = {
        "labelColor": theme.ink,
        "titleColor": theme.quiet,
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
    }
    lines = {"domainColor": theme.line, "tickColor": theme.line, "gridColor": theme.line, "gridDash": [2, 3]}
    return {
        "aria": False,  # the chart as a whole has its text alternative
        "font": FONT,
        "view": {"stroke": None},
        "axis": {**text, **lines, "labelLimit": 220},
        "legend": {**text, "symbolStrokeWidth": 2, "labelLimit": 220},
        "header": {**text, "labelFontWeight": "bold", "labelLimit": 200},
        "text": {"font": FONT, "color": theme.ink},
        "title": {"color": theme.ink, "fontSize": 13},
    }
