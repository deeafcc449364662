"""Batches in the store: from giving cliques out to the decision, on both databases."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from workshop import Workshop, verdict

from karat.annotate.cliques.batches import Accuracy
from karat.annotate.cliques.content import Content
from karat.annotate.cliques.stages import first_stage
from karat.annotate.cliques.state import State, Tuple
from karat.annotate.event import InvalidEventError
from karat.annotate.store import BatchStatusError, LockedError, NotAllowedError, NotFoundError, Store
from karat.errors import InputError, KaratError


def test_whole_cliques_go_to_three_workers(workshop: Workshop) -> None:
    batch = workshop.make_batch()
    assert (batch.number, batch.stage, batch.status, batch.round) == (1, 1, "working", 1)
    assert sorted(Counter(batch.cliques.values()).values()) == [1, 2, 2]
    for item, worker in batch.cliques.items():
        (document,) = workshop.store.documents_of(item)
        assert (document.person, document.purpose) == (worker, "work")
    assert workshop.store.is_member(workshop.project.id, workshop.people["Ann"].id)
    assert workshop.store.waiting_cliques(workshop.project.id) == {1: 0, 2: 0}
    with pytest.raises(InputError, match="batch: expected cliques that wait for stage 1, found none"):
        workshop.make_batch()


def test_batches_take_the_next_cliques_in_order(store: Store) -> None:
    workshop = Workshop.make(store, cliques=7, batch_size=4)
    first, second = workshop.make_batch(), workshop.make_batch()
    keys = [[store.item(item).key for item in batch.cliques] for batch in (first, second)]
    assert keys == [["1/1", "2/1", "3/1", "4/1"], ["5/1", "6/1", "7/1"]]
    assert [batch.number for batch in store.batches(workshop.project.id)] == [1, 2]


def test_an_accepted_batch_goes_to_the_second_stage_with_its_corrections(workshop: Workshop) -> None:
    store, batch = workshop.store, workshop.make_batch()
    accepted = workshop.accept(batch)
    assert accepted.status == "accepted"
    (check,) = accepted.checks
    # 40 % of 5 cliques, with 2 paraphrases each
    assert (len(check.sample), check.accuracy, check.accepted) == (2, Accuracy(4, 4), True)
    assert check.decided_by == workshop.people["Zoe"].id
    item = store.item_by_key(workshop.project.id, "1/2")
    assert item is not None
    content = Content.from_json(item.content or {})
    assert [sentence.text for sentence in content.sentences] == [
        "Nora opened shop 1 in May.",
        "In May shop 1 was opened by Nora.",
        "It was in May that Nora opened shop 1.",
    ]
    assert [each.relation for each in content.given] == ["opened"]
    assert store.waiting_cliques(workshop.project.id) == {1: 0, 2: 5}
    tuples = workshop.accept(workshop.make_batch(2))
    assert (tuples.stage, tuples.status, tuples.checks[0].accuracy) == (2, "accepted", Accuracy(4, 4))
    assert store.waiting_cliques(workshop.project.id) == {1: 0, 2: 0}
    assert store.check() == []


def test_a_refused_batch_goes_back_and_is_checked_anew(workshop: Workshop) -> None:
    store, batch = workshop.store, workshop.make_batch()
    workshop.work(batch)
    workshop.start_check(batch)
    workshop.check(batch, wrong=1)
    refused = workshop.decide(batch)
    # 3 of 4 sentences are right by both experts
    assert (refused.checks[0].accuracy, refused.checks[0].accepted) == (Accuracy(3, 4), False)
    assert (refused.status, refused.round) == ("working", 2)
    assert refused.checks[0].decided_by == workshop.people["Zoe"].id
    for document in workshop.documents(refused):
        assert not document.done
        last = store.events(document.id)[-1]
        assert (last.kind, last.payload, last.author) == ("return", {"round": 2}, None), "who decided is in the batch"
    assert store.waiting_cliques(workshop.project.id)[2] == 0
    for document in workshop.documents(refused):
        workshop.append(document, ("done", {"done": True}))
    again = workshop.start_check(refused)
    for document in workshop.documents(again, "check"):
        with pytest.raises(InvalidEventError, match="undo: there is nothing to undo"):
            workshop.append(document, ("undo", {}))
    assert again.checks[1].sample != again.checks[0].sample or len(again.cliques) < 3
    workshop.check(again)
    accepted = workshop.decide(again)
    assert (accepted.status, accepted.round, [check.accepted for check in accepted.checks]) == (
        "accepted",
        2,
        [False, True],
    )
    assert store.check() == []
    states = [
        State.from_json(document.state)
        for item in accepted.cliques
        for document in store.documents_of(item)
        if document.purpose == "check"
    ]
    first_round = [found for state in states for key, found in state.verdicts.items() if key.startswith("1:")]
    assert (len(first_round), sum(not found.right for found in first_round)) == (8, 1)


@pytest.mark.parametrize(("wrong", "accepted"), [(1, False), (0, True)])
def test_ninety_per_cent_are_not_enough(store: Store, wrong: int, accepted: bool) -> None:
    """All of 5 cliques with 2 paraphrases each: 9 of 10 is refused."""
    workshop = Workshop.make(store, sample=100)
    batch = workshop.make_batch()
    workshop.work(batch)
    workshop.start_check(batch)
    workshop.check(batch, wrong)
    decided = workshop.decide(batch)
    assert decided.checks[0].accuracy == Accuracy(10 - wrong, 10)
    assert decided.checks[0].accepted is accepted


def test_the_mean_over_experts_is_more_lenient(store: Store) -> None:
    workshop = Workshop.make(store, sample=100, rule="mean")
    batch = workshop.make_batch()
    workshop.work(batch)
    workshop.start_check(batch)
    workshop.check(batch, wrong=1)
    decided = workshop.decide(batch)
    assert (decided.checks[0].accuracy, decided.checks[0].accepted) == (Accuracy(19, 20), True)


def test_the_seed_makes_batches_repeatable(store: Store) -> None:
    workshop = Workshop.make(store, cliques=10)
    one, two = workshop.make_batch(seed=7), workshop.make_batch(seed=7)
    assert list(one.cliques.values()) == list(two.cliques.values())
    assert one.seed == 7


@pytest.mark.parametrize(
    ("workers", "message"),
    [
        (("Ann", "Ben"), "workers: expected at least 3 people, found 2"),
        (("Ann", "Ben", "Ben"), "workers: expected each person once, found one twice"),
        (("Ann", "Ben", "Gone"), "worker 'Gone': expected an active person, found one who cannot sign in"),
        (("Ann", "Ben", "Model"), "worker 'Model': expected an active person, found a language model"),
    ],
)
def test_wrong_workers(workshop: Workshop, workers: tuple[str, ...], message: str) -> None:
    gone = workshop.store.add_person("Gone", "annotator")
    workshop.people["Gone"] = workshop.store.change_person(gone.id, active=False)
    workshop.people["Model"] = workshop.store.add_person("Model", "annotator", machine=True)
    with pytest.raises(InputError) as caught:
        workshop.make_batch(1, *workers)
    assert str(caught.value) == message
    assert workshop.store.batches(workshop.project.id) == []


@pytest.mark.parametrize(
    ("experts", "message"),
    [
        (("Xia",), "experts: expected at least 2 people, found 1"),
        (("Xia", "Yves", "Wim"), "experts: expected people who do not work on the batch, found one of its workers"),
        (("Xia", "Dan"), "expert 'Dan': expected an active curator or admin, found annotator"),
    ],
)
def test_wrong_experts(workshop: Workshop, experts: tuple[str, ...], message: str) -> None:
    """Who works on a batch never checks it, curator or not."""
    workshop.people["Wim"] = workshop.store.add_person("Wim", "curator")
    workshop.people["Dan"] = workshop.store.add_person("Dan", "annotator")
    batch = workshop.make_batch(1, "Ann", "Ben", "Wim")
    workshop.work(batch)
    with pytest.raises(InputError) as caught:
        workshop.start_check(batch, *experts)
    assert str(caught.value) == message
    assert workshop.store.batch(batch.id).status == "working"


def test_steps_out_of_order_are_refused(workshop: Workshop) -> None:
    batch = workshop.make_batch()
    with pytest.raises(BatchStatusError, match="batch 1: expected all its work done, found 5 of 5 cliques open"):
        workshop.start_check(batch)
    with pytest.raises(BatchStatusError, match="batch 1: expected it to be checking, found it working"):
        workshop.decide(batch)
    workshop.work(batch)
    workshop.start_check(batch)
    with pytest.raises(BatchStatusError, match="batch 1: expected it to be working, found it checking"):
        workshop.start_check(batch)
    with pytest.raises(BatchStatusError, match="batch 1: expected all checks done, found 4 of 4 open"):
        workshop.decide(batch)
    with pytest.raises(NotFoundError, match="there is no batch 99"):
        workshop.store.decide_batch(99)
    with pytest.raises(InputError, match="stage: expected 1 or 2, found 3"):
        workshop.make_batch(3)


def test_another_kind_of_project_has_no_batches(workshop: Workshop) -> None:
    other = workshop.store.add_project("Other", "synsets", "en")
    with pytest.raises(InputError, match="project 'Other': expected one of cliques, found one of synsets"):
        workshop.store.make_batch(other.id, 1, [1, 2, 3])


def test_work_is_frozen_from_its_check_to_its_return(workshop: Workshop) -> None:
    batch = workshop.make_batch()
    workshop.work(batch)
    reopen = ("done", {"done": False})
    (document, *_) = workshop.documents(batch)
    assert not workshop.append(document, reopen).done, "a worker may open their work again before the check"
    workshop.append(document, ("done", {"done": True}))
    workshop.start_check(batch)
    for frozen in workshop.documents(batch):
        assert frozen.frozen
        with pytest.raises(LockedError, match="the batch is being checked, or its check is over"):
            workshop.append(frozen, reopen)
        with pytest.raises(LockedError):
            workshop.append(frozen, ("undo", {}))
        with pytest.raises(NotAllowedError):
            workshop.append(frozen, reopen, author=workshop.people["Zoe"].id)
    workshop.check(batch)
    workshop.decide(batch)
    with pytest.raises(LockedError):
        workshop.append(document, reopen)


def test_verdicts_are_frozen_by_the_decision(workshop: Workshop) -> None:
    batch = workshop.make_batch()
    workshop.work(batch)
    workshop.start_check(batch)
    (check, *_) = workshop.documents(batch, "check")
    sentence = workshop.content(check).paraphrases[0].id
    with pytest.raises(NotAllowedError):
        workshop.append(check, ("check", {"round": 2}))
    workshop.append(check, verdict(1, sentence, ["form"]), ("undo", {}))
    with pytest.raises(InvalidEventError, match="undo: there is nothing to undo"):
        workshop.append(check, ("undo", {}))
    workshop.check(batch, wrong=1)
    workshop.decide(batch)
    for old in (workshop.store.document(check.id),):
        assert old.frozen
        with pytest.raises(LockedError):
            workshop.append(old, ("done", {"done": False}))


def test_an_expert_of_an_earlier_round_changes_nothing_in_the_next(workshop: Workshop) -> None:
    workshop.people["Wim"] = workshop.store.add_person("Wim", "curator")
    batch = workshop.make_batch()
    workshop.work(batch)
    workshop.start_check(batch)
    workshop.check(batch, wrong=4)
    earlier = workshop.documents(batch, "check")
    refused = workshop.decide(batch)
    for document in workshop.documents(refused):
        workshop.append(document, ("done", {"done": True}))
    again = workshop.start_check(refused, "Wim", "Zoe")
    assert {document.person for document in workshop.documents(again, "check")} == set(workshop.ids_of("Wim", "Zoe"))
    for document in earlier:
        with pytest.raises(KaratError):
            workshop.append(document, ("done", {"done": False}))


def test_two_curators_decide_at_once_and_make_one_decision(workshop: Workshop) -> None:
    batch = workshop.make_batch()
    workshop.work(batch)
    workshop.start_check(batch)
    workshop.check(batch)

    def decide(name: str) -> str:
        try:
            return workshop.store.decide_batch(batch.id, workshop.people[name].id).status
        except BatchStatusError as error:
            return str(error)

    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(decide, ["Xia", "Yves", "Zoe", "Xia"]))
    assert sorted(answers) == ["accepted", *["batch 1: expected it to be checking, found it accepted"] * 3]
    assert workshop.store.waiting_cliques(workshop.project.id)[2] == 5
    assert workshop.store.check() == []


def test_two_curators_make_batches_at_once(store: Store) -> None:
    workshop = Workshop.make(store, cliques=20)
    with ThreadPoolExecutor(4) as threads:
        made = list(threads.map(lambda seed: workshop.make_batch(seed=seed), range(4)))
    assert sorted(batch.number for batch in made) == [1, 2, 3, 4]
    assert len({item for batch in made for item in batch.cliques}) == 20


def test_work_that_is_opened_again_while_its_check_begins(workshop: Workshop) -> None:
    """Either the check begins and the work is frozen, or the work is open and there is no check."""
    batch = workshop.make_batch()
    workshop.work(batch)
    documents = workshop.documents(batch)

    def act(number: int) -> object:
        try:
            if number == 0:
                return workshop.start_check(batch)
            return workshop.append(documents[number - 1], ("done", {"done": False}))
        except KaratError as error:
            return error

    with ThreadPoolExecutor(6) as threads:
        list(threads.map(act, [1, 2, 0, 3, 4, 5]))
    status = workshop.store.batch(batch.id).status
    assert (status == "checking") is all(document.done for document in workshop.documents(batch))


def test_tuples_of_the_file_are_there_to_begin_with_where_the_words_stayed(store: Store) -> None:
    workshop = Workshop.make(store, cliques=0)
    content = Content(1, "9", (*_sentences(),), ())
    tuples = tuple(
        Tuple(f"file{number}".ljust(12, "0"), id, "opened", ("Nora", "a shop"))
        for number, id in enumerate(("9", "9.1", "9.2"))
    )
    store.add_items(workshop.project.id, [first_stage(content, tuples)])
    workshop.accept(workshop.make_batch())
    (document,) = workshop.documents(workshop.make_batch(2))
    state = State.from_json(document.state)
    assert [each.sentence for each in state.tuples] == ["9", "9.2"], "9.1 was corrected"
    assert [event.kind for event in store.events(document.id)] == ["import"]


def _sentences():
    from workshop import clique

    return [
        type(each)(each.id.replace("1", "9", 1), each.text, each.original) for each in clique(1, given=False).sentences
    ]


def test_backup_and_check_know_batches(workshop: Workshop, tmp_path: Path) -> None:
    batch = workshop.make_batch()
    workshop.work(batch)
    workshop.start_check(batch)
    workshop.check(batch, wrong=1)
    workshop.decide(batch)
    before = workshop.store.batches(workshop.project.id)
    workshop.store.backup(tmp_path / "copy.karat")
    with Store.restore(tmp_path / "copy.karat", tmp_path / "restored") as restored:
        assert restored.batches(workshop.project.id) == before
        assert restored.check() == []
        workshop.store = restored
        for document in workshop.documents(before[0]):
            workshop.append(document, ("done", {"done": True}))
        workshop.start_check(before[0])


DAMAGES = {
    "UPDATE batch_check SET right_count = 2": "expected the accuracy Accuracy(right=2, total=4) of round 1",
    "UPDATE batch_check SET accepted = true": "expected the decision False of round 1, found True",
    "UPDATE batch SET round = 3": "expected checks of rounds 1 to 2, found [1]",
    "UPDATE batch_check SET sample = '[99]'": "expected the sample of round 1 among its cliques, found others",
    "UPDATE batch_item SET person_id = (SELECT max(id) FROM person)": "expected a document of its worker",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_the_check_of_a_store_finds_what_is_wrong_with_a_batch(workshop: Workshop, damage: str) -> None:
    batch = workshop.make_batch()
    workshop.work(batch)
    workshop.start_check(batch)
    workshop.check(batch, wrong=1)
    workshop.decide(batch)
    assert workshop.store.check() == []
    with workshop.store.write() as connection:
        connection.exec_driver_sql(damage)
    assert any(DAMAGES[damage] in problem for problem in workshop.store.check()), workshop.store.check()


def test_the_check_of_a_store_misses_an_item_of_the_second_stage(workshop: Workshop) -> None:
    workshop.accept(workshop.make_batch())
    assert workshop.store.check() == []
    with workshop.store.write() as connection:
        connection.exec_driver_sql("UPDATE item SET key = 'x' WHERE key = '3/2'")
    assert workshop.store.check() == [
        f"batch 1 of project {workshop.project.id}: expected clique '3' in stage 2, found it in none"
    ]
