"""Make a study in a store: a project with its tasks, and the people who label them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from karat.annotate.people import Person, Role
from karat.annotate.project import Project, Settings
from karat.annotate.study.options import StudyOptions
from karat.annotate.study.outputs import Pool
from karat.annotate.study.sampling import Sampled, make_tasks
from karat.annotate.study.sharing import share_out
from karat.annotate.study.tasks import item_of_task, task_of_item
from karat.errors import InputError
from karat.model.study import Task
from karat.one_line import one_line

if TYPE_CHECKING:
    from karat.annotate.store import Store


@dataclass(frozen=True, slots=True)
class Created:
    """What a study was made of: its tasks, how many of them are hidden repeats, and how many each labeller has."""

    tasks: int
    repeats: int
    shares: dict[str, int]

    __repr__ = one_line


def add_study(store: Store, name: str, language: str = "en", options: StudyOptions = StudyOptions()) -> Project:  # noqa: B008 - frozen
    """Make a study without tasks."""
    settings = Settings(tagger="none", annotators_per_item=options.labellers, options=options.to_json())
    return store.add_project(name, "study", language, settings)


def create_tasks(
    store: Store, project: Project, pool: Pool, options: StudyOptions, labellers: Sequence[str] = ()
) -> Created:
    """Sample the tasks of a study, store them, and share them out among labellers.

    A study gets its tasks once: what is sampled later would not be a sample of the same extractions.
    """
    check_empty(store, project)
    options = replace(options, systems=pool.systems)
    tasks = make_tasks(pool, options)
    people = [labeller_named(store, name) for name in check_names(labellers)]
    set_options(store, project, options)
    store.add_items(project.id, (item_of_task(each.task, each.strata) for each in tasks))
    shares = assign_tasks(store, project, [each.task for each in tasks], people, options)
    return Created(len(tasks), count_repeats(tasks), shares)


def check_empty(store: Store, project: Project) -> None:
    """Refuse a study that has its tasks."""
    if store.items(project.id, limit=1):
        raise InputError(f"{project.name}: expected a study without tasks, found one that has them")


def set_options(store: Store, project: Project, options: StudyOptions) -> None:
    """Record how the tasks were made."""
    settings = replace(
        store.project(project.id).settings, annotators_per_item=options.labellers, options=options.to_json()
    )
    store.change_project(project.id, settings=settings)


def assign_tasks(
    store: Store, project: Project, tasks: Iterable[Task], people: Sequence[Person], options: StudyOptions
) -> dict[str, int]:
    """Share the tasks out, and give how many each labeller got."""
    shares = share_out(list(tasks), [person.name for person in people], options.labellers, options.seed)
    ids = store.item_keys(project.id)
    return {
        person.name: store.assign(project.id, person.id, [ids[key] for key in shares[person.name]]) for person in people
    }


def assign_study(store: Store, project: Project, labellers: Sequence[str]) -> dict[str, int]:
    """Share the tasks of a study that is there out among labellers."""
    people = [labeller_named(store, name) for name in check_names(labellers)]
    tasks = list(map(task_of_item, store.stream_items(project.id)))
    return assign_tasks(store, project, tasks, people, StudyOptions.from_json(project.settings.options))


def check_names(names: Sequence[str]) -> list[str]:
    """Give names back, or raise an error if one comes twice."""
    for name in names:
        if [each.strip().casefold() for each in names].count(name.strip().casefold()) > 1:
            raise InputError(f"labellers: expected each name once, found {name!r} twice")
    return [name.strip() for name in names]


def labeller_named(store: Store, name: str) -> Person:
    """Find a person, or add one, who cannot sign in before they have a password."""
    found = store.person_by_name(name)
    if found is not None and found.machine:
        raise InputError(f"labellers: expected a person, found the language model {name!r}")
    return found or store.add_person(name, Role.ANNOTATOR)


def count_repeats(tasks: Iterable[Sampled]) -> int:
    """Count the hidden repeats."""
    return sum(each.task.repeat_of is not None for each in tasks)
