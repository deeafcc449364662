"""The sample's cliques, and real ones where KARAT_DATA names them."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path

import pytest

from karat.formats.benchmarks.robust import read, read_sentences
from karat.model import Clique

SAMPLE = Path(str(files("karat.benchmarks").joinpath("sample")))


@pytest.fixture(scope="session")
def sample() -> list[Clique]:
    """The seven cliques of the sample, with gold and trees."""
    return list(read(SAMPLE / "cliques.json"))


@pytest.fixture(scope="session")
def outputs() -> dict[str, list[Clique]]:
    """What the sample's systems found in them."""
    return {name: list(read(SAMPLE / f"cliques_{name}.json")) for name in ("careful", "greedy", "naive")}


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder that KARAT_DATA names."""
    folder = os.environ.get("KARAT_DATA")
    if not folder:
        pytest.skip("KARAT_DATA is unset, so there are no real cliques to ask about")
    return Path(folder)


@pytest.fixture(scope="session")
def real(data: Path) -> list[Clique]:
    """The 1,272 cliques of ROBUST, without gold."""
    return list(read_sentences(data / "robust" / "cliques_sentences.json"))
