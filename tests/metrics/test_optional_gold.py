"""MUC's optional templates and fillers, types with alternatives, and set fills with alternatives, by hand."""

from __future__ import annotations

import pytest

from karat.metrics import MUC4, MUC4_OFFICIAL, MUC4_OPTIONAL
from karat.metrics.templates import muc4_official
from karat.model import Entity, SetFill, SlotFiller, Template

NAME, TYPE = "HUM TGT: NAME", "HUM TGT: TYPE"
MAYOR = SlotFiller(NAME, Entity(frozenset({"MAYOR", "BO BERG"})))
GUARD = SlotFiller(NAME, Entity(frozenset({"GUARD"})), optional=True)
CLERK = SlotFiller(NAME, Entity(frozenset({"CLERK"})))


def bombing(*fillers: SlotFiller, optional: bool = False, kind: str = "BOMBING") -> Template:
    return Template(kind, fillers, optional)


@pytest.mark.parametrize(
    ("predicted", "gold", "masses"),
    [
        pytest.param([bombing(MAYOR)], [bombing(MAYOR, GUARD)], (2, 2, 2, 2), id="an optional filler missed"),
        pytest.param([bombing(MAYOR, GUARD)], [bombing(MAYOR, GUARD)], (3, 3, 3, 3), id="and found"),
        pytest.param([bombing(MAYOR)], [bombing(MAYOR, CLERK)], (2, 2, 2, 3), id="a filler missed"),
        pytest.param([], [bombing(MAYOR, GUARD)], (0, 0, 0, 2), id="a template missed, its optional filler too"),
        pytest.param([], [bombing(MAYOR, GUARD, optional=True)], (0, 0, 0, 0), id="an optional template missed"),
        pytest.param(
            [bombing(MAYOR)], [bombing(MAYOR, CLERK, optional=True)], (2, 2, 2, 3), id="found, it counts like any other"
        ),
        pytest.param([], [], (0, 0, 0, 0), id="both empty"),
    ],
)
def test_what_is_optional_need_not_be_found(
    predicted: list[Template], gold: list[Template], masses: tuple[int, ...]
) -> None:
    assert tuple(MUC4_OPTIONAL(predicted, gold).masses) == masses
    official = MUC4_OFFICIAL(predicted, gold).masses
    assert official.gold == sum(len(template.fillers) + 1 for template in gold)


@pytest.mark.parametrize(
    ("predicted", "gold", "matched"),
    [
        pytest.param("BOMBING", "ATTACK / BOMBING", 2, id="either type is right"),
        pytest.param("ATTACK", "BOMBING", 1.5, id="the general type: half"),
        pytest.param("ARSON", "BOMBING", 0, id="another type: no alignment"),
    ],
)
def test_types(predicted: str, gold: str, matched: float) -> None:
    score = MUC4_OFFICIAL([bombing(MAYOR, kind=predicted)], [bombing(MAYOR, kind=gold)])
    assert float(score.masses.matched_gold) == matched


@pytest.mark.parametrize(
    ("predicted", "credit"),
    [
        pytest.param({"CIVILIAN"}, 1, id="one of the alternatives"),
        pytest.param({"DIPLOMAT"}, 0.5, id="below one of them in the hierarchy"),
        pytest.param({"CAR"}, 0, id="neither"),
    ],
)
def test_set_fills_with_alternatives(predicted: set[str], credit: float) -> None:
    gold = SetFill(frozenset({"CIVILIAN", "OFFICIAL"}), Entity(frozenset({"MAYOR"})))
    metric = muc4_official(kinds={"DIPLOMAT": "OFFICIAL"})
    score = metric(
        [bombing(MAYOR, SlotFiller(TYPE, SetFill(frozenset(predicted))))], [bombing(MAYOR, SlotFiller(TYPE, gold))]
    )
    assert float(score.masses.matched_gold) == 2 + credit


def test_a_person_is_asked_where_words_do_not_decide() -> None:
    asked = []

    def ask(predicted: Entity, gold: Entity) -> float:
        asked.append((predicted, gold))
        return 0.5

    chief = SlotFiller(NAME, Entity(frozenset({"CHIEF"})))
    score = muc4_official(ask=ask)([bombing(MAYOR, chief)], [bombing(MAYOR, CLERK)])
    assert float(score.masses.matched_gold) == 2.5
    assert (chief.value, CLERK.value) in asked
    assert len(set(asked)) == len(asked)


def test_no_optional_gold_is_the_plain_metric() -> None:
    assert (
        MUC4_OPTIONAL([bombing(MAYOR)], [bombing(CLERK)]).masses
        == MUC4_OFFICIAL([bombing(MAYOR)], [bombing(CLERK)]).masses
    )
    assert MUC4([bombing(MAYOR)], [bombing(MAYOR)]).value == 1
