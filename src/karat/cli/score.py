"""``karat score``: structured prediction, a subcommand for each task."""

from __future__ import annotations

import inspect
import shlex
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from karat.benchmarks.tasks import TASKS, Option, Task
from karat.cli.intervals import choose_resampling
from karat.cli.options import (
    DRAWING,
    Caption,
    Csv,
    Encoding,
    GoldFormat,
    HideIntervals,
    Interval,
    IntervalName,
    Json,
    Label,
    Latex,
    Level,
    Markdown,
    Report,
    Resamples,
    SavedRun,
    Seed,
    Show,
    Signatures,
    Test,
    TestName,
    refuse_beside,
    was_typed,
)
from karat.cli.output import choose_form, print_json, say, status, warn
from karat.cli.printing import TableChoices, print_as, print_evaluation, table_choices
from karat.cli.report import write_report
from karat.cli.scored_files import guesses
from karat.formats import InputFile, describe_guess
from karat.model import Document
from karat.reports.html import converter, task_sections
from karat.reports.tables.documents import tabulate_documents
from karat.results import Evaluation
from karat.results.explanation.tasks import explain_document
from karat.results.outputs import named_outputs, open_outputs
from karat.results.serialisation import summary
from karat.results.tasks.documents import Outputs
from karat.results.tasks.findings import find_errors
from karat.results.tasks.scoring import score

app = typer.Typer(
    help="Score structured prediction: coreference, AMR, relations and more, by the field's own metrics.",
    epilog="Example: karat score coreference system.conll --gold key.conll",
    no_args_is_help=True,
)

Files = Annotated[
    list[str], typer.Argument(metavar="PREDICTED", help="Systems' outputs, as FILE, NAME=FILE or NAME@FAMILY=FILE.")
]
Gold = Annotated[Path, typer.Option(metavar="FILE", help="The gold file.")]
CarriedGold = Annotated[
    Path | None, typer.Option(metavar="FILE", help="The gold file; may be left out where the outputs hold it.")
]
COMMON: dict[str, tuple[Any, Any]] = {
    "json": (Json, False),
    "csv": (Csv, False),
    "markdown": (Markdown, False),
    "latex": (Latex, False),
    "show": (Show, None),
    "hide_intervals": (HideIntervals, False),
    "signatures": (Signatures, False),
    "caption": (Caption, None),
    "label": (Label, None),
    "output": (SavedRun, None),
    "html": (Report, None),
    "per_document": (Annotated[bool, typer.Option("--per-document", help="Also show each document.")], False),
    "by_type": (
        Annotated[bool, typer.Option("--by-type", help="Also score each type: of relation, entity, slot.")],
        False,
    ),
    "explain": (
        Annotated[str | None, typer.Option(metavar="DOCUMENT", help="Say what matched what in one document.")],
        None,
    ),
    "average": (
        Annotated[
            Literal["micro", "macro"],
            typer.Option(help="Add up over documents (the official way), or take the mean of the documents."),
        ],
        "micro",
    ),
    "missing": (
        Annotated[
            Literal["error", "empty"], typer.Option(help="A gold document that a system lacks: refuse, or as empty.")
        ],
        "error",
    ),
    "time_limit": (
        Annotated[
            float | None,
            typer.Option(
                metavar="SECONDS",
                min=0,
                help="Limit the search in each document; scores that are not proven optimal are noted.",
            ),
        ],
        None,
    ),
    "interval": (Interval, "korn-graubard"),
    "level": (Level, 0.95),
    "test": (Test, "t"),
    "resamples": (Resamples, 10_000),
    "seed": (Seed, 0),
    "format": (
        Annotated[str | None, typer.Option(metavar="NAME", help="The format of PREDICTED; guessed if not given.")],
        None,
    ),
    "gold_format": (GoldFormat, None),
    "encoding": (Encoding, "utf-8"),
}


def command_of(task: Task) -> Callable[..., None]:
    """Make the task's command: the common arguments, and an option for each of the task's own."""
    own = {option.name: _own(option) for option in task.options}
    gold: tuple[Any, Any] = (CarriedGold, None) if task.carries_gold else (Gold, inspect.Parameter.empty)
    given_always = {"context": (typer.Context, inspect.Parameter.empty), "predicted": (Files, inspect.Parameter.empty)}
    parameters = {**given_always, "gold": gold, **own, **COMMON}

    def command(**given: Any) -> None:
        # Options that were not typed are left to the task, for the files' formats may imply them.
        choices = {name: given.pop(name) for name in own}
        typed = {name: value for name, value in choices.items() if was_typed(given["context"], name)}
        _score(task, typed, **given)

    command.__doc__ = f"{task.title}."
    command.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=kind, default=default)
            for name, (kind, default) in parameters.items()
        ]
    )
    command.__annotations__ = {name: kind for name, (kind, _) in parameters.items()}
    return command


def _own(option: Option) -> tuple[Any, Any]:
    """The type and the default of a task's own option."""
    flag = f"--{option.name.replace('_', '-')}"
    if option.values:
        return Annotated[Literal[option.values], typer.Option(flag, help=option.help)], option.usual
    kind: Any = bool if isinstance(option.default, bool) else str | None
    return Annotated[kind, typer.Option(flag, help=option.help)], option.default


for _task in TASKS:
    app.command(_task.name, epilog=f"Example: {_task.example}" if _task.example else None)(command_of(_task))


def _score(
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
    format: str | None,
    gold_format: str | None,
    encoding: str,
) -> None:
    form = choose_form(json=json, csv=csv, markdown=markdown, latex=latex)
    table = table_choices(form, show, hide_intervals, signatures, caption, label)
    reading: dict[str, Any] = {
        "choices": choices,
        "missing": missing,
        "format": format,
        "gold_format": gold_format,
        "encoding": encoding,
    }
    systems: dict[str, InputFile | Iterable[Document]] = open_outputs(named_outputs(predicted))
    gold_file = InputFile(gold) if gold is not None else None
    say(*([] if format else guesses(systems.values(), encoding, (task.kind,))))
    if gold_file is not None and gold_format is None:
        say(describe_guess(gold_file, encoding, kinds=(task.kind,), option="--gold-format"))
    if explain is not None:
        refuse_beside(context, "--explain", ("output", "html", "per_document", "by_type", "average", *DRAWING))
        _explain(task, systems, gold_file, explain, reading | {"time_limit": time_limit}, form)
        return

    if html is not None:
        converter()  # report a missing extra before scoring
    with status() as tell:
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
            **reading,
        )
        if html is not None:
            tell("finding errors")
            errors = find_errors(task, systems, gold_file, time_limit=time_limit, **reading)
    evaluation = evaluation.made_by(shlex.join(["karat", *(context.obj or ())]))
    say(*evaluation.remarks())
    warn(*(evaluation.warnings() if form else []))  # the table itself shows them
    if output is not None:
        evaluation.to_json(output)
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
        typer.echo("\n\n".join(map(str, explanations)))


def _print(evaluation: Evaluation, form: str | None, per_document: bool, choices: TableChoices) -> None:
    if not per_document:
        print_evaluation(evaluation, form, choices=choices)
        return

    if form == "json":
        print_json(summary(evaluation, per_document=True))
        return
    print_evaluation(evaluation, form, choices=choices)
    if form != "csv":
        typer.echo()
        print_as(tabulate_documents(evaluation), form, choices.of_table(2))
