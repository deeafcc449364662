"""The tables of how F1 varies within cliques."""

from __future__ import annotations

from collections.abc import Sequence

from karat.reports.tables.table import Cell, Column, Section, Table, counted, printable
from karat.results.cliques.robustness import Robustness
from karat.results.cliques.syntax import IntervalMean, SubsetCorrelation, VarianceByDistance
from karat.results.evaluation import Evaluation
from karat.results.statistics.estimate import format_p, format_value


def tabulate_robustness(evaluation: Evaluation, systems: Sequence[Robustness]) -> Table:
    """Make a row of each system: what its cliques score and how they spread."""
    limit = f"spread < {format_value(systems[0].threshold, digits=2)}"
    columns = [Column(name) for name in ("mean F1", "worst F1", "variance", "spread", limit)]
    rows = [
        (
            printable(each.system),
            (
                Cell(format_value(each.mean)),
                Cell(format_value(each.worst)),
                Cell(format_value(each.variance, digits=4)),
                Cell(format_value(each.spread)),
                Cell(f"{100 * each.steady:.1f} %"),
            ),
        )
        for each in systems
    ]
    return Table(
        f"{printable(evaluation.benchmark)} · F1 within {counted(systems[0].cliques, 'clique')}{_gold(systems)}",
        tuple(columns),
        (Section("system", tuple(rows)),),
        (
            f"means over cliques; {limit}: share of cliques whose best and worst F1 are less apart",
            *(_subsets(each.system, each.by_size) for each in systems if each.by_size is not None),
        ),
    )


def tabulate_distances(evaluation: Evaluation, systems: Sequence[Robustness]) -> Table | None:
    """Make a section of each system, a row of each interval of distance; nothing where there are no trees."""
    with_trees = [(each.system, each.by_distance) for each in systems if each.by_distance is not None]
    if not with_trees:
        return None
    what = f"variance of F1 by syntactic distance (HWS) within cliques{_gold(systems)}"
    return Table(
        f"{printable(evaluation.benchmark)} · {what}",
        (Column("cliques"), Column("variance")),
        tuple(Section(printable(name), tuple(map(_interval, each.intervals))) for name, each in with_trees),
        tuple(_correlation(printable(name), each) for name, each in with_trees),
    )


def _subsets(name: str, found: SubsetCorrelation) -> str:
    subsets = f"{len(found.sizes)} subsets of {found.sizes[0]:,} to {found.sizes[-1]:,} cliques"
    correlated = f"r {format_value(found.correlation.r)}, p {format_p(found.correlation.p)}"
    return f"{printable(name)}: worst F1 against the size of {subsets}: {correlated}"


def _gold(found: Sequence[Robustness]) -> str:
    return " · stand-in gold" if any(each.stand_in for each in found) else ""


def _interval(each: IntervalMean) -> tuple[str, tuple[Cell, ...]]:
    return f"{format_value(each.low)} to {format_value(each.high)}", (
        Cell(f"{each.count:,}"),
        Cell(format_value(each.mean, digits=4)),
    )


def _correlation(name: str, each: VarianceByDistance) -> str:
    said = [
        f"{over} r {format_value(found.r)}"
        for over, found in (("over cliques", each.cliques), ("intervals", each.means))
    ]
    return f"{name}: {', '.join(said)}"
