"""Somebody takes over from a worker or an expert of a batch who cannot go on, on both databases."""

from __future__ import annotations

from pathlib import Path

import pytest
from workshop import Workshop, verdict

from karat.annotate.cliques.batch import Batch
from karat.annotate.cliques.batches import Accuracy
from karat.annotate.cliques.feedback import find_refusals
from karat.annotate.cliques.state import State
from karat.annotate.store import BatchStatusError, LockedError, NotAllowedError, Store
from karat.errors import InputError


@pytest.fixture
def workshop(workshop: Workshop) -> Workshop:
    """With further people: an annotator, a curator, and one of each who left."""
    for name, role in {"Dan": "annotator", "Wim": "curator", "Gone": "curator"}.items():
        workshop.people[name] = workshop.store.add_person(name, role)
    workshop.people["Gone"] = workshop.store.change_person(workshop.people["Gone"].id, active=False)
    return workshop


def replace(workshop: Workshop, batch: Batch, person: str, successor: str) -> Batch:
    return workshop.store.replace_person(batch.id, *workshop.ids_of(person, successor), workshop.people["Zoe"].id)


def of(workshop: Workshop, batch: Batch, name: str, purpose: str = "work"):
    return [each for each in workshop.documents(batch, purpose) if each.person == workshop.people[name].id]


def test_open_cliques_of_a_worker_who_left_go_to_another(workshop: Workshop) -> None:
    store, batch = workshop.store, workshop.make_batch()
    name = next(name for name in ("Ann", "Ben", "Cem") if len(of(workshop, batch, name)) == 2)
    finished, begun = of(workshop, batch, name)
    workshop.append(finished, *workshop.corrections(workshop.content(finished)), ("done", {"done": True}))
    first, *others = workshop.corrections(workshop.content(begun))
    begun = workshop.append(begun, first)
    store.change_person(workshop.people[name].id, active=False)
    changed = replace(workshop, batch, name, "Dan")
    dan, former = workshop.ids_of("Dan", name)
    assert changed.cliques == {**batch.cliques, begun.item: dan}
    (taken,) = of(workshop, batch, "Dan")
    assert (taken.id, taken.state, taken.version) == (begun.id, begun.state, begun.version)
    assert [event.author for event in store.events(taken.id)] == [former]
    assert [each.id for each in of(workshop, batch, name)] == [finished.id], "what is finished stays theirs"
    (record,) = changed.replacements
    assert (record.round, record.purpose, record.person, record.successor) == (1, "work", former, dan)
    assert (record.items, record.author) == ((begun.item,), workshop.people["Zoe"].id)
    assert store.is_member(workshop.project.id, dan)
    with pytest.raises(NotAllowedError):
        workshop.append(taken, *others, author=former)
    workshop.append(taken, *others, ("done", {"done": True}))
    workshop.work_left(batch)
    workshop.start_check(batch)
    workshop.check(batch)
    assert workshop.decide(batch).status == "accepted"
    assert store.check() == []


def test_a_batch_that_comes_back_to_a_worker_who_left(workshop: Workshop) -> None:
    batch = workshop.make_batch()
    workshop.work(batch)
    workshop.start_check(batch)
    workshop.check(batch, wrong=4)
    refused = workshop.decide(batch)
    mine = [item for item, worker in batch.cliques.items() if worker == workshop.people["Ann"].id]
    changed = replace(workshop, refused, "Ann", "Dan")
    assert [each.item for each in of(workshop, batch, "Dan")] == mine == list(changed.replacements[0].items)
    workshop.work_left(batch)
    for names in (("Xia", "Dan"), ("Xia", "Ann")):
        workshop.store.change_person(workshop.people[names[1]].id, role="curator")
        with pytest.raises(InputError, match="expected people who do not work on the batch"):
            workshop.start_check(batch, *names)
    assert workshop.start_check(batch).status == "checking"
    assert workshop.store.check() == []


@pytest.mark.parametrize(
    ("person", "successor", "message"),
    [
        (
            "Ann",
            "Ben",
            "workers: expected at least 3 people to share the batch, found 2; choose somebody who has no clique of it",
        ),
        ("Ann", "Ann", "successor 'Ann': expected somebody else, found the same person"),
        ("Dan", "Ann", "worker 'Dan': expected cliques that are not done, found none of the batch"),
        ("Ann", "Gone", "worker 'Gone': expected an active person, found one who cannot sign in"),
        ("Ann", "Xia", "successor 'Xia': expected somebody who never checked the batch, found one of its experts"),
    ],
)
def test_who_cannot_take_over_work(workshop: Workshop, person: str, successor: str, message: str) -> None:
    batch = workshop.make_batch()
    workshop.work(batch)
    workshop.start_check(batch)
    workshop.check(batch, wrong=4)
    before = workshop.decide(batch)
    with pytest.raises(InputError) as caught:
        replace(workshop, before, person, successor)
    assert str(caught.value) == message
    assert workshop.store.batch(batch.id) == before


def test_finished_work_stays_with_its_worker(workshop: Workshop) -> None:
    batch = workshop.make_batch()
    workshop.work(batch)
    with pytest.raises(InputError, match="worker 'Ann': expected cliques that are not done, found all done"):
        replace(workshop, batch, "Ann", "Dan")
    workshop.accept_worked(batch)
    with pytest.raises(BatchStatusError, match="batch 1: expected it to be working or checking, found it accepted"):
        replace(workshop, batch, "Ann", "Dan")


def test_one_clique_takes_one_worker(store: Store) -> None:
    """A batch with fewer cliques than workers has a worker for each, so one may follow another."""
    workshop = Workshop.make(store, cliques=1)
    batch = workshop.make_batch()
    (worker,) = (name for name in ("Ann", "Ben", "Cem") if of(workshop, batch, name))
    (other, _) = (name for name in ("Ann", "Ben", "Cem") if name != worker)
    assert replace(workshop, batch, worker, other).workers == (workshop.people[other].id,)


def test_a_new_expert_checks_the_whole_sample(workshop: Workshop) -> None:
    store, batch = workshop.store, workshop.make_batch()
    workshop.work(batch)
    workshop.start_check(batch)
    (half, _) = of(workshop, batch, "Yves", "check")
    sentences = [each.id for each in workshop.content(half).paraphrases]
    half = workshop.append(half, *(verdict(1, id, ["form"]) for id in sentences), ("done", {"done": True}))
    store.change_person(workshop.people["Yves"].id, role="annotator")
    with pytest.raises(BatchStatusError, match="expected all checks done, found 3 of 4 open"):
        workshop.decide(batch)
    changed = replace(workshop, batch, "Yves", "Wim")
    check = changed.checks[0]
    assert check.experts == tuple(workshop.ids_of("Xia", "Wim"))
    (record,) = changed.replacements
    assert (record.purpose, record.items, record.round) == ("check", check.sample, 1)
    assert [each.item for each in of(workshop, batch, "Wim", "check")] == list(check.sample)
    assert store.document(half.id).frozen
    store.change_person(workshop.people["Yves"].id, role="curator")
    with pytest.raises(LockedError):
        workshop.append(half, ("done", {"done": False}))
    workshop.check(batch)
    decided = workshop.decide(batch)
    assert decided.checks[0].accuracy == Accuracy(4, 4), "what Yves refused does not count"
    assert len(State.from_json(store.document(half.id).state).verdicts) == 2, "but stays in the record"
    assert list(find_refusals(store, decided)) == []
    assert store.check() == []


@pytest.mark.parametrize(
    ("person", "successor", "message"),
    [
        ("Yves", "Xia", "successor 'Xia': expected somebody who does not check in round 1, found one who does"),
        ("Yves", "Yves", "successor 'Yves': expected somebody who does not check in round 1, found one who does"),
        ("Yves", "Dan", "expert 'Dan': expected an active curator or admin, found annotator"),
        ("Yves", "Gone", "expert 'Gone': expected an active curator or admin, found one who cannot sign in"),
        ("Zoe", "Wim", "expert 'Zoe': expected one who checks in round 1, found somebody else"),
        ("Yves", "Ann", "successor 'Ann': expected somebody who does not work on the batch, found one who does"),
    ],
)
def test_who_cannot_take_over_a_check(workshop: Workshop, person: str, successor: str, message: str) -> None:
    workshop.store.change_person(workshop.people["Ann"].id, role="curator")
    batch = workshop.make_batch()
    workshop.work(batch)
    before = workshop.start_check(batch)
    with pytest.raises(InputError) as caught:
        replace(workshop, before, person, successor)
    assert str(caught.value) == message
    assert workshop.store.batch(batch.id) == before


def test_who_was_replaced_does_not_come_back_in_the_same_round(workshop: Workshop) -> None:
    batch = workshop.make_batch()
    workshop.work(batch)
    workshop.start_check(batch)
    replace(workshop, batch, "Yves", "Wim")
    with pytest.raises(InputError, match="who does not check in round 1, found one who was replaced"):
        replace(workshop, batch, "Wim", "Yves")
    workshop.check(batch, wrong=4)
    refused = workshop.decide(batch)
    workshop.work_left(refused)
    workshop.start_check(refused, "Yves", "Wim")
    replace(workshop, refused, "Wim", "Xia")
    workshop.check(refused)
    assert workshop.decide(refused).status == "accepted"
    assert workshop.store.check() == []


def test_a_backup_has_replacements(workshop: Workshop, tmp_path: Path) -> None:
    replace(workshop, workshop.make_batch(), "Ann", "Dan")
    before = workshop.store.batches(workshop.project.id)
    assert len(before[0].replacements) == 1
    workshop.store.backup(tmp_path / "copy.karat")
    with Store.restore(tmp_path / "copy.karat", tmp_path / "restored") as restored:
        assert restored.batches(workshop.project.id) == before
        assert restored.check() == []
