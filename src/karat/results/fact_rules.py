"""Which rule judges extractions: BenchIE's exact one, unless the benchmark has its own."""

from __future__ import annotations

from collections.abc import Iterable

from karat.metrics import METRICS
from karat.metrics.fact_rule import FactRule

FACT_RULES: dict[str, FactRule] = {metric.name: metric for metric in METRICS if isinstance(metric, FactRule)}
"""The rules of single benchmarks over fact synsets."""


def judging_rule(metrics: Iterable[str]) -> FactRule | None:
    """The rule of the first metric over fact synsets, ``None`` where that is BenchIE's exact one."""
    for name in metrics:
        if name == "benchie":
            return None
        if name in FACT_RULES:
            return FACT_RULES[name]
    return None
