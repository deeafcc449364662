"""Backup, restore and check: nothing changes on the way, and damage is found."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from threading import Event, Thread

import pytest
from later_version import later_version
from small_project import Small
from sqlalchemy import MetaData, select, text

from karat.annotate.store import Store, migrations
from karat.annotate.store.tables import TRANSIENT
from karat.errors import InputError, KaratError, StoreError


def contents(store: Store) -> dict[str, list[tuple]]:
    """All rows that a backup has."""
    found = MetaData()
    with store.read() as connection:
        found.reflect(connection)
        return {
            name: sorted(map(repr, connection.execute(select(table))))
            for name, table in found.tables.items()
            if name not in TRANSIENT
        }


@pytest.fixture
def worked(small: Small) -> Small:
    """A project with work of all kinds in it, in characters that are hard to store."""
    store = small.store
    for number, person in enumerate((small.ann, small.ben)):
        for event in small.history(12, number):
            store.append(small.document(person), person.id, [event])
        store.append(small.document(person), person.id, [small.finish(12)])
    item = store.items(small.project.id, limit=1)[0].id
    merged = store.merged(item)
    note = small.event("note", {"synset": None, "text": '안녕 \U0001f600 \\ " \n'}, 0)
    store.append(merged.id, small.curator.id, [note])
    store.set_analysis(item, {"tokens": [{"text": "Ärger"}]})
    store.add_candidates(small.project.id, [(item, 3, "Ann", "met", "Ben\t", "a system")])
    store.add_session("token", small.ann.id, "csrf")
    store.add_invitation("invitation", "curator", [small.project.id])
    store.add_examination(small.project.id, small.ann.id, True, {"1": "b"})
    store.set_password(small.ben.id, "a hash")
    return small


def test_a_backup_restores_the_same_in_either_database(worked: Small, tmp_path: Path, postgresql_url_2: str) -> None:
    path = tmp_path / "copy.karat"
    before = contents(worked.store)
    assert worked.store.backup(path) == sum(map(len, before.values())) - 1  # not the revision
    assert path.stat().st_mode & 0o077 == 0
    for address in (tmp_path / "restored", postgresql_url_2):
        with Store.restore(path, address) as restored:
            assert contents(restored) == before
            assert restored.check() == []
            assert not restored.is_sqlite or Path(restored.place).stat().st_mode & 0o077 == 0
            assert restored.session("token") is None
            # Ids go on after those that were restored.
            assert restored.add_person("New", "annotator").id > worked.curator.id
            assert restored.add_project("New", "synsets", "en").id > worked.project.id
    assert sorted(each.name for each in tmp_path.iterdir() if "restored" not in each.name) == (
        ["copy.karat", "project"] if worked.store.is_sqlite else ["copy.karat"]
    )


@pytest.fixture
def postgresql_url_2(postgresql):
    url = postgresql.add_database()
    yield url
    postgresql.drop_database(url)


def test_a_backup_while_others_write_is_one_state(small: Small, tmp_path: Path) -> None:
    store, document = small.store, small.document(small.ann)
    events = list(small.history(200, 7))
    begun, stop = Event(), Event()

    def write() -> None:
        for event in events:
            store.append(document, small.ann.id, [event])
            if event.on == 5:
                begun.set()
            if stop.is_set():
                return

    writer = Thread(target=write)
    writer.start()
    assert begun.wait(60)
    for number in range(3):
        store.backup(tmp_path / f"{number}.karat")
    stop.set()
    writer.join()
    for number in range(3):
        with Store.restore(tmp_path / f"{number}.karat", tmp_path / f"restored {number}") as restored:
            assert restored.check() == []
            assert restored.document(document).version >= 5


def test_nothing_is_overwritten(worked: Small, store_url: str, tmp_path: Path) -> None:
    path = tmp_path / "copy.karat"
    worked.store.backup(path)
    with pytest.raises(InputError, match="expected a file that is not there yet, found one"):
        worked.store.backup(path)
    before = contents(worked.store)
    with pytest.raises(InputError, match="a backup never overwrites"):
        Store.restore(path, store_url)
    assert contents(worked.store) == before


def change_line(path: Path, number: int, line: str) -> None:
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    lines[number] = line
    path.write_bytes(gzip.compress("\n".join([*lines, ""]).encode()))


def spoil(path: Path, way: str) -> None:
    data = path.read_bytes()
    match way:
        case "cut off":
            path.write_bytes(data[: len(data) // 2])
        case "one byte":
            path.write_bytes(data[:300] + bytes([data[300] ^ 1]) + data[301:])
        case "another file":
            path.write_text("a letter")
        case "empty":
            path.write_bytes(b"")
        case "another gzip":
            path.write_bytes(gzip.compress(b'{"a": 1}\n'))
        case "not there":
            path.unlink()
        case "a row changed":
            change_line(path, 2, '[1, "Another", "synsets", "en", {}, 0]')
        case "last line missing":
            lines = gzip.decompress(data).splitlines(keepends=True)
            path.write_bytes(gzip.compress(b"".join(lines[:-1])))
        case "newer":
            change_line(path, 0, json.dumps({"karat": "backup", "format": 1, "version": "9.9", "revision": "later"}))


@pytest.mark.parametrize(
    ("way", "message"),
    [
        ("cut off", "expected a whole backup, found a file that breaks off or is damaged"),
        ("one byte", "damaged"),
        ("another file", "expected a backup of karat annotate, found another file"),
        ("empty", "expected JSON, found an empty text"),
        ("another gzip", "expected a backup of karat annotate, found another file"),
        ("not there", "found No such file or directory"),
        ("a row changed", "expected a backup as it was written, found a file that was changed or damaged"),
        ("last line missing", "expected a backup with its digest at the end, found an incomplete file"),
        ("newer", r"made by a newer version of Karat \(9\.9\); update Karat"),
    ],
)
def test_a_spoilt_backup_is_refused_in_one_line(tmp_path: Path, way: str, message: str) -> None:
    path = tmp_path / "copy.karat"
    with Store.open(tmp_path / "project") as store:
        small = Small.make(store)
        for event in small.history(12, 1):
            store.append(small.document(small.ann), small.ann.id, [event])
        store.backup(path)
    spoil(path, way)
    with pytest.raises(KaratError, match=message) as caught:
        Store.restore(path, tmp_path / "restored")
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "restored" / "karat.db").exists()


def test_a_backup_of_an_older_version_is_restored_and_migrated(
    worked: Small, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "copy.karat"
    worked.store.backup(path)
    monkeypatch.setattr(migrations, "SCRIPTS", later_version())
    with Store.restore(path, tmp_path / "restored") as restored, restored.read() as connection:
        assert migrations.current(connection) == "later"
        assert connection.scalar(text("SELECT count(*) FROM item WHERE note = 'none'")) == 5


def test_a_folder_that_cannot_be_written(worked: Small, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="the backup cannot be written: No such file or directory"):
        worked.store.backup(tmp_path / "missing" / "copy.karat")


def test_a_sound_store_has_no_problems(worked: Small) -> None:
    assert worked.store.check() == []


@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        pytest.param(
            "DELETE FROM event WHERE document_id = 1 AND number = 3",
            "document 1 (Ann, sentence s1): expected events numbered without gaps, found no event 3 among 12",
            id="a gap",
        ),
        pytest.param(
            "DELETE FROM event WHERE document_id = 1 AND number = 13",
            "document 1 (Ann, sentence s1): expected version 12, found 13",
            id="the last event",
        ),
        pytest.param(
            """UPDATE snapshot SET state = '{"synsets": []}' WHERE document_id = 1""",
            "document 1 (Ann, sentence s1): expected the state that its events give, found another",
            id="another state",
        ),
        pytest.param(
            "UPDATE document SET triples = 99 WHERE id = 1",
            "document 1 (Ann, sentence s1): expected triples",
            id="a count",
        ),
        pytest.param(
            "UPDATE item SET status = 0 WHERE position = 1",
            "sentence s1: expected status 2 from its documents, found 0",
            id="an item's status",
        ),
        pytest.param(
            "UPDATE document SET position = 9 WHERE id = 1",
            "document 1 (Ann, sentence s1): expected position 1, found 9",
            id="a position",
        ),
        pytest.param(
            """UPDATE event SET payload = '{"synset": 5}' WHERE document_id = 1 AND number = 1""",
            "document 1 (Ann, sentence s1): its events cannot be replayed",
            id="an event that is none",
        ),
    ],
)
def test_damage_is_found(worked: Small, statement: str, problem: str) -> None:
    with worked.store.write() as connection:
        connection.execute(text(statement))
    assert [line for line in worked.store.check() if line.startswith(problem)]


def test_references_to_nothing_are_found(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        small = Small.make(store)
        with store.engine.connect() as connection:
            connection.connection.driver_connection.execute("PRAGMA foreign_keys=OFF")
            connection.execute(text("DELETE FROM person WHERE id = :id"), {"id": small.ben.id})
            connection.commit()
        assert store.check() == [
            "member: 1 rows refer by person_id to no row of person",
            "document: 5 rows refer by person_id to no row of person",
        ]


def test_a_damaged_file_is_found(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        Small.make(store, 2000)
    path = tmp_path / "karat.db"
    data = bytearray(path.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 2000] = bytes(2000)
    path.write_bytes(data)
    with Store.open(tmp_path) as store:
        assert any("damaged" in problem for problem in store.check())
