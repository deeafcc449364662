"""``karat annotate scores``: systems against the gold that is finished so far."""

from __future__ import annotations

import typer

from karat.annotate.files import Choice, live_scores
from karat.cli.annotate.exporting import Otherwise, Whose, naming_otherwise
from karat.cli.annotate.projects import Place, ProjectName, find_id, find_project, open_store
from karat.cli.intervals import choose_resampling
from karat.cli.options import (
    ColumnNames,
    Encoding,
    Interval,
    Json,
    JsonPaths,
    Level,
    OutputFormat,
    Outputs,
    Resamples,
    Seed,
    SystemInput,
)
from karat.cli.output import print_json, say, say_notes, status
from karat.cli.printing import print_evaluation
from karat.results.serialisation import summary


def scores(
    context: typer.Context,
    place: Place,
    outputs: Outputs = None,
    person: Whose = None,
    otherwise: Otherwise = None,
    project: ProjectName = None,
    format: OutputFormat = None,
    columns: ColumnNames = None,
    map: JsonPaths = None,
    sentences: SystemInput = None,
    encoding: Encoding = "utf-8",
    interval: Interval = "korn-graubard",
    level: Level = 0.95,
    resamples: Resamples = 10_000,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Score systems against the gold that is finished so far.

    Without OUT, the systems whose outputs were imported as candidates are scored, each distinct extraction once.
    """
    resampling = choose_resampling(context, interval, resamples, seed, level)
    with open_store(place) as store, status() as tell, naming_otherwise():
        found = find_project(store, project, "synsets")
        choice = Choice(find_id(store, person), find_id(store, otherwise))
        live = live_scores(
            store,
            found,
            outputs,
            choice,
            resampling=resampling,
            format=format,
            encoding=encoding,
            columns=columns,
            map=map,
            system_input=sentences,
            progress=tell,
        )
    for system in live.evaluation:
        say_notes(system.name, system.notes)
    if json:
        print_json({"finished": live.finished, "sentences": live.sentences, **summary(live.evaluation)})
        return
    say(f"{live.finished} of {live.sentences} sentences are finished")
    print_evaluation(live.evaluation, None)
