"""Numbers as CSV, in full: a line for each system, metric and facet."""

from __future__ import annotations

import csv as writers
import io
from collections.abc import Sequence

from karat.results.evaluation import Evaluation, Pair
from karat.results.frame import records


def csv(evaluation: Evaluation) -> str:
    """Give every number of an evaluation; undefined ones are empty."""
    return _written([{"benchmark": evaluation.benchmark, **record} for record in records(evaluation)])


def csv_of_pairs(evaluation: Evaluation, pairs: Sequence[Pair], value: str) -> str:
    """Give every comparison; undefined numbers are empty."""
    return _written(
        [
            {
                "benchmark": evaluation.benchmark,
                "a": pair.a,
                "b": pair.b,
                "metric": pair.metric,
                "facet": pair.facet,
                "value": value,
                "difference": pair.comparison.difference,
                "low": pair.comparison.low,
                "high": pair.comparison.high,
                "p": pair.comparison.p,
                "p_holm": pair.comparison.p_holm,
                "signature": pair.comparison.signature(),
            }
            for pair in pairs
        ]
    )


def _written(rows: Sequence[dict[str, object]]) -> str:
    names = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO()
    writer = writers.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().removesuffix("\n")
