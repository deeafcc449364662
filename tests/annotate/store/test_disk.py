"""A full disk and a read-only folder: one clear line, nothing acknowledged, nothing damaged."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from postgresql import SERVER_USER, Cluster
from small_disk import SmallDisk, small_disk
from small_project import Small
from sqlalchemy import text

from karat.annotate.api.app import create_app
from karat.annotate.api.settings import ServerSettings
from karat.annotate.event import NewEvent
from karat.annotate.store import Store
from karat.annotate.store.engine import locate, open_engine
from karat.errors import KaratError, StoreError, StoreFullError, StoreUnavailableError

MOST = 3000


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    with small_disk(tmp_path / "disk", 4) as mounted:
        yield mounted


@pytest.fixture
def postgresql_disk(postgresql: Cluster) -> Iterator[tuple[SmallDisk, str]]:
    """A PostgreSQL database whose tables are on a small disk."""
    folder = Path(tempfile.mkdtemp(prefix="karat-disk-"))
    with small_disk(folder, 24) as mounted:
        place = folder / "tables"
        place.mkdir()
        if os.geteuid() == 0:
            shutil.chown(place, SERVER_USER)
        url = postgresql.add_database()
        name = str(locate(url).database)
        engine = open_engine(locate(postgresql.url("postgres"))).execution_options(isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(f"CREATE TABLESPACE small LOCATION '{place}'"))
            connection.execute(text(f"ALTER DATABASE {name} SET TABLESPACE small"))
        yield mounted, url
        postgresql.drop_database(url)
        with engine.connect() as connection:
            connection.execute(text("DROP TABLESPACE small"))
        engine.dispose()
    folder.rmdir()


def write_until_refused(small: Small, document: int) -> tuple[int, NewEvent, KaratError]:
    """Append large notes; give the version that was acknowledged last, the event that was refused, and the error."""
    version = small.store.document(document).version
    for _ in range(MOST):
        event = small.event("note", {"synset": None, "text": small.id() * 100}, version)
        try:
            version = small.store.append(document, small.ann.id, [event]).version
        except KaratError as error:
            return version, event, error
    raise AssertionError("the disk was never full")


def check_full(small: Small, disk: SmallDisk) -> None:
    """Fill the disk while somebody works, and make room again."""
    store, document = small.store, small.document(small.ann)
    store.append(document, small.ann.id, [small.add(0)])
    disk.fill()
    acknowledged, refused, error = write_until_refused(small, document)
    assert isinstance(error, StoreFullError)
    assert str(error) == f"{store.place}: the disk is full; nothing of this change was saved"
    assert store.document(document).version == acknowledged
    assert refused.client_id not in {event.client_id for event in store.events(document)}
    disk.make_room()
    assert store.append(document, small.ann.id, [refused]).version == acknowledged + 1
    assert store.check() == []


def test_sqlite_on_a_full_disk(disk: SmallDisk) -> None:
    with Store.open(disk.folder / "project") as store:
        check_full(Small.make(store), disk)


def test_postgresql_on_a_full_disk(postgresql_disk: tuple[SmallDisk, str]) -> None:
    disk, url = postgresql_disk
    with Store.open(url) as store:
        check_full(Small.make(store), disk)


def test_sqlite_at_its_largest_size(tmp_path: Path) -> None:
    """As on a full disk, where none can be mounted: SQLite gives the same error at a limit of its own."""
    with Store.open(tmp_path) as store:
        small = Small.make(store)
        limit_size(store)
        document = small.document(small.ann)
        acknowledged, _, error = write_until_refused(small, document)
        assert isinstance(error, StoreFullError)
        assert store.document(document).version == acknowledged
        assert store.check() == []


def limit_size(store: Store) -> None:
    """Let the file of every connection grow by no more than a few pages."""
    from sqlalchemy import event

    with store.read() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
    store.engine.dispose()
    event.listen(
        store.engine, "connect", lambda opened, _: opened.execute(f"PRAGMA max_page_count={pages + 5}").close()
    )


def test_a_new_project_on_a_full_disk(disk: SmallDisk) -> None:
    disk.fill()
    with pytest.raises(StoreError) as caught:
        Store.open(disk.folder / "project")
    assert "\n" not in str(caught.value)


def test_a_backup_on_a_full_disk_leaves_nothing(disk: SmallDisk, tmp_path: Path) -> None:
    with Store.open(tmp_path / "project") as store:
        Small.make(store, 500)
        disk.fill()
        path = disk.folder / "copy.karat"
        with pytest.raises(StoreError, match="the backup cannot be written: No space left on device"):
            store.backup(path)
    assert [each.name for each in disk.folder.iterdir()] == ["filler"]


@pytest.mark.parametrize("exists", [True, False], ids=["a project", "no project yet"])
def test_a_read_only_folder(disk: SmallDisk, exists: bool) -> None:
    folder = disk.folder / "project"
    if exists:
        with Store.open(folder) as store:
            Small.make(store)
    disk.make_read_only()
    with pytest.raises(StoreUnavailableError) as caught:
        Store.open(folder)
    assert str(caught.value) == (
        f"{folder}: expected a folder that can be written, found it read-only"
        if exists
        else f"{folder}: the folder cannot be made: Read-only file system"
    )


def test_a_database_that_becomes_read_only(small: Small) -> None:
    store, document = small.store, small.document(small.ann)
    make_read_only(store)
    with pytest.raises(StoreUnavailableError, match="expected a database that can be written, found it read-only"):
        store.append(document, small.ann.id, [small.add(0)])
    assert store.document(document).version == 0


def make_read_only(store: Store) -> None:
    """Let no further connection write."""
    from sqlalchemy import event

    if store.is_sqlite:
        store.engine.dispose()
        event.listen(store.engine, "connect", lambda opened, _: opened.execute("PRAGMA query_only=ON").close())
        return
    with store.write() as connection:
        name = locate(store.engine.url.render_as_string(hide_password=False)).database
        connection.execute(text(f"ALTER DATABASE {name} SET default_transaction_read_only = on"))
    store.engine.dispose()


@pytest.mark.parametrize(
    ("trouble", "status", "message"),
    [
        (limit_size, 507, "the server's disk is full; nothing of this change was saved"),
        (make_read_only, 503, "the database cannot be used now; nothing of this change is confirmed yet"),
    ],
    ids=["full", "read-only"],
)
def test_what_the_server_answers(tmp_path: Path, trouble, status: int, message: str) -> None:
    with Store.open(tmp_path / "project") as store:
        small = Small.make(store)
        document = small.document(small.ann)
        store.add_session("token", small.ann.id, "csrf")
        app = create_app(store, ServerSettings(hosts=None, page=tmp_path))
        with TestClient(app, cookies={"karat_session": "token"}, headers={"X-CSRF-Token": "csrf"}) as client:
            path = f"/api/documents/{document}/events"
            assert client.post(path, json={"events": [small.add(0).to_json()]}).status_code == 201
            trouble(store)
            for version in range(1, MOST):
                event = small.event("note", {"synset": None, "text": small.id() * 100}, version)
                answer = client.post(path, json={"events": [event.to_json()]})
                if answer.status_code != 201:
                    break
            assert (answer.status_code, answer.json()["error"]) == (status, message)
            assert client.get(f"/api/documents/{document}").json()["version"] == version
