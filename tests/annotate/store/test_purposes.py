"""Contents of items, and documents that are no annotator's work: an expert's check, a language model's work."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_project import Small
from sqlalchemy import text

from karat.annotate.project import CHECK, MACHINE, NewItem
from karat.annotate.store import LockedError, NotAllowedError, Store, migrations
from karat.annotate.store.engine import locate, open_engine
from karat.errors import InputError, UnknownNameError

OLD_ROWS = (
    "INSERT INTO person VALUES (1, 'Ann', 'ann', 'annotator', :yes, NULL, 0)",
    "INSERT INTO project VALUES (1, 'Gold', 'synsets', 'en', '{\"tagger\": \"none\"}', 0)",
    "INSERT INTO item VALUES (1, 1, 1, 's1', 'Ann left .', NULL, 's1', 0)",
    "INSERT INTO document VALUES (1, 1, 1, 1, 1, 0, 0, 0, 0, 0, NULL)",
)


def make_old_store(url: str) -> Store:
    """A store with the tables of the first version, and a document in it."""
    if not url.startswith("postgresql"):
        Path(url).mkdir()
    store = Store(open_engine(locate(url)), url)
    with store.write() as connection:
        migrations.migrate(connection, url, "first_tables")
        for row in OLD_ROWS:
            connection.execute(text(row), {"yes": True} if ":yes" in row else {})
    return store


def test_a_store_of_the_first_version_is_brought_up_to_date(store_url: str) -> None:
    make_old_store(store_url).close()
    with Store.open(store_url) as store:
        assert store.document(1).is_work
        assert not store.person(1).machine
        assert store.item(1).content is None
        assert store.project(1).settings.options == {}
        assert store.check() == []


def test_a_backup_of_the_first_version_is_restored(store_url: str, tmp_path: Path) -> None:
    with make_old_store(store_url) as old:
        old.backup(tmp_path / "old.gz")
    with Store.restore(tmp_path / "old.gz", tmp_path / "new") as store:
        assert store.document(1).is_work
        assert store.check() == []


def test_contents_are_kept_and_hidden_ones_read_only_when_asked_for(store: Store, tmp_path: Path) -> None:
    project = store.add_project("Study", "synsets", "en").id
    contents = [{"n": 1}, None, {"n": 3}]
    hidden = [{"system": "a"}, {"system": "b"}, None]
    items = [
        NewItem(f"s{n}", "Ann left .", content=content, hidden=secret)
        for n, (content, secret) in enumerate(zip(contents, hidden, strict=True))
    ]
    assert store.add_items(project, items) == 3
    assert [(item.content, item.hidden) for item in store.stream_items(project)] == [
        *zip(contents, hidden, strict=True)
    ]
    first = store.item_by_key(project, "s0")
    assert first is not None
    assert (first.content, first.hidden) == ({"n": 1}, None)
    assert store.item(first.id, hidden=True).hidden == {"system": "a"}
    streamed = [item for item, _ in store.stream_documents(project, content=True)]
    assert [(item.content, item.hidden) for item in streamed] == [*zip(contents, hidden, strict=True)]
    assert all(item.content is item.hidden is None for item, _ in store.stream_documents(project))
    store.backup(tmp_path / "backup.gz")
    with Store.restore(tmp_path / "backup.gz", tmp_path / "restored") as restored:
        assert list(restored.stream_items(project)) == list(store.stream_items(project))


def test_a_long_project_is_streamed_whole(store: Store) -> None:
    project = store.add_project("Study", "synsets", "en").id
    store.add_items(project, (NewItem(str(n), "Ann left .", content={"n": n}) for n in range(1100)))
    assert [item.content for item in store.stream_items(project)] == [{"n": n} for n in range(1100)]


@pytest.mark.parametrize("field", ["content", "hidden"])
def test_contents_that_cannot_be_stored(store: Store, field: str) -> None:
    project = store.add_project("Study", "synsets", "en").id
    with pytest.raises(InputError, match=r"content of sentence 'a': expected Unicode without NUL"):
        store.add_items(project, [NewItem("a", "Ann left .", **{field: {"list": ["x\0y"]}})])


def test_synsets_take_no_options(store: Store) -> None:
    project = store.add_project("Gold", "synsets", "en", {"options": {}})
    message = "setting options: expected none in a project of synsets, found 'seed'"
    with pytest.raises(InputError, match=message):
        store.change_project(project.id, settings={"options": {"seed": 1}})
    with pytest.raises(InputError, match=message):
        store.add_project("Other", "synsets", "en", {"options": {"seed": 1}})
    with pytest.raises(InputError, match="setting options: expected an object, found 3"):
        store.add_project("Other", "synsets", "en", {"options": 3})


def finish(small: Small, *people: int) -> None:
    """Let people say that they are done with the first item."""
    item = small.store.items(small.project.id)[0].id
    for person in people:
        document = small.store.document_of(item, person)
        assert document is not None
        small.store.append(document.id, person, [small.finish(document.version)])


def test_a_machine_changes_no_status(small: Small) -> None:
    store, project = small.store, small.project.id
    machine = store.add_person("model", "annotator", machine=True)
    item = store.items(project)[0].id
    assert store.assign(project, machine.id, [item]) == 1
    (document,) = [each for each in store.documents_of(item) if each.person == machine.id]
    assert document.purpose == MACHINE
    store.append(document.id, machine.id, [small.add(0), small.finish(1)])
    assert store.items(project)[0].status == "open"
    finish(small, small.ann.id, small.ben.id)
    assert store.items(project)[0].revealed
    store.append(document.id, machine.id, [small.finish(2, done=False)])
    store.append(document.id, None, [small.finish(3)])
    assert store.items(project)[0].revealed
    progress = store.progress(project)
    assert [each.name for each in progress.people] == ["Ann", "Ben"]
    assert [(each.name, each.assigned, each.done) for each in progress.machines] == [("model", 1, 1)]
    assert [each.name for each in store.item_progress([item])] == ["Ann", "Ben"]
    assert store.check() == []


def test_a_machine_beside_one_annotator_leaves_them_alone(small: Small) -> None:
    store, other = small.store, small.store.add_project("Other", "synsets", "en").id
    store.add_items(other, [NewItem("a", "Ann met Ben in Oslo 1 .")])
    item = store.items(other)[0].id
    store.assign(other, small.ann.id)
    machine = store.add_person("model", "annotator", machine=True)
    store.assign(other, machine.id)
    mine = store.document_of(item, small.ann.id)
    assert mine is not None
    store.append(mine.id, small.ann.id, [small.finish(0)])
    assert store.document(mine.id).alone
    # A second person may join: the machine is no second annotator.
    assert store.assign(other, small.ben.id) == 1
    assert not store.items(other)[0].revealed


def test_a_check_waits_until_the_item_is_revealed(small: Small) -> None:
    store, project, cleo = small.store, small.project.id, small.curator.id
    item = store.items(project)[0].id
    assert store.assign(project, cleo, [item], purpose=CHECK) == 1
    check = store.document_of(item, cleo)
    assert check is not None
    assert check.purpose == CHECK
    for author in (cleo, None):
        with pytest.raises(LockedError):
            store.append(check.id, author, [small.finish(0)])
    finish(small, small.ann.id, small.ben.id)
    with pytest.raises(NotAllowedError):
        store.append(check.id, small.ann.id, [small.finish(0)])
    store.append(check.id, cleo, [small.finish(0)])
    assert store.items(project)[0].revealed
    assert [each.name for each in store.progress(project).checks] == ["Cleo"]
    assert [each.name for each in store.progress(project).people] == ["Ann", "Ben"]
    assert store.assign(project, cleo, [item]) == 0  # no work by somebody who checks it
    assert store.items(project)[0].revealed
    assert store.check() == []


def test_who_checks_ends_an_annotators_being_alone(small: Small) -> None:
    store, other = small.store, small.store.add_project("Other", "synsets", "en").id
    store.add_items(other, [NewItem("a", "Ann met Ben in Oslo 1 .")])
    item = store.items(other)[0].id
    store.assign(other, small.ann.id)
    mine = store.document_of(item, small.ann.id)
    assert mine is not None
    store.append(mine.id, small.ann.id, [small.finish(0)])
    assert store.document(mine.id).alone
    store.assign(other, small.curator.id, [item], purpose=CHECK)
    with pytest.raises(LockedError):
        store.append(mine.id, small.ann.id, [small.finish(1, done=False)])
    store.append(mine.id, small.curator.id, [small.finish(1, done=False)])
    assert not store.items(other)[0].revealed


def test_purposes_and_machines_that_are_refused(small: Small) -> None:
    store = small.store
    with pytest.raises(UnknownNameError, match="unknown purpose 'checks'; did you mean 'check'"):
        store.assign(small.project.id, small.ann.id, purpose="checks")
    with pytest.raises(InputError, match="expected a language model for the purpose 'machine', found a person"):
        store.assign(small.project.id, small.ann.id, purpose=MACHINE)
    with pytest.raises(InputError, match="machine 'model': expected an annotator without a password"):
        store.add_person("model", "curator", machine=True)
    machine = store.add_person("model", "annotator", machine=True)
    with pytest.raises(InputError, match="a language model is always an annotator"):
        store.change_person(machine.id, role="admin")
    with pytest.raises(InputError, match="a language model has no password"):
        store.set_password(machine.id, "hash")
    assert store.change_person(machine.id, active=False).machine


def test_the_check_of_a_store_sees_a_wrong_purpose(small: Small) -> None:
    document = small.document(small.ann)
    with small.store.write() as connection:
        connection.execute(
            text("UPDATE document SET purpose = 'machine', summary = 'x' WHERE id = :id"), {"id": document}
        )
    problems = "\n".join(small.store.check())
    assert "expected the purpose 'machine' for a language model's work alone, found 'machine'" in problems
    assert "expected summary None, found x" in problems
