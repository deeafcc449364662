"""Relation F1 over sentences, beside bare set intersection, which is the least one can do, and beside metametric."""

from __future__ import annotations

import random
from functools import cached_property
from typing import Any

from case import Case

from karat.metrics import RELATION
from karat.model import Mention, Relation

TYPES = ("based_in", "born_in", "founded", "member_of", "works_for")


class Given:
    """Sentences with one to four relations; a third of the predictions are wrong."""

    def __init__(self, sentences: int, seed: int = 1) -> None:
        draw = random.Random(seed)
        self.gold = [frozenset(relation(draw) for _ in range(draw.randint(1, 4))) for _ in range(sentences)]
        # metametric has conventions of its own for empty collections; these have none.
        self.predicted = [frozenset(guess(each, draw) for each in found) for found in self.gold]

    @cached_property
    def for_metametric(self) -> tuple[list[Any], list[Any]]:
        """The same in metametric's own types."""
        from metametric.structures import ie

        def turned(found: frozenset[Relation]) -> Any:
            return ie.RelationSet(
                [
                    ie.Relation(
                        each.type,
                        ie.Mention(each.subject.left, each.subject.right),
                        ie.Mention(each.object.left, each.object.right),
                    )
                    for each in found
                ]
            )

        return [turned(found) for found in self.predicted], [turned(found) for found in self.gold]


def mention(draw: random.Random) -> Mention:
    left = draw.randrange(25)
    return Mention(left, left + draw.randrange(3))


def relation(draw: random.Random) -> Relation:
    return Relation(draw.choice(TYPES), mention(draw), mention(draw))


def guess(gold: Relation, draw: random.Random) -> Relation:
    if draw.random() < 1 / 3:
        return relation(draw)
    return Relation(gold.type, Mention(gold.subject.left, gold.subject.right), gold.object)


def by_karat(given: Given) -> float:
    return RELATION.corpus(given.predicted, given.gold).total.f1


def by_intersection(given: Given) -> float:
    """Counts kept sentence by sentence, and their sums."""
    counts = [
        (len(mine & theirs), len(mine), len(theirs)) for mine, theirs in zip(given.predicted, given.gold, strict=True)
    ]
    both, mine, theirs = (sum(column) for column in zip(*counts, strict=True))
    return 2 * both / (mine + theirs)


def by_metametric(given: Given) -> float:
    import metametric.dsl as mm
    from metametric.structures.ie import RelationSet

    predicted, gold = given.for_metametric
    found = mm.family(mm.auto[RelationSet], mm.micro_average(["f1"])).new()
    found.update_batch(predicted, gold)
    return found.compute()["f1"]


def same(ours: float, theirs: float) -> bool:
    return abs(ours - theirs) < 1e-9


CASES = (
    Case(
        "relations/f1",
        "1,000 sentences",
        lambda: Given(1_000),
        by_karat,
        {"metametric": by_metametric},
        same,
        target=100,
    ),
    Case(
        "relations/f1, floor",
        "100,000 sentences",
        lambda: Given(100_000),
        by_karat,
        {"floor: bare sets": by_intersection},
        same,
        target=0.5,
    ),
)
