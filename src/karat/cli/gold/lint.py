"""``karat gold lint``: errors, oddities and doubtful lines in a gold file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from karat.benchmarks import benchmark_named, where
from karat.cli.options import Encoding, FileFormat, GoldOfBenchmark, Json
from karat.cli.output import echo, print_json, say, status
from karat.cli.written_files import Use
from karat.errors import InputError
from karat.formats import InputFile, describe_guess
from karat.reports.console import print_table
from karat.reports.tables.gold import tabulate_findings
from karat.results.gold.lint import Finding, FixedGold, Level, LintedGold
from karat.results.gold.lint import fix as fix_gold
from karat.results.gold.lint import lint as lint_file


def lint(
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="A gold file of fact synsets.")] = None,
    benchmark: GoldOfBenchmark = None,
    fix: Annotated[
        Path | None,
        typer.Option(metavar="OUT", help="Write the file with every certain fault fixed."),
        Use(advice="; --in-place writes FILE itself"),
    ] = None,
    in_place: Annotated[bool, typer.Option("--in-place", help="Fix FILE itself.")] = False,
    hints: Annotated[bool, typer.Option("--hints", help="Show hints, too; otherwise they are only counted.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Exit 1 also where only warnings remain.")] = False,
    format: FileFormat = None,
    encoding: Encoding = "utf-8",
    json: Json = False,
) -> None:
    """Find errors, oddities and doubtful lines in a gold file.

    Errors are lines that cannot be read, and the command then exits 1. Warnings are lines that are certainly not as
    they were meant; hints are matters of judgement. Fixing changes no score: Karat reads the same facts in both files.
    """
    file = choose_file(file, benchmark, in_place)
    target = choose_target(file, fix, in_place)

    with status() as tell, InputFile(file) as gold:
        if format is None:
            say(describe_guess(gold, encoding, option="--format"))
        tell("looking")
        linted = lint_file(gold, format, encoding)
        fixed = fix_gold(linted) if target is not None else None
    if fixed is not None and target is not None:
        fixed.write(target)
    left = unfixed(linted, fixed)
    if json:
        print_json(lint_object(linted, fixed, target))
    else:
        print_findings(left, hints)
        print_counts(linted, fixed, target)
    if has_failed(left, strict):
        raise typer.Exit(1)


def choose_file(file: Path | None, benchmark: str | None, in_place: bool) -> Path:
    """Give FILE, or the benchmark's file of fact synsets."""
    if (file is None) == (benchmark is None):
        given = "neither" if file is None else "both"
        raise typer.BadParameter(f"expected FILE or --benchmark, found {given}", param_hint="FILE")
    if file is not None:
        return file
    if in_place:
        raise typer.BadParameter("expected a FILE of your own, found --benchmark", param_hint="--in-place")
    known = benchmark_named(str(benchmark))
    if known.synsets is None:
        raise InputError(f"{known.name}: expected a benchmark with fact synsets, found none in it")
    return where(*known.synsets)


def choose_target(file: Path, fix: Path | None, in_place: bool) -> Path | None:
    """Choose where the fixed file goes, if anywhere; FILE itself only with ``--in-place``."""
    if fix is not None and in_place:
        raise typer.BadParameter("expected --fix or --in-place, found both", param_hint="--in-place")
    if fix is not None and fix.resolve() == file.resolve():
        raise typer.BadParameter("expected another file than FILE, or --in-place", param_hint="--fix")
    return file if in_place else fix


def unfixed(linted: LintedGold, fixed: FixedGold | None) -> list[Finding]:
    """Give the findings that were not fixed."""
    settled = set(fixed.settled) if fixed is not None else set()
    return [finding for finding in linted.findings if finding not in settled]


def has_failed(left: Sequence[Finding], strict: bool) -> bool:
    """Whether errors remain, or with ``strict`` warnings, so that the command exits 1."""
    levels = {finding.level for finding in left}
    return Level.ERROR in levels or (strict and Level.WARNING in levels)


def print_findings(left: Sequence[Finding], hints: bool) -> None:
    """Print each finding that remains on a line of its own."""
    for finding in left:
        if hints or finding.level is not Level.HINT:
            echo(str(finding))


def print_counts(linted: LintedGold, fixed: FixedGold | None, target: Path | None) -> None:
    """Print how often each kind was found, and fixed."""
    if not linted.findings:
        echo(f"{linted.path}: nothing found")
        return
    print_table(tabulate_findings(linted, fixed))
    if fixed is not None:
        echo(f"{target}: written, {len(fixed.settled)} findings fixed")


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
