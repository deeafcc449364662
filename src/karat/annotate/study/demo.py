"""The demo study: the sample's tasks with made-up labels of two people and a language model, some left to try out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.annotate.people import Role
from karat.annotate.project import Project
from karat.annotate.study.creation import add_study
from karat.annotate.study.importing import add_tasks, import_labels
from karat.annotate.study.label_files import LabelFile
from karat.benchmarks import sample_path
from karat.formats.study import read

if TYPE_CHECKING:
    from karat.annotate.store import Store

PEOPLE = ("ana", "ben", "cleo")
"""Two who label, and the curator who decided where they differ."""

LEFT = 8
"""How many tasks whoever opens the demo is to label; on these they are blind until they have."""


def make_demo(store: Store) -> Project:
    """Make the sample study; the first tasks that nobody adjudicated are the admin's, too, as a third labeller."""
    study = read(sample_path("study.jsonl"))
    project = add_study(store, "Sample study")
    add_tasks(store, project, study)
    admin = next((person for person in store.people() if person.role is Role.ADMIN), None)
    admin = admin or store.add_person("admin", Role.ADMIN)
    adjudicated = {label.task for label in study.labels if label.adjudicated}
    items = store.item_keys(project.id)
    own = [task.key for task in study.tasks if task.key not in adjudicated and task.repeat_of is None][:LEFT]
    store.assign(project.id, admin.id, [items[key] for key in own])
    import_labels(store, project, LabelFile(study.labels, study), make_curators=True)
    return store.project(project.id)
