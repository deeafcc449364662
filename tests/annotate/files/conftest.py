"""A project in an empty store, and the sample's files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from karat.annotate.people import Person
from karat.annotate.project import Project
from karat.annotate.store import Store
from karat.benchmarks import sample_path
from karat.formats import Problems, read_synsets
from karat.model import Annotation


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "project"


@pytest.fixture
def sqlite(folder: Path) -> Iterator[Store]:
    """An empty store in a folder, for what is the same on PostgreSQL."""
    with Store.open(folder) as store:
        yield store


@pytest.fixture
def project(sqlite: Store) -> Project:
    return sqlite.add_project("gold", "synsets", "en", {"tagger": "none"})


@pytest.fixture
def ann(sqlite: Store) -> Person:
    return sqlite.add_person("ann", "annotator")


@pytest.fixture
def ben(sqlite: Store) -> Person:
    return sqlite.add_person("ben", "annotator")


@pytest.fixture
def gold_file() -> Path:
    return sample_path("en/gold.txt")


@pytest.fixture
def gold(gold_file: Path) -> list[Annotation]:
    return list(read_synsets(gold_file, problems=Problems()))
