"""How F1 varies within cliques, as a small histogram in text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from karat.reports.tables.layout import wrapped
from karat.reports.tables.table import printable
from karat.results.cliques.robustness import Robustness
from karat.results.statistics.estimate import format_value

BAR = "█"
HALF = "▌"


def histograms(systems: Sequence[Robustness], width: int = 80) -> Iterator[str]:
    """Draw each system's distribution of the variance, a line a bin up to the last with cliques; all on one scale."""
    most = max(each.count for system in systems for each in system.bins)
    last = max(place for system in systems for place, each in enumerate(system.bins, 1) if each.count)
    digits = len(f"{most:,}")
    for place, system in enumerate(systems):
        if place:
            yield ""
        gold = ", stand-in gold" if system.stand_in else ""
        title = f"{printable(system.system)}: variance of F1 within {system.cliques:,} cliques{gold}"
        yield from wrapped(title, width)
        for each in system.bins[:last]:
            name = f"  {format_value(each.low)} to {format_value(each.high)}  {each.count:>{digits},} "
            yield (name + bar(each.count / most, width - len(name))).rstrip()


def bar(share: float, width: int) -> str:
    """Draw a share of a width in halves of a column; any share above 0 is visible.

    >>> bar(0.5, 5), bar(0.001, 5), bar(0, 5)
    ('██▌', '▌', '')
    """
    halves = max(round(2 * share * width), int(share > 0))
    return BAR * (halves // 2) + HALF * (halves % 2)
