"""``karat gold stats``: how large a gold standard is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from karat.benchmarks import benchmark_named, where
from karat.cli.data import print_table
from karat.cli.options import Encoding, FileFormat, Json
from karat.cli.output import print_json, say, status
from karat.errors import FormatError, InputError
from karat.formats import Problems, guessed, read_items
from karat.model import Annotation, TupleAnnotation
from karat.results.gold.statistics import FactStatistics, TupleStatistics, fact_statistics, tuple_statistics


def stats(
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE", help="Gold files: fact synsets or tuples.")
    ] = None,
    benchmark: Annotated[str | None, typer.Option(metavar="NAME", help="A benchmark in place of files.")] = None,
    format: FileFormat = None,
    encoding: Encoding = "utf-8",
    json: Json = False,
) -> None:
    """Count sentences, synsets, facts and the extractions they stand for, which are never listed."""
    if bool(files) == (benchmark is not None):
        given = "both" if files else "neither"
        raise typer.BadParameter(f"expected FILE or --benchmark, found {given}", param_hint="FILE")
    if benchmark is not None and format is not None:
        raise typer.BadParameter("expected FILE beside it, found --benchmark", param_hint="--format")

    say(*(guessed(path, encoding, option="--format") for path in files or () if format is None))
    with status() as tell:
        tell("counting")
        counted = [(path, statistics_of(path, format, encoding)) for path in files or files_of(str(benchmark))]
    if json:
        print_json([{"file": str(path), **statistics_object(each)} for path, each in counted])
        return
    for place, (path, each) in enumerate(counted):
        if place:
            typer.echo()
        print_pairs(path.name, list(rows_of(each)))


def files_of(benchmark: str) -> list[Path]:
    """The gold files of a benchmark."""
    known = benchmark_named(benchmark)
    if known.cliques:
        raise InputError(f"{benchmark}: expected synsets or tuples, found cliques; karat cliques stats counts them")
    return [where(*place) for place in [*([known.synsets] if known.synsets else []), *known.tuples]]


def statistics_of(path: Path, format: str | None, encoding: str) -> FactStatistics | TupleStatistics:
    """Count a file, whichever kind of gold it holds."""
    problems = Problems()
    items = list(read_items(path, format, encoding, problems))
    if problems.repairs:
        lines = "damaged line" if len(problems.repairs) == 1 else "damaged lines"
        say(f"{path}: {len(problems.repairs)} {lines} read with repairs; karat gold lint shows them")
    facts = [item for item in items if isinstance(item, Annotation)]
    if facts:
        return fact_statistics(facts)
    tuples = [item for item in items if isinstance(item, TupleAnnotation)]
    if not tuples:
        raise FormatError(path, None, "gold: fact synsets or tuples", "a system's output or cliques")
    return tuple_statistics(tuples)


def rows_of(found: FactStatistics | TupleStatistics) -> Iterator[tuple[str, str]]:
    """What is counted, and how much of it."""
    if isinstance(found, FactStatistics):
        yield "sentences", f"{found.sentences:,}"
        yield "without synsets", f"{found.without_synsets:,}"
        yield "synsets", f"{found.synsets:,}"
        yield "facts (lines)", f"{found.facts:,}"
        yield "extractions, as scored", f"{found.extractions:,}"
        yield "extractions, as texts", f"{found.written:,}"
        yield "texts a synset", number(found.written_per_synset)
        yield "largest synset", f"{found.largest:,}"
        yield "optional chunks", f"{found.optional_chunks:,}"
        yield "facts with optional chunks", f"{found.facts_with_optional:,}"
        lengths = (("sentence", found.sentence_lengths), ("extraction", found.extraction_lengths))
    else:
        yield "sentences", f"{found.sentences:,}"
        yield "tuples", f"{found.tuples:,}"
        yield "distinct", f"{found.distinct:,}"
        yield "with three arguments or more", f"{found.nary:,}"
        yield "tuples a sentence", number(found.tuples_per_sentence)
        lengths = (("sentence", found.sentence_lengths), ("tuple", found.tuple_lengths))
    for name, length in lengths:
        values = f"mean {number(length.mean)}, median {number(length.median)}, longest {length.longest or '—'}"
        yield f"tokens of a {name}" if name[0] not in "aeiou" else f"tokens of an {name}", values


def statistics_object(found: FactStatistics | TupleStatistics) -> dict[str, Any]:
    """All counts by their names."""
    if isinstance(found, FactStatistics):
        return {"kind": "synsets", **asdict(found), "written_per_synset": found.written_per_synset}
    return {"kind": "tuples", **asdict(found), "tuples_per_sentence": found.tuples_per_sentence}


def number(value: float | None) -> str:
    """A number with one digit, or a dash."""
    return "—" if value is None else f"{value:,.1f}"


def print_pairs(title: str, rows: Sequence[tuple[str, str]]) -> None:
    """Print names and what belongs to them below each other."""
    print_table((title, ""), rows)
