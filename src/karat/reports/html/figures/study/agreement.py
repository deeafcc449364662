"""Charts of agreement: of labellers with each other, and of automatic metrics with people."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from karat.reports.html.figures.chart import Chart
from karat.reports.html.figures.coefficients import coefficient_panels
from karat.reports.html.figures.study.values import coefficient_value
from karat.reports.html.figures.theme import Theme
from karat.reports.tables.study.agreement import COLUMNS, agreement_rows, kappa_of
from karat.reports.tables.study.comparisons import VERDICTS
from karat.reports.tables.study.wording import MACHINE
from karat.reports.tables.table import counted, printable
from karat.results.agreement.coefficients import Agreement, Coefficient
from karat.results.statistics.estimate import format_value
from karat.results.study.report import StudyReport

PANELS: Mapping[str, Callable[[Agreement], Coefficient]] = {
    "raw": lambda found: found.raw,
    "κ": kappa_of,
    "α": lambda found: found.alpha,
    "AC1": lambda found: found.ac1,
}
"""The coefficients that are drawn, a panel each."""


def agreement_chart(report: StudyReport, theme: Theme) -> Chart:
    """Coefficients of each group of labellers, language models apart."""
    rows = [
        (f"{label}: {who}", found)
        for label in ("fact", "attribution")
        for who, found in agreement_rows(report, label)
        if found.items
    ]
    values = [
        {"row": name, "panel": panel, "apart": MACHINE in name, **coefficient_value(coefficient(found))}
        for name, found in rows
        for panel, coefficient in PANELS.items()
    ]
    first, found = rows[0]
    machines = " Language models (LLM), in another colour, are no part of people's agreement."
    return Chart(
        "agreement",
        "Agreement of the labellers",
        "Raw agreement, and three coefficients that take out chance, each with its "
        f"{report.level * 100:g} % interval. κ is Cohen's for two labellers, Fleiss' for more."
        + (machines if not report.with_machines and any(value["apart"] for value in values) else ""),
        f"Dots of four coefficients. {first}: raw {format_value(found.raw.value)}, "
        f"κ {format_value(kappa_of(found).value)}, AC1 {format_value(found.ac1.value)}.",
        coefficient_panels(theme, values, [name for name, _ in rows], list(PANELS)),
        ("labels and labellers", "extractions", *COLUMNS.values()),
        tuple((name, f"{found.items:,}", *(str(getattr(found, each)) for each in COLUMNS)) for name, found in rows),
    )


def automatic_chart(report: StudyReport, theme: Theme) -> Chart:
    """How far each metric agrees with people's final labels."""
    shown = {name: VERDICTS[name] for name in ("precision", "recall", "kappa", "ac1", "correlation")}
    names = [printable(each.verdict) for each in report.automatic]
    values = [
        {"row": printable(each.verdict), "panel": head, "apart": False, **coefficient_value(getattr(each, name))}
        for each in report.automatic
        for name, head in shown.items()
    ]
    best = max(report.automatic, key=lambda each: -2.0 if each.kappa.value is None else each.kappa.value)
    return Chart(
        "automatic",
        "Automatic metrics against people",
        "P and R: precision and recall of what a metric accepts, with people's labels as gold; κ, AC1 and r: agreement "
        f"and correlation with them. Lines are {report.level * 100:g} % intervals.",
        f"Dots for {counted(len(names), 'metric')}. The highest κ is that of {printable(best.verdict)}: {best.kappa}.",
        coefficient_panels(theme, values, names, list(shown.values())),
        ("metric", *shown.values()),
        tuple((printable(each.verdict), *(str(getattr(each, name)) for name in shown)) for each in report.automatic),
    )
