"""The quick mapping of variables, and the time limit of Smatch on large graphs."""

from __future__ import annotations

import random
from time import process_time

import pytest

from karat.algebra.plans import structured
from karat.algebra.solvers.latent import refined_mapping
from karat.metrics import SMATCH
from karat.model import Triple, Variable


def graph(size: int, seed: int) -> list[Triple]:
    """A tree in which each node has three children; few concepts and roles, so that many mappings are alike."""
    draw = random.Random(seed)
    nodes = [Variable(f"x{number}") for number in range(size)]
    triples = [Triple(node, "instance", f"c{draw.randrange(5)}") for node in nodes]
    return triples + [
        Triple(nodes[(number - 1) // 3], f"ARG{draw.randrange(4)}", nodes[number]) for number in range(1, size)
    ]


@pytest.mark.parametrize("seed", range(5))
def test_equal_structures_are_mapped_whatever_the_names(seed: int) -> None:
    draw = random.Random(seed)
    elements = [(f"c{number}", (number,)) for number in range(9)] + [
        ("to", (number, (2 * number + 1) % 9)) for number in range(9)
    ]
    renamed = draw.sample(range(9), 9)
    shuffled = [(key, tuple(renamed[variable] for variable in variables)) for key, variables in elements]
    draw.shuffle(shuffled)
    assert refined_mapping(elements, shuffled) == dict(enumerate(renamed))


@pytest.mark.parametrize(("predicted", "gold"), [(3, 7), (7, 3), (0, 4)])
def test_the_mapping_is_one_to_one_and_as_large_as_it_can_be(predicted: int, gold: int) -> None:
    sides = [[("c", (number,)) for number in range(size)] for size in (predicted, gold)]
    mapping = refined_mapping(*sides)
    assert len(mapping) == len(set(mapping.values())) == min(predicted, gold)


def test_the_time_limit_covers_everything() -> None:
    """Two graphs of 4,000 triples took over a minute under a limit of one second."""
    predicted, gold = graph(2_000, 1), graph(2_000, 2)
    SMATCH(graph(5, 1), graph(5, 2))  # imports scipy
    start = process_time()
    score = SMATCH(predicted, gold, time_limit=1)
    assert process_time() - start < 1.2
    assert not score.optimal
    assert score.bound is not None
    assert 0 < score.matched_gold < score.bound <= score.gold
    start = process_time()
    alignment = score.alignment
    assert process_time() - start < 1.2
    assert alignment is not None
    assert len(alignment.matches) == score.matched_gold


@pytest.mark.parametrize(("size", "limit"), [(80, 1), (150, 0.3), (150, 1), (300, 1)])
def test_a_search_that_begins_ends_in_time(size: int, limit: float) -> None:
    SMATCH(graph(5, 1), graph(5, 2))  # imports scipy
    start = process_time()
    SMATCH(graph(size, 1), graph(size, 2), time_limit=limit)
    assert process_time() - start < limit * 1.2 + 0.5  # a step of the solver that has begun is ended


def test_the_quick_mapping_is_within_the_bound_that_the_search_proves(monkeypatch: pytest.MonkeyPatch) -> None:
    predicted, gold = graph(12, 1), graph(12, 2)
    best = SMATCH(predicted, gold)
    monkeypatch.setattr(structured, "_too_large", lambda *_: True)
    quick = SMATCH(predicted, gold, time_limit=1)
    assert best.optimal
    assert quick.matched_gold <= best.matched_gold <= quick.bound
    perfect = SMATCH(predicted, predicted, time_limit=1)
    assert perfect.matched_gold == perfect.gold
    assert perfect.optimal
