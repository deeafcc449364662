"""Imports and exports of gold keep a bounded part of a file in memory."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from karat.annotate.files import export_lines, import_work
from karat.annotate.people import Person
from karat.annotate.store import Store

KILOBYTE = 1024
FACTS = 3
"""Facts of a sentence, so that what a document holds is far more than the sentence."""


def gold_of(path: Path, sentences: int) -> Path:
    with path.open("w", encoding="utf-8") as file:
        for number in range(1, sentences + 1):
            file.write(f"sent_id:{number}\tAnn left Ulm on day {number} with three old suitcases .\n")
            for cluster in range(1, FACTS + 1):
                file.write(f"{number}--> Cluster {cluster}:\nAnn --> left [on day {number}] --> [old] Ulm\n")
    return path


def peak(work: Callable[[], object]) -> int:
    """The most kilobytes that were in use beyond those at the start."""
    gc.collect()
    tracemalloc.start()
    work()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most // KILOBYTE


@pytest.mark.long
def test_memory_does_not_grow_with_the_documents(sqlite: Store, ann: Person, tmp_path: Path) -> None:
    """Only the sentences' ids and texts are kept, to find those of a file among them: well under a kilobyte each."""
    peaks = {}
    for count in (200, 300):
        path = gold_of(tmp_path / f"{count}.txt", count)
        other = sqlite.add_project(f"of {count}", "synsets", "en", {"tagger": "none"})
        imported = peak(lambda path=path, other=other: import_work(sqlite, other, path, ann))
        exported = peak(lambda other=other: sum(1 for _ in export_lines(sqlite, other, "benchie")))
        everything = peak(lambda other=other: sum(len(line) for line in export_lines(sqlite, other, "jsonl")))
        peaks[count] = imported, exported, everything
    for smaller, larger in zip(peaks[200], peaks[300], strict=True):
        assert larger - smaller < 300, peaks  # the states of 100 more documents are some 700 kilobytes
