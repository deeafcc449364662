"""Relations by hand (Chen et al., 2023, equations 8 to 10)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from karat.errors import InputError
from karat.metrics import RELATION, RELATION_BOUNDARIES, RELATION_STRINGS, RELATION_TOKENS
from karat.model import Mention, Relation, TypedMention

# 0 Ada, 1 Lind, 2 runs, 3 Norda, 4 in, 5 Oslo
ADA, NORDA, OSLO = TypedMention(0, 1, "person"), TypedMention(3, 3, "firm"), TypedMention(5, 5, "place")
GOLD = [Relation("runs", ADA, NORDA), Relation("based-in", NORDA, OSLO), Relation("lives-in", ADA, OSLO)]
WRONG_TYPE = Relation("based-in", TypedMention(3, 3, "place"), OSLO)
WRONG_END = Relation("lives-in", TypedMention(0, 0, "person"), OSLO)
TURNED = Relation("runs", NORDA, ADA)


@pytest.mark.parametrize(
    ("predicted", "strict", "boundaries"),
    [
        pytest.param(GOLD, Fraction(1), Fraction(1), id="identical"),
        pytest.param(GOLD[:1], Fraction(2 * 1, 1 + 3), Fraction(2 * 1, 1 + 3), id="one of three"),
        pytest.param([GOLD[0], WRONG_TYPE], Fraction(2 * 1, 2 + 3), Fraction(2 * 2, 2 + 3), id="an entity type wrong"),
        pytest.param([GOLD[0], WRONG_END], Fraction(2 * 1, 2 + 3), Fraction(2 * 1, 2 + 3), id="an end wrong"),
        pytest.param([TURNED], Fraction(0), Fraction(0), id="subject and object turned round"),
        pytest.param([GOLD[0], GOLD[0]], Fraction(2 * 1, 2 + 3), Fraction(2 * 1, 2 + 3), id="said twice, found once"),
        pytest.param([], Fraction(0), Fraction(0), id="nothing predicted"),
    ],
)
def test_relations_by_hand(predicted: list[Relation], strict: Fraction, boundaries: Fraction) -> None:
    assert RELATION(predicted, GOLD).exact == strict
    assert RELATION_BOUNDARIES(predicted, GOLD).exact == boundaries


def test_equation_10_on_mentions_without_a_type() -> None:
    gold = [Relation("runs", Mention(0, 1), Mention(3, 3)), Relation("based-in", Mention(3, 3), Mention(5, 5))]
    predicted = [Relation("runs", Mention(0, 1), Mention(3, 3)), Relation("owns", Mention(3, 3), Mention(5, 5))]
    assert RELATION(predicted, gold).exact == RELATION_BOUNDARIES(predicted, gold).exact == Fraction(2 * 1, 2 + 2)


@pytest.mark.parametrize(
    ("subject", "strings", "tokens"),
    [
        pytest.param("Ada Lind", Fraction(1), Fraction(1), id="the same"),
        pytest.param("ada  LIND", Fraction(1), Fraction(0), id="case and space are folded for strings, not for tokens"),
        pytest.param("Lind", Fraction(0), Fraction(2 * 1, 1 + 2), id="one of two words"),
        pytest.param("Ada Lind Berg", Fraction(0), Fraction(2 * 2, 3 + 2), id="a word too many"),
        pytest.param("Norda", Fraction(0), Fraction(0), id="other words"),
    ],
)
def test_string_valued_relations_by_hand(subject: str, strings: Fraction, tokens: Fraction) -> None:
    gold = [Relation("runs", "Ada Lind", "Norda")]
    predicted = [Relation("runs", subject, "Norda")]
    assert RELATION_STRINGS(predicted, gold).exact == strings
    assert RELATION_TOKENS(predicted, gold).exact == tokens


def test_strings_that_are_places_are_refused() -> None:
    with pytest.raises(InputError) as refused:
        RELATION_STRINGS(GOLD, GOLD)
    assert str(refused.value) == "expected a text, found TypedMention: TypedMention(left=0, right=1, type='person')"
