"""``karat annotate agreement``: how far two annotators of a project agree on facts."""

from __future__ import annotations

from typing import Annotated

import typer

from karat.annotate.files import Choice, stream_work
from karat.annotate.people import Person
from karat.annotate.project import Project
from karat.annotate.store import Store
from karat.annotate.synsets.agreement import Work
from karat.annotate.synsets.agreement import agreement as measure
from karat.annotate.synsets.state import State
from karat.cli.annotate.projects import Place, ProjectName, find_person, find_project, open_store
from karat.cli.intervals import choose_resampling
from karat.cli.options import Interval, Json, Level, Resamples, Seed
from karat.cli.output import echo, print_json, say, status
from karat.errors import InputError
from karat.reports.console import print_table
from karat.reports.tables.gold import tabulate_agreement, write_number
from karat.reports.tables.listing import Listing
from karat.results.statistics.estimate import TOO_FEW


def agreement(
    context: typer.Context,
    place: Place,
    a: Annotated[
        str | None, typer.Argument(metavar="A", help="An annotator; may be left out if there are two.")
    ] = None,
    b: Annotated[str | None, typer.Argument(metavar="B", help="The other annotator.")] = None,
    project: ProjectName = None,
    interval: Interval = "korn-graubard",
    level: Level = 0.95,
    resamples: Resamples = 10_000,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Measure how far two annotators agree on the sentences that both have finished.

    Facts agree as `karat gold agreement` has it on the two annotators' exports; below it, how far synsets, triples and
    optional words agree.
    """
    if (a is None) != (b is None):
        raise typer.BadParameter("expected two annotators, or none if the project has only two", param_hint="B")
    resampling = choose_resampling(context, interval, resamples, seed, level)
    with open_store(place) as store, status() as tell:
        tell("comparing")
        found = find_project(store, project, "synsets")
        first, second = two_annotators(store, found, a, b)
        works, only = done_by_both(store, found, first, second)
        measured = measure(works, resampling)
    if measured is None:
        raise InputError(f"{found.name}: expected a sentence that {first.name} and {second.name} have done, found none")
    result = measured.facts
    if json:
        print_json({"a": first.name, "b": second.name, **measured.to_json()})
        return
    for person, count in only.items():
        if count:
            say(f"sentences left out that only {person} has finished: {count}")
    count = len(result.sentences)
    echo(f"A: {first.name}\nB: {second.name}\n{count} sentence{'s' * (count != 1)}")
    print_table(tabulate_agreement(result))
    if result.resampling and None in result.intervals:
        echo(f"—: undefined, or no interval, because {TOO_FEW}")
    echo(result.signature)
    echo("")
    rows = [
        (name, str(counts.both), str(counts.a), str(counts.b), write_number(counts.value, 3))
        for name, counts in (
            ("synsets that can be paired", measured.synsets),
            ("triples of the same words in them", measured.triples),
            ("optional words of those", measured.optional),
        )
    ]
    print_table(Listing(("", "both", "A", "B", "both twice / A + B"), rows, right=range(1, 5)))


def two_annotators(store: Store, project: Project, a: str | None, b: str | None) -> tuple[Person, Person]:
    """Find the two annotators by name, or the only two who have finished something."""
    if a is not None and b is not None:
        return find_person(store, a), find_person(store, b)
    people = [progress.person for progress in store.progress(project.id).people if progress.done]
    if len(people) != 2:
        found = ", ".join(store.person(person).name for person in people) or "nobody"
        raise InputError(f"{project.name}: expected two who have finished work, or two names, found {found}")
    return store.person(people[0]), store.person(people[1])


def done_by_both(store: Store, project: Project, a: Person, b: Person) -> tuple[list[Work], dict[str, int]]:
    """List the sentences that both have done with their states, and count those that only one of them has."""
    works: list[Work] = []
    only = {a.name: 0, b.name: 0}
    for work in stream_work(store, project, Choice()):
        first, second = (work.documents.get(person.id) for person in (a, b))
        states = [State.from_json(document.state) for document in (first, second) if document and document.done]
        if len(states) == 2:
            works.append((work.sentence, states[0], states[1]))
        elif states:
            only[a.name if first and first.done else b.name] += 1
    return works, only
