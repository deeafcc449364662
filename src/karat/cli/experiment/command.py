"""``karat experiment``: systems on benchmarks from one plan, run or resumed, to one report."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from karat.cli.experiment.screen import Screen
from karat.cli.options import Csv, Json, Latex, Markdown
from karat.cli.output import choose_form, echo, print_data, print_json, say
from karat.cli.run.options import RetryFailures
from karat.reports.console import print_table
from karat.reports.csv import csv_of_experiment
from karat.reports.latex import latex as as_latex
from karat.reports.lists import make_console, print_listing
from karat.reports.markdown import markdown as as_markdown
from karat.reports.tables.experiment import fitting_tables, tabulate_experiment, tabulate_runs
from karat.reports.tables.listing import Listing
from karat.results.experiment import Experiment
from karat.systems.experiment.conducting import experiment as conduct
from karat.systems.experiment.plan import Plan
from karat.systems.experiment.reading import read_plan
from karat.systems.experiment.surveying import survey
from karat.systems.experiment.writing import PAGE


def experiment(
    plan: Annotated[
        Path | None, typer.Argument(metavar="PLAN", help="The plan, a file in TOML; --example prints one.")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Check the plan, and show what is done and what there is to do.")
    ] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SYSTEM/BENCHMARK",
            help="Run only this, as SYSTEM, /BENCHMARK or both; * is any text. The report has all that is done. "
            "Repeatable.",
        ),
    ] = None,
    force: Annotated[
        bool,
        typer.Option("--force", help="Start runs anew whose system, version or options differ from the plan's."),
    ] = False,
    retry_failures: RetryFailures = False,
    example: Annotated[bool, typer.Option("--example", help="Print a plan to start from.")] = False,
    json: Json = False,
    csv: Csv = False,
    markdown: Markdown = False,
    latex: Latex = False,
) -> None:
    """Run systems on benchmarks as a plan says, evaluate them, and write one report.

    What is done is not done again: the same command goes on after an interrupt or an error, and evaluates anew only
    what has changed. A system that fails does not stop the others.

    Example: karat experiment plan.toml
    """
    form = choose_form(json=json, csv=csv, markdown=markdown, latex=latex)
    if example:
        echo(files("karat.systems.experiment").joinpath("example.toml").read_text(encoding="utf-8"), nl=False)
        return
    if plan is None:
        raise typer.BadParameter("expected a plan, found none", param_hint="PLAN")
    planned = read_plan(plan)
    if dry_run:
        if form is not None:
            raise typer.BadParameter(
                "expected no form of output beside it, for nothing is scored", param_hint="--dry-run"
            )
        _show_work(planned, only or (), force, retry_failures)
        return
    with Screen() as screen:
        try:
            result = conduct(planned, only=only or (), force=force, retry_failures=retry_failures, watcher=screen)
        except KeyboardInterrupt:
            screen.clear()
            say(f"interrupted: what is done is kept in {planned.folder}; the same command goes on")
            raise typer.Exit(130) from None
    _print(result, form)
    say(f"{planned.folder / PAGE}: report written")
    _end(result, only=bool(only))


def _show_work(plan: Plan, only: list[str] | tuple[str, ...], force: bool, retry_failures: bool) -> None:
    """Show what is done and what there is to do."""
    with Screen() as screen:
        lines = survey(plan, only=only, force=force, retry_failures=retry_failures, tell=screen.step)
    print_listing(Listing(("system", "benchmark", "state"), tuple(lines)))


def _print(result: Experiment, form: str | None) -> None:
    if form == "json":
        print_json(result.to_json())
    elif form == "csv":
        print_data(csv_of_experiment(result))
    elif form == "markdown":
        echo("\n\n".join(map(as_markdown, (tabulate_experiment(result), tabulate_runs(result)))))
    elif form == "latex":
        echo(as_latex(tabulate_experiment(result)))
    else:
        console = make_console()
        for table in (*fitting_tables(result, console.width), tabulate_runs(result)):
            print_table(table, console)
            echo()


def _end(result: Experiment, *, only: bool) -> None:
    """Say what is missing, and leave with 1 if a run stopped, or if one was not begun that nobody left out."""
    stopped = [run for run in result.missing if run.state == "stopped" or not only]
    say(*(f"{run.system} on {run.benchmark}: {run.reason or 'not run'}" for run in stopped))
    if stopped:
        say("the same command goes on where they stopped")
        raise typer.Exit(1)
