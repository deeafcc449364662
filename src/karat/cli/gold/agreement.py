"""``karat gold agreement``: how far two annotators agree on facts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from karat.cli.intervals import choose_resampling
from karat.cli.options import Encoding, FileFormat, Interval, Json, Level, Resamples, Seed
from karat.cli.output import echo, print_json, say, say_repairs, status
from karat.formats import InputFile, Problems, describe_guess, read_synsets
from karat.model import Annotation
from karat.reports.console import print_table
from karat.reports.tables.gold import tabulate_agreement
from karat.results.gold.statistics import fact_agreement
from karat.results.statistics.estimate import TOO_FEW


def agreement(
    context: typer.Context,
    a: Annotated[Path, typer.Argument(metavar="A", help="One annotator's gold file.")],
    b: Annotated[Path, typer.Argument(metavar="B", help="The other's, of the same sentences.")],
    interval: Interval = "korn-graubard",
    level: Level = 0.95,
    resamples: Resamples = 10_000,
    seed: Seed = 0,
    format: FileFormat = None,
    encoding: Encoding = "utf-8",
    json: Json = False,
) -> None:
    """Measure how far two annotators agree on facts: the mean of each one's recall by the other.

    A synset is covered if the other has a pattern with an expansion in common.
    """
    files = InputFile(a), InputFile(b)
    say(*(describe_guess(file, encoding, option="--format") for file in files if format is None))
    resampling = choose_resampling(context, interval, resamples, seed, level)
    with status() as tell:
        tell("comparing")
        by_a, by_b = (read_facts(file, format, encoding) for file in files)
        result = fact_agreement(by_a, by_b, resampling)
    if json:
        print_json({"a": str(a), "b": str(b), **result.to_json()})
        return
    for only, file, other in ((result.only_a, a, b), (result.only_b, b, a)):
        if only:
            say(f"{file}: sentences left out that {other} has not got: {len(only)}")
    echo(f"A: {a}\nB: {b}\n{len(result.sentences)} sentence{'s' * (len(result.sentences) != 1)}")
    print_table(tabulate_agreement(result))
    if result.resampling and None in result.intervals:
        echo(f"—: undefined, or no interval, because {TOO_FEW}")
    echo(result.signature)


def read_facts(file: InputFile, format: str | None, encoding: str) -> list[Annotation]:
    """Read fact synsets, and say how many lines were repaired."""
    problems = Problems()
    synsets = list(read_synsets(file, format, encoding, problems))
    file.close()
    say_repairs(len(problems.repairs), file)
    return synsets
