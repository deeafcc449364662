"""Stores for the tests: SQLite in a folder, and Debian's PostgreSQL, started once in a run."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.append(str(Path(__file__).parent))

from postgresql import Cluster, why_not

if TYPE_CHECKING:
    from karat.annotate.store import Store


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    """A running PostgreSQL without databases of ours."""
    if reason := why_not():
        pytest.skip(reason)
    cluster = Cluster.create()
    yield cluster
    cluster.remove()


@pytest.fixture
def postgresql_url(postgresql: Cluster) -> Iterator[str]:
    """The address of an empty database."""
    url = postgresql.add_database()
    yield url
    postgresql.drop_database(url)


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an empty store is to be: a folder for SQLite, an address for PostgreSQL."""
    if request.param == "sqlite":
        return str(tmp_path / "project")
    address: str = request.getfixturevalue("postgresql_url")
    return address


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    """An empty store, once on SQLite and once on PostgreSQL."""
    from karat.annotate.store import Store

    found = Store.open(store_url, create=True)
    yield found
    found.close()
