"""Opening a store: what it makes, what it migrates, what it refuses, and in which words."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from later_version import later_version
from small_project import Small
from sqlalchemy import inspect, text

from karat.annotate.store import Store
from karat.annotate.store import migrations as steps
from karat.annotate.store.engine import locate, open_engine
from karat.annotate.store.tables import METADATA
from karat.errors import InputError, StoreError, StoreUnavailableError


def test_the_tables_are_what_the_migrations_make(store: Store) -> None:
    with store.read() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, METADATA) == []
        assert steps.current(connection) == steps.newest()


def test_the_comparison_sees_a_difference(store: Store) -> None:
    with store.write() as connection:
        connection.execute(text("DROP INDEX ix_document_work"))
    with store.read() as connection:
        (difference,) = compare_metadata(MigrationContext.configure(connection), METADATA)
    assert (difference[0], difference[1].name) == ("add_index", "ix_document_work")


def test_an_empty_database_is_filled_and_a_filled_one_stays(store_url: str) -> None:
    with Store.open(store_url) as store:
        small = Small.make(store)
        document = small.document(small.ann)
        store.append(document, small.ann.id, [small.add(0)])
        state = store.document(document).state
    with Store.open(store_url, create=False) as store:
        assert store.document(document).state == state


def test_an_older_database_with_work_in_it_is_migrated(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step that a later version could bring: a column more, and an index."""
    with Store.open(store_url) as store:
        small = Small.make(store)
        document = small.document(small.ann)
        store.append(document, small.ann.id, [small.add(0)])
    monkeypatch.setattr(steps, "SCRIPTS", later_version())
    with Store.open(store_url) as store:
        with store.read() as connection:
            assert steps.current(connection) == "later"
            assert connection.scalar(text("SELECT note FROM item WHERE position = 1")) == "none"
        assert store.document(document).version == 1
        store.append(document, small.ann.id, [small.add(1)])


def test_a_migration_that_fails_leaves_everything_as_it_was(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Store.open(store_url).close()
    monkeypatch.setattr(steps, "SCRIPTS", later_version(fails=True))
    with pytest.raises(ZeroDivisionError):
        Store.open(store_url)
    monkeypatch.undo()
    with Store.open(store_url) as store, store.read() as connection:
        assert steps.current(connection) == steps.newest()
        assert "note" not in {column["name"] for column in inspect(connection).get_columns("item")}


def test_a_newer_database_is_refused_in_one_line(store_url: str) -> None:
    with Store.open(store_url) as store, store.write() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'from_the_future'"))
    with pytest.raises(StoreError) as caught:
        Store.open(store_url)
    message = str(caught.value)
    assert "made by a newer version of Karat (its tables are at 'from_the_future'); update Karat" in message
    assert "\n" not in message


def test_sqlite_writes_through(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store, store.read() as connection:
        values = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")
        }
        keys = connection.exec_driver_sql("PRAGMA foreign_keys").scalar()
    assert (values, keys) == ({"journal_mode": "wal", "synchronous": 2}, 1)


@pytest.mark.parametrize("address", ["mysql://u:secret@h/d", "postgresql://u:secret@h:port/d", "x://", "sqlite://"])
def test_addresses_that_are_none(address: str) -> None:
    with pytest.raises(InputError, match="expected a folder or an address") as caught:
        Store.open(address)
    assert "secret" not in str(caught.value)


def test_a_folder_without_a_database(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"karat\.db: expected the database of an annotation project, found no such"):
        Store.open(tmp_path, create=False)
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreUnavailableError, match="the folder cannot be made"):
        Store.open(tmp_path / "file" / "project")


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "karat.db").write_text("a letter to a friend\n" * 100)
    with pytest.raises(StoreError, match="expected a database of Karat, found a damaged or another file"):
        Store.open(tmp_path)


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailableError, match="the database cannot be used now") as caught:
        Store.open(f"postgresql://karat:secret@/gold?host={tmp_path}")
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_address_of_a_folder_is_its_file(tmp_path: Path) -> None:
    assert locate(tmp_path).database == str(tmp_path / "karat.db")
    open_engine(locate(tmp_path)).dispose()
    assert not (tmp_path / "karat.db").exists()


def test_the_database_is_for_its_owner(tmp_path: Path) -> None:
    with Store.open(tmp_path / "project") as store:
        Small.make(store)
        modes = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "project").iterdir()}
    assert modes == {"karat.db": 0o600, "karat.db-wal": 0o600, "karat.db-shm": 0o600}


def test_postgresql_waits_for_the_disk_whatever_its_settings_say(postgresql_url: str) -> None:
    name = locate(postgresql_url).database
    with Store.open(postgresql_url) as store, store.write() as connection:
        connection.execute(text(f"ALTER DATABASE {name} SET synchronous_commit = off"))
    with Store.open(postgresql_url) as store, store.read() as connection:
        assert connection.scalar(text("SHOW synchronous_commit")) == "on"


def test_opening_does_not_wait_for_somebody_who_writes(store_url: str) -> None:
    with Store.open(store_url) as store, store.write() as connection:
        connection.execute(text("UPDATE person SET active = active"))
        Store.open(store_url).close()


@pytest.mark.parametrize("package", ["sqlalchemy", "alembic"])
def test_without_the_extra_the_message_names_it(package: str) -> None:
    program = f"import sys; sys.modules['{package}'] = None; import karat.annotate.store"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert "the annotation app needs Karat's extra 'annotate', which is not installed" in done.stderr.splitlines()[-1]
