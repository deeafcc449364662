"""How results show themselves: printed as a table, in notebooks as HTML, as a data frame (decision 13)."""

from __future__ import annotations

from karat.reports.frame import to_frame as as_frame
from karat.reports.notebook import html
from karat.reports.tables.buckets import tabulate_buckets
from karat.reports.tables.evaluation import tabulate_evaluation
from karat.reports.tables.layout import plain
from karat.reports.tables.table import Table
from karat.results.buckets import BucketTable
from karat.results.evaluation import Evaluation

__all__ = ["as_frame", "as_html", "as_text"]


def as_text(result: Evaluation | BucketTable) -> str:
    """Lay a result out in 80 columns; an evaluation is followed by its remarks."""
    remarks = result.remarks() if isinstance(result, Evaluation) else []
    return "\n".join([plain(_table(result)), *remarks])


def as_html(result: Evaluation | BucketTable) -> str:
    """Lay a result out as HTML for a notebook."""
    return html(_table(result))


def _table(result: Evaluation | BucketTable) -> Table:
    return tabulate_buckets(result) if isinstance(result, BucketTable) else tabulate_evaluation(result)
