"""Evaluations as data frames."""

from __future__ import annotations

from typing import Any

from karat.errors import MissingExtraError
from karat.formats.text.slots import render_slot
from karat.reports.label_records import label_records
from karat.reports.study_records import study_records
from karat.results.agreement.measuring import LabelAgreement
from karat.results.evaluation import Evaluation
from karat.results.measurement import VALUES
from karat.results.statistics.estimate import TOO_FEW
from karat.results.study.report import StudyReport
from karat.results.system_result import SystemResult

SLOTS = ("subject", "relation", "object")


def to_frame(result: Evaluation | SystemResult | StudyReport | LabelAgreement, library: str = "pandas") -> Any:
    """Give a row for each system, metric and facet of an evaluation, each extraction of a system, or each number."""
    if isinstance(result, StudyReport):
        rows = study_records(result)
    elif isinstance(result, LabelAgreement):
        rows = label_records(result)
    else:
        rows = verdict_records(result) if isinstance(result, SystemResult) else records(result)
    # Optional dependencies.
    if library == "polars":
        try:
            import polars as pl
        except ImportError:
            raise MissingExtraError("a data frame of polars", "polars") from None
        return pl.DataFrame(rows, infer_schema_length=None)
    try:
        import pandas as pd
    except ImportError:
        raise MissingExtraError("a data frame", "frames") from None
    return pd.DataFrame(rows)


def verdict_records(system: SystemResult) -> list[dict[str, object]]:
    """Give each extraction with its verdict and its accepting or closest gold fact."""
    rows: list[dict[str, object]] = []
    for verdict in system.verdicts:
        extraction = verdict.extraction
        slots = verdict.slots or (None, None, None)
        gold = (None, None, None) if verdict.gold is None else tuple(map(render_slot, verdict.gold))
        rows.append(
            {
                "sentence": verdict.sentence,
                **dict(zip(SLOTS, extraction.triple, strict=True)),
                "confidence": extraction.confidence,
                "correct": verdict.correct,
                **{f"{slot}_agrees": agrees for slot, agrees in zip(SLOTS, slots, strict=True)},
                **{f"gold_{slot}": text for slot, text in zip(SLOTS, gold, strict=True)},
            }
        )
    return rows


def records(evaluation: Evaluation) -> list[dict[str, object]]:
    """Give the numbers of each system, metric and facet by name."""
    rows = []
    for system in evaluation.systems:
        for measurement in system.measurements:
            family = {"family": system.family} if evaluation.families else {}
            row: dict[str, object] = {
                "system": system.name,
                **family,
                "metric": measurement.metric,
                "facet": measurement.facet,
            }
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
