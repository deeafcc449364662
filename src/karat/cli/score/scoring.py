"""What ``karat score`` does once its options are read: score, explain, and print or write the result."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

import typer

from karat.benchmarks.tasks import Task
from karat.cli.intervals import choose_resampling
from karat.cli.options import DRAWING, LARGE_INPUTS, IntervalName, TestName, refuse_beside, refuse_workers_and_cluster
from karat.cli.output import choose_form, echo, print_json, say, status, warn
from karat.cli.printing import TableChoices, print_as, print_evaluation, table_choices
from karat.cli.report import write_report
from karat.cli.run.ending import saying_the_end
from karat.cli.scored_files import guesses
from karat.formats import InputFile, describe_guess
from karat.formats.text.input_file import as_input
from karat.model import Document
from karat.reports.html import converter, task_sections
from karat.reports.html.task_errors import MOST_FINDINGS
from karat.reports.tables.documents import tabulate_documents
from karat.results import Evaluation
from karat.results.outputs import named_outputs, open_outputs
from karat.results.tasks.documents import Outputs
from karat.results.tasks.findings import explain_document, find_errors
from karat.results.tasks.scoring import score


def score_task(
    task: Task,
    choices: dict[str, Any],
    *,
    context: typer.Context,
    predicted: list[str],
    gold: Path | None,
    json: bool,
    csv: bool,
    markdown: bool,
    latex: bool,
    show: str | None,
    hide_intervals: bool,
    signatures: bool,
    caption: str | None,
    label: str | None,
    output: Path | None,
    html: Path | None,
    per_document: bool,
    by_type: bool,
    explain: str | None,
    average: Literal["micro", "macro"],
    missing: str,
    time_limit: float | None,
    interval: IntervalName,
    level: float,
    test: TestName,
    resamples: int,
    seed: int,
    workers: int | None,
    cluster: str | None,
    scratch: Path | None,
    format: str | None,
    gold_format: str | None,
    encoding: str,
) -> None:
    """Score a task with the options that were given, and print or write what was asked for."""
    form = choose_form(json=json, csv=csv, markdown=markdown, latex=latex)
    table = table_choices(form, show, hide_intervals, signatures, caption, label)
    refuse_workers_and_cluster(workers, cluster)
    reading: dict[str, Any] = {
        "choices": choices,
        "missing": missing,
        "format": format,
        "gold_format": gold_format,
        "encoding": encoding,
    }
    systems: dict[str, InputFile | Iterable[Document]] = open_outputs(named_outputs(predicted))
    gold_file = as_input(gold) if gold is not None else None
    say(*([] if format else guesses(systems.values(), encoding, (task.kind,))))
    if gold_file is not None and gold_format is None:
        say(describe_guess(gold_file, encoding, kinds=(task.kind,), option="--gold-format"))
    if explain is not None:
        if explain.startswith("--"):
            raise typer.BadParameter(f"expected the name of a document, found {explain}", param_hint="--explain")
        refuse_beside(
            context, "--explain", ("output", "html", "per_document", "by_type", "average", *DRAWING, *LARGE_INPUTS)
        )
        _explain(task, systems, gold_file, explain, reading | {"time_limit": time_limit}, form)
        return

    if html is not None:
        converter()  # report a missing extra before scoring
    with saying_the_end(), status() as tell:
        evaluation = score(
            task,
            systems,
            gold_file,
            average=average,
            resampling=choose_resampling(context, interval, resamples, seed, level, test),
            test=test,
            time_limit=time_limit,
            progress=tell,
            by_type=by_type,
            workers=workers,
            cluster=cluster,
            scratch=scratch,
            **reading,
        )
        if html is not None:
            tell("finding errors")
            errors = find_errors(task, systems, gold_file, time_limit=time_limit, most=MOST_FINDINGS, **reading)
    evaluation = evaluation.made_by(shlex.join(["karat", *(context.obj or ())]))
    say(*evaluation.remarks())
    warn(*(evaluation.warnings() if form else []))  # the table itself shows them
    if output is not None:
        evaluation.save(output)
        say(f"{output}: evaluation written")
    if html is not None:
        write_report(evaluation, html, more=task_sections(errors))
    _print(evaluation, form, per_document, table)


def _explain(
    task: Task, predicted: Outputs, gold: InputFile | None, document: str, reading: dict[str, Any], form: str | None
) -> None:
    if form not in (None, "json"):
        raise typer.BadParameter(f"expected text or --json, found --{form}", param_hint="--explain")
    explanations = explain_document(task, predicted, gold, document, **reading)
    if form == "json":
        print_json([each.to_json() for each in explanations])
    else:
        echo("\n\n".join(map(str, explanations)))


def _print(evaluation: Evaluation, form: str | None, per_document: bool, choices: TableChoices) -> None:
    print_evaluation(evaluation, form, choices=choices, per_document=per_document)
    if per_document and form not in ("json", "csv"):
        echo()
        print_as(tabulate_documents(evaluation), form, choices.of_table(2))
