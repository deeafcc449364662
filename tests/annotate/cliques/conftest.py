"""A clique project in an empty store, on SQLite and on PostgreSQL."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from workshop import Workshop

from karat.annotate.store import Store


@pytest.fixture
def workshop(store: Store) -> Workshop:
    return Workshop.make(store)
