"""``karat cliques paraphrase``: ask for a paraphrase in the syntax of each target."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from karat.cli.chat_options import Temperature
from karat.cli.cliques.generator import generator
from karat.cli.cliques.options import (
    Answers,
    Command,
    Endpoint,
    KeyVariable,
    Model,
    Retries,
    Timeout,
    Workers,
)
from karat.cli.options import Json
from karat.cli.output import print_json, say, status
from karat.cli.written_files import APPENDED
from karat.cliques.candidates import paraphrase_all, questions_of, read_candidates
from karat.cliques.targets_file import read_targets
from karat.reports.console import print_table
from karat.reports.tables.listing import Listing
from karat.systems.chat import Refusal


def paraphrase(
    targets: Annotated[Path, typer.Argument(metavar="TARGETS", help="The file of karat cliques targets.")],
    output: Annotated[
        Path,
        typer.Option(
            metavar="FILE", help="Where the candidates go as they arrive; a file that was begun is continued."
        ),
        APPENDED,
    ],
    command: Command = None,
    endpoint: Endpoint = None,
    model: Model = None,
    answers: Answers = None,
    temperature: Temperature = None,
    seed: Annotated[int | None, typer.Option(help="A seed that is sent to the endpoint.")] = None,
    key_variable: KeyVariable = None,
    timeout: Timeout = None,
    retries: Retries = None,
    workers: Workers = None,
    json: Json = False,
) -> None:
    """Write a paraphrase for each target by a command, a language model or recorded answers."""
    if seed is not None and endpoint is None:
        raise typer.BadParameter("expected --endpoint beside it, found none", param_hint="--seed")
    with status() as tell:
        tell("reading targets")
        questions = questions_of(read_targets(targets))
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
            had = paraphrase_all(
                questions,
                paraphraser,
                output,
                workers=workers or 1,
                tell=lambda done: tell(f"paraphrasing: {done:,} of {len(questions):,}"),
            )
    refused = [
        candidate.answer.reason
        for group in read_candidates(output)
        for candidate in group
        if isinstance(candidate.answer, Refusal)
    ]
    counts = {
        "targets": len(questions),
        "had": had,
        "asked": len(questions) - had,
        "refused": len(refused),
    }
    if json:
        print_json({"output": str(output), **counts, "reasons": refused})
        return
    rows = [
        ("targets", f"{counts['targets']:,}"),
        ("answered before", f"{had:,}"),
        ("asked now", f"{counts['asked']:,}"),
        ("without a paraphrase", f"{counts['refused']:,}"),
    ]
    print_table(Listing((output.name, ""), rows))
    if refused:
        say(f"{output}: {len(refused)} without a paraphrase, the first: {refused[0]}")
