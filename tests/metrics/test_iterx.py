"""CEAF-RME as IterX computes it, by hand."""

from __future__ import annotations

import pytest

from karat.metrics import ITERX_PHI3, ITERX_PHI3_MENTIONS, ITERX_SUBSET
from karat.model import Entity, SlotFiller, Template


def template(kind: str, **slots: str) -> Template:
    """Entities between semicolons, their mentions between bars."""
    fillers = [
        SlotFiller(slot, Entity(frozenset(entity.split("|"))))
        for slot, entities in slots.items()
        for entity in entities.split(";")
    ]
    return Template(kind, tuple(fillers))


RAID = template("attack", who="two men|men;guard", what="van")


@pytest.mark.parametrize(
    ("predicted", "gold", "subset", "phi3"),
    [
        pytest.param(template("attack", who="men", what="van"), RAID, (2, 2, 2, 3), (2, 2, 2, 3), id="two found"),
        pytest.param(template("attack", who="men;two men"), RAID, (2, 2, 1, 3), (1, 2, 1, 3), id="two hit one entity"),
        pytest.param(
            template("attack", who="men|x"), RAID, (1, 1, 1, 3), (1, 1, 1, 3), id="any shared mention is enough"
        ),
        pytest.param(template("arson", who="men"), RAID, (0, 1, 0, 3), (0, 1, 0, 3), id="another type"),
        pytest.param(template("attack", what="men"), RAID, (0, 1, 0, 3), (0, 1, 0, 3), id="another slot"),
        pytest.param(
            template("bombing", who="men"),
            template("attack / bombing", who="men"),
            (1, 1, 1, 1),
            (1, 1, 1, 1),
            id="either of two types",
        ),
    ],
)
def test_by_hand(predicted: Template, gold: Template, subset: tuple[int, ...], phi3: tuple[int, ...]) -> None:
    assert tuple(ITERX_SUBSET([predicted], [gold]).masses) == subset
    assert tuple(ITERX_PHI3([predicted], [gold]).masses) == phi3


def test_templates_are_aligned_one_to_one() -> None:
    found = ITERX_SUBSET([RAID, RAID], [RAID])
    assert tuple(found.masses) == (3, 6, 3, 3)
    assert len(found.alignment.matches) == 1
    assert len(found.alignment.unmatched_predicted) == 1


def test_over_mentions_a_slot_is_merged_first() -> None:
    gold = template("attack", who="two men|men", what="van|car")
    predicted = template("attack", who="men;two men", what="van")
    assert tuple(ITERX_PHI3_MENTIONS([predicted], [gold]).masses) == (3, 3, 3, 4)
    assert tuple(ITERX_PHI3([predicted], [gold]).masses) == (2, 3, 2, 2)


def test_an_empty_document_prints_zero() -> None:
    assert (ITERX_SUBSET([], []).precision, ITERX_SUBSET([], []).f1) == (0, 0)


@pytest.mark.parametrize("bare", [Template("attack", ()), Template("attack", (SlotFiller("when", "May"),))])
def test_gold_without_entities_moves_nothing(bare: Template) -> None:
    """Both predictions earn 2 in the gold template; scipy takes the first, wherever the bare template stands."""
    predicted = [template("attack", who="men;men"), template("attack", who="men;guard")]
    gold = template("attack", who="men;guard")
    for order in ([bare, gold], [gold, bare], [gold]):
        assert tuple(ITERX_SUBSET(predicted, order).masses) == (2, 4, 1, 2)
