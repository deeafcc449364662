"""Write the report of an experiment: its page, the full report of each benchmark, and the summary in other forms."""

from __future__ import annotations

import json
from collections.abc import Callable

from karat.errors import MissingExtraError
from karat.formats.files import make_folder, write_lines
from karat.reports.csv import csv_of_experiment
from karat.reports.html import converter, experiment_page, html
from karat.reports.latex import latex
from karat.reports.markdown import markdown
from karat.reports.tables.experiment import tabulate_experiment, tabulate_runs
from karat.results import Evaluation
from karat.results.experiment import Experiment
from karat.systems.experiment.evaluating import page_path
from karat.systems.experiment.plan import Plan

PAGE = "report.html"


def write_benchmark_pages(
    plan: Plan, evaluations: dict[str, Evaluation], tell: Callable[[str], None]
) -> tuple[dict[str, str], str | None]:
    """Write the full report of each benchmark that has none yet.

    Gives where they are, seen from the experiment's report, and why they are missing if they cannot be written.
    """
    missing: str | None = None
    pages = {}
    for name, evaluation in evaluations.items():
        path = page_path(plan, name)
        if not path.is_file():
            try:
                converter()
            except MissingExtraError as error:
                missing = str(error)
                continue
            tell(f"drawing the report of {name}")
            make_folder(path.parent)
            write_lines(path, [html(evaluation)])
        pages[name] = path.relative_to(plan.folder).as_posix()
    return pages, missing


def write_summaries(plan: Plan, experiment: Experiment) -> None:
    """Write the page of the experiment, and its summary as JSON, CSV, Markdown and LaTeX."""
    tables = (tabulate_experiment(experiment), tabulate_runs(experiment))
    texts = {
        PAGE: experiment_page(experiment),
        "summary.json": json.dumps(experiment.to_json(), indent=2, ensure_ascii=False, allow_nan=False),
        "summary.csv": csv_of_experiment(experiment),
        "summary.md": "\n\n".join(map(markdown, tables)),
        "summary.tex": latex(tables[0]),
    }
    for name, text in texts.items():
        write_lines(plan.folder / name, [text])
