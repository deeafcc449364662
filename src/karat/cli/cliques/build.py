"""``karat cliques build``: from sentences to cliques, all steps in a row."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from karat.cli.chat_options import Temperature
from karat.cli.cliques.filter import print_filtered
from karat.cli.cliques.generator import generator
from karat.cli.cliques.options import (
    Answers,
    Bank,
    CheckWords,
    CliquesOutput,
    Command,
    Endpoint,
    Explain,
    Keep,
    KeyVariable,
    Model,
    Retries,
    RougeWeights,
    Sentences,
    SentenceTrees,
    SimilarSources,
    TargetsEach,
    Timeout,
    Workers,
)
from karat.cli.cliques.targets import WEIGHTS, weights_from
from karat.cli.options import Encoding, Json
from karat.cli.output import say, status
from karat.cli.written_files import APPENDED
from karat.cliques.bank import read_bank
from karat.cliques.building import build_cliques
from karat.cliques.originals import read_originals
from karat.cliques.targets import TargetSampler
from karat.cliques.unified import write_entries


def build(
    sentences: Sentences,
    bank: Bank,
    output: CliquesOutput,
    trees: SentenceTrees = None,
    command: Command = None,
    endpoint: Endpoint = None,
    model: Model = None,
    answers: Answers = None,
    candidates: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Where all answers go as they arrive; beside the output, as NAME.candidates.jsonl, if not given.",
        ),
        APPENDED,
    ] = None,
    seed: Annotated[int, typer.Option(help="Draws the targets, and is sent to an endpoint.")] = 0,
    sources: SimilarSources = 2,
    targets: TargetsEach = 5,
    weights: RougeWeights = WEIGHTS,
    keep: Keep = 3,
    temperature: Temperature = None,
    key_variable: KeyVariable = None,
    timeout: Timeout = None,
    retries: Retries = None,
    workers: Workers = None,
    check_words: CheckWords = True,
    encoding: Encoding = "utf-8",
    explain: Explain = False,
    json: Json = False,
) -> None:
    """Build cliques around sentences: draw target parses, have paraphrases written, keep the most diverse.

    A run that was interrupted continues with the answers that it has.
    """
    chosen = weights_from(weights)
    journal = candidates or output.with_name(f"{output.name.removesuffix('.json')}.candidates.jsonl")
    with status() as tell:
        tell("reading sentences")
        originals = read_originals(sentences, trees, encoding, check_words=check_words)
        tell("reading the bank")
        sampler = TargetSampler(read_bank(bank), seed=seed, sources=sources, targets=targets, weights=chosen)
        with generator(
            command=command,
            endpoint=endpoint,
            model=model,
            answers=answers,
            temperature=temperature,
            seed=seed,
            key_variable=key_variable,
            timeout=timeout,
            retries=retries,
            workers=workers,
        ) as paraphraser:
            found = build_cliques(originals, sampler, paraphraser, journal, keep=keep, workers=workers or 1, tell=tell)
        write_entries(output, found)
    print_filtered(found, keep, output, explain, json)
    say(f"{journal}: all answers, with their targets")
