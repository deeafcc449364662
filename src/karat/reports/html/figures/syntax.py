"""Charts of syntax within cliques: distance and similarity by discount, clique by clique and on average."""

from __future__ import annotations

from collections.abc import Sequence

from karat.reports.html.figures.axes import AXIS
from karat.reports.html.figures.chart import Chart, Spec, specification
from karat.reports.html.figures.line_panels import PANEL_WIDTH, line_panel
from karat.reports.html.figures.theme import PAPER, Theme
from karat.reports.tables.table import counted
from karat.results.cliques.pictures import Average, Bin, averages_with_intervals, mean_histogram
from karat.results.cliques.syntax import SyntaxByDiscount
from karat.results.statistics.estimate import format_interval, format_value
from karat.results.statistics.resampling import Resampling, unless_off

MEASURES = {"hws": "HWS distance", "kernel": "tree kernel similarity"}
"""What the measures are called."""
ROW = 11


def syntax_charts(
    found: Sequence[SyntaxByDiscount],
    theme: Theme = PAPER,
    resampling: Resampling | None = Resampling(),  # noqa: B008 - frozen, so one default may serve all calls
) -> tuple[Chart, ...]:
    """Make the charts of one measure or of both on the same cliques; none where no clique has two sentences."""
    measured = [each for each in found if any(each.columns)]
    if not measured:
        return ()
    return (clique_discount_chart(measured, theme), average_discount_chart(measured, theme, unless_off(resampling)))


def clique_discount_chart(syntax: Sequence[SyntaxByDiscount], theme: Theme) -> Chart:
    """How many cliques have which mean distance or similarity, by discount (Figure 3 of ROBUST)."""
    bins = [(each, mean_histogram(each)) for each in syntax]
    named = [f"{MEASURES[each.measure]} at {_written(discount)}" for each in syntax for discount in each.discounts]
    cliques = max(len(column) for each in syntax for column in each.columns)
    return Chart(
        "clique-syntax",
        "Syntax within each clique, by discount",
        f"Each cell counts cliques by the mean over their pairs of sentences, the stronger its colour the more; "
        f"{counted(cliques, 'clique')} at each discount. The dots are the means over cliques. "
        "For the kernel the discount is its decay.",
        f"Heat maps of {counted(cliques, 'clique')} by their mean {_and(syntax)}, one column for each discount. "
        + " ".join(map(_ends, syntax)),
        specification(theme, (), {"hconcat": [_heat(each, rows, theme) for each, rows in bins], "spacing": 40}),
        ("mean within the clique", *named),
        tuple(
            (
                f"{format_value(row.low, digits=2)} to {format_value(row.high, digits=2)}",
                *(f"{count:,}" for _, rows in bins for count in rows[place].counts),
            )
            for place, row in enumerate(bins[0][1])
        ),
    )


def _and(found: Sequence[SyntaxByDiscount]) -> str:
    return " and ".join(MEASURES[each.measure] for each in found)


def _ends(syntax: SyntaxByDiscount) -> str:
    first, last = syntax.averages[0], syntax.averages[-1]
    return (
        f"The mean {MEASURES[syntax.measure]} goes from {format_value(first)} at {_written(syntax.discounts[0])} "
        f"to {format_value(last)} at {_written(syntax.discounts[-1])}."
    )


def _written(discount: float) -> str:
    """A discount as short as it can be.

    >>> _written(0.5), _written(1.0), _written(0.25)
    ('.5', '1', '.25')
    """
    return f"{discount:g}".removeprefix("0") or "0"


def _heat(syntax: SyntaxByDiscount, rows: Sequence[Bin], theme: Theme) -> Spec:
    cells = [
        {"discount": _written(discount), "low": row.low, "high": row.high, "count": count}
        for row in rows
        for discount, count in zip(syntax.discounts, row.counts, strict=True)
        if count
    ]
    means = [
        {"discount": _written(discount), "value": value, "shown": format_value(value)}
        for discount, value in zip(syntax.discounts, syntax.averages, strict=True)
    ]
    labels = [_written(discount) for discount in syntax.discounts]
    most = max(count for row in rows for count in row.counts)
    x = {
        "field": "discount",
        "type": "ordinal",
        "sort": labels,
        "title": "decay" if syntax.measure == "kernel" else "discount",
        "scale": {"domain": labels},
        "axis": {"labelAngle": 0, "ticks": False, "domain": False},
    }
    y = {"type": "quantitative", "scale": {"domain": [0, 1]}, "axis": AXIS}
    return {
        "title": MEASURES[syntax.measure],
        "width": PANEL_WIDTH,
        "height": ROW * len(rows),
        "layer": [
            {
                "data": {"values": cells},
                "mark": {"type": "rect", "color": theme.heat, "stroke": theme.paper, "strokeWidth": 1},
                "encoding": {
                    "x": x,
                    "y": {**y, "field": "low", "title": "mean within the clique"},
                    "y2": {"field": "high"},
                    "opacity": {
                        "field": "count",
                        "type": "quantitative",
                        "scale": {"type": "sqrt", "domain": [0, most], "range": [0.08, 1]},
                        "legend": None,
                    },
                    "tooltip": [{"field": "discount"}, {"field": "low"}, {"field": "high"}, {"field": "count"}],
                },
            },
            {
                "data": {"values": means},
                "mark": {
                    "type": "point",
                    "fill": theme.ink,
                    "stroke": theme.paper,
                    "strokeWidth": 1.5,
                    "size": 42,
                    "opacity": 1,
                },
                "encoding": {
                    "x": x,
                    "y": {**y, "field": "value"},
                    "tooltip": [{"field": "discount"}, {"field": "shown", "title": "mean over cliques"}],
                },
            },
        ],
    }


def average_discount_chart(measures: Sequence[SyntaxByDiscount], theme: Theme, resampling: Resampling | None) -> Chart:
    """The mean over all cliques by discount, with its interval (Figure 4 of ROBUST)."""
    averages = [(MEASURES[each.measure], averages_with_intervals(each, resampling)) for each in measures]
    values = [
        {
            "line": name,
            "x": one.discount,
            "at": _written(one.discount),
            "value": one.value,
            "low": one.low,
            "high": one.high,
            "shown": _in_full(one),
        }
        for name, each in averages
        for one in each
    ]
    names = [name for name, _ in averages]
    said = (
        f"; the lines through the marks are {resampling.level * 100:g} % intervals over cliques" if resampling else ""
    )
    unit = {"scale": {"domain": [0, 1]}, "axis": AXIS}
    discounts = sorted({one.discount for _, each in averages for one in each})
    by_name = [{one.discount: one for one in each} for _, each in averages]
    return Chart(
        "mean-syntax",
        "Syntax over all cliques, by discount",
        f"Means over cliques of the mean within each{said}. For the kernel the discount is its decay.",
        f"Lines of the mean {_and(measures)} over all cliques by discount. " + " ".join(map(_ends, measures)),
        specification(
            theme,
            (),
            line_panel(
                theme,
                values,
                names,
                {"title": "discount", **unit},
                {"title": "mean over cliques", **unit},
                width=440,
            ),
        ),
        ("discount", *names),
        tuple(
            (_written(discount), *(_in_full(each[discount]) if discount in each else "—" for each in by_name))
            for discount in discounts
        ),
    )


def _in_full(one: Average) -> str:
    return f"{format_value(one.value)} {format_interval(one.low, one.high)}".rstrip()
