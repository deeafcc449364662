"""The table of rules broken, by system."""

from __future__ import annotations

from collections.abc import Iterator

from karat.model.study import ATTRIBUTION_RULES, FACT_RULES
from karat.reports.tables.study.wording import name_rule
from karat.reports.tables.table import Cell, Column, Section, Table, printable
from karat.results.study.report import StudyReport, SystemReport

MOST_SYSTEMS = 4
"""So many systems fit side by side into 80 columns; more come in further tables."""


def tabulate_rules(report: StudyReport) -> Iterator[Table]:
    """Count the broken rules of each system; rules that no system breaks are left out."""
    broken = {rule for system in report.systems for rule, count in system.rules if count}
    if not broken:
        return
    for first in range(0, len(report.systems), MOST_SYSTEMS):
        yield _table(report, report.systems[first : first + MOST_SYSTEMS], broken)


def _table(report: StudyReport, systems: tuple[SystemReport, ...], broken: set[str]) -> Table:
    counts = [dict(system.rules) for system in systems]
    sections = [
        Section(
            title,
            tuple(
                (name_rule(rule), tuple(Cell(f"{count.get(rule, 0):,}") for count in counts))
                for rule in rules
                if rule in broken
            ),
        )
        for title, rules in (("facts", FACT_RULES), ("attributions", ATTRIBUTION_RULES))
    ]
    return Table(
        f"{printable(report.name)} · rules broken",
        tuple(Column(f"{printable(system.system)}") for system in systems),
        tuple(section for section in sections if section.rows),
        (_of(systems), "An extraction may break several rules; those that no system breaks are left out"),
    )


def _of(systems: tuple[SystemReport, ...]) -> str:
    wrong = ", ".join(f"{each.fact.total - each.fact.count:,} of {printable(each.system)}" for each in systems)
    return f"How many extractions break a rule. Incorrect facts: {wrong}"
