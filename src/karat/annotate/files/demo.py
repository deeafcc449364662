"""The demo project: the embedded sample with two annotators' work, a curator, and three systems' candidates."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from karat.annotate.event import DONE, NewEvent
from karat.annotate.files.demo_work import SEEDS, is_done, work_of
from karat.annotate.files.importing import import_candidates
from karat.annotate.files.items import add_sentences, item_of
from karat.annotate.people import Person, Role
from karat.annotate.project import Document, Item, Project
from karat.annotate.synsets.gold import new_id, state_from_annotation
from karat.annotate.synsets.state import Origin
from karat.benchmarks import Benchmark, benchmark_named, where
from karat.errors import UnknownNameError
from karat.formats import read_synsets
from karat.model import Annotation

if TYPE_CHECKING:
    from karat.annotate.store import Store

SAMPLES = {"en": "karat-sample", "de": "karat-sample-de", "zh": "karat-sample-zh"}

PEOPLE = (("ann", Role.ANNOTATOR), ("ben", Role.ANNOTATOR), ("cora", Role.CURATOR))

SLOWEST = 40_000
"""The most milliseconds that a synset took; the times are drawn from the annotators' seeds."""


def make_demo(store: Store, language: str = "en") -> Project:
    """Make the demo project with its people, whose names are taken if they are not there yet.

    Ann and Ben have done half of the sentences both, and some more each; Cora has merged some of those of both. What
    Ann and Ben did is the sample's gold with changes that ``demo_work`` describes; what Cora merged is the gold itself.
    The sentences that neither has done are the admin's, who opens the demo, to try it out.
    """
    sample = _sample(language)
    gold = _gold_of(sample)
    project = store.add_project(sample.title, "synsets", language)
    add_sentences(store, project, [annotation.sentence for annotation in gold])
    ann, ben, cora = (_person(store, name, role) for name, role in PEOPLE)
    store.add_member(project.id, cora.id)
    untouched = [index for index in range(len(gold)) if not any(is_done(each, index, len(gold)) for each in (0, 1))]
    items = list(store.item_keys(project.id).values())
    store.assign(project.id, _admin(store).id, [items[index] for index in untouched])
    for number, person in enumerate((ann, ben)):
        store.assign(project.id, person.id, [item for index, item in enumerate(items) if index not in untouched])
        times = Random(SEEDS[number])  # noqa: S311 - always the same, and nothing is secret
        for annotation in work_of(number, gold):
            item = item_of(store, project, annotation.sentence.id)
            document = store.document_of(item.id, person.id)
            assert document is not None, "assigned above"
            _annotate(store, document, item, annotation, person, Origin(), times)
    _merge(store, project, gold, cora)
    for name, place in sample.outputs:
        import_candidates(store, project, where(*place), name=name)
    return project


def demo_project(store: Store, language: str = "en") -> Project | None:
    """Find the demo project, if it was made before."""
    title = _sample(language).title
    return next((project for project in store.projects() if project.name == title), None)


def _sample(language: str) -> Benchmark:
    if language not in SAMPLES:
        raise UnknownNameError("language of the sample", language, SAMPLES)
    return benchmark_named(SAMPLES[language])


def _gold_of(sample: Benchmark) -> list[Annotation]:
    assert sample.synsets is not None, sample.name
    return list(read_synsets(where(*sample.synsets)))


def _person(store: Store, name: str, role: Role) -> Person:
    return store.person_by_name(name) or store.add_person(name, role)


def _admin(store: Store) -> Person:
    """The first admin, as whom the link of ``karat annotate`` signs in; made if there is none."""
    admins = [person for person in store.people() if person.active and person.role is Role.ADMIN]
    return min(admins, key=lambda person: person.id) if admins else store.add_person("admin", Role.ADMIN)


def _merge(store: Store, project: Project, gold: Sequence[Annotation], curator: Person) -> None:
    """Merge every second of the sentences that both annotators have done, as a curator does."""
    for annotation in gold[: len(gold) // 2 : 2]:
        item = item_of(store, project, annotation.sentence.id)
        document = store.merged(item.id)
        assert document is not None, "made where it was missing"
        _annotate(store, document, item, annotation, curator, Origin(1, "adopted", PEOPLE[0][0]), None)


def _annotate(
    store: Store,
    document: Document,
    item: Item,
    annotation: Annotation,
    author: Person,
    origin: Origin,
    times: Random | None,
) -> None:
    """Add the synsets one by one, as a person does, and finish the document."""
    state = state_from_annotation(annotation, item.tokens, origin)
    payloads: list[tuple[str, dict[str, Any]]] = [
        ("add", {"synset": synset.id, "triples": [triple.to_json() for triple in synset.triples]})
        for synset in state.synsets
    ]
    events = [
        NewEvent(new_id(), kind, payload, number, times.randrange(SLOWEST // 4, SLOWEST) if times else 0)
        for number, (kind, payload) in enumerate([*payloads, (DONE, {"done": True})])
    ]
    store.append(document.id, author.id, events)
