"""The generator of synthetic corpora, benchmarks/corpus.py."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path
from types import ModuleType

import pytest

import karat
from karat.formats import read_documents, read_items, read_rows

ROOT = Path(__file__).parents[1]


@pytest.fixture
def corpus(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The generator, with the scripts' folder on the path, as when it is run."""
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    import corpus

    return corpus


def digests(folder: Path) -> dict[str, str]:
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}


def test_the_same_seed_gives_the_same_bytes(corpus: ModuleType, tmp_path: Path) -> None:
    for name, seed in (("one", 3), ("again", 3), ("other", 4)):
        corpus.write_extractions(tmp_path / name, 300, seed=seed, order="shuffled", tuples=True)
    assert digests(tmp_path / "one") == digests(tmp_path / "again")
    assert not set(digests(tmp_path / "one").values()) & set(digests(tmp_path / "other").values())


@pytest.mark.parametrize("format", ["tsv", "benchie", "jsonl", "parquet"])
def test_formats_and_orders_hold_the_same_extractions(
    corpus: ModuleType, tmp_path: Path, format: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import corpus_files

    # so few that several files are shuffled
    monkeypatch.setattr(corpus_files, "BUCKET_ROWS", 20)
    names = corpus.write_extractions(tmp_path / "tsv", 401, sentences=40, systems=2)
    corpus.write_extractions(tmp_path / "x", 401, sentences=40, systems=2, format=format, order="shuffled", shards=3)

    def rows(paths: list[Path]) -> list[tuple[str | None, tuple[str, ...]]]:
        return [(row.sentence_id, row.extraction.triple) for path in paths for row in read_rows(path) if row.extraction]

    for name, count in zip(names, (201, 200), strict=True):
        sorted_rows = rows([tmp_path / "tsv" / f"{name}.tsv"])
        shards = sorted((tmp_path / "x").glob(f"{name}-*"))
        shuffled_rows = rows(shards)
        assert len(shards) == 3
        assert len(sorted_rows) == count
        assert sorted_rows != shuffled_rows
        assert Counter(sorted_rows) == Counter(shuffled_rows)


def test_shards_of_the_gold_follow_one_another(corpus: ModuleType, tmp_path: Path) -> None:
    corpus.write_extractions(tmp_path / "one", 200, sentences=20)
    corpus.write_extractions(tmp_path / "four", 200, sentences=20, shards=4)
    shards = sorted((tmp_path / "four").glob("gold-*-of-00004.jsonl"))
    assert "".join(path.read_text() for path in shards) == (tmp_path / "one" / "gold.jsonl").read_text()


def test_lengths_and_error_rates_are_those_asked_for(corpus: ModuleType, tmp_path: Path) -> None:
    """BenchIE's English gold has 24.2 words a sentence, 4.5 synsets, 6.0 facts a synset."""
    corpus.write_extractions(tmp_path, 1200, sentences=300, systems=2)
    gold = list(read_items(tmp_path / "gold.jsonl"))
    synsets = [synset for annotation in gold for synset in annotation.synsets]
    assert sum(len(annotation.sentence.text.split()) for annotation in gold) / 300 == pytest.approx(24.2, rel=0.1)
    assert len(synsets) / 300 == pytest.approx(4.5, rel=0.1)
    assert sum(len(synset.facts) for synset in synsets) / len(synsets) == pytest.approx(6.0, rel=0.15)
    outputs = [tmp_path / "ada.tsv", tmp_path / "bel.tsv"]
    scored = karat.evaluate(outputs, gold=tmp_path / "gold.jsonl", resampling=None)
    # A right extraction that comes twice counts once, so precision is a little lower.
    precisions = [system.measurements[0].score.precision for system in scored.systems]
    assert precisions == pytest.approx([0.50, 0.43], abs=0.06)


@pytest.mark.parametrize(
    ("task", "format", "ending"),
    [
        pytest.param("coreference", "conll", "conll"),
        pytest.param("coreference", "jsonl", "jsonl"),
        pytest.param("spans", "tags", "bio"),
        pytest.param("spans", "jsonl", "jsonl"),
    ],
)
def test_documents_of_tasks(corpus: ModuleType, tmp_path: Path, task: str, format: str, ending: str) -> None:
    corpus.write_documents(tmp_path, task, 30, format=format)
    gold, predicted = (list(read_documents(tmp_path / f"{stem}.{ending}", task)) for stem in ("gold", "predicted"))
    assert len(gold) == len(predicted) == 30
    assert gold != predicted
    assert len({document.id for document in gold}) == 30


def test_the_command(tmp_path: Path) -> None:
    command = [sys.executable, ROOT / "benchmarks" / "corpus.py", "extractions", tmp_path / "x", "--extractions", "50"]
    subprocess.run(command, check=True)
    assert sorted(path.name for path in (tmp_path / "x").iterdir()) == [
        "ada.tsv",
        "bel.tsv",
        "cyd.tsv",
        "dor.tsv",
        "gold.jsonl",
    ]
