"""Attachment scores by hand (Chen et al., 2023, equations 11 and 12)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from karat.metrics import LAS, UAS
from karat.model import Dependency, DependencyParse

# 1 Ada, 2 sells, 3 old, 4 maps
GOLD = [Dependency(2, 1, "nsubj"), Dependency(0, 2, "root"), Dependency(4, 3, "amod"), Dependency(2, 4, "obj")]
WRONG_LABEL = [*GOLD[:3], Dependency(2, 4, "obl")]
WRONG_HEAD = [*GOLD[:2], Dependency(2, 3, "amod"), GOLD[3]]


@pytest.mark.parametrize(
    ("predicted", "uas", "las"),
    [
        pytest.param(GOLD, Fraction(4, 4), Fraction(4, 4), id="identical"),
        pytest.param(WRONG_LABEL, Fraction(4, 4), Fraction(3, 4), id="a relation wrong"),
        pytest.param(WRONG_HEAD, Fraction(3, 4), Fraction(3, 4), id="a governor wrong"),
        pytest.param(GOLD[:3], Fraction(2 * 3, 3 + 4), Fraction(2 * 3, 3 + 4), id="a word without governor"),
    ],
)
def test_attachment_by_hand(predicted: list[Dependency], uas: Fraction, las: Fraction) -> None:
    for form in (list, frozenset, lambda edges: DependencyParse(frozenset(edges))):
        assert UAS(form(predicted), form(GOLD)).exact == uas
        assert LAS(form(predicted), form(GOLD)).exact == las


def test_sentences_add_up() -> None:
    score = sum(LAS(predicted, GOLD) for predicted in (GOLD, WRONG_LABEL, WRONG_HEAD))
    assert score.exact == Fraction(4 + 3 + 3, 12)
