"""Charts of metrics against people's labels: agreement on extractions, and on the ranks of systems."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from karat.reports.html.figures.chart import Chart
from karat.reports.html.figures.coefficients import coefficient_panels
from karat.reports.html.figures.study.values import coefficient_value
from karat.reports.html.figures.theme import Theme
from karat.reports.tables.labels import VALUES
from karat.reports.tables.table import counted, printable
from karat.results.agreement.coefficients import Coefficient
from karat.results.agreement.measuring import LabelAgreement, MetricAgreement

AGREEMENT = {name: VALUES[name] for name in ("precision", "recall", "kappa", "ac1")}
RANKS: Mapping[str, Callable[[MetricAgreement], Coefficient]] = {
    "τ of P": lambda found: found.by_precision.tau,
    "ρ of P": lambda found: found.by_precision.spearman,
    "τ of F1": lambda found: found.by_f1.tau,
    "ρ of F1": lambda found: found.by_f1.spearman,
}


def agreement_chart(report: LabelAgreement, theme: Theme) -> Chart:
    """How far each metric's verdicts agree with people's, the best first."""
    metrics = sorted(report, key=lambda each: -_order(each.agreement.kappa))
    best = metrics[0]
    values = [
        {"row": each.metric, "panel": head, "apart": each is best, **coefficient_value(getattr(each.agreement, name))}
        for each in metrics
        for name, head in AGREEMENT.items()
    ]
    return Chart(
        "agreement",
        "Metrics against people",
        "P and R: precision and recall of what a metric accepts, with people's labels as gold; κ and AC1: agreement "
        f"beyond chance.{_intervals(report)}",
        f"Dots for {counted(len(metrics), 'metric')}. The highest κ is that of {best.metric}: {best.agreement.kappa}.",
        coefficient_panels(theme, values, [each.metric for each in metrics], list(AGREEMENT.values())),
        ("metric", *AGREEMENT.values()),
        tuple((each.metric, *(str(getattr(each.agreement, name)) for name in AGREEMENT)) for each in metrics),
    )


def ranks_chart(report: LabelAgreement, theme: Theme) -> Chart:
    """How far each metric ranks systems as people's precision does, the best first."""
    metrics = sorted(report, key=lambda each: -_order(each.by_precision.tau))
    values = [
        {"row": each.metric, "panel": head, "apart": False, **coefficient_value(coefficient(each))}
        for each in metrics
        for head, coefficient in RANKS.items()
    ]
    systems = ", ".join(map(printable, report.systems))
    return Chart(
        "ranks",
        "Ranks of systems by metrics and by people",
        "Rank correlation of a metric's precision and F1 with people's precision: Kendall's τ-b and Spearman's ρ."
        f"{_intervals(report)}",
        f"Dots for {counted(len(metrics), 'metric')}, over the systems {systems}.",
        coefficient_panels(theme, values, [each.metric for each in metrics], list(RANKS)),
        ("metric", *RANKS),
        tuple((each.metric, *(str(coefficient(each)) for coefficient in RANKS.values())) for each in metrics),
    )


def _order(found: Coefficient) -> float:
    return -2.0 if found.value is None else found.value


def _intervals(report: LabelAgreement) -> str:
    return "" if report.resampling is None else f" Lines are {report.resampling.level * 100:g} % intervals."
