"""A small corpus of our own: sentences with trees, and a bank of the parses that they and their like have."""

from __future__ import annotations

from pathlib import Path

import pytest

from karat.cliques.bank import ParseBank, bank_from
from karat.cliques.originals import read_originals

SENTENCES = ("Ann saw snow .", "In June Ben ate fish .", "Snow fell .")
TREES = (
    "(ROOT (S (NP (NNP Ann)) (VP (VBD saw) (NP (NN snow))) (. .)))",
    "(ROOT (S (PP (IN In) (NP (NNP June))) (NP (NNP Ben)) (VP (VBD ate) (NP (NN fish))) (. .)))",
    "(ROOT (S (NP (NN Snow)) (VP (VBD fell)) (. .)))",
)
SOURCES = (
    "(S (NP (NNP)) (VP (VBD) (NP)) (.))",
    "(S (PP (IN) (NP)) (NP (NNP)) (VP (VBD) (NP)) (.))",
    "(S (NP (NN)) (VP (VBD)) (.))",
)
TARGETS = tuple(
    f"(S (NP ({label})) (VP (VBD) ({phrase})) (.))" for label in ("PRP", "DT") for phrase in ("NP", "PP", "S")
)


@pytest.fixture
def bank() -> ParseBank:
    """Each source with each target, the later the more often."""
    pairs = [(source, target) for source in SOURCES for number, target in enumerate(TARGETS, 1) for _ in range(number)]
    return bank_from(pairs)


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with sentences and trees."""
    monkeypatch.chdir(tmp_path)
    Path("in.txt").write_text("".join(f"{text}\n" for text in SENTENCES))
    Path("in.trees").write_text("".join(f"{tree}\n" for tree in TREES))
    return tmp_path


@pytest.fixture
def originals(files: Path):
    return read_originals(Path("in.txt"), Path("in.trees"))
