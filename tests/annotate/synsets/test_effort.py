"""The gain of each round, by hand."""

from __future__ import annotations

import sys
from pathlib import Path

from karat.annotate.synsets.effort import ItemWork, effort

sys.path.append(str(Path(__file__).parent))

from gold_states import state

A = state("Ann --> sold --> [the] house\n3: Ann --> sold the --> house\n\n3: Ann --> sold in --> May")
B = state("Ann --> sold to --> Bob")
FINAL = state(
    "Ann --> sold --> the house\n3: Ann --> sold the --> house\n\n"
    "Ann --> sold to --> Bob\n\n"
    "3: Ann --> sold in --> May\n\n"
    "2: Bob --> in --> May"
)


def test_rounds_against_the_final_gold() -> None:
    found = effort([ItemWork([A, B], FINAL, 90_000)])
    assert [(gain.round, gain.triples, gain.synsets, gain.found, gain.final) for gain in found.rounds] == [
        (1, 2, 2, 2, 4),
        (2, 1, 1, 2, 4),
        (3, 2, 1, 3, 4),
    ]
    assert [gain.recall for gain in found.rounds] == [2 / 4, 2 / 4, 3 / 4]


def test_items_without_final_gold_count_the_annotators_triples() -> None:
    found = effort([ItemWork([A, B], None, 30_000), ItemWork([B], None, 10_000)])
    assert [(gain.triples, gain.synsets, gain.recall) for gain in found.rounds] == [
        (3, 3, None),
        (0, 0, None),
        (2, 1, None),
    ]
    assert found.active_ms_per_item == 20_000


def test_nothing_was_done() -> None:
    found = effort([])
    assert found.active_ms_per_item is None
    assert found.rounds[0].to_json() == {"round": 1, "triples": 0, "synsets": 0, "recall": None}
