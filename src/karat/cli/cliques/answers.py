"""``karat cliques answers``: read and score what a language model answered."""

from __future__ import annotations

from dataclasses import asdict
from json import dumps
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from karat.cli.cliques.options import OtherBenchmark, Prompts, Trees
from karat.cli.cliques.stats import cliques_from
from karat.cli.intervals import choose_resampling
from karat.cli.options import (
    ChartFormat,
    ChartPage,
    Charts,
    GoldFormat,
    Interval,
    Json,
    Latex,
    Level,
    Markdown,
    Resamples,
    Seed,
    StandIn,
)
from karat.cli.output import choose_form, echo, print_json, say, status
from karat.cli.pictures import check_drawing, write_pictures
from karat.cli.printing import print_as
from karat.cli.written_files import REPLACED
from karat.cliques.few_shot.answers import read_answers
from karat.cliques.few_shot.prompts import read
from karat.cliques.few_shot.scoring import AnsweredPrompts, fill_missing_gold
from karat.errors import InputError
from karat.formats.benchmarks.robust import ROBUST
from karat.formats.files import write_lines
from karat.reports.html import few_shot_charts
from karat.reports.tables.few_shot import answer_table, tables
from karat.reports.tables.table import counted
from karat.results.cliques.few_shot import FewShotResult

SHOTS = "{shots}"


def answers(
    context: typer.Context,
    prompts: Prompts,
    answers: Annotated[
        Path, typer.Argument(metavar="ANSWERS", help='Their answers, a line {"id": …, "answer": …} for each.')
    ],
    gold: Annotated[
        Path | None, typer.Option(metavar="CLIQUES", help="The cliques that were asked about, with gold.")
    ] = None,
    gold_format: GoldFormat = None,
    benchmark: OtherBenchmark = None,
    trees: Trees = None,
    output: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Write predictions in unified JSON; {shots} becomes the number of demonstrations."
        ),
        REPLACED,
    ] = None,
    failures: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the answers that were not read whole, one a line."),
        REPLACED,
    ] = None,
    result: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write all scores as JSON, for reports and later."), REPLACED
    ] = None,
    missing: Annotated[Literal["error", "empty"], typer.Option(help="What a prompt without an answer is.")] = "error",
    stand_in: StandIn = False,
    interval: Interval = "korn-graubard",
    level: Level = 0.95,
    resamples: Resamples = 10_000,
    seed: Seed = 0,
    json: Json = False,
    markdown: Markdown = False,
    latex: Latex = False,
    html: ChartPage = None,
    charts: Charts = None,
    chart_format: ChartFormat = "svg",
) -> None:
    """Read recorded answers, leniently, and score them by number of demonstrations.

    Shown are CaRB F1 of the originals and ROBUST F1 (Figure 6a of the paper); for prompts of pairs, F1 of sentences,
    of cliques and ROBUST F1 (Figure 6b), and ROBUST F1 by syntax where the gold has trees (Figure 9). Answers that
    could not be read whole are counted by kind.
    """
    form = choose_form(json=json, markdown=markdown, latex=latex)
    drawing = check_drawing(html, charts)
    with status() as tell:
        tell("reading")
        name, answered = read_answered(prompts, answers, missing, gold, gold_format, benchmark, trees, stand_in)
        if not answered.has_gold and (result is not None or drawing):
            raise InputError(f"{name}: expected gold tuples to score with, found none")
        write(answered, output, failures)
        if not answered.has_gold:
            say(f"{name}: no gold tuples there, so answers are counted but not scored")
            print_counts(answered, form)
            return
        tell("scoring")
        drawn = choose_resampling(context, interval, resamples, seed, level)
        scored = answered.result(answers.stem, name, drawn, reading_choices(missing, stand_in, gold_format))
        if result is not None:
            scored.to_json(result)
        if drawing:
            tell("drawing")
            draw(scored, html, charts, chart_format)
    print_result(scored, form)


def reading_choices(missing: str, stand_in: bool, gold_format: str | None) -> dict[str, str]:
    """Name the choices made in reading that differ from the defaults."""
    found = {"missing": missing} if missing != "error" else {}
    found |= {"gold": "stand-in"} if stand_in else {}
    return found | ({"gold-format": gold_format} if gold_format else {})


def read_answered(
    prompts: Path,
    answers: Path,
    missing: Literal["error", "empty"],
    gold: Path | None,
    gold_format: str | None,
    benchmark: str | None,
    trees: Path | None,
    stand_in: bool,
) -> tuple[str, AnsweredPrompts]:
    """Read the answers with their prompts and gold; give the gold's name and the answers."""
    if (gold is None) == (benchmark is None):
        given = "neither" if gold is None else "both"
        raise typer.BadParameter(f"expected --gold or --benchmark, found {given}", param_hint="--gold")
    if gold_format and gold is None:
        raise typer.BadParameter("expected --gold beside it", param_hint="--gold-format")

    questions = read(prompts)
    recorded = read_answers(answers, [prompt.id for prompt in questions], missing)
    name, cliques = cliques_from(gold, benchmark, trees, True, "utf-8", gold_format, "--gold-format")
    if stand_in:
        name, cliques = f"{name}, originals standing in", fill_missing_gold(cliques)
    return name, AnsweredPrompts(questions, recorded, cliques)


def print_result(result: FewShotResult, form: str | None) -> None:
    """Print the tables of a result, or the whole of it as JSON."""
    if form == "json":
        print_json(result.document())
        return

    for place, table in enumerate(tables(result)):
        if place:
            echo()
        print_as(table, form)


def print_counts(answered: AnsweredPrompts, form: str | None) -> None:
    """Print how many answers were read, and how many were not."""
    if form == "json":
        print_json(counts_object(answered))
        return

    print_as(answer_table([(shots, answered.counts(shots)) for shots in answered.by_shots]), form)


def draw(
    result: FewShotResult, html: Path | None, charts: Path | None, chart_format: Literal["svg", "png", "pdf"]
) -> None:
    """Draw Figure 6a, or Figures 6b and 9."""
    number = max(len(each.cliques) for each in result.shots) if result.shots else len(result.pairs[0].pairs)
    subtitle = counted(number, "clique") if result.shots else f"{counted(number, 'pair')} of cliques"
    write_pictures(
        lambda theme: few_shot_charts(result, theme), f"{result.name}, few-shot", subtitle, html, charts, chart_format
    )


def write(answered: AnsweredPrompts, output: str | None, failures: Path | None) -> None:
    """Write the predictions and the failed answers that were asked for."""
    if output is not None:
        if answered.in_pairs:
            raise typer.BadParameter(
                "expected prompts without pairs, where a clique may be asked about more than once",
                param_hint="--output",
            )
        predicted = answered.predictions
        if len(predicted) > 1 and SHOTS not in output:
            raise typer.BadParameter(
                f"expected {SHOTS} in the name, for there are {len(predicted)} numbers of demonstrations, "
                f"found {output!r}",
                param_hint="--output",
            )
        for shots, cliques in predicted.items():
            path = Path(output.replace(SHOTS, str(shots)))
            ROBUST.write(path, cliques)
            say(f"{path}: predictions for {len(cliques):,} cliques written")
    if failures is not None:
        write_lines(failures, (dumps(asdict(each), ensure_ascii=False) for each in answered.failures))
        say(f"{failures}: {len(answered.failures):,} answers that were not read whole written")


def counts_object(answered: AnsweredPrompts) -> dict[str, Any]:
    """The counts of answers, and those that failed, as a document."""
    return {
        "by_shots": [{"shots": shots, "counts": asdict(answered.counts(shots))} for shots in answered.by_shots],
        "failures": [asdict(each) for each in answered.failures],
    }
