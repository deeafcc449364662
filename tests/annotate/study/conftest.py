"""A store on SQLite alone, for tests in which the database plays no part."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from karat.annotate.store import Store


@pytest.fixture
def folder_store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "project", create=True) as store:
        yield store
