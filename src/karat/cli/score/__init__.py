"""``karat score``: structured prediction, a subcommand for each task."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from karat.benchmarks.tasks import TASKS, Option, Task
from karat.cli.options import (
    Caption,
    ClusterAddress,
    Csv,
    Encoding,
    GoldFormat,
    HideIntervals,
    Interval,
    Json,
    Label,
    Latex,
    Level,
    Markdown,
    Report,
    Resamples,
    SavedRun,
    ScratchFolder,
    Seed,
    Show,
    Signatures,
    Test,
    WorkerCount,
    was_typed,
)
from karat.cli.panels import KaratGroup
from karat.cli.written_files import READ_ALL

app = typer.Typer(
    cls=KaratGroup,
    help="Score structured prediction: coreference, AMR, relations and more, by the field's own metrics.",
    epilog="Example: karat score coreference system.conll --gold key.conll",
    no_args_is_help=True,
)

Files = Annotated[
    list[str],
    typer.Argument(metavar="PREDICTED", help="Systems' outputs, as FILE, NAME=FILE or NAME@FAMILY=FILE."),
    READ_ALL,
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
                help="Limit the time of each document, reading included, where a metric searches; "
                "scores not proved optimal are noted.",
            ),
        ],
        None,
    ),
    "interval": (Interval, "korn-graubard"),
    "level": (Level, 0.95),
    "test": (Test, "t"),
    "resamples": (Resamples, 10_000),
    "seed": (Seed, 0),
    "workers": (WorkerCount, None),
    "cluster": (ClusterAddress, None),
    "scratch": (ScratchFolder, None),
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
        # What scores takes as long to import as the tasks, which `karat score TASK --help` need not wait for.
        from karat.cli.score.scoring import score_task

        score_task(task, typed, **given)

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
