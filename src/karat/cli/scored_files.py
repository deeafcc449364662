"""The files that commands score, and what they say of them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from karat.benchmarks import benchmark_named, where
from karat.errors import InputError, UnknownNameError
from karat.formats import OUTPUT_KINDS, InputFile, Kind, describe_guess
from karat.model import Row
from karat.results import Evaluation
from karat.results.measurement import VALUES
from karat.results.outputs import PublishedOutput
from karat.results.statistics.estimate import format_value

Given = str | os.PathLike[str] | Iterable[Row]
"""A system's output: a file, or its rows."""


def with_published(own: Mapping[str, Given], benchmark: str) -> dict[str, Given]:
    """Add the outputs that come with a benchmark, downloading them if necessary."""
    known = benchmark_named(benchmark)
    if not known.outputs:
        raise InputError(f"{benchmark}: expected outputs that come with the benchmark, found none")
    outputs: dict[str, Given] = {name: PublishedOutput(where(*place)) for name, place in known.outputs}
    for name in own:
        if name in outputs:
            raise InputError(
                f"two systems are called {name!r}: {own[name]} and a published one; expected NAME=FILE for the first"
            )
    return {**own, **outputs}


def read_families(texts: Iterable[str]) -> dict[str, list[str]]:
    """Read families of systems, each as ``NAME=SYSTEM,SYSTEM``; a family given twice has the systems of both."""
    families: dict[str, list[str]] = {}
    for text in texts:
        family, sign, names = text.partition("=")
        systems = [name.strip() for name in names.split(",")]
        if not sign or not family.strip() or not all(systems):
            raise InputError(f"--family {text}: expected NAME=SYSTEM,SYSTEM, as rule-based=clausie,minie")
        families.setdefault(family.strip(), []).extend(systems)
    return families


def guesses(files: Iterable[object], encoding: str, kinds: Sequence[Kind] = OUTPUT_KINDS) -> Iterator[str]:
    """Say what each output of one's own is read as; the guess stays with the file, for the evaluation to use."""
    own = (file for file in files if isinstance(file, InputFile) and not isinstance(file, PublishedOutput))
    each_once = {file.path: file for file in own}.values()
    return (describe_guess(file, encoding, kinds=kinds, option="--format") for file in each_once)


def gold_guesses(
    gold: InputFile | None, gold_format: str | None, carb_gold: Iterable[InputFile], encoding: str
) -> Iterator[str]:
    """Say which formats were guessed; files of CaRB's gold are read as `carb-gold` where that fits."""
    if gold is not None and gold_format is None:
        yield describe_guess(gold, encoding, option="--gold-format")
    for file in {file.path: file for file in carb_gold}.values():
        yield describe_guess(file, encoding, usual="carb-gold")


def damaged_file(evaluation: Evaluation) -> str:
    """The gold file whose lines were repaired, for `karat gold lint`."""
    named = re.match(r"(?P<file>.+?)(?::\d+)?: read ", evaluation.notes[0]) if evaluation.notes else None
    return named["file"] if named else evaluation.benchmark


def lengths(evaluation: Evaluation) -> Iterator[str]:
    """Say how many extractions each system has and how long they are."""
    for system in evaluation:
        if system.statistics:
            yield f"{system.name}: {system.statistics}"


def failures(evaluation: Evaluation, least: float, wanted: str | None) -> Iterator[str]:
    """Name each system whose value is undefined or too low."""
    first = evaluation.systems[0].first.label
    label, _, value = (wanted or first).partition(":")
    value = value or "f1"
    if value not in VALUES:
        raise UnknownNameError("value", value, VALUES)
    for system in evaluation:
        found = getattr(system.labelled(label), value).value
        if found is None or found < least:
            yield f"{system.name}: expected {label} {value} of at least {least:g}, found {format_value(found)}"
