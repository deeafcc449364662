"""``karat gold agreement``: how far two annotators agree on facts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from karat.cli.data import print_table
from karat.cli.intervals import chosen
from karat.cli.options import Encoding, FileFormat, Interval, Json, Level, Resamples, Seed
from karat.cli.output import print_json, say, status
from karat.formats import Problems, guessed, read_synsets
from karat.model import Annotation
from karat.results.gold.agreement import FactAgreement, SharedFacts, fact_agreement
from karat.results.statistics.estimate import TOO_FEW
from karat.version import __version__


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
    say(*(guessed(file, encoding, option="--format") for file in (a, b) if format is None))
    drawn = chosen(context, interval, resamples, seed, level)
    with status() as tell:
        tell("comparing")
        found = fact_agreement(read_facts(a, format, encoding), read_facts(b, format, encoding), drawn)
    if json:
        print_json(agreement_object(a, b, found))
        return
    for only, file, other in ((found.only_a, a, b), (found.only_b, b, a)):
        if only:
            say(f"{file}: sentences left out that {other} has not got: {len(only)}")
    covered = [sum(values) for values in zip(*map(masses, found.sentences), strict=True)]
    rows = [
        ("facts of A that B has", f"{covered[0]} of {covered[1]}", *estimate(found, 0)),
        ("facts of B that A has", f"{covered[2]} of {covered[3]}", *estimate(found, 1)),
        ("agreement", "", *estimate(found, 2)),
    ]

    typer.echo(f"A: {a}\nB: {b}\n{len(found.sentences)} sentence{'s' * (len(found.sentences) != 1)}")
    heads = ("", "synsets", "share", f"{100 * level:g} % interval")
    shown = len(heads) if found.resampling else len(heads) - 1
    print_table(heads[:shown], [row[:shown] for row in rows], right_from=1, fixed=shown)
    if found.resampling and None in found.intervals:
        typer.echo(f"—: undefined, or no interval, because {TOO_FEW}")
    typer.echo(signature(found))


def read_facts(path: Path, format: str | None, encoding: str) -> list[Annotation]:
    """Read fact synsets, and say how many lines were repaired."""
    problems = Problems()
    found = list(read_synsets(path, format, encoding, problems))
    if problems.repairs:
        lines = "damaged line" if len(problems.repairs) == 1 else "damaged lines"
        say(f"{path}: {len(problems.repairs)} {lines} read with repairs; karat gold lint shows them")
    return found


def masses(sentence: SharedFacts) -> tuple[int, int, int, int]:
    """A sentence's counts."""
    return sentence.covered_a, sentence.synsets_a, sentence.covered_b, sentence.synsets_b


def estimate(found: FactAgreement, place: int) -> tuple[str, str]:
    """One of the three values and its interval."""
    value, interval = (found.recall_a, found.recall_b, found.value)[place], found.intervals[place]
    return (
        "—" if value is None else f"{value:.3f}",
        "—" if interval is None else f"[{interval.low:.3f}, {interval.high:.3f}]",
    )


def agreement_object(a: Path, b: Path, found: FactAgreement) -> dict[str, Any]:
    """The agreement as one document."""
    names = ("recall_a", "recall_b", "agreement")
    values = (found.recall_a, found.recall_b, found.value)
    return {
        "a": str(a),
        "b": str(b),
        "sentences": len(found.sentences),
        "only_a": [sentence.id for sentence in found.only_a],
        "only_b": [sentence.id for sentence in found.only_b],
        **dict(zip(names, values, strict=True)),
        "intervals": {
            name: [interval.low, interval.high] if interval else None
            for name, interval in zip(names, found.intervals, strict=True)
        },
        "counts": dict(
            zip(
                ("covered_a", "synsets_a", "covered_b", "synsets_b"),
                (sum(values) for values in zip(*map(masses, found.sentences), strict=True)),
                strict=True,
            )
        ),
        "signature": signature(found),
    }


def signature(found: FactAgreement) -> str:
    """Every choice that can move the numbers."""
    drawn = f"|{found.resampling.signature()}" if found.resampling else ""
    return f"fact-agreement|match:shared_expansion|avg:micro{drawn}|v:{__version__}"
