"""The tables of a plan: how many extractions a study needs, and what happens around the number that was asked for."""

from __future__ import annotations

from collections.abc import Sequence

from karat.reports.tables.study.wording import percent
from karat.reports.tables.table import Cell, Column, Section, Table, counted
from karat.results.statistics.estimate import format_value
from karat.results.study.planning import KappaPlan, PowerPlan, SchemePlan, WidthPlan

PREVAILING = "Columns: how many labels are correct; the more one label prevails, the more extractions κ needs"
ERRORS = (
    "Wrong: share of wrong final labels. Bias: measured minus true precision. Covers: how often Wilson's interval has "
    "the true precision"
)


def tabulate_width(plan: WidthPlan, around: Sequence[Sequence[WidthPlan]]) -> Table:
    """Make a row of each width and a column of each precision."""
    said = (
        f"The fewest whose Wilson interval ({plan.level * 100:g} %) is at most {points(plan.width)} wide, end to end, "
        f"if {percent(plan.precision)} are correct; the normal approximation gives {plan.by_formula:,}"
    )
    return Table(
        f"{counted(plan.extractions, 'extraction')} of each system for an interval of {points(plan.width)}",
        tuple(Column(_expected(each.precision)) for each in around[0]),
        (Section("interval", tuple((points(row[0].width), _cells(row, plan)) for row in around)),),
        (said, "Columns: how many are correct", *_effect(plan.design_effect)),
    )


def tabulate_kappa(plan: KappaPlan, around: Sequence[Sequence[KappaPlan]]) -> Table:
    """Make a row of each kappa and a column of each prevalence."""
    wide = format_value(plan.width, digits=2)
    said = (
        f"By the asymptotic standard error of κ ({plan.level * 100:g} % interval), if κ is "
        f"{format_value(plan.kappa, digits=2)} and {percent(plan.prevalence)} of the labels are correct"
    )
    return Table(
        f"{counted(plan.extractions, 'extraction')} that two people label for an interval of κ {wide} wide",
        tuple(Column(_expected(each.prevalence)) for each in around[0]),
        (Section("κ", tuple((format_value(row[0].kappa, digits=2), _cells(row, plan)) for row in around)),),
        (said, PREVAILING, *_effect(plan.design_effect)),
    )


def _cells(row: Sequence[WidthPlan] | Sequence[KappaPlan], plan: WidthPlan | KappaPlan) -> tuple[Cell, ...]:
    return tuple(Cell(f"{each.extractions:,}", best=each == plan) for each in row)


def tabulate_power(plan: PowerPlan, around: Sequence[PowerPlan]) -> Table:
    """Make a row of each difference."""
    rows = [
        (
            points(abs(each.precision_a - each.precision_b)),
            (
                Cell(percent(each.precision_a)),
                Cell(percent(each.precision_b)),
                Cell(f"{each.extractions:,}", best=each == plan),
                Cell(f"{each.by_formula:,}"),
                Cell(percent(each.reached)),
            ),
        )
        for each in around
    ]
    return Table(
        f"{counted(plan.extractions, 'extraction')} of each system to see a difference of "
        f"{points(abs(plan.precision_a - plan.precision_b))}",
        tuple(map(Column, ("a correct", "b correct", "extractions", "by formula", "found"))),
        (Section("difference", tuple(rows)),),
        (_test(plan), *_effect(plan.design_effect)),
    )


def _test(plan: PowerPlan) -> str:
    if plan.paired:
        alike = f"correlation of their labels {format_value(plan.correlation, digits=2)}"
        test = f"McNemar's test on pairs, one extraction of each system from the same sentence, {alike}"
    else:
        test = "the test of two proportions, on different sentences"
    pairs = f", divided among {counted(plan.comparisons, 'pair')} of systems" if plan.comparisons > 1 else ""
    return (
        f"The fewest from which on at least {percent(plan.power)} of all studies find the difference: {test}, p < "
        f"{format_value(plan.significance, digits=2)}{pairs}"
    )


def tabulate_labellers(plans: Sequence[SchemePlan], kappa: float, precision: float, extractions: int) -> Table:
    """Make a row of each way to divide the labelling."""
    rows = [
        (
            SCHEMES[each.scheme],
            (
                Cell(f"{each.labels:.2f}"),
                Cell(percent(each.error)),
                Cell(percent(each.bias, signed=True)),
                Cell(percent(each.width)),
                Cell(percent(each.coverage)),
            ),
        )
        for each in plans
    ]
    return Table(
        f"Labellers who agree with κ {format_value(kappa, digits=2)}, {counted(extractions, 'extraction')}",
        tuple(map(Column, ("labels each", "wrong", "bias", "width", "covers"))),
        (Section("labellers", tuple(rows)),),
        (
            f"Simulated, if {percent(precision)} are correct and everybody errs at the rate that gives this κ",
            ERRORS,
            "More extractions make the interval narrower; only better labels take the bias away",
        ),
    )


SCHEMES = {
    "one": "one",
    "two with adjudication": "two, a third decides",
    "three by majority": "three, majority",
}


def points(share: float) -> str:
    """A width or difference in percentage points.

    >>> points(0.05), points(0.075)
    ('5 points', '7.5 points')
    """
    return f"{round(100 * share, 4):g} points"


def _expected(share: float) -> str:
    return f"{round(100 * share, 4):g} %"


def _effect(effect: float) -> tuple[str, ...]:
    if effect == 1:
        return ("Extractions count as independent of each other; --per-sentence and --within allow for sentences",)
    return (f"{effect:.2f} times what independent extractions would need, because those of one sentence are alike",)
