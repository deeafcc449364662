"""What ``karat explain`` reads: outputs and evaluations, and the gold to hold them against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path

import typer

from karat.benchmarks import BENCHMARKS, Gold, benchmark_named, load_gold, read_gold
from karat.cli.output import say, say_notes, say_repairs
from karat.cli.scored_files import gold_guesses
from karat.errors import InputError
from karat.formats import OUTPUT_KINDS, InputFile, describe_guess
from karat.model import Extraction, Row
from karat.results import Evaluation, Options, SystemResult, evaluate, load
from karat.results.loading import holds_evaluation, holds_summary
from karat.results.outputs import Source, named_outputs, open_outputs
from karat.results.system_output import read_system
from karat.results.system_result import Note
from karat.results.verdict_files.sample import Sample, keep_common


@dataclass(frozen=True, slots=True)
class Asked:
    """Which outputs, and which gold to hold them against."""

    outputs: Sequence[str]
    benchmark: str | None
    gold: InputFile | None
    gold_format: str | None
    carb_gold: Sequence[InputFile]
    format: str | None
    encoding: str
    columns: str | None = None
    map: Sequence[str] | None = None


Runs = Mapping[str, Evaluation]
"""Evaluations among the outputs, by their files."""


def read(asked: Asked, runs: Runs, gold: Gold, options: Options) -> list[SystemResult]:
    """Judge the outputs; an evaluation brings its systems."""
    others = other_outputs(asked, runs, options)
    tell_what_was_read(asked, others.values(), gold)
    systems = [system for evaluation in runs.values() for system in evaluation]
    if others:
        systems += evaluate(
            others,
            gold=gold,
            options=options,
            resampling=None,
            format=asked.format,
            encoding=asked.encoding,
            columns=asked.columns,
            map=asked.map,
        ).systems
    check_names(system.name for system in systems)
    say_notes_of(gold, [(system.name, system.notes) for system in systems])
    return systems


def read_sentence(
    asked: Asked, runs: Runs, gold: Gold, options: Options, sentence: str
) -> dict[str, Sequence[Extraction]]:
    """Each system's extractions of one sentence."""
    others = other_outputs(asked, runs, options)
    tell_what_was_read(asked, others.values(), gold)
    place = next((place for place, known in enumerate(gold.sentences) if known.id == sentence), 0)
    systems: list[tuple[str, Sequence[Extraction]]] = [
        (system.name, [verdict.extraction for verdict in system.verdicts if verdict.sentence == sentence])
        for evaluation in runs.values()
        for system in evaluation
    ]
    notes: list[tuple[str, Sequence[Note]]] = []
    for name, source in others.items():
        for output in read_system(
            name, source, gold, options, asked.format, asked.encoding, columns=asked.columns, map=asked.map
        ):
            systems.append((output.name, output.found[place]))
            notes.append((output.name, output.notes))
    say_notes_of(gold, notes)
    check_names(name for name, _ in systems)
    return dict(systems)


def say_notes_of(gold: Gold, notes_by_system: Iterable[tuple[str, Sequence[Note]]]) -> None:
    """Print the notes on the gold once, and each system's own under its name."""
    about_gold = {what for what, _ in gold.notes}
    for place, (name, notes) in enumerate(notes_by_system):
        say_notes(gold.name, [note for note in notes if note.what in about_gold and not place])
        say_notes(name, [note for note in notes if note.what not in about_gold])


def other_outputs(asked: Asked, runs: Runs, options: Options) -> dict[str, Source | Iterable[Row]]:
    """The outputs that are no evaluations."""
    files = [file for file in asked.outputs if file not in runs]
    for option, given in (
        ("--explicit-only", options.explicit_only),
        ("--nary", options.nary != "join"),
        ("--tokens", options.tokens != "aligned"),
        ("--unknown", options.unknown != "error"),
        ("--ids-from", options.ids_from is not None),
    ):
        if runs and given:
            raise InputError(f"{next(iter(runs))}: expected a system's output for {option}, found an evaluation")
    for option, named in (("--columns", asked.columns), ("--map", asked.map)):
        if named and not files:
            raise InputError(f"expected a system's output for {option}, found an evaluation")
    if asked.format and not files:
        raise InputError(f"expected a system's output in format {asked.format!r}, found none")
    return {**open_outputs(named_outputs(files))} if files else {}


def check_names(names: Iterable[str]) -> None:
    """Refuse two systems of one name."""
    for name, count in Counter(names).items():
        if count > 1:
            raise InputError(f"two systems are called {name!r}; expected NAME=FILE for one of them")


def tell_what_was_read(asked: Asked, outputs: Iterable[object], gold: Gold) -> None:
    """Say which formats were guessed, and whether the gold was repaired."""
    tell_guesses(asked, outputs)
    say_repairs(len(gold.repairs), gold.repairs[0].path if gold.repairs else gold.name, asked.benchmark)


def tell_guesses(asked: Asked, outputs: Iterable[object]) -> None:
    """Say what each file is read as that is not of a named format."""
    files = (
        []
        if asked.format or asked.columns or asked.map
        else [file for file in outputs if isinstance(file, (str, PathLike))]
    )
    say(*(describe_guess(file, asked.encoding, kinds=OUTPUT_KINDS, option="--format") for file in files))
    say(*gold_guesses(asked.gold, asked.gold_format, asked.carb_gold, asked.encoding))


def evaluation_in(file: str) -> Evaluation | None:
    """The evaluation that a file holds, if it holds one."""
    path = Path(file)
    if path.suffix != ".json" or not path.is_file():
        return None
    if not holds_evaluation(path):
        if holds_summary(path):
            raise InputError(
                f"{file}: expected an evaluation that `karat evaluate --output` wrote, found what `--json` prints, "
                "which has no extractions"
            )
        return None
    evaluation = load(path)
    if not any(system.verdicts for system in evaluation):
        if evaluation.task:
            advice = (
                f"`karat score {evaluation.benchmark} PREDICTED --gold GOLD --explain DOCUMENT` explains a document"
            )
            raise InputError(
                f"{file}: expected an evaluation of extractions, found one of {evaluation.benchmark}; {advice}"
            )
        raise InputError(f"{file}: expected an evaluation with verdicts on extractions, found none in it")
    return evaluation


def check_sample(runs: Runs, sentence: str | None) -> Sample | None:
    """Return the sample that the evaluations keep, if they do not keep all; refuse a sentence that is not in it."""
    kept = next((one for one in keep_common(list(runs.values())) if one.sample is not None), None)
    if kept is None or kept.grounds is None:
        return None
    if sentence is not None and sentence not in {known.id for known in kept.grounds.sentences}:
        raise InputError(
            f"{', '.join(runs)}: expected a sentence that the evaluation keeps, {kept.sample}, found {sentence!r}; "
            "explain the system's output itself, or evaluate it with --keep all"
        )
    return kept.sample


def kept_gold(gold: Gold, runs: Runs) -> Gold:
    """Leave out the gold of sentences that are not in the sample that the evaluations keep."""
    kept = next((one.grounds for one in keep_common(list(runs.values())) if one.sample is not None), None)
    if kept is None:
        return gold
    ids = {sentence.id for sentence in kept.sentences}
    places = [place for place, sentence in enumerate(gold.sentences) if sentence.id in ids]
    return replace(
        gold,
        sentences=tuple(gold.sentences[place] for place in places),
        facts=tuple(gold.facts[place] for place in places),
        tuples=tuple(gold.tuples[place] for place in places),
    )


def gold_of(asked: Asked, evaluations: Sequence[Evaluation]) -> Gold:
    """The gold that was asked for, or that of the evaluations' benchmark."""
    if asked.gold is not None:
        return read_gold(asked.gold, None, asked.carb_gold, asked.encoding, format=asked.gold_format, texts=False)
    if asked.carb_gold:
        raise typer.BadParameter("expected --gold beside it", param_hint="--carb-gold")
    names = [asked.benchmark] if asked.benchmark else list(dict.fromkeys(one.benchmark for one in evaluations))
    match names:
        case []:
            for file in asked.outputs:
                if file.endswith(".json") and "=" not in file and not Path(file).exists():
                    raise InputError(f"{file}: expected a file, found nothing of that name")
            raise typer.BadParameter("expected --benchmark or --gold, found neither", param_hint="--benchmark")
        case [name]:
            if not asked.benchmark and name not in [known.name for known in BENCHMARKS]:
                raise InputError(f"{name}: expected --gold with the file that the evaluation was made with, found none")
            return load_gold(benchmark_named(name), None, asked.encoding)
    raise InputError(f"expected evaluations on one benchmark, found {' and '.join(names)}")
