"""Role-filler entities by hand (Chen et al., 2023, equations 25 to 28)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from karat.metrics import (
    CEAF_REE,
    CEAF_REE_PHI3,
    CEAF_REE_PHI4,
    CEAF_RME_PHI3,
    CEAF_RME_PHI3_LITERAL,
    CEAF_RME_SUBSET,
    CEAF_RME_SUBSET_LITERAL,
)
from karat.model import Entity, RoleFillerEntity


def filler(role: str, *mentions: str) -> RoleFillerEntity:
    return RoleFillerEntity(role, Entity(frozenset(mentions)))


GOLD = [filler("victim", "the guard", "Oskar Brandt"), filler("weapon", "a rifle", "the rifle", "it")]


@pytest.mark.parametrize(
    ("predicted", "subset", "phi3", "phi4"),
    [
        # φ⊆ 2 of 2 and 2; φ3 5 of 5 and 5
        pytest.param(GOLD, "1", "1", "1", id="identical"),
        # φ⊆ 1 of 1 and 2; φ3 1 of 1 and 5; φ4 2·1/(1+2) of 1 and 2
        pytest.param([filler("victim", "the guard")], "2/3", "1/3", "4/9", id="one mention of two"),
        # φ⊆ none; φ3 1 of 2 and 5; φ4 2·1/(2+2) of 1 and 2
        pytest.param([filler("victim", "the guard", "a crowd")], "0", "2/7", "1/3", id="one mention too many"),
        pytest.param([filler("weapon", "the guard")], "0", "0", "0", id="another role"),
        # two predictions for one gold entity: one of them counts; φ3 1 of 2 and 5; φ4 2/3 of 2 and 2
        pytest.param(
            [filler("victim", "the guard"), filler("victim", "Oskar Brandt")], "1/2", "2/7", "1/3", id="split in two"
        ),
        pytest.param([filler("victim")], "0", "0", "0", id="an empty entity is refused"),
    ],
)
def test_ceaf_ree_by_hand(predicted: list[RoleFillerEntity], subset: str, phi3: str, phi4: str) -> None:
    found = tuple(metric(predicted, GOLD).exact for metric in (CEAF_REE, CEAF_REE_PHI3, CEAF_REE_PHI4))
    assert found == tuple(map(Fraction, (subset, phi3, phi4)))


SPLIT = [filler("victim", "the guard"), filler("victim", "Oskar Brandt"), filler("weapon", "a knife")]
WHOLE = [filler("victim", "the guard", "Oskar Brandt"), filler("weapon", "a knife")]


@pytest.mark.parametrize("predicted", [pytest.param(SPLIT, id="mentions"), pytest.param(WHOLE, id="entities, split")])
@pytest.mark.parametrize(
    ("metric", "precision", "recall"),
    [
        pytest.param(
            CEAF_RME_SUBSET, Fraction(2, 3), Fraction(1, 2), id="φ⊆: two mentions of three, one entity of two"
        ),
        pytest.param(CEAF_RME_SUBSET_LITERAL, Fraction(2, 3), Fraction(2, 2), id="φ⊆, literal: 2 over both"),
        pytest.param(CEAF_RME_PHI3, Fraction(2, 3), Fraction(2, 5), id="φ3: two mentions of five"),
        pytest.param(CEAF_RME_PHI3_LITERAL, Fraction(2, 3), Fraction(2, 5), id="φ3, literal: two mentions of five"),
    ],
)
def test_ceaf_rme_by_hand(
    metric: object, predicted: list[RoleFillerEntity], precision: Fraction, recall: Fraction
) -> None:
    score = metric(predicted, GOLD)
    assert (score.precision, score.recall) == (float(precision), float(recall))
    assert score.exact == 2 * precision * recall / (precision + recall)


def test_the_equations_literal_form_can_pass_1() -> None:
    """Three mentions of one gold entity: Σ(P, R) is 3, Σ(R, R) is 1."""
    gold, predicted = [GOLD[1]], [filler("weapon", mention) for mention in ("a rifle", "the rifle", "it")]
    assert CEAF_RME_SUBSET_LITERAL(predicted, gold).recall == 3 / 1
    assert CEAF_RME_SUBSET(predicted, gold).masses == (3, 3, 1, 1)


@pytest.mark.parametrize(
    ("predicted", "gold", "masses", "literal"),
    [
        pytest.param(GOLD, GOLD, (5, 5, 5, 5), (5, 5, 5, 5), id="identical"),
        # *it* three times: three right predictions, one mention of three found.
        pytest.param(
            [filler("weapon", "it")] * 3, [GOLD[1]], (3, 3, 1, 3), (3, 3, 3, 3), id="a mention that is repeated"
        ),
        pytest.param(
            [filler("weapon", "it")] * 4, [GOLD[1]], (4, 4, 1, 3), (4, 4, 4, 3), id="literal: recall passes 1"
        ),
        # *it* may be the rifle or the van: one prediction finds it in one of them, two in both.
        pytest.param(
            [filler("weapon", "it")],
            [filler("weapon", "it", "a rifle"), filler("weapon", "it", "a van")],
            (1, 1, 1, 4),
            (1, 1, 1, 4),
            id="a mention of two entities, predicted once",
        ),
        pytest.param(
            [filler("weapon", "it", "a rifle"), filler("weapon", "it", "a van")],
            [filler("weapon", "it", "a rifle"), filler("weapon", "it", "a van")],
            (4, 4, 4, 4),
            (4, 4, 4, 4),
            id="and predicted twice",
        ),
    ],
)
def test_phi3_finds_mentions(
    predicted: list[RoleFillerEntity],
    gold: list[RoleFillerEntity],
    masses: tuple[int, ...],
    literal: tuple[int, ...],
) -> None:
    """Equation 28 literally is Σ→(P, R) over Σ→(P, P) and Σ→(R, R)."""
    assert CEAF_RME_PHI3(predicted, gold).masses == masses
    assert CEAF_RME_PHI3_LITERAL(predicted, gold).masses == literal


def test_the_two_forms_have_different_signatures() -> None:
    assert CEAF_RME_SUBSET != CEAF_RME_SUBSET_LITERAL
    assert "|literal|" in CEAF_RME_SUBSET_LITERAL.signature
    assert "|literal|" not in CEAF_RME_SUBSET.signature
