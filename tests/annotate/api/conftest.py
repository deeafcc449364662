"""A server over a small project: two annotators with work that waits, a curator, an admin, a stranger."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from office import Office

from karat.annotate.store import Store


@pytest.fixture
def folder_store(tmp_path: Path) -> Iterator[Store]:
    """A store on SQLite alone, for tests in which the database plays no part."""
    with Store.open(tmp_path / "project") as store:
        yield store


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A built page, as small as can be, with a secret beside it."""
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text('<!doctype html><script type="module" src="/assets/a-1.js"></script>')
    (folder / "assets" / "a-1.js").write_text("export const a = 1;")
    (folder / "icon.svg").write_text("<svg/>")
    (tmp_path / "secret.txt").write_text("secret")
    return folder


@pytest.fixture
def office(folder_store: Store, page: Path) -> Iterator[Office]:
    """The server of most tests."""
    with Office.open(folder_store, page) as opened:
        yield opened


@pytest.fixture
def both_offices(store: Store, page: Path) -> Iterator[Office]:
    """The same on SQLite and on PostgreSQL."""
    with Office.open(store, page) as opened:
        yield opened
