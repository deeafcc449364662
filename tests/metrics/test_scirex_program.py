"""SciREX's own evaluation, by hand: clusters put in place of gold ones, means over documents."""

from __future__ import annotations

import pytest

from karat.algebra import Metric
from karat.errors import InputError
from karat.metrics import (
    SCIREX_4ARY,
    SCIREX_4ARY_PUBLISHED,
    SCIREX_BINARY,
    SCIREX_BINARY_PUBLISHED,
    SCIREX_CLUSTERS,
    SCIREX_CLUSTERS_PUBLISHED,
)
from karat.metrics.scirex import matched_clusters, overlap_share
from karat.model import Entity, Mention, NAryRelation, RoleFillerEntity


def entity(*places: tuple[int, int]) -> Entity:
    return Entity(frozenset(Mention(*place) for place in places))


A, B, C, D = entity((0, 3), (20, 23)), entity((5, 6)), entity((8, 9)), entity((11, 12))
OTHER = entity((30, 31))


def relation(material: Entity, metric: Entity, task: Entity, method: Entity) -> NAryRelation:
    roles = {"Material": material, "Metric": metric, "Task": task, "Method": method}
    return NAryRelation("result", frozenset(RoleFillerEntity(role, each) for role, each in roles.items()))


GOLD = [relation(A, B, C, D)]


@pytest.mark.parametrize(
    ("one", "other", "share"),
    [
        pytest.param((0, 3), (0, 3), 1, id="same"),
        pytest.param((0, 3), (0, 1), 1 / 2, id="half: not enough, for it must be more"),
        pytest.param((0, 1), (4, 5), -2 / 6, id="apart"),
    ],
)
def test_shares_of_mentions(one: tuple[int, int], other: tuple[int, int], share: float) -> None:
    assert overlap_share(Mention(*one), Mention(*other)) == share


@pytest.mark.parametrize(
    ("predicted", "partner"),
    [
        pytest.param(entity((0, 3)), A, id="one mention of two"),
        pytest.param(entity((0, 2)), A, id="a mention that overlaps by more than half"),
        pytest.param(entity((0, 1)), None, id="by half alone"),
        pytest.param(entity((0, 3), (5, 6)), None, id="half of its mentions"),
        pytest.param(entity((0, 3), (20, 23), (5, 6)), A, id="two thirds"),
        pytest.param(entity(), None, id="a cluster without mentions"),
    ],
)
def test_clusters(predicted: Entity, partner: Entity | None) -> None:
    assert matched_clusters([predicted], [A, B]) == {predicted: partner}


@pytest.mark.parametrize(
    ("predicted", "whole", "pairs"),
    [
        pytest.param(GOLD, 1, 6 / 6, id="identical"),
        pytest.param([relation(entity((0, 3)), B, C, D)], 1, 6 / 6, id="a cluster that matches"),
        pytest.param([relation(OTHER, B, C, D)], 0, 3 / 6, id="a cluster that does not"),
        pytest.param([relation(A, B, C, D), relation(entity((0, 3)), B, C, D)], 1, 6 / 6, id="duplicates go"),
        pytest.param([], 0, 0, id="nothing predicted"),
    ],
)
def test_relations(predicted: list[NAryRelation], whole: float, pairs: float) -> None:
    assert SCIREX_4ARY(predicted, GOLD).f1 == pytest.approx(whole)
    assert SCIREX_BINARY(predicted, GOLD).f1 == pytest.approx(pairs)


def test_documents_without_gold_count_for_nothing_and_f1_is_a_mean() -> None:
    none = SCIREX_4ARY(GOLD, [])
    assert none.value is None
    empty = SCIREX_4ARY(GOLD, [relation(entity(), B, C, D)])  # a cluster without mentions: the relation is removed
    assert empty.value is None
    half = SCIREX_4ARY([*GOLD, relation(OTHER, B, C, D)], GOLD)
    total = sum([none, half, SCIREX_4ARY(GOLD, GOLD)])
    assert total.precision == pytest.approx((1 / 2 + 1) / 2)
    assert total.f1 == pytest.approx((2 / 3 + 1) / 2)


def test_salient_clusters() -> None:
    found = SCIREX_CLUSTERS([relation(entity((0, 3)), entity((20, 23)), C, OTHER)], GOLD)
    assert found.precision == pytest.approx(3 / 4)  # two of them match A
    assert found.recall == pytest.approx(2 / 4)


# --- where the program does otherwise ---

NESTED = entity((0, 3), (5, 6))
INSIDE = entity((0, 3))
LONGER = entity((0, 4))


@pytest.mark.parametrize(
    ("predicted", "gold", "partner", "published"),
    [
        pytest.param(INSIDE, [NESTED, INSIDE], INSIDE, NESTED, id="of two with all its mentions, the smallest"),
        # The program takes (0, 3), which begins as early and ends earlier, for (0, 4), though both are gold mentions.
        pytest.param(LONGER, [INSIDE, LONGER], LONGER, INSIDE, id="a mention is itself before it is another"),
        pytest.param(entity((0, 5)), [INSIDE, LONGER], INSIDE, INSIDE, id="else the first that overlaps enough"),
    ],
)
def test_clusters_of_the_program(predicted: Entity, gold: list[Entity], partner: Entity, published: Entity) -> None:
    assert matched_clusters([predicted], gold) == {predicted: partner}
    assert matched_clusters([predicted], gold, published=True) == {predicted: published}


def test_a_relation_without_mentions_is_removed_from_both_sides() -> None:
    """The program removes it from the gold alone, so that gold loses against itself."""
    gold = [*GOLD, relation(entity(), B, C, D)]
    assert SCIREX_4ARY(gold, gold).precision == 1
    assert SCIREX_4ARY_PUBLISHED(gold, gold).precision == pytest.approx(1 / 2)
    assert SCIREX_CLUSTERS_PUBLISHED(gold, gold).precision == pytest.approx(4 / 5)


@pytest.mark.parametrize(
    "metric", [SCIREX_4ARY_PUBLISHED, SCIREX_BINARY_PUBLISHED, SCIREX_CLUSTERS_PUBLISHED], ids=lambda one: one.name
)
def test_the_program_adds_a_little_below_the_line(metric: Metric) -> None:
    found = metric(GOLD, GOLD)
    assert found.f1 is not None
    assert 0 < 1 - found.f1 < 1e-6
    assert "smooth:1e-07" in metric.signature


def test_two_clusters_in_one_role_are_both_compared() -> None:
    roles = [RoleFillerEntity("Task", A), RoleFillerEntity("Task", B), RoleFillerEntity("Method", D)]
    both, one = (NAryRelation("result", frozenset(fillers)) for fillers in (roles, roles[1:]))
    assert SCIREX_4ARY([both], [both]).f1 == 1
    assert SCIREX_4ARY([one], [both]).f1 == 0


def test_a_missing_role_is_not_an_empty_cluster() -> None:
    """A cluster without mentions stands nowhere; a role that both sides lack is right."""
    bare = NAryRelation("result", frozenset(RoleFillerEntity(*each) for each in [("Material", A), ("Metric", B)]))
    empty = relation(A, B, C, entity())
    for metric in (SCIREX_4ARY, SCIREX_BINARY):
        assert metric(GOLD, [*GOLD, empty]).recall == metric(GOLD, GOLD).recall
        assert metric([*GOLD, bare], [*GOLD, bare]).recall == pytest.approx(1)
    assert SCIREX_4ARY(GOLD, [*GOLD, bare]).recall == pytest.approx(1 / 2)


@pytest.mark.parametrize("metric", [SCIREX_4ARY, SCIREX_BINARY, SCIREX_CLUSTERS], ids=lambda metric: metric.name)
def test_clusters_of_strings_are_refused(metric: Metric) -> None:
    words = [relation(A, B, C, Entity(frozenset({"words"})))]
    with pytest.raises(InputError) as refused:
        metric(words, words)
    assert str(refused.value) == "expected an object with the field 'left', found str: 'words'"
