"""``karat study create``: a study of systems' extractions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

import typer

from karat.annotate.project import check_language
from karat.annotate.store.engine import hide_password
from karat.annotate.study.creation import Created, add_study, check_names, create_tasks
from karat.annotate.study.options import MOST_LABELLERS, MOST_STRATA, StudyOptions
from karat.annotate.study.outputs import HowToRead, Pool, read_pool
from karat.cli.annotate.projects import Place, open_store
from karat.cli.options import (
    BenchmarkName,
    ColumnNames,
    Encoding,
    IdsFrom,
    Json,
    JsonPaths,
    OutputFormat,
    StudySeed,
    SystemInput,
    UnknownSentences,
)
from karat.cli.output import echo, print_json, say, status
from karat.cli.scored_files import guesses
from karat.cli.study.projects import check_folder, name_of_new
from karat.cli.written_files import READ_ALL
from karat.errors import InputError
from karat.formats import InputFile
from karat.model import Row
from karat.reports.tables.table import counted
from karat.results.outputs import Source, named_outputs, open_outputs


def create(
    place: Place,
    outputs: Annotated[
        list[str],
        typer.Argument(
            metavar="OUT", help="Outputs of the systems to compare: FILE, NAME=FILE or a folder, as for karat evaluate."
        ),
        READ_ALL,
    ],
    benchmark: BenchmarkName = None,
    sentences: SystemInput = None,
    sample: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Extractions to label for each system, or sentence; all if not given."),
    ] = None,
    per: Annotated[
        Literal["system", "sentence"],
        typer.Option(help="What --sample counts: extractions of each system, or of each system in each sentence."),
    ] = "system",
    strata: Annotated[
        int,
        typer.Option(
            metavar="K", min=1, max=MOST_STRATA, help="Sample evenly from K groups of equal size by confidence."
        ),
    ] = 1,
    repeats: Annotated[
        float,
        typer.Option(
            metavar="SHARE", min=0, max=1, help="The share of tasks that come again, to see who is consistent."
        ),
    ] = 0.0,
    labellers: Annotated[
        list[str] | None,
        typer.Option(metavar="NAMES", help="Who labels, as ann,ben,cora; repeatable. New people are added."),
    ] = None,
    per_task: Annotated[
        int, typer.Option(metavar="N", min=1, max=MOST_LABELLERS, help="How many people label each task.")
    ] = 2,
    seed: StudySeed = 0,
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="The study's name; the folder's if not given.")
    ] = None,
    study_language: Annotated[
        str, typer.Option("--language", metavar="CODE", help="The language of the extractions: en, de, zh or another.")
    ] = "en",
    format: OutputFormat = None,
    columns: ColumnNames = None,
    map: JsonPaths = None,
    encoding: Encoding = "utf-8",
    unknown: UnknownSentences = "error",
    ids_from: IdsFrom = None,
    json: Json = False,
) -> None:
    """Make a study: sample systems' extractions and give them to people to label, blind to the system.

    Sentences come from the outputs, from --sentences or from --benchmark. Equal extractions of several systems are
    labelled once; extractions with two parts, and those with words that are not in the sentence, are labelled like any
    other. The same seed gives the same study.
    """
    check_folder(place)
    names = check_names(split_names(labellers))
    check_language(study_language)
    how = HowToRead(format, encoding, columns, map, sentences, benchmark, ids_from, unknown)
    options = StudyOptions({}, seed, per, sample, strata, repeats, per_task)
    named: dict[str, Source | Iterable[Row]] = named_outputs(outputs)
    files = {system: file for system, file in open_outputs(named).items() if isinstance(file, InputFile)}
    say(*([] if format or columns or map else guesses(files.values(), encoding)))
    with status() as tell:
        tell("reading outputs")
        pool = read_pool(files, how)
    if not pool.candidates:
        raise InputError("expected extractions to label, found none")
    with open_store(place, create=True) as store:
        known = {person.name for person in store.people()}
        project = add_study(store, name_of_new(store, place, name), study_language, options)
        created = create_tasks(store, project, pool, options, names)
    say(*pool.notes)
    new = [person for person in created.shares if person not in known]
    place = hide_password(place)
    if json:
        print_json(as_json(project.name, pool, created))
        return
    for line in describe(project.name, pool, created):
        echo(line)
    if 0 < len(names) < per_task:
        given = counted(len(names), "labeller")
        say(f"--per-task {per_task}: more than the {given}, so that each task goes to {len(names)}")
    if new:
        say(f"{', '.join(new)}: new here; karat annotate users password {place} NAME prints a password to sign in with")
    say(f"karat study serve {place} opens the study in the browser")


def split_names(names: list[str] | None) -> list[str]:
    """Divide names at commas.

    >>> split_names(["ann, ben", "cora"])
    ['ann', 'ben', 'cora']
    """
    return [name.strip() for each in names or () for name in each.split(",") if name.strip()]


def describe(name: str, pool: Pool, created: Created) -> list[str]:
    """Say what the study is made of."""
    repeats = f", {created.repeats:,} of them hidden repeats" if created.repeats else ""
    return [
        *(
            f"{system}: {counted(totals.extractions, 'extraction')} of {counted(totals.sentences, 'sentence')}"
            for system, totals in pool.systems.items()
        ),
        f"{name}: {counted(created.tasks, 'task')}{repeats}",
        *(f"{person}: {counted(count, 'task')} to label" for person, count in created.shares.items()),
    ]


def as_json(name: str, pool: Pool, created: Created) -> dict[str, object]:
    """Give the same by name."""
    return {
        "study": name,
        "systems": {
            system: {"extractions": totals.extractions, "sentences": totals.sentences}
            for system, totals in pool.systems.items()
        },
        "tasks": created.tasks,
        "repeats": created.repeats,
        "labellers": created.shares,
        "notes": list(pool.notes),
    }
