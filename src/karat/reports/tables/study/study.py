"""All tables of a study, in the order in which reports show them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from karat.errors import UnknownNameError
from karat.reports.tables.study.agreement import (
    tabulate_agreement,
    tabulate_labellers,
    tabulate_prevalence,
    tabulate_rule_agreement,
    tabulate_self_consistency,
)
from karat.reports.tables.study.comparisons import (
    tabulate_automatic,
    tabulate_comparisons,
    tabulate_confusion,
    tabulate_mcnemar,
)
from karat.reports.tables.study.precision import tabulate_factuality, tabulate_precision
from karat.reports.tables.study.progress import tabulate_progress
from karat.reports.tables.study.rules import tabulate_rules
from karat.reports.tables.table import Table
from karat.results.study.report import StudyReport


def study_tables(report: StudyReport) -> dict[str, Table]:
    """Make every table for which the study has numbers, by name."""
    return dict(_tables(report))


def choose_tables(report: StudyReport, names: Sequence[str] = ()) -> dict[str, Table]:
    """Make the named tables, in that order; all if none is named."""
    tables = study_tables(report)
    for name in names:
        if name not in tables:
            raise UnknownNameError("table", name, list(tables))
    return {name: tables[name] for name in names or tables}


def _tables(report: StudyReport) -> Iterator[tuple[str, Table]]:
    yield "precision", tabulate_precision(report)
    if (factuality := tabulate_factuality(report)) is not None:
        yield "factuality", factuality
    for number, table in enumerate(tabulate_rules(report), 1):
        yield f"rules{'' if number == 1 else f'-{number}'}", table
    others = {
        "comparisons": tabulate_comparisons,
        "mcnemar": tabulate_mcnemar,
        "agreement": tabulate_agreement,
        "prevalence": tabulate_prevalence,
        "rule-agreement": tabulate_rule_agreement,
        "self-consistency": tabulate_self_consistency,
        "labellers": tabulate_labellers,
        "automatic": tabulate_automatic,
        "confusion": tabulate_confusion,
        "progress": tabulate_progress,
    }
    for name, tabulate in others.items():
        if (found := tabulate(report)) is not None:
            yield name, found
