"""Dumbbells of cliques: for each a line from its worst sentence to its best."""

from __future__ import annotations

from collections.abc import Sequence

from karat.reports.html.figures.axes import AXIS
from karat.reports.html.figures.chart import Chart, Spec, specification
from karat.reports.html.figures.theme import Theme
from karat.reports.tables.table import counted, printable
from karat.results.cliques.pictures import WideClique, widest_cliques
from karat.results.evaluation import Evaluation
from karat.results.statistics.estimate import format_value

MOST_CLIQUES = 40
"""So many cliques are drawn, or half as many where the systems do not stand in one row."""
PANELS = 3
"""So many systems stand side by side."""
ROW = 15
MARKS = ("worst", "original", "best")
START = 28
"""So many characters of the original stand before its line."""


def drawn_cliques(evaluation: Evaluation) -> tuple[WideClique, ...]:
    """Select the cliques to draw and list: those with the widest spread."""
    return widest_cliques(evaluation, MOST_CLIQUES if len(evaluation) <= PANELS else MOST_CLIQUES // 2)


def dumbbell_chart(evaluation: Evaluation, theme: Theme) -> Chart:
    """The worst, the original and the best sentence of the widest cliques, a panel for each system."""
    cliques = drawn_cliques(evaluation)
    all_cliques = len(evaluation.systems[0].cliques)
    if len(cliques) < all_cliques:
        which = f"the {len(cliques)} of {counted(all_cliques, 'clique')} that spread most, by the mean over systems"
        others = " karat cliques score --by-clique writes all of them."
    else:
        which, others = f"{'all ' if all_cliques > 1 else ''}{counted(all_cliques, 'clique')}, the widest first", ""
    systems = [printable(system.name) for system in evaluation]
    return Chart(
        "cliques",
        "From the worst sentence to the best",
        "Each line goes from the F1 of a clique's worst sentence, which is what the clique scores, to that of its "
        f"best. Shown: {which}.{others}",
        f"Lines from the F1 of a clique's worst sentence to that of its best, with the original marked, for {which}; "
        f"{counted(len(systems), 'system')}. {_widest(cliques[0], systems)}",
        specification(theme, _values(cliques, systems), _panels(cliques, systems, theme)),
        ("clique", "sentences", *(f"{name} {mark}" for name in systems for mark in MARKS)),
        tuple(
            (
                clique_label(each),
                str(len(each.scores[0].members)),
                *(format_value(value) for place in range(len(systems)) for value in _ends(each, place).values()),
            )
            for each in cliques
        ),
        least_width=46,  # the names of cliques are small
    )


def _ends(clique: WideClique, place: int) -> dict[str, float]:
    """F1 of the worst, the original and the best sentence for one system."""
    score = clique.scores[place]
    return {
        "worst": float(score.worst.f1),
        "original": float(score.original.f1),
        "best": float(max(member.f1 for member in score.members)),
    }


def clique_label(clique: WideClique) -> str:
    """The clique's id and how its original begins."""
    text = printable(clique.text)
    start = text if len(text) <= START else f"{text[:START].rstrip()}…"
    return f"{printable(clique.id)}: {start}" if start else printable(clique.id)


def _widest(clique: WideClique, systems: Sequence[str]) -> str:
    said = (
        f"{name} from {format_value(_ends(clique, place)['worst'])} to {format_value(_ends(clique, place)['best'])}"
        for place, name in enumerate(systems)
    )
    return f"The widest is {clique_label(clique)}, {', '.join(said)}."


def _values(found: Sequence[WideClique], systems: Sequence[str]) -> list[Spec]:
    return [
        {
            "system": name,
            "clique": clique_label(each),
            "mark": mark,
            "value": value,
            "best": ends["best"],
            "shown": format_value(value),
        }
        for place, name in enumerate(systems)
        for each in found
        for ends in (_ends(each, place),)
        for mark, value in ends.items()
    ]


def _panels(found: Sequence[WideClique], systems: Sequence[str], theme: Theme) -> Spec:
    side_by_side = min(PANELS, len(systems))
    y = {
        "field": "clique",
        "type": "nominal",
        "sort": list(map(clique_label, found)),
        "title": None,
        "axis": {"ticks": False, "domain": False, "labelPadding": 8, "labelFontSize": 11, "labelLimit": 250},
    }
    x = {
        "type": "quantitative",
        "title": "F1",
        "scale": {"domain": [0, 1], "clamp": True},
        "axis": {**AXIS, "tickCount": 4},
    }
    named = {"field": "mark", "type": "nominal", "sort": list(MARKS), "title": None, "legend": {"orient": "top"}}
    line = {
        "transform": [{"filter": "datum.mark == 'worst'"}],
        "mark": {"type": "rule", "color": theme.quiet, "strokeWidth": 2.5, "opacity": 0.45},
        "encoding": {"x": {**x, "field": "value"}, "x2": {"field": "best"}},
    }
    colours = [theme.series[1], theme.ink, theme.series[0]]
    tooltip = [{"field": "clique"}, {"field": "mark"}, {"field": "shown", "title": "F1"}]
    marks = {
        "x": {**x, "field": "value"},
        "stroke": {**named, "scale": {"domain": list(MARKS), "range": colours}},
        "fill": {**named, "scale": {"domain": list(MARKS), "range": [colours[0], "transparent", colours[2]]}},
        "shape": {**named, "scale": {"domain": list(MARKS), "range": ["circle", "diamond", "circle"]}},
        "tooltip": tooltip,
    }
    # The original is drawn last and larger: where it is the worst or the best it surrounds that.
    ends, originals = (
        {
            "transform": [{"filter": f"datum.mark {which} 'original'"}],
            "mark": {"type": "point", "opacity": 1, "strokeWidth": 1.4, "size": size},
            "encoding": marks,
        }
        for which, size in (("!=", 34), ("==", 105))
    )
    return {
        "facet": {"field": "system", "type": "nominal", "sort": list(systems), "title": None},
        "columns": side_by_side,
        "spacing": {"row": 24, "column": 18},
        "spec": {
            "width": {1: 460, 2: 240, 3: 165}[side_by_side],
            "height": {"step": ROW},
            "encoding": {"y": y},
            "layer": [line, ends, originals],
        },
    }
