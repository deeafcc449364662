"""Real data for published figures; a test that needs it skips, saying so, where it is absent."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder that KARAT_DATA names."""
    folder = os.environ.get("KARAT_DATA")
    if not folder:
        pytest.skip("KARAT_DATA is unset, so there is no real data to compare published figures on")
    return Path(folder)
