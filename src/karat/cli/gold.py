"""``karat gold``: count, check and compare gold standards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from karat.cli.output import Json, print_json, say, status

if TYPE_CHECKING:
    from karat.results.agreement import FactAgreement
    from karat.results.gold_fixes import FixedGold
    from karat.results.gold_lint import Finding, LintedGold
    from karat.results.gold_statistics import FactStatistics, TupleStatistics

# Everything that reads or counts is imported inside the functions: `karat --help` needs none of it.

app = typer.Typer(
    help="Count, check and compare gold standards.", epilog="Example: karat gold stats gold.txt", no_args_is_help=True
)

Encoding = Annotated[str, typer.Option(help="The encoding of the file.")]


@app.command(epilog="Example: karat gold stats --benchmark karat-sample")
def stats(
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE", help="Gold files: fact synsets or tuples.")
    ] = None,
    benchmark: Annotated[str | None, typer.Option(metavar="NAME", help="A benchmark in place of files.")] = None,
    encoding: Encoding = "utf-8",
    json: Json = False,
) -> None:
    """Count sentences, synsets, facts and the extractions they stand for, which are never listed."""
    if bool(files) == (benchmark is not None):
        found = "both" if files else "neither"
        raise typer.BadParameter(f"expected FILE or --benchmark, found {found}", param_hint="FILE")
    with status() as tell:
        tell("counting")
        counted = [(path, statistics_of(path, encoding)) for path in files or files_of(str(benchmark))]
    if json:
        print_json([{"file": str(path), **statistics_object(found)} for path, found in counted])
        return
    for number, (path, found) in enumerate(counted):
        if number:
            typer.echo()
        print_pairs(path.name, list(rows_of(found)))


def files_of(benchmark: str) -> list[Path]:
    """The gold files of a benchmark."""
    from karat.benchmarks import benchmark_named, where

    known = benchmark_named(benchmark)
    return [where(*place) for place in [*([known.synsets] if known.synsets else []), *known.tuples]]


def statistics_of(path: Path, encoding: str) -> FactStatistics | TupleStatistics:
    """Count a file, whichever kind of gold it holds."""
    from karat.errors import FormatError
    from karat.formats import Problems, read_items
    from karat.model import Annotation, TupleAnnotation
    from karat.results.gold_statistics import fact_statistics, tuple_statistics

    problems = Problems()
    items = list(read_items(path, encoding=encoding, problems=problems))
    if problems.repairs:
        say(f"{path}: {len(problems.repairs)} damaged lines read with repairs; karat gold lint shows them")
    facts = [item for item in items if isinstance(item, Annotation)]
    if facts:
        return fact_statistics(facts)
    tuples = [item for item in items if isinstance(item, TupleAnnotation)]
    if not tuples:
        raise FormatError(path, None, "gold: fact synsets or tuples", "a system's output or cliques")
    return tuple_statistics(tuples)


def rows_of(found: FactStatistics | TupleStatistics) -> Iterator[tuple[str, str]]:
    """What is counted, and how much of it."""
    from karat.results.gold_statistics import FactStatistics

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
    from dataclasses import asdict

    from karat.results.gold_statistics import FactStatistics

    if isinstance(found, FactStatistics):
        return {"kind": "synsets", **asdict(found), "written_per_synset": found.written_per_synset}
    return {"kind": "tuples", **asdict(found), "tuples_per_sentence": found.tuples_per_sentence}


def number(value: float | None) -> str:
    """A number with one digit, or a dash."""
    return "—" if value is None else f"{value:,.1f}"


@app.command(epilog="Example: karat gold lint gold.txt --fix better.txt")
def lint(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A gold file of fact synsets.")],
    fix: Annotated[
        Path | None, typer.Option(metavar="OUT", help="Write the file with all that is certain put right.")
    ] = None,
    in_place: Annotated[bool, typer.Option("--in-place", help="Put FILE itself right.")] = False,
    hints: Annotated[bool, typer.Option("--hints", help="Show hints, too, which are only counted otherwise.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Exit 1 also where only warnings remain.")] = False,
    format: Annotated[str | None, typer.Option(metavar="NAME", help="The format; guessed if not given.")] = None,
    encoding: Encoding = "utf-8",
    json: Json = False,
) -> None:
    """Find what is wrong, odd or worth a second look in a gold file.

    Exits 1 if a line cannot be read: an error. Warnings are lines that are surely not as they were meant; hints are
    matters of judgement. Fixing changes no score: a fixed file means what Karat reads in the present one.
    """
    from karat.results.gold_fixes import fix as fixed_gold
    from karat.results.gold_lint import lint as looked_through

    target = target_of(file, fix, in_place)
    with status() as tell:
        tell("looking")
        linted = looked_through(file, format, encoding)
        fixed = fixed_gold(linted) if target is not None else None
    if fixed is not None and target is not None:
        fixed.write(target)
    left = remaining(linted, fixed)
    if json:
        print_json(lint_object(linted, fixed, target))
    else:
        print_findings(left, hints)
        print_counts(linted, fixed, target)
    if has_failed(left, strict):
        raise typer.Exit(1)


def target_of(file: Path, fix: Path | None, in_place: bool) -> Path | None:
    """Where the fixed file goes, if anywhere; onto the file itself only if that was said."""
    if fix is not None and in_place:
        raise typer.BadParameter("expected --fix or --in-place, found both", param_hint="--in-place")
    if fix is not None and fix.resolve() == file.resolve():
        raise typer.BadParameter("expected another file than the one that is read, or --in-place", param_hint="--fix")
    return file if in_place else fix


def remaining(linted: LintedGold, fixed: FixedGold | None) -> list[Finding]:
    """What is not put right."""
    settled = set(fixed.settled) if fixed is not None else set()
    return [finding for finding in linted.findings if finding not in settled]


def has_failed(left: Sequence[Finding], strict: bool) -> bool:
    """Whether something is left that the exit code should tell of."""
    from karat.results.gold_lint import Level

    levels = {finding.level for finding in left}
    return Level.ERROR in levels or (strict and Level.WARNING in levels)


def print_findings(left: Sequence[Finding], hints: bool) -> None:
    """Print each finding that remains on a line of its own."""
    from karat.results.gold_lint import Level

    for finding in left:
        if hints or finding.level is not Level.HINT:
            typer.echo(str(finding))


def print_counts(linted: LintedGold, fixed: FixedGold | None, target: Path | None) -> None:
    """Print how often each kind was found, and fixed."""
    from karat.cli.data import print_table

    found = Counter(finding.kind for finding in linted.findings)
    settled = Counter(finding.kind for finding in fixed.settled) if fixed is not None else Counter()
    if not found:
        typer.echo(f"{linted.path}: nothing found")
        return
    rows = [
        (kind.value, kind.level.value, str(count), *([str(settled[kind])] if fixed is not None else []))
        for kind, count in sorted(found.items(), key=lambda item: list(type(item[0])).index(item[0]))
    ]
    header = ("kind", "level", "found", *(["fixed"] if fixed is not None else []))
    print_table(header, rows, right_from=2)
    if target is not None:
        typer.echo(f"{target}: written, {settled.total()} findings put right")


def lint_object(linted: LintedGold, fixed: FixedGold | None, target: Path | None) -> dict[str, Any]:
    """All findings as one document."""
    settled = set(fixed.settled) if fixed is not None else set()
    return {
        "file": str(linted.path),
        "written": str(target) if target is not None else None,
        "counts": dict(Counter(finding.kind.value for finding in linted.findings)),
        "findings": [
            {
                "line": finding.line,
                "kind": finding.kind.value,
                "level": finding.level.value,
                "message": finding.message,
                "fixed": finding in settled,
            }
            for finding in linted.findings
        ],
    }


@app.command(epilog="Example: karat gold agreement ann.txt ben.txt")
def agreement(
    a: Annotated[Path, typer.Argument(metavar="A", help="One annotator's gold file.")],
    b: Annotated[Path, typer.Argument(metavar="B", help="The other's, of the same sentences.")],
    resamples: Annotated[int, typer.Option(help="How many resamples.")] = 10_000,
    seed: Annotated[int, typer.Option(help="The seed of the resamples.")] = 0,
    level: Annotated[float, typer.Option(help="The confidence of the intervals.")] = 0.95,
    encoding: Encoding = "utf-8",
    json: Json = False,
) -> None:
    """Measure how far two annotators agree on facts: the mean of each one's recall by the other.

    A synset is covered if the other has a pattern with an expansion in common.
    """
    from karat.results.agreement import fact_agreement
    from karat.results.resampling import Resampling

    with status() as tell:
        tell("comparing")
        found = fact_agreement(annotations(a, encoding), annotations(b, encoding), Resampling("bca", resamples, seed, level))
    if json:
        print_json(agreement_object(a, b, found))
        return
    for only, file, other in ((found.only_a, a, b), (found.only_b, b, a)):
        if only:
            say(f"{file}: {len(only)} sentences left out that {other} has not got")
    covered = [sum(values) for values in zip(*map(masses, found.sentences), strict=True)]
    rows = [
        (f"facts of {a.name} that {b.name} has", f"{covered[0]} of {covered[1]}", *estimate(found, 0)),
        (f"facts of {b.name} that {a.name} has", f"{covered[2]} of {covered[3]}", *estimate(found, 1)),
        ("agreement", "", *estimate(found, 2)),
    ]
    from karat.cli.data import print_table

    print_table(("", "synsets", "share", f"{level:.0%} interval".replace("%", " %")), rows, right_from=1)
    typer.echo(f"{len(found.sentences)} sentences · {found.resampling.signature() if found.resampling else ''}")


def annotations(path: Path, encoding: str) -> list[Any]:
    """Read fact synsets, and say how many lines were repaired."""
    from karat.formats import Problems, read_synsets

    problems = Problems()
    found = list(read_synsets(path, encoding=encoding, problems=problems))
    if problems.repairs:
        say(f"{path}: {len(problems.repairs)} damaged lines read with repairs; karat gold lint shows them")
    return found


def masses(sentence: Any) -> tuple[int, int, int, int]:
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
        "signature": f"fact-agreement|{found.resampling.signature() if found.resampling else ''}",
    }


def print_pairs(title: str, rows: Sequence[tuple[str, str]]) -> None:
    """Print names and what belongs to them below each other."""
    from karat.cli.data import print_table

    print_table((title, ""), rows)
