"""``karat cliques explain``: one clique across systems, sentence by sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from karat.benchmarks import CliqueChoices, Gold, benchmark_named, load_gold, read_gold
from karat.cli.cliques.options import CliqueBenchmark, CliqueGold
from karat.cli.cliques.score import check_outputs
from karat.cli.options import (
    Encoding,
    GoldFormat,
    Inside,
    Json,
    MissingSentences,
    OutputFormat,
    Outputs,
    PeopleSteps,
    Rounding,
    StandIn,
    Synsets,
    SystemInput,
    UnknownSentences,
)
from karat.cli.output import print_json, say, say_notes, status
from karat.cli.scored_files import Given, gold_guesses, guesses
from karat.errors import InputError
from karat.formats import InputFile
from karat.metrics.oie.benchie import PEOPLES_LABEL, parse_steps
from karat.reports.clique_explanations import print_clique
from karat.reports.lists import make_console
from karat.results import Options
from karat.results.cliques.explanation import CliqueExplanation, clique_explanation_object, explain_clique
from karat.results.outputs import check_sentences
from karat.results.system_output import read_system
from karat.results.system_result import Note


def explain(
    clique: Annotated[str, typer.Argument(metavar="ID", help="The clique's id, or that of one of its sentences.")],
    outputs: Outputs = None,
    benchmark: CliqueBenchmark = None,
    gold: CliqueGold = None,
    synsets: Synsets = None,
    published: Annotated[
        bool, typer.Option("--published", "--all-outputs", help="Show the outputs that come with the benchmark, too.")
    ] = False,
    inside: Inside = "carb",
    people_steps: PeopleSteps = None,
    rounding: Rounding = "exact",
    missing: MissingSentences = "error",
    unknown: UnknownSentences = "error",
    stand_in: StandIn = False,
    format: OutputFormat = None,
    gold_format: GoldFormat = None,
    encoding: Encoding = "utf-8",
    sentences: SystemInput = None,
    json: Json = False,
) -> None:
    """Show one clique across systems.

    Each sentence with its gold, what each system took from it, which gold tuple each of its tuples is matched with and
    with what credit, and which sentence the clique is judged by.
    """
    systems = check_outputs(outputs, benchmark, gold, published, gold_format)
    options = Options(
        inside=inside,
        rounding=rounding,
        unknown=unknown,
        missing=missing,
        stand_in=stand_in,
        people_steps=parse_steps(people_steps),
    )
    if people_steps is not None and options.inside != PEOPLES_LABEL:
        raise typer.BadParameter("expected --inside benchie-P beside it", param_hint="--people-steps")
    say(*([] if format else guesses(systems.values(), encoding)))
    gold_file = InputFile(gold) if gold is not None else None
    say(*gold_guesses(gold_file, gold_format, (), encoding))
    with status() as tell:
        tell("reading")
        loaded = read_clique_gold(
            benchmark, gold_file, gold_format, CliqueChoices(options.inside, stand_in, synsets), encoding
        )
        name, explanation = explain_outputs(clique, systems, loaded, options, format, encoding, sentences)
    if explanation.id != clique:
        say(f"{name}: no clique is called {clique}; shown is clique {explanation.id}, which has a sentence {clique}")
    if json:
        print_json({"benchmark": name, **clique_explanation_object(explanation)})
        return

    print_clique(explanation, make_console())


def read_clique_gold(
    benchmark: str | None, gold: InputFile | None, gold_format: str | None, choices: CliqueChoices, encoding: str
) -> Gold:
    """Read the gold, which must be of cliques."""
    if gold is not None:
        loaded = read_gold(gold, encoding=encoding, choices=choices, format=gold_format)
    else:
        loaded = load_gold(benchmark_named(str(benchmark)), encoding=encoding, choices=choices)
    if not loaded.cliques:
        raise InputError(f"{loaded.name}: expected cliques, found single sentences")
    return loaded


def explain_outputs(
    clique: str,
    outputs: dict[str, Given],
    loaded: Gold,
    options: Options,
    format: str | None,
    encoding: str,
    sentences: Path | None = None,
) -> tuple[str, CliqueExplanation]:
    """Read the outputs and explain the clique; give the gold's name, too."""
    check_sentences(sentences, outputs.values(), format, encoding)
    sentences_file = None if sentences is None else InputFile(sentences)
    systems = [
        system
        for name, source in outputs.items()
        for system in read_system(name, source, loaded, options, format, encoding, sentences_file)
    ]
    say(*dict.fromkeys(f"{loaded.name}: {count} {what}" for what, count in loaded.notes))
    about_gold = [Note(what, count) for what, count in loaded.notes]
    for system in systems:
        say_notes(system.name, (note for note in system.notes if note not in about_gold))
    return loaded.name, explain_clique(clique, systems, loaded, options)
