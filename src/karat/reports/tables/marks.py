"""Which of the systems is the best by a metric, and which are significantly below it."""

from __future__ import annotations

from collections.abc import Sequence

from karat.reports.tables.table import Cell
from karat.results.evaluation import Evaluation
from karat.results.measurement import VALUES, Measurement
from karat.results.statistics.estimate import Estimate, format_threshold, format_value
from karat.results.statistics.systems import differences_to_best, largest, significantly_below_best


class Marks:
    """What is best among the systems by one metric, and what is significantly below it."""

    def __init__(self, evaluation: Evaluation, measured: Sequence[Measurement]) -> None:
        several = len(measured) > 1
        self.best = {value: largest([getattr(one, value).value for one in measured]) for value in VALUES if several}
        self.best_auc = largest([one.auc for one in measured if len(one.curve) > 1]) if several else None
        self.below_best = differences_to_best([system.name for system in evaluation], measured)
        self.significant = significantly_below_best(evaluation.comparisons, measured[0].key, self.below_best)

    def value(self, one: Measurement, value: str) -> Cell:
        estimate: Estimate = getattr(one, value)
        best = estimate.value is not None and estimate.value == self.best.get(value)
        return Cell(format_value(estimate.value), estimate.interval, best)

    def to_best(self, name: str) -> Cell:
        difference = self.below_best[name]
        if difference == 0:
            return Cell("best", best=True)
        return Cell(format_value(difference, signed=True), marked=name in self.significant)

    def swept(self, measurement: Measurement) -> list[Cell]:
        if not measurement.curve:
            return [Cell(), Cell()]
        if len(measurement.curve) == 1 or measurement.threshold is None:
            return [Cell(format_value(None)), Cell(format_value(None))]
        auc = Cell(format_value(measurement.auc), best=measurement.auc == self.best_auc)
        return [auc, Cell(format_threshold(measurement.threshold))]
