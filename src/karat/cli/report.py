"""``karat report``: evaluations that were written before, as a page to look at and as charts for papers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from karat.benchmarks import BENCHMARKS
from karat.cli.buckets import bucket_tables, tagger_of
from karat.cli.compare import name_runs
from karat.cli.options import (
    BucketingName,
    By,
    ChartFormat,
    Charts,
    Focus,
    Language,
    NoCache,
    Parses,
    Runs,
    refuse_beside,
)
from karat.cli.output import say, status
from karat.cli.written_files import REPLACED
from karat.errors import InputError
from karat.formats.files import write_lines
from karat.reports.html import charts as charts_of
from karat.reports.html import html as report_page
from karat.reports.html import leaderboard as leaderboard_page
from karat.reports.html import write_charts
from karat.reports.html.page import Section
from karat.results import Evaluation, load
from karat.results.buckets import BucketTable
from karat.results.cliques.robustness import THRESHOLD
from karat.results.merging import merge
from karat.syntax import Tagger

EXAMPLES = 2_000


def report(
    context: typer.Context,
    runs: Runs,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write one HTML file that needs no network."), REPLACED
    ] = None,
    leaderboard: Annotated[
        bool, typer.Option("--leaderboard", help="Make the page a leaderboard; RUNs may be of several benchmarks.")
    ] = False,
    charts: Charts = None,
    chart_format: ChartFormat = "svg",
    interactive: Annotated[
        bool, typer.Option("--interactive", help="Let charts on the page answer the pointer; adds some 1 MB.")
    ] = False,
    examples: Annotated[
        int, typer.Option(metavar="N", help="At most so many extractions of each system on the page.", min=0)
    ] = EXAMPLES,
    by: By = None,
    parses: Parses = None,
    language: Language = None,
    no_cache: NoCache = False,
    focus: Focus = None,
) -> None:
    """Make a page or charts of evaluations, without computing them again.

    Several RUNs of one benchmark become one report; a name that several of them have becomes FILE:NAME.

    Example: karat report run.json --html report.html
    """
    check_usage(html, leaderboard, charts, interactive)
    if leaderboard:
        refuse_beside(context, "--leaderboard", ("by", "parses", "language", "no_cache", "examples", "focus"))
    if html is None:
        refuse_beside(context, "--charts", ("examples", "focus"))
    if charts is None:
        refuse_beside(context, "--html", ("chart_format",))
    with status() as tell:
        tell("reading")
        loaded = [load(run) for run in runs]
        if leaderboard:
            assert html is not None, "a leaderboard has been refused without a page"
            write_leaderboard(loaded, name_runs(runs), html)
            return
        evaluation = merge_runs(loaded, name_runs(runs))
        tagger = tagger_of(by, parses, language, no_cache, known_benchmark(evaluation), None)
        tell("sorting sentences")
        buckets = sort_sentences(evaluation, by, tagger)
        tell("drawing")
        if html is not None:
            write_report(evaluation, html, buckets, interactive=interactive, examples=examples, focus=focus)
        if charts is not None:
            found = write_charts(charts_of(evaluation, buckets=buckets), charts, chart_format)
            say(*(f"{path}: chart written" for path in found))


def check_usage(html: Path | None, leaderboard: bool, charts: Path | None, interactive: bool) -> None:
    """Refuse options that do not go together."""
    if html is None and charts is None:
        raise typer.BadParameter("expected --html or --charts, found neither", param_hint="--html")
    if leaderboard and html is None:
        raise typer.BadParameter("expected --html beside it", param_hint="--leaderboard")
    if leaderboard and (charts is not None or interactive):
        found = "--charts" if charts is not None else "--interactive"
        raise typer.BadParameter(f"expected a leaderboard alone, found {found} beside it", param_hint="--leaderboard")
    if interactive and html is None:
        raise typer.BadParameter("expected --html beside it", param_hint="--interactive")


def merge_runs(loaded: Sequence[Evaluation], names: Sequence[str]) -> Evaluation:
    """Make one evaluation of several."""
    return loaded[0] if len(loaded) == 1 else merge(loaded, places=names)


def known_benchmark(evaluation: Evaluation) -> str | None:
    """The benchmark's name; ``None`` if the gold was a user's own file."""
    return evaluation.benchmark if any(known.name == evaluation.benchmark for known in BENCHMARKS) else None


def sort_sentences(
    evaluation: Evaluation, by: Sequence[BucketingName] | None, tagger: Tagger | None
) -> Sequence[BucketTable]:
    """Sort the sentences in each way that was asked for; refuse an evaluation without sentences."""
    if by and not evaluation.keeps_sentences:
        raise InputError(f"{evaluation.benchmark}: expected an evaluation that keeps its sentences, found none in it")
    return bucket_tables(evaluation, by, tagger) if by else ()


def write_leaderboard(loaded: Sequence[Evaluation], names: Sequence[str], path: Path) -> None:
    """Write the leaderboard's page, and say so."""
    write_lines(path, [leaderboard_page(list(zip(names, loaded, strict=True)))])
    say(f"{path}: leaderboard written")


def write_report(
    evaluation: Evaluation,
    path: Path,
    buckets: Sequence[BucketTable] = (),
    *,
    interactive: bool = False,
    examples: int = EXAMPLES,
    threshold: float = THRESHOLD,
    focus: str | None = None,
    more: Sequence[Section] = (),
) -> None:
    """Write an evaluation as one HTML file, and say so; it counts cliques whose F1 spreads less than ``threshold``."""
    text = report_page(
        evaluation,
        buckets=buckets,
        interactive=interactive,
        most_examples=examples,
        threshold=threshold,
        focus=focus,
        more=more,
    )
    write_lines(path, [text])
    say(f"{path}: report written")
