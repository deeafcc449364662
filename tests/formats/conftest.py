from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def data() -> Path:
    """The real benchmark data."""
    if not os.environ.get("KARAT_DATA"):
        pytest.skip("KARAT_DATA is not set, so there is no real data to read")
    return Path(os.environ["KARAT_DATA"])


@pytest.fixture
def file(tmp_path: Path) -> Callable[..., Path]:
    """Write a file of the test's own."""

    def write(content: str | bytes, name: str = "file.txt") -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
        return path

    return write
