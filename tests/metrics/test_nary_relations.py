"""SciREX's relations by hand (Chen et al., 2023, equations 29 to 31)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from karat.metrics import SCIREX
from karat.metrics.scirex import mention, role_filler
from karat.model import Entity, Mention, NAryRelation, RoleFillerEntity


def entity(*ends: tuple[int, int]) -> Entity:
    return Entity(frozenset(Mention(*each) for each in ends))


def relation(**roles: Entity) -> NAryRelation:
    return NAryRelation("result", frozenset(RoleFillerEntity(role, each) for role, each in roles.items()))


@pytest.mark.parametrize(
    ("predicted", "value"),
    [
        pytest.param(Mention(0, 3), 1, id="the same: 4/4"),
        pytest.param(Mention(0, 2), 1, id="3/4"),
        pytest.param(Mention(0, 1), 0, id="2/4 is not more than half"),
        pytest.param(Mention(2, 5), 0, id="2/6"),
        pytest.param(Mention(7, 9), 0, id="apart"),
    ],
)
def test_a_mention_needs_more_than_half(predicted: Mention, value: int) -> None:
    assert mention.similarity(predicted, Mention(0, 3)) == value


TASK = entity((0, 3), (10, 11), (20, 21))


@pytest.mark.parametrize(
    ("predicted", "value"),
    [
        pytest.param(entity((0, 3)), 1, id="1 of 1 predicted mentions"),
        pytest.param(entity((0, 3), (10, 11), (30, 30)), 1, id="2 of 3"),
        pytest.param(entity((0, 3), (30, 30)), 0, id="1 of 2 is not more than half"),
    ],
)
def test_an_entity_needs_more_than_half_of_the_predicted_mentions(predicted: Entity, value: int) -> None:
    assert role_filler.similarity(RoleFillerEntity("task", predicted), RoleFillerEntity("task", TASK)) == value
    assert role_filler.similarity(RoleFillerEntity("metric", predicted), RoleFillerEntity("task", TASK)) == 0


METHOD = entity((5, 6))
OTHER = entity((40, 41))
GOLD = [relation(task=TASK, method=METHOD), relation(task=TASK, method=OTHER)]


@pytest.mark.parametrize(
    ("predicted", "f1"),
    [
        pytest.param(GOLD, Fraction(1), id="identical"),
        pytest.param([relation(task=entity((0, 2)), method=METHOD)], Fraction(2 * 1, 1 + 2), id="one, near enough"),
        pytest.param([relation(task=TASK)], Fraction(0), id="a role not filled"),
        pytest.param([relation(task=TASK, method=entity((50, 50)))], Fraction(0), id="an entity wrong"),
        pytest.param([relation(task=METHOD, method=TASK)], Fraction(0), id="roles exchanged"),
    ],
)
def test_relations_by_hand(predicted: list[NAryRelation], f1: Fraction) -> None:
    assert SCIREX(predicted, GOLD).exact == f1
