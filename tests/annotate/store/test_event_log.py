"""Events: stored whole or not at all, once, in order, and only on the version that they were made on."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from threading import Thread

import pytest
from small_project import Small

from karat.annotate.event import InvalidEventError
from karat.annotate.kind import kind_named, replay
from karat.annotate.project import NewItem
from karat.annotate.store import LockedError, NotAllowedError, NotFoundError, Store, VersionConflictError


def rebuilt(store: Store, document: int):
    kind = kind_named("synsets")
    return kind.to_json(replay(kind, store.events(document)))


def test_events_are_numbered_and_the_state_is_their_fold(small: Small) -> None:
    store, document = small.store, small.document(small.ann)
    before = datetime.now(UTC) - timedelta(seconds=1)
    first, second = small.add(0, 2), small.add(1)
    assert store.append(document, small.ann.id, [first]).numbers == (1,)
    assert store.append(document, small.ann.id, [second]) == type(store.append(document, small.ann.id, [first]))(
        2, (2,)
    )
    found = store.document(document)
    assert (found.version, found.done, len(found.state["synsets"])) == (2, False, 2)
    assert found.state == rebuilt(store, document)
    events = store.events(document)
    assert [(event.number, event.client_id, event.author, event.on) for event in events] == [
        (1, first.client_id, small.ann.id, 0),
        (2, second.client_id, small.ann.id, 1),
    ]
    assert before < events[0].time <= datetime.now(UTC)
    assert [event.number for event in store.events(document, after=1)] == [2]
    assert [event.number for event in store.events(document, limit=1)] == [1]
    (row,) = store.items(small.project.id, person=small.ann.id, limit=1)
    assert (row.synsets, row.triples, row.version, row.status) == (2, 3, 2, "started")


def test_a_retry_is_stored_once_also_if_a_part_was_stored_before(small: Small) -> None:
    store, document = small.store, small.document(small.ann)
    first, second, third = small.add(0), small.add(1), small.add(2)
    store.append(document, small.ann.id, [first])
    for _ in range(2):
        appended = store.append(document, small.ann.id, [first, second, third])
        assert (appended.version, appended.numbers) == (3, (1, 2, 3))
    assert store.append(document, small.ann.id, [second]).numbers == (2,)
    assert len(store.events(document)) == 3


@pytest.mark.parametrize("on", [0, 1], ids=["counted from what the server has", "counted with those not sent yet"])
def test_a_batch_may_count_its_own_events_or_not(small: Small, on: int) -> None:
    store, document = small.store, small.document(small.ann)
    assert store.append(document, small.ann.id, [small.add(0), small.add(on)]).version == 2


def test_the_same_client_id_must_be_the_same_event(small: Small) -> None:
    store, document = small.store, small.document(small.ann)
    first = small.add(0)
    store.append(document, small.ann.id, [first])
    other = replace(small.add(1), client_id=first.client_id)
    with pytest.raises(InvalidEventError, match=r"event\.client_id: expected a new one for a new event"):
        store.append(document, small.ann.id, [other])
    with pytest.raises(InvalidEventError, match=r"event\.client_id"):
        store.append(document, small.ann.id, [small.add(1), twin := small.add(1), replace(twin, kind="note")])
    assert store.document(document).version == 1


def test_an_older_version_is_a_conflict_with_the_events_since(small: Small) -> None:
    store, document = small.store, small.document(small.ann)
    first, second = small.add(0), small.add(1)
    store.append(document, small.ann.id, [first, second])
    with pytest.raises(VersionConflictError, match="2 changes up to version 2") as caught:
        store.append(document, small.ann.id, [small.add(0)])
    assert caught.value.version == 2
    assert [event.client_id for event in caught.value.events] == [first.client_id, second.client_id]
    with pytest.raises(VersionConflictError, match="1 change up to"):
        store.append(document, small.ann.id, [small.add(1)])
    with pytest.raises(InvalidEventError, match=r"event\.on: expected a version up to 2, found 3"):
        store.append(document, small.ann.id, [small.add(3)])
    assert store.document(document).version == 2


def test_a_batch_with_a_wrong_event_is_not_stored_at_all(small: Small) -> None:
    store, document = small.store, small.document(small.ann)
    wrong = small.event("remove", {"triples": ["aaaaaaaaaaaa"]}, 1)
    with pytest.raises(InvalidEventError):
        store.append(document, small.ann.id, [small.add(0), wrong])
    with pytest.raises(InvalidEventError, match="expected one of"):
        store.append(document, small.ann.id, [small.event("dance", {}, 0)])
    with pytest.raises(InvalidEventError, match="nothing to undo"):
        store.append(document, small.ann.id, [small.event("undo", {}, 0)])
    found = store.document(document)
    assert (found.version, found.state["synsets"], store.events(document)) == (0, [], [])


def test_undo_and_redo_within_a_batch_and_after_a_reload(small: Small) -> None:
    store, document = small.store, small.document(small.ann)
    store.append(document, small.ann.id, [small.add(0), small.add(1), small.event("undo", {}, 2)])
    assert len(store.document(document).state["synsets"]) == 1
    store.append(document, small.ann.id, [small.event("undo", {}, 3), small.event("redo", {}, 4), small.add(5)])
    found = store.document(document)
    assert (found.version, len(found.state["synsets"])) == (6, 2)
    assert found.state == rebuilt(store, document)


@pytest.mark.parametrize("seed", range(3))
def test_the_snapshot_is_the_fold_of_a_long_history(small: Small, seed: int) -> None:
    store, document = small.store, small.document(small.ann)
    for event in small.history(40, seed):
        store.append(document, small.ann.id, [event])
    found = store.document(document)
    assert (found.version, found.state) == (40, rebuilt(store, document))


def test_the_only_annotator_is_locked_out_by_a_merged_document_alone(small: Small) -> None:
    store, person = small.store, small.ann.id
    project = store.add_project("Alone", "synsets", "en")
    store.add_items(project.id, [NewItem("a1", "Ann met Ben in Oslo 1 .")])
    store.assign(project.id, person)
    item = store.item_keys(project.id)["a1"]
    document = store.document_of(item, person).id
    store.append(document, person, [small.add(0), small.finish(1)])
    assert store.document(document).revealed
    store.append(document, person, [small.event("undo", {}, 2)])
    assert not store.document(document).done
    store.append(document, person, [small.event("redo", {}, 3), small.finish(4, False), small.add(5), small.finish(6)])
    merged = store.merged(item).id  # made, but nothing is in it
    store.append(document, person, [small.finish(7, False), small.finish(8)])
    assert [each.alone for _, each in store.stream_documents(project.id, person)] == [True]
    store.append(merged, small.curator.id, [small.add(0)])
    assert [each.alone for each in store.documents_of(item)] == [False, False]
    for event in (small.add(9), small.finish(9, False), small.event("undo", {}, 9)):
        with pytest.raises(LockedError, match="read-only"):
            store.append(document, person, [event])


def test_an_item_is_revealed_and_locked_when_all_are_done(small: Small) -> None:
    store, ann, ben = small.store, small.document(small.ann), small.document(small.ben)
    store.append(ann, small.ann.id, [small.finish(0)])
    assert not store.document(ann).revealed
    store.append(ann, small.ann.id, [small.finish(1, False), small.finish(2)])
    store.append(ben, small.ben.id, [small.finish(0)])
    assert store.document(ann).revealed
    assert store.document(ben).revealed
    (row,) = store.items(small.project.id, limit=1, status="done")
    assert (row.done, row.revealed, row.key) == (True, True, "s1")
    for event in (small.add(3), small.finish(3, False), small.event("undo", {}, 3)):
        with pytest.raises(LockedError, match="read-only"):
            store.append(ann, small.ann.id, [event])
    with pytest.raises(LockedError):
        store.append(ann, None, [small.add(3)])
    # A retry of what was stored before is acknowledged all the same.
    last = store.events(ann)[-1]
    retry = replace(small.finish(2), client_id=last.client_id)
    assert store.append(ann, small.ann.id, [retry]).numbers == (3,)
    store.append(ann, small.curator.id, [small.finish(3, False)])
    assert not store.document(ben).revealed
    assert store.events(ann)[-1].author == small.curator.id
    store.append(ann, small.ann.id, [small.add(4)])


def test_nobody_writes_to_somebody_elses_document(small: Small) -> None:
    with pytest.raises(NotAllowedError):
        small.store.append(small.document(small.ann), small.ben.id, [small.add(0)])
    with pytest.raises(NotFoundError, match="there is no document 999"):
        small.store.append(999, small.ben.id, [small.add(0)])


def test_a_conflict_tells_nothing_to_somebody_who_may_not_write(small: Small) -> None:
    store, document = small.store, small.document(small.ann)
    store.append(document, small.ann.id, [small.add(0)])
    with pytest.raises(NotAllowedError):
        store.append(document, small.ben.id, [small.add(0)])


def test_the_merged_document(small: Small) -> None:
    store = small.store
    item = store.items(small.project.id, limit=1)[0].id
    assert store.merged(item, create=False) is None
    merged = store.merged(item)
    assert merged is not None
    assert merged.is_merged
    assert store.merged(item) == merged
    with pytest.raises(LockedError):
        store.append(merged.id, small.curator.id, [small.add(0)])
    for person in (small.ann, small.ben):
        store.append(small.document(person), person.id, [small.finish(0)])
    store.append(merged.id, small.curator.id, [small.add(0)])
    with pytest.raises(NotAllowedError):
        store.append(merged.id, small.ann.id, [small.add(1)])
    assert [document.person for document in store.documents_of(item)] == [small.ann.id, small.ben.id, None]
    assert store.progress(small.project.id).merged == 1


def test_writers_of_one_document_never_overwrite_each_other(small: Small) -> None:
    """Eight threads, each of which tries again on the newest version until its event is stored."""
    store, document = small.store, small.document(small.ann)
    prepared = [[small.add(0) for _ in range(5)] for _ in range(8)]
    failures: list[BaseException] = []

    def work(events) -> None:
        try:
            for event in events:
                on = 0
                while True:
                    try:
                        store.append(document, small.ann.id, [replace(event, on=on)])
                        break
                    except VersionConflictError as conflict:
                        on = conflict.version
        except BaseException as error:  # noqa: BLE001 - shown by the assertion below
            failures.append(error)

    threads = [Thread(target=work, args=(events,)) for events in prepared]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    found = store.events(document)
    assert [event.number for event in found] == list(range(1, 41))
    assert {event.client_id for event in found} == {event.client_id for events in prepared for event in events}
    assert store.document(document).state == rebuilt(store, document)


def test_two_who_finish_at_the_same_time_reveal_the_item(small: Small) -> None:
    store = small.store
    for item in range(1, 6):
        work = [(small.document(person, item), person.id, [small.finish(0)]) for person in (small.ann, small.ben)]
        threads = [Thread(target=store.append, args=arguments) for arguments in work]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert store.document(work[0][0]).revealed
