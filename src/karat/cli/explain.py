"""``karat explain``: why an extraction is right or wrong, what a sentence's facts became, what a system gets wrong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Annotated

import typer

from karat.benchmarks import BENCHMARKS, Gold, benchmark_named, load_gold, read_gold
from karat.cli.evaluate import gold_guesses
from karat.cli.options import (
    BenchmarkName,
    CarbGold,
    Encoding,
    ExplicitOnly,
    GoldFile,
    GoldFormat,
    Json,
    Nary,
    OutputFormat,
)
from karat.cli.output import print_json, say, status
from karat.errors import InputError
from karat.formats import InputFile, guessed
from karat.model import Extraction, Row
from karat.reports.console import make_console
from karat.reports.explanations import print_explanation, print_profile, print_sentence
from karat.results import Evaluation, Options, SystemResult, evaluate, load
from karat.results.explanation.explanation import Explanation, sentence_explanation
from karat.results.explanation.json import explanation_object, profile_object, sentence_object
from karat.results.explanation.mistakes import GoldExplainer, mistake_profile
from karat.results.loading import holds_evaluation
from karat.results.outputs import Source, named_outputs, open_outputs


def explain(
    outputs: Annotated[
        list[str] | None,
        typer.Argument(metavar="OUT", help="Systems' outputs: FILE or NAME=FILE; or a run.json of `karat evaluate`."),
    ] = None,
    benchmark: BenchmarkName = None,
    gold: GoldFile = None,
    carb_gold: CarbGold = None,
    sentence: Annotated[str | None, typer.Option(metavar="ID", help="Explain this sentence.")] = None,
    extraction: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Explain the system's N-th extraction of that sentence.")
    ] = None,
    triple: Annotated[
        tuple[str, str, str] | None,
        typer.Option(metavar="SUBJECT RELATION OBJECT", help="Explain this triple, of no system, for that sentence."),
    ] = None,
    format: OutputFormat = None,
    gold_format: GoldFormat = None,
    encoding: Encoding = "utf-8",
    explicit_only: ExplicitOnly = False,
    nary: Nary = "join",
    examples: Annotated[int, typer.Option(metavar="N", min=1, help="How many examples --json gives of a sort.")] = 3,
    json: Json = False,
) -> None:
    """Say why: of a system, a sentence or one extraction.

    Without --sentence, shows what each system gets wrong most. With it, which facts of the sentence were found, by
    which extraction and pattern, and what is wrong with the other extractions.

    Example: karat explain mine.tsv --benchmark benchie-en --sentence 12
    """
    check_usage(outputs, benchmark, gold, sentence, extraction, triple)
    if gold_format and gold is None:
        raise typer.BadParameter("expected --gold beside it", param_hint="--gold-format")

    with status() as tell:
        tell("reading")
        gold_file = InputFile(gold) if gold is not None else None
        carb_files = list(map(InputFile, carb_gold or ()))
        asked = Asked(outputs or [], benchmark, gold_file, gold_format, carb_files, format, encoding)
        loaded, systems = read(asked, Options(facets=("default",), explicit_only=explicit_only, nary=nary))
    explainer = GoldExplainer(loaded)
    if triple is not None:
        assert sentence is not None
        show_triple(explainer, sentence, triple, json)
    elif sentence is None:
        show_profiles(explainer, systems, examples, json)
    elif extraction is None:
        show_sentence(explainer, sentence, systems, json)
    else:
        show_extractions(explainer, sentence, systems, extraction, json)


def check_usage(
    outputs: Sequence[str] | None,
    benchmark: str | None,
    gold: Path | None,
    sentence: str | None,
    extraction: int | None,
    triple: tuple[str, str, str] | None,
) -> None:
    """Refuse options that do not go together."""
    if benchmark is not None and gold is not None:
        raise typer.BadParameter("expected --benchmark or --gold, found both", param_hint="--benchmark")
    for name, value in (("--extraction", extraction), ("--triple", triple)):
        if value is not None and sentence is None:
            raise typer.BadParameter("expected --sentence beside it", param_hint=name)
    if triple is not None and extraction is not None:
        raise typer.BadParameter("expected --extraction or --triple, found both", param_hint="--triple")
    if triple is not None and outputs:
        raise typer.BadParameter("expected no output beside it, since the triple is no system's", param_hint="--triple")
    if triple is None and not outputs:
        raise typer.BadParameter("expected at least one system's output, found none", param_hint="OUT")


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


def read(asked: Asked, options: Options) -> tuple[Gold, list[SystemResult]]:
    """Read the gold and judge the outputs; an evaluation brings its systems, and the name of its benchmark."""
    runs = {file: evaluation for file in asked.outputs if (evaluation := evaluation_in(file)) is not None}
    files = [file for file in asked.outputs if file not in runs]
    others: dict[str, Source | Iterable[Row]] = {**open_outputs(named_outputs(files))} if files else {}
    for option, given in (("--explicit-only", options.explicit_only), ("--nary", options.nary != "join")):
        if runs and given:
            raise InputError(f"{next(iter(runs))}: expected a system's output for {option}, found an evaluation")
    if asked.format and not files:
        raise InputError(f"expected a system's output in format {asked.format!r}, found none")
    gold = gold_of(asked, list(runs.values()))
    tell_guesses(asked, others.values())
    for repair in gold.repairs[:1]:
        lines = "damaged line" if len(gold.repairs) == 1 else "damaged lines"
        say(f"{len(gold.repairs)} {lines} of {repair.path.name} read with repairs; karat gold lint shows them")
    systems = [system for evaluation in runs.values() for system in evaluation]
    if others:
        judged = evaluate(
            others,
            gold=gold,
            options=options,
            resampling=None,
            format=asked.format,
            encoding=asked.encoding,
        )
        systems += judged.systems
    for system in systems:
        if sum(other.name == system.name for other in systems) > 1:
            raise InputError(f"two systems are called {system.name!r}; expected NAME=FILE for one of them")
        say(*(f"{system.name}: {note}" for note in system.notes))
    return gold, systems


def tell_guesses(asked: Asked, outputs: Iterable[object]) -> None:
    """Say what each file is read as that is not of a named format."""
    files = [] if asked.format else [file for file in outputs if isinstance(file, (str, PathLike))]
    say(*(guessed(file, asked.encoding, option="--format") for file in files))
    say(*gold_guesses(asked.gold, asked.gold_format, asked.carb_gold, asked.encoding))


def evaluation_in(file: str) -> Evaluation | None:
    """The evaluation that a file holds, if it holds one."""
    path = Path(file)
    if path.suffix != ".json" or not path.is_file() or not holds_evaluation(path):
        return None
    evaluation = load(path)
    if not any(system.verdicts for system in evaluation):
        raise InputError(f"{file}: expected an evaluation with verdicts on extractions, found none in it")
    return evaluation


def gold_of(asked: Asked, evaluations: Sequence[Evaluation]) -> Gold:
    """The gold that was asked for, or that of the evaluations' benchmark."""
    if asked.gold is not None:
        return read_gold(asked.gold, None, asked.carb_gold, asked.encoding, format=asked.gold_format)
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


def show_profiles(explainer: GoldExplainer, systems: Sequence[SystemResult], examples: int, json: bool) -> None:
    """Show what each system gets wrong most."""
    profiles = [(system, mistake_profile(explainer.explained(system.verdicts), examples)) for system in systems]
    if json:
        print_json(
            {
                "benchmark": explainer.gold.name,
                "systems": [
                    {"name": system.name, "file": system.file, **profile_object(profile)}
                    for system, profile in profiles
                ],
            }
        )
        return

    console = make_console()
    for number, (system, profile) in enumerate(profiles):
        if number:
            console.print()
        print_profile(f"{system.name} on {explainer.gold.name}", profile, console)


def show_sentence(explainer: GoldExplainer, sentence: str, systems: Sequence[SystemResult], json: bool) -> None:
    """Show one sentence across systems."""
    gold = explainer.sentence(sentence).gold
    explanations = {
        system.name: sentence_explanation(explained(explainer, system, sentence), gold) for system in systems
    }
    if json:
        print_json(
            {
                "benchmark": explainer.gold.name,
                "sentence": {"id": gold.sentence.id, "text": gold.sentence.text},
                "systems": [{"name": name, **sentence_object(each)} for name, each in explanations.items()],
            }
        )
        return

    print_sentence(explanations, gold.annotation.synsets, make_console())


def explained(explainer: GoldExplainer, system: SystemResult, sentence: str) -> list[Explanation]:
    """Explain a system's extractions of one sentence."""
    return explainer.explained(verdict for verdict in system.verdicts if verdict.sentence == sentence)


def show_extractions(
    explainer: GoldExplainer, sentence: str, systems: Sequence[SystemResult], number: int, json: bool
) -> None:
    """Show the N-th extraction that each system took from a sentence."""
    found = [
        (f"{system.name} {number}: ", of_system(explainer, system, sentence, number)) for system in systems
    ]  # fmt: skip
    show(explainer, found, json)


def of_system(explainer: GoldExplainer, system: SystemResult, sentence: str, number: int) -> Explanation:
    """Explain the N-th extraction of a sentence."""
    explainer.sentence(sentence)
    all_ = explained(explainer, system, sentence)
    if number > len(all_):
        raise InputError(f"{system.name}: expected an extraction {number} of sentence {sentence}, found {len(all_)}")
    return all_[number - 1]


def show_triple(explainer: GoldExplainer, sentence: str, triple: tuple[str, str, str], json: bool) -> None:
    """Show what would become of a triple."""
    subject, relation, object_ = triple
    made = Extraction(relation, (subject, object_))
    show(explainer, [("", explainer.sentence(sentence).alone(made))], json)


def show(explainer: GoldExplainer, found: Sequence[tuple[str, Explanation]], json: bool) -> None:
    """Show explanations one below the other."""
    if json:
        documents = [{"benchmark": explainer.gold.name, **explanation_object(each)} for _, each in found]
        print_json(documents[0] if len(documents) == 1 else documents)
        return

    console = make_console()
    for number, (title, each) in enumerate(found):
        if number:
            console.print()
        print_explanation(each, title, console)
