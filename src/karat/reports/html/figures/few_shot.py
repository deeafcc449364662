"""Charts of a language model's scores with k demonstrations (Figures 6 and 9 of ROBUST)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from karat.reports.html.figures.axes import AXIS
from karat.reports.html.figures.chart import Chart, specification
from karat.reports.html.figures.line_panels import line_panel, top_of
from karat.reports.html.figures.theme import PAPER, Theme
from karat.reports.tables.table import counted, printable
from karat.results.cliques.few_shot import FewShotResult, Mean, SyntaxCorrelation
from karat.results.statistics.estimate import format_interval, format_value

MEASURES = {"distance": "HWS distance", "similarity": "tree kernel similarity"}

Lines = Mapping[str, Sequence[tuple[int, Mean]]]
"""A mean for each number of demonstrations, by the line's name."""


def few_shot_charts(found: FewShotResult, theme: Theme = PAPER) -> tuple[Chart, ...]:
    """Make every chart that the result has the numbers for."""
    return tuple(_charts(found, theme))


def _charts(result: FewShotResult, theme: Theme) -> Iterator[Chart]:
    if result.shots:
        lines = {
            "originals": [(each.shots, each.originals.f1) for each in result.shots],
            "robust": [(each.shots, each.robust.f1) for each in result.shots],
        }
        yield _by_shots(
            "f1-by-demonstrations",
            "F1 by number of demonstrations",
            "originals: F1 on the original sentences; robust: F1 where each clique counts its worst sentence.",
            lines,
            result,
            theme,
        )
    if result.pairs:
        lines = {
            "sentences": [(each.shots, each.sentence) for each in result.pairs],
            "cliques": [(each.shots, each.clique) for each in result.pairs],
            "robust": [(each.shots, each.robust) for each in result.pairs],
        }
        yield _by_shots(
            "f1-by-clique-demonstrations",
            "F1 by number of demonstrations from another clique",
            "sentences: mean F1 of all sentences asked; cliques: mean over pairs of the clique's mean F1; robust: mean "
            "over pairs of the clique's lowest F1.",
            lines,
            result,
            theme,
        )
    if any(each.intervals for each in result.correlations):
        yield _by_syntax(result, theme)


def _by_shots(name: str, title: str, caption: str, lines: Lines, found: FewShotResult, theme: Theme) -> Chart:
    shots = sorted({number for line in lines.values() for number, _ in line})
    values = [_value(line, number, str(number), mean) for line, means in lines.items() for number, mean in means]
    by_line = {line: dict(means) for line, means in lines.items()}
    x = {
        "title": "demonstrations",
        "scale": {"zero": False, "nice": False, "padding": 24},
        "axis": {"values": shots, "format": "d", "grid": False},
    }
    y = {"title": "F1", "scale": {"domain": [0, top_of(values)]}, "axis": AXIS}
    return Chart(
        name,
        title,
        f"{caption} {_lines(found)}Gold: {printable(found.gold)}.",
        f"Lines of F1 of {printable(found.name)} with {', '.join(map(str, shots))} demonstrations. "
        + " ".join(
            f"{line}: {format_value(means[0][1].value)} to {format_value(means[-1][1].value)}."
            for line, means in lines.items()
        ),
        specification(theme, (), line_panel(theme, values, list(lines), x, y, width=440)),
        ("demonstrations", *lines),
        tuple(
            (str(number), *(_in_full(each[number]) if number in each else "—" for each in by_line.values()))
            for number in shots
        ),
    )


def _by_syntax(correlation: FewShotResult, theme: Theme) -> Chart:
    """Robust F1 by how far, or how alike, questions and demonstrations are."""
    measured = [each for each in correlation.correlations if each.intervals]
    names = [MEASURES[each.measure] for each in measured]
    values = [_intervals(each) for each in measured]
    x = {"scale": {"zero": False, "nice": False, "padding": 16}, "axis": {"format": ".2f", "tickCount": 5}}
    y = {"title": "robust F1", "scale": {"domain": [0, top_of(chain(*values))]}, "axis": AXIS}
    return Chart(
        "robust-f1-by-syntax",
        "Robust F1 by syntax between demonstrations and questions",
        "Pairs of cliques in intervals of the mean HWS distance, or tree kernel similarity, between the questions of "
        "one clique and the demonstrations from the other; marks stand in the middle of an interval. "
        f"Gold: {printable(correlation.gold)}.",
        f"Lines of the mean robust F1 of {printable(correlation.name)} by {' and by '.join(names)}. "
        + " ".join(
            f"Over all pairs r is {format_value(each.pearson, signed=True)} for {MEASURES[each.measure]}."
            for each in measured
        ),
        specification(
            theme,
            (),
            {
                "hconcat": [
                    line_panel(theme, own, ["robust"], {"title": MEASURES[each.measure], **x}, y)
                    for each, own in zip(measured, values, strict=True)
                ],
                "spacing": 40,
            },
        ),
        ("interval", "pairs", "robust F1", "r over all pairs"),
        tuple(
            (
                f"{MEASURES[each.measure]} {format_value(one.low)} to {format_value(one.high)}",
                f"{one.pairs:,}",
                _in_full(one.f1),
                format_value(each.pearson, signed=True),
            )
            for each in measured
            for one in each.intervals
        ),
    )


def _lines(found: FewShotResult) -> str:
    if not found.resampling.resamples:
        return ""
    return f"The lines through the marks are {found.resampling.level * 100:g} % intervals over cliques. "


def _intervals(found: SyntaxCorrelation) -> list[dict[str, Any]]:
    return [
        _value(
            "robust",
            (one.low + one.high) / 2,
            f"{format_value(one.low)} to {format_value(one.high)}, {counted(one.pairs, 'pair')}",
            one.f1,
        )
        for one in found.intervals
    ]


def _value(line: str, x: float, at: str, mean: Mean) -> dict[str, Any]:
    ends = {"value": mean.value, "low": mean.low, "high": mean.high}
    return {"line": line, "x": x, "at": at, **ends, "shown": _in_full(mean)}


def _in_full(mean: Mean) -> str:
    return f"{format_value(mean.value)} {format_interval(mean.low, mean.high)}".rstrip()
