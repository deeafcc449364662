"""Make the references importable, and find the real data."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

if (folder := str(Path(__file__).parent)) not in sys.path:
    sys.path.append(folder)


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder that KARAT_DATA names."""
    named = os.environ.get("KARAT_DATA")
    if not named:
        pytest.skip("KARAT_DATA is unset, so there is no real data to compare published figures on")
    return Path(named)
