"""Smatch (Chen et al., 2023, equations 34 to 36; Cai and Knight, 2013), by trying every mapping of variables.

An item is a triple (source, role, target); a variable is a number, a concept or constant is a text.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import permutations
from typing import Any

from case import Case, Items, Masses

from karat.metrics import SMATCH
from karat.model import Triple, Variable

Plain = tuple[int, str, int | str]

EDGES = ("arg0", "arg1", "mod")
CONCEPTS = ("want", "cat")


def variables(triples: Iterable[Plain]) -> list[int]:
    named = {source for source, _, _ in triples} | {target for _, _, target in triples if isinstance(target, int)}
    return sorted(named)


def mappings(predicted: list[int], gold: list[int]) -> Iterator[dict[int, int]]:
    """Every one-to-one mapping that leaves out no more variables than it must; leaving out more gains nothing."""
    if len(predicted) <= len(gold):
        for images in permutations(gold, len(predicted)):
            yield dict(zip(predicted, images, strict=True))
    else:
        for chosen in permutations(predicted, len(gold)):
            yield dict(zip(chosen, gold, strict=True))


def rename(triple: Plain, mapping: dict[int, int]) -> tuple[Any, str, Any]:
    """The triple with gold's variables in place of its own; a variable without a partner equals nothing."""
    source, role, target = triple
    image = mapping.get(target, "no partner") if isinstance(target, int) else ("text", target)
    return mapping.get(source, "no partner"), role, image


def answer(predicted: Items, gold: Items) -> Masses:
    """Equation 36 under ↔; a triple that is written twice counts once (docs/metrics/smatch.md)."""
    ours, theirs = set(predicted), set(gold)
    wanted = {
        (source, role, target if isinstance(target, int) else ("text", target)) for source, role, target in theirs
    }
    matched = max(
        len({rename(triple, mapping) for triple in ours} & wanted)
        for mapping in mappings(variables(ours), variables(theirs))
    )
    return Masses(matched, len(ours), matched, len(theirs))


def draw_triple(rng: random.Random, count: int) -> Plain:
    source = rng.randrange(count)
    kind = rng.random()
    if kind < 0.4:
        return source, "instance", rng.choice(CONCEPTS)
    if kind < 0.5:
        return source, rng.choice(("polarity", *EDGES)), "-"
    return source, rng.choice(EDGES), rng.randrange(count)


def renumber(rng: random.Random, triples: Iterable[Plain], count: int) -> list[Plain]:
    """The same graph with its variables under other numbers."""
    numbers = rng.sample(range(count), count)
    return [
        (numbers[source], role, numbers[target] if isinstance(target, int) else target)
        for source, role, target in triples
    ]


def draw_graph(rng: random.Random, count: int) -> list[Plain]:
    """Triples of so many variables, in half of the graphs with a concept for each; now and then a triple twice."""
    triples = [draw_triple(rng, count) for _ in range(rng.choice((0, 1, 2, 4, 6, 8, 10)))]
    if rng.random() < 0.5:
        triples += [(variable, "instance", rng.choice(CONCEPTS)) for variable in range(count)]
    if triples and rng.random() < 0.15:
        triples.append(rng.choice(triples))
    return triples


def draw(rng: random.Random) -> tuple[list[Plain], list[Plain]]:
    count = rng.choice((1, 2, 3, 4, 4, 5, 5, 6))
    gold = draw_graph(rng, count)
    if rng.random() < 0.3:
        return draw_graph(rng, rng.choice((2, 4, count))), gold
    kept = [triple for triple in gold if rng.random() < 0.8]
    own = [draw_triple(rng, count) for _ in range(rng.choice((0, 1, 3)))]
    return renumber(rng, kept + own, count), gold


def wrong(rng: random.Random, gold: Items) -> Plain:
    return rng.randrange(5), "role found nowhere", rng.choice((rng.randrange(5), "-"))


def score(predicted: Items, gold: Items) -> Any:
    def triples(items: Items) -> list[Triple]:
        return [
            Triple(Variable(f"x{source}"), role, Variable(f"x{target}") if isinstance(target, int) else target)
            for source, role, target in items
        ]

    return SMATCH(triples(predicted), triples(gold))


def ring(count: int, role: str = "arg0") -> list[Plain]:
    return [(place, role, (place + 1) % count) for place in range(count)]


ADVERSARIAL: list[tuple[list[Plain], list[Plain]]] = [
    ([], []),
    ([(0, "instance", "cat")], []),
    # A constant that is spelled like a variable is not that variable.
    ([(0, "arg0", "x1"), (1, "instance", "cat")], [(0, "arg0", 1), (1, "instance", "cat")]),
    # Loops, rings and repeated parts: many mappings are equally good for concepts, few for edges.
    ([(0, "arg0", 0)], [(0, "arg0", 1)]),
    (ring(5), [(target, role, source) for source, role, target in ring(5)]),
    ([*ring(3), (3, "arg0", 3)], ring(4)),
    ([*ring(2), (2, "arg0", 3), (3, "arg0", 2)], ring(4)),
    ([(place, "instance", "cat") for place in range(5)], [(place, "instance", "cat") for place in range(3)]),
    # The mapping that is best for concepts is not best for the whole.
    (
        [(0, "instance", "want"), (1, "instance", "cat"), (0, "arg0", 1), (0, "arg1", 1), (0, "mod", 1)],
        [(0, "instance", "cat"), (1, "instance", "want"), (0, "arg0", 1), (0, "arg1", 1), (0, "mod", 1)],
    ),
    # Two edges between the same variables; the same triple twice.
    ([(0, "arg0", 1), (0, "arg1", 1), (0, "arg0", 1)], [(0, "arg0", 1), (0, "arg1", 2), (0, "arg0", 1)]),
    # Gold has more variables, then fewer.
    ([(0, "arg0", 1)], [(0, "arg0", 1), (1, "arg0", 2), (2, "arg0", 3), (3, "arg0", 4)]),
    ([(0, "arg0", 1), (1, "arg0", 2), (2, "arg0", 3), (3, "arg0", 4)], [(0, "arg0", 1), (0, "arg0", 2)]),
]

CASES: dict[str, Case] = {"smatch": Case(score, answer, draw, wrong=wrong, adversarial=ADVERSARIAL)}
