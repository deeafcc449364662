"""How results show themselves: as text, HTML in notebooks, data frames, charts and reports (decision 13)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from karat.errors import UnknownNameError
from karat.formats.files import write_lines
from karat.model.study import Study
from karat.reports.frame import to_frame as as_frame
from karat.reports.html import charts, experiment_page
from karat.reports.html import html as page
from karat.reports.html.labels.page import label_page
from karat.reports.html.study.page import study_page
from karat.reports.latex import latex
from karat.reports.markdown import markdown
from karat.reports.notebook import html
from karat.reports.tables.buckets import tabulate_buckets
from karat.reports.tables.columns import tabulate_columns
from karat.reports.tables.evaluation import tabulate_evaluation
from karat.reports.tables.experiment import fitting_tables, tabulate_experiment, tabulate_runs
from karat.reports.tables.labels import choose_label_tables, label_tables
from karat.reports.tables.layout import plain
from karat.reports.tables.study import choose_tables, study_tables
from karat.reports.tables.system import tabulate_system
from karat.reports.tables.table import Table
from karat.results.agreement.measuring import LabelAgreement
from karat.results.buckets import BucketTable
from karat.results.evaluation import Evaluation
from karat.results.experiment import Experiment
from karat.results.study.report import StudyReport
from karat.results.system_result import SystemResult

if TYPE_CHECKING:
    import altair as alt

WIDTH = 80
"""Columns of text."""

__all__ = ["as_chart", "as_frame", "as_html", "as_latex", "as_markdown", "as_text", "write_report"]


def as_text(result: Evaluation | BucketTable | StudyReport | LabelAgreement | Experiment) -> str:
    """Lay a result out in 80 columns; an evaluation is followed by its remarks, other results have several tables."""
    if isinstance(result, Experiment):
        return "\n\n".join(map(plain, [*fitting_tables(result, WIDTH), tabulate_runs(result)]))
    if isinstance(result, StudyReport | LabelAgreement):
        return "\n\n".join(map(plain, _all_tables(result)))
    remarks = result.remarks() if isinstance(result, Evaluation) else []
    return "\n".join([plain(_table(result)), *remarks])


def as_html(result: Evaluation | BucketTable | SystemResult | StudyReport | LabelAgreement | Experiment) -> str:
    """Lay a result out as HTML for a notebook."""
    if isinstance(result, Experiment):
        return "".join(map(html, (tabulate_experiment(result), tabulate_runs(result))))
    if isinstance(result, StudyReport | LabelAgreement):
        return "".join(map(html, _all_tables(result)))
    return html(_table(result))


def as_chart(evaluation: Evaluation, name: str) -> alt.TopLevelMixin:
    """Make one of the charts of an evaluation."""
    by_name = {chart.name: chart for chart in charts(evaluation)}
    if name not in by_name:
        raise UnknownNameError("chart", name, by_name)
    return by_name[name].to_altair()


def write_report(
    result: Evaluation | StudyReport | LabelAgreement | Experiment,
    path: str | os.PathLike[str],
    study: Study | None = None,
    **choices: Any,
) -> None:
    """Write an evaluation, the report of a study, an agreement with labels or an experiment as an HTML page."""
    if isinstance(result, Experiment):
        write_lines(Path(path), [experiment_page(result)])
    elif isinstance(result, LabelAgreement):
        write_lines(Path(path), [label_page(result, **choices)])
    elif isinstance(result, StudyReport):
        assert study is not None, "the page shows the study's extractions"
        write_lines(Path(path), [study_page(study, result, **choices)])
    else:
        write_lines(Path(path), [page(result, **choices)])


def as_latex(result: Evaluation | StudyReport | LabelAgreement, show: Sequence[str], *, intervals: bool) -> str:
    """Lay an evaluation out in LaTeX, one row for each system; of other results, the named tables."""
    if isinstance(result, StudyReport | LabelAgreement):
        return "\n\n".join(map(latex, _named_tables(result, show, intervals)))
    table = tabulate_columns(result, show)
    return latex(table if intervals else table.without_intervals())


def as_markdown(result: Evaluation | StudyReport | LabelAgreement, show: Sequence[str], *, intervals: bool) -> str:
    """Lay an evaluation out in Markdown, with ``show`` one row for each system; of other results, the named tables."""
    if isinstance(result, StudyReport | LabelAgreement):
        return "\n\n".join(map(markdown, _named_tables(result, show, intervals)))
    table = tabulate_columns(result, show) if show else tabulate_evaluation(result)
    return markdown(table if intervals else table.without_intervals())


def _all_tables(report: StudyReport | LabelAgreement) -> list[Table]:
    return list((label_tables(report) if isinstance(report, LabelAgreement) else study_tables(report)).values())


def _named_tables(report: StudyReport | LabelAgreement, names: Sequence[str], intervals: bool) -> list[Table]:
    tables = choose_label_tables(report, names) if isinstance(report, LabelAgreement) else choose_tables(report, names)
    return [table if intervals else table.without_intervals() for table in tables.values()]


def _table(result: Evaluation | BucketTable | SystemResult) -> Table:
    if isinstance(result, SystemResult):
        return tabulate_system(result)
    return tabulate_buckets(result) if isinstance(result, BucketTable) else tabulate_evaluation(result)
