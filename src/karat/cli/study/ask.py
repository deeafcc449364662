"""``karat study ask``: let a language model label the tasks of a study."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from karat.cli.annotate.projects import Place, ProjectName, find_project, needing_extra, open_store
from karat.cli.chat_options import (
    Address,
    AnswerTokensIfGiven,
    KeyVariable,
    MaxCost,
    MaxTokens,
    ModelName,
    ModelSeed,
    PriceIn,
    PriceOut,
    Retries,
    Temperature,
    Timeout,
    Workers,
    check_prices,
)
from karat.cli.options import Json
from karat.cli.output import echo, print_json, say, status
from karat.cli.spending import say_usage
from karat.cli.written_files import APPENDED
from karat.errors import InputError
from karat.formats.json.run_lines import usage_object
from karat.one_line import cut
from karat.systems.chat import ChatEndpoint
from karat.systems.llm.counted_model import CountedModel, Spending

with needing_extra():
    from karat.annotate.study.llm.asking import AskReport, Run, ask_model

MOST_SHOTS = 100
SHOWN = 10
"""Answers without labels that are shown; --json has all."""


def ask(
    place: Place,
    endpoint: Address,
    model: ModelName,
    shots: Annotated[
        int,
        typer.Option(
            "--shots", metavar="K", min=0, max=MOST_SHOTS, help="How many finished tasks each prompt shows: 0, 1, 3, …."
        ),
    ] = 0,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="The seed that draws these tasks.")] = 0,
    name: Annotated[
        str | None,
        typer.Option("--name", metavar="NAME", help="The labeller's name; else the model's, with the number of shots."),
    ] = None,
    answers: Annotated[
        Path | None,
        typer.Option(
            "--answers",
            metavar="FILE",
            help="Where all answers are recorded; a file in the study's folder if not given. A second run continues.",
        ),
        APPENDED,
    ] = None,
    project: ProjectName = None,
    temperature: Temperature = None,
    model_seed: ModelSeed = None,
    workers: Workers = 1,
    timeout: Timeout = 60.0,
    retries: Retries = 2,
    key_variable: KeyVariable = "OPENAI_API_KEY",
    answer_tokens: AnswerTokensIfGiven = None,
    price_in: PriceIn = None,
    price_out: PriceOut = None,
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    json: Json = False,
) -> None:
    """Let a language model label all tasks of a study, by the rules that people label by.

    Each answer is recorded as it comes, and a second run continues where the first stopped. The model is one more
    labeller, always marked as one: it decides nothing, and its labels count beside people's, never among them.
    """
    labeller = name or f"{model}, {shots} shot{'s' * (shots != 1)}"
    check_prices(max_cost, price_in, price_out)
    chat = ChatEndpoint(
        endpoint,
        model,
        key_variable=key_variable,
        temperature=temperature,
        seed=model_seed,
        timeout=timeout,
        retries=retries,
    )
    counted = CountedModel(chat, Spending(price_in, price_out, max_cost, max_tokens, answer_tokens))
    try:
        with open_store(place) as store, status() as tell:
            found = find_project(store, project)
            journal = answers or default_journal(place, found.id, labeller)
            report = ask_model(
                store,
                found,
                counted,
                labeller,
                journal,
                Run(shots, seed),
                workers=workers,
                tell=lambda number: tell(f"{number:,} answers"),
                count_earlier=counted.count_earlier,
            )
    finally:
        counted.close()
    if json:
        usage = {"usage": usage_object(counted.spent)} if counted.spent.tokens else {}
        print_json({**report.to_json(), "answers_file": str(journal), **usage})
        return
    print_report(report, journal)
    say_usage(counted.spent)


def default_journal(place: str, project: int, labeller: str) -> Path:
    """Name a file in the study's folder after the project and the labeller."""
    folder = Path(place)
    if not folder.is_dir():
        raise InputError("expected a file for the answers by --answers, since the study is not in a folder, found none")
    plain = re.sub(r"[^A-Za-z0-9.]+", "-", labeller).strip("-.") or "model"
    return folder / f"answers-{project}-{plain}.jsonl"


def print_report(report: AskReport, journal: Path) -> None:
    """Say what came of it, and show the answers that could not be read."""
    if report.demonstrations:
        say(f"shown as demonstrations, and not asked about: {', '.join(report.demonstrations)}")
    echo(f"{report.labeller} (LLM): {report.labelled:,} of {report.answers:,} answers give both labels")
    if report.ruleless:
        echo(f"incorrect without a rule: {report.ruleless:,}")
    for kind, count in report.failure_counts.items():
        echo(f"{kind}: {count:,}")
    for key, answer in list(report.failures.items())[:SHOWN]:
        echo(f"  {key}: {answer.failure}: {cut(' '.join(answer.text.split()), 100)}")
    if len(report.failures) > SHOWN:
        echo(f"  and {len(report.failures) - SHOWN:,} more; --json has all")
    say(f"{journal}: {report.asked:,} answers added, {report.answers:,} in all")
