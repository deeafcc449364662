"""A server over a small project: two annotators with work that waits, a curator, an admin, a stranger."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from fastapi import FastAPI

sys.path.append(str(Path(__file__).parent))

from office import Office

from karat.annotate.api.security import passwords
from karat.annotate.store import Store


@pytest.fixture(autouse=True)
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash with the least effort: what argon2 costs is its own business, and tests sign in often."""
    monkeypatch.setattr(passwords, "_HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


@pytest.fixture
def folder_store(tmp_path: Path) -> Iterator[Store]:
    """A store on SQLite alone, for tests in which the database plays no part."""
    with Store.open(tmp_path / "project") as store:
        yield store


@pytest.fixture(scope="session")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A built page, as small as can be, with a secret beside it."""
    folder = tmp_path_factory.mktemp("built") / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text('<!doctype html><script type="module" src="/assets/a-1.js"></script>')
    (folder / "assets" / "a-1.js").write_text("export const a = 1;")
    (folder / "icon.svg").write_text("<svg/>")
    (folder.parent / "secret.txt").write_text("secret")
    return folder


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory, page: Path) -> tuple[FastAPI, Path]:
    """A server and a store with the small project, made once: most tests start with a copy."""
    folder = tmp_path_factory.mktemp("filled")
    with Store.open(folder) as store, Office.open(store, page) as opened:
        return opened.app, folder


@pytest.fixture
def office(filled: tuple[FastAPI, Path], page: Path, tmp_path: Path) -> Iterator[Office]:
    """The server of most tests."""
    app, template = filled
    shutil.copytree(template, tmp_path / "project")
    with Store.open(tmp_path / "project") as store, Office.again(app, store, page) as opened:
        yield opened


@pytest.fixture
def both_offices(store: Store, page: Path) -> Iterator[Office]:
    """The same on SQLite and on PostgreSQL."""
    with Office.open(store, page) as opened:
        yield opened
