"""A small project in an empty store."""

from __future__ import annotations

import pytest
from small_project import Small

from karat.annotate.store import Store


@pytest.fixture
def small(store: Store) -> Small:
    return Small.make(store)
