"""``karat gold stats``: how large a gold standard is."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from karat.benchmarks import benchmark_named, where
from karat.cli.options import Encoding, FileFormat, GoldOfBenchmark, Json
from karat.cli.output import echo, print_json, say, say_repairs, status
from karat.errors import FormatError, InputError
from karat.formats import InputFile, Problems, describe_guess, read_items
from karat.model import Annotation, TupleAnnotation
from karat.reports.console import print_table
from karat.reports.tables.gold import tabulate_statistics
from karat.results.gold.statistics import FactStatistics, TupleStatistics, fact_statistics, tuple_statistics


def stats(
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE", help="Gold files: fact synsets or tuples.")
    ] = None,
    benchmark: GoldOfBenchmark = None,
    format: FileFormat = None,
    encoding: Encoding = "utf-8",
    json: Json = False,
) -> None:
    """Count sentences, synsets, facts and the extractions that they stand for, without listing these."""
    if bool(files) == (benchmark is not None):
        given = "both" if files else "neither"
        raise typer.BadParameter(f"expected FILE or --benchmark, found {given}", param_hint="FILE")
    if benchmark is not None and format is not None:
        raise typer.BadParameter("expected FILE beside it, found --benchmark", param_hint="--format")

    inputs = list(map(InputFile, files or files_of(str(benchmark))))
    if files and format is None:
        say(*(describe_guess(file, encoding, option="--format") for file in inputs))
    with status() as tell:
        tell("counting")
        counted = [(file.path, statistics_of(file, format, encoding)) for file in inputs]
    if json:
        print_json([{"file": str(path), **statistics_object(each)} for path, each in counted])
        return
    for place, (path, each) in enumerate(counted):
        if place:
            echo()
        print_table(tabulate_statistics(path.name, each))


def files_of(benchmark: str) -> list[Path]:
    """The gold files of a benchmark."""
    known = benchmark_named(benchmark)
    if known.cliques:
        raise InputError(f"{benchmark}: expected synsets or tuples, found cliques; karat cliques stats counts them")
    return [where(*place) for place in [*([known.synsets] if known.synsets else []), *known.tuples]]


def statistics_of(file: InputFile, format: str | None, encoding: str) -> FactStatistics | TupleStatistics:
    """Count the synsets or the tuples of a file."""
    problems = Problems()
    items = list(read_items(file, format, encoding, problems))
    file.close()
    say_repairs(len(problems.repairs), file)
    facts = [item for item in items if isinstance(item, Annotation)]
    if facts:
        return fact_statistics(facts)
    tuples = [item for item in items if isinstance(item, TupleAnnotation)]
    if not tuples:
        found = "a system's output or cliques; karat gold from makes gold of triples"
        raise FormatError(file, None, "gold: fact synsets or tuples", found)
    return tuple_statistics(tuples)


def statistics_object(statistics: FactStatistics | TupleStatistics) -> dict[str, Any]:
    """All counts by their names."""
    if isinstance(statistics, FactStatistics):
        return {"kind": "synsets", **asdict(statistics), "written_per_synset": statistics.written_per_synset}
    return {"kind": "tuples", **asdict(statistics), "tuples_per_sentence": statistics.tuples_per_sentence}
