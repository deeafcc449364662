"""The colours of charts: as CSS variables on a page, which has a light and a dark set, and as they are on paper."""

from __future__ import annotations

from dataclasses import dataclass

LIGHT = {
    "ink": "#1d1f24",
    "quiet": "#5c6370",
    "line": "#dcdfe5",
    "paper": "#ffffff",
    "accent": "#9a6700",
    "heat": "#b87a00",
    "right": "#0f6243",
    "wrong": "#a02a20",
}
DARK = {
    "ink": "#e8e6e1",
    "quiet": "#a3a7b0",
    "line": "#363b45",
    "paper": "#181b20",
    "accent": "#e9b949",
    "heat": "#7a5c14",
    "right": "#5ecb9e",
    "wrong": "#f1897e",
}
LIGHT_SERIES = (
    "#b07500", "#1f6fb4", "#00806a", "#b2468b", "#c4521a", "#6350a8", "#2b8cbe", "#66791c", "#a03545", "#5f6875",
)  # fmt: skip
DARK_SERIES = (
    "#e9b949", "#6cb2f0", "#4fc9ac", "#e58fc6", "#f2955a", "#b5a1e8", "#8fd3f5", "#b9cf6a", "#f08a98", "#b3bac6",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Theme:
    """What charts are drawn in."""

    ink: str
    quiet: str
    line: str
    paper: str
    heat: str
    series: tuple[str, ...]

    def colours(self, count: int) -> list[str]:
        """Give a number of colours, repeating them if there are too few."""
        return [self.series[place % len(self.series)] for place in range(count)]


def _theme(colours: dict[str, str], series: tuple[str, ...]) -> Theme:
    names = ("ink", "quiet", "line", "paper", "heat")
    return Theme(**{name: colours[name] for name in names}, series=series)


PAPER = _theme(LIGHT, LIGHT_SERIES)
"""For files that stand alone."""

PAGE = _theme(
    {name: f"var(--{name})" for name in LIGHT}, tuple(f"var(--series-{place})" for place in range(len(LIGHT_SERIES)))
)
"""For pages, where the reader's choice of light or dark decides."""


def variables(colours: dict[str, str], series: tuple[str, ...]) -> str:
    """The colours as CSS declarations."""
    named = {**colours, **{f"series-{place}": colour for place, colour in enumerate(series)}}
    return "".join(f"--{name}:{colour};" for name, colour in named.items())


LIGHT_VARIABLES = variables(LIGHT, LIGHT_SERIES)
DARK_VARIABLES = variables(DARK, DARK_SERIES)
