"""The demo of clique projects: the embedded sample's cliques, in batches at different steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.annotate.cliques.batch import Batch
from karat.annotate.cliques.content import Content
from karat.annotate.cliques.importing import import_cliques
from karat.annotate.event import DONE, NewEvent
from karat.annotate.people import Person, Role
from karat.annotate.project import CHECK, WORK, Project
from karat.annotate.synsets.gold import new_id
from karat.benchmarks import where

if TYPE_CHECKING:
    from karat.annotate.store import Store

TITLE = "Karat's sample of cliques"
PEOPLE = (
    *(("ann", Role.ANNOTATOR), ("ben", Role.ANNOTATOR), ("cem", Role.ANNOTATOR)),
    *(("cora", Role.CURATOR), ("dora", Role.CURATOR)),
)
OPTIONS = {"batch_size": 3}
SEED = 20
"""Deals and samples, so that every demo is the same."""

Step = tuple[str, dict[str, Any]]


def make_clique_demo(store: Store) -> Project:
    """Make the demo: a first batch is accepted and has tuples to be annotated, a second one is done and can be checked.

    The remaining cliques are in no batch yet.
    """
    project = store.add_project(TITLE, "cliques", "en", {"options": OPTIONS, "tagger": "none"})
    import_cliques(store, project, where("karat-sample", "cliques.json"))
    people = {name: store.person_by_name(name) or store.add_person(name, role) for name, role in PEOPLE}
    workers = [people[name].id for name in ("ann", "ben", "cem")]
    first = store.make_batch(project.id, 1, workers, people["cora"].id, SEED)
    _keep_all(store, first)
    experts = [people[name].id for name in ("cora", "dora")]
    store.start_check(first.id, experts, people["cora"].id)
    _accept_all(store, first, people["cora"], people["dora"])
    store.decide_batch(first.id, people["cora"].id)
    _keep_all(store, store.make_batch(project.id, 1, workers, people["cora"].id, SEED))
    store.make_batch(project.id, 2, workers, people["cora"].id, SEED)
    return project


def clique_demo(store: Store) -> Project | None:
    """Find the demo, if it was made before."""
    return next((project for project in store.projects() if project.name == TITLE), None)


def _keep_all(store: Store, batch: Batch) -> None:
    """Let the workers keep every paraphrase: those of the sample are right."""
    for each in store.batch_documents(batch.id):
        if each.purpose == WORK:
            keep: list[Step] = [("keep", {"sentence": id}) for id in _sentences(store, each.item)]
            _append(store, each.id, each.person, [*keep, (DONE, {"done": True})])


def _accept_all(store: Store, batch: Batch, *experts: Person) -> None:
    for each in store.batch_documents(batch.id):
        if each.purpose == CHECK and each.person in {expert.id for expert in experts}:
            verdict = {"round": batch.round, "right": True, "faults": [], "note": ""}
            steps: list[Step] = [("verdict", {**verdict, "sentence": id}) for id in _sentences(store, each.item)]
            _append(store, each.id, each.person, [*steps, (DONE, {"done": True})])


def _sentences(store: Store, item: int) -> list[str]:
    content = store.item(item).content
    assert content is not None
    return [sentence.id for sentence in Content.from_json(content).sentences_to_do]


def _append(store: Store, document: int, person: int, steps: list[Step]) -> None:
    version = store.document(document).version
    events = [NewEvent(new_id(), kind, payload, version + count) for count, (kind, payload) in enumerate(steps)]
    store.append(document, person, events)
