"""Nested templates, F1 over their fillers' entities (φ4 within), beside metametric.

metametric calls two empty collections alike, so every template has fillers here, and every entity mentions.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from case import Case

from karat import algebra as k
from karat.metrics.coreference import phi4
from karat.model import Entity, Mention, NAryRelation, RoleFillerEntity

ROLES = ("perpetrator", "victim", "target", "weapon", "organisation")
TYPES = ("attack", "bombing", "kidnapping")
TEMPLATE = k.match(
    k.product(type=k.equal, arguments=k.match(k.product(role=k.equal, entity=phi4))),
).f1


class Given:
    """A document's templates of three to eight fillers; a prediction lacks some, and has other mentions of others."""

    def __init__(self, templates: int, seed: int = 1) -> None:
        draw = random.Random(seed)
        self.gold = [template(draw) for _ in range(templates)]
        self.predicted = [guess(each, draw) for each in self.gold]

    @cached_property
    def for_metametric(self) -> tuple[Any, Any, Any]:
        """The same in metametric's own types."""
        import metametric.dsl as mm
        from metametric.structures import ie

        @dataclass
        class Filler:
            role: str
            entity: Any

        @dataclass
        class Template:
            type: str
            fillers: list[Filler]

        entity = mm.dataclass[ie.Entity]({"mentions": mm.set_matching[ie.Mention, "<->", "f1"](...)})
        filler = mm.dataclass[Filler]({"role": mm.discrete[str], "entity": entity})
        fillers = mm.set_matching[Filler, "<->"](filler)
        metric = mm.set_matching[Template, "<->"](
            mm.dataclass[Template]({"type": mm.discrete[str], "fillers": fillers})
        )

        def turned(side: list[NAryRelation]) -> Any:
            return [
                Template(
                    each.type,
                    [
                        Filler(one.role, ie.Entity([ie.Mention(at.left, at.right) for at in one.entity]))
                        for one in each.arguments
                    ],
                )
                for each in side
            ]

        return mm.family(metric, mm.micro_average(["f1"])), turned(self.predicted), turned(self.gold)


def entity(draw: random.Random) -> Entity:
    return Entity(frozenset(Mention(place, place + 1) for place in draw.sample(range(300), draw.randint(1, 5))))


def template(draw: random.Random) -> NAryRelation:
    fillers = frozenset(RoleFillerEntity(draw.choice(ROLES), entity(draw)) for _ in range(draw.randint(3, 8)))
    return NAryRelation(draw.choice(TYPES), fillers)


def other_mentions(gold: Entity, draw: random.Random) -> Entity:
    """Some of an entity's mentions, and some of nothing."""
    return Entity(frozenset(draw.sample(sorted(gold, key=repr), (len(gold) + 1) // 2)) | entity(draw).mentions)


def guess(gold: NAryRelation, draw: random.Random) -> NAryRelation:
    kept = [each for each in gold.arguments if draw.random() < 0.8] or list(gold.arguments)
    fillers = (
        each if draw.random() < 0.7 else RoleFillerEntity(each.role, other_mentions(each.entity, draw)) for each in kept
    )
    return NAryRelation(gold.type if draw.random() < 0.9 else draw.choice(TYPES), frozenset(fillers))


def by_karat(given: Given) -> float:
    return TEMPLATE(given.predicted, given.gold).f1 or 0.0


def by_metametric(given: Given) -> float:
    family, predicted, gold = given.for_metametric
    state = family.new()
    state.update_single(predicted, gold)
    return state.compute()["f1"]


def same(ours: float, theirs: float) -> bool:
    return abs(ours - theirs) < 1e-9


CASES = tuple(
    Case(
        "templates/nested f1",
        f"{templates} templates",
        lambda templates=templates: Given(templates),
        by_karat,
        {"metametric": by_metametric},
        same,
        target=100 if templates >= 4 else None,
    )
    for templates in (2, 4, 10, 20, 50)
)
