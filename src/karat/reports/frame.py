"""Evaluations as data frames."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.errors import MissingExtraError
from karat.results.evaluation import Evaluation
from karat.results.measurement import VALUES
from karat.results.statistics.estimate import TOO_FEW

if TYPE_CHECKING:
    import pandas as pd


def to_frame(evaluation: Evaluation) -> pd.DataFrame:
    """Give a row for each system, metric and facet."""
    # An optional dependency.
    try:
        import pandas as pd
    except ImportError:
        raise MissingExtraError("a data frame", "frames") from None
    return pd.DataFrame(records(evaluation))


def records(evaluation: Evaluation) -> list[dict[str, object]]:
    """Give the numbers of each system, metric and facet by name."""
    rows = []
    for system in evaluation.systems:
        for measurement in system.measurements:
            row: dict[str, object] = {"system": system.name, "metric": measurement.metric, "facet": measurement.facet}
            for value in VALUES:
                estimate = getattr(measurement, value)
                row |= {value: estimate.value, f"{value}_low": estimate.low, f"{value}_high": estimate.high}
            if measurement.delta is not None:
                for value, difference, interval in zip(
                    VALUES, measurement.delta.values, measurement.delta.intervals, strict=True
                ):
                    ends = (interval.low, interval.high) if interval else (None, None)
                    row |= {f"delta_{value}": difference} | dict(
                        zip((f"delta_{value}_low", f"delta_{value}_high"), ends, strict=True)
                    )
            row |= measurement.counts | {
                "auc": measurement.auc,
                "threshold": measurement.threshold,
                "signature": measurement.signature,
            }
            without = [value for value in VALUES if getattr(measurement, value).without]
            if without:
                row["no_interval"] = f"{', '.join(without)}: {TOO_FEW}"
            rows.append(row)
    return rows
