"""Coreference by hand (Chen et al., 2023, equations 17 to 24; LEA; BLANC)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from karat.metrics import B_CUBED, BLANC, CEAF_PHI3, CEAF_PHI4, CONLL, LEA, MUC
from karat.model import Entity, Mention, Trigger

F = Fraction
GOLD = ["abc", "de"]

# Recall and precision; GOLD has 5 mentions in 2 entities, 3 links to build them, 3 + 1 links within and 6 between.
TABLE = [
    pytest.param(MUC, ["abc", "de"], F(3, 3), F(3, 3), id="muc, identical"),
    # a-b linked, c and d and e not: 1 of 3; predicted links 1 + 1
    pytest.param(MUC, ["ab", "cd"], F(1, 3), F(1, 2), id="muc, split and mixed"),
    pytest.param(MUC, ["abcde"], F(3, 3), F(3, 4), id="muc, all in one"),
    # a, b: 2 of 3 found; c: 1 of 3; d: 1 of 2. Precision a, b: 2/2; c, d: 1/2
    pytest.param(B_CUBED, ["ab", "cd"], F(2, 3) * 2 / 5 + F(1, 3) / 5 + F(1, 2) / 5, F(3, 4), id="b³, split and mixed"),
    pytest.param(B_CUBED, ["abcde"], F(1), (3 * F(3, 5) + 2 * F(2, 5)) / 5, id="b³, all in one"),
    # ab with abc (2), cd with de (1)
    pytest.param(CEAF_PHI3, ["ab", "cd"], F(2 + 1, 5), F(2 + 1, 4), id="ceaf φ3, split and mixed"),
    pytest.param(CEAF_PHI3, ["abcde"], F(3, 5), F(3, 5), id="ceaf φ3, all in one"),
    # 2·2/(2+3) and 2·1/(2+2)
    pytest.param(CEAF_PHI4, ["ab", "cd"], (F(4, 5) + F(1, 2)) / 2, (F(4, 5) + F(1, 2)) / 2, id="ceaf φ4, split"),
    pytest.param(CEAF_PHI4, ["abcde"], F(6, 8) / 2, F(6, 8), id="ceaf φ4, all in one"),
    # abc: 1 of 3 links, weight 3; de: none of 1, weight 2. ab: 1 of 1, weight 2; cd: none
    pytest.param(LEA, ["ab", "cd"], 3 * F(1, 3) / 5, F(2, 4), id="lea, split and mixed"),
    pytest.param(LEA, ["abcde"], F(1), F(3 + 1, 10), id="lea, all in one"),
    # links: ab, of 4 and of 2. non-links: ad, bd, of 6 and of 4 (ac, ad, bc, bd)
    pytest.param(BLANC, ["ab", "cd"], (F(1, 4) + F(2, 6)) / 2, (F(1, 2) + F(2, 4)) / 2, id="blanc, split and mixed"),
    pytest.param(BLANC, ["abcde"], (F(4, 4) + 0) / 2, (F(4, 10) + 0) / 2, id="blanc, all in one"),
]


@pytest.mark.parametrize(("metric", "predicted", "recall", "precision"), TABLE)
def test_coreference_by_hand(metric: object, predicted: list[str], recall: Fraction, precision: Fraction) -> None:
    score = metric([set(each) for each in predicted], [set(each) for each in GOLD])
    assert (score.recall, score.precision) == pytest.approx((float(recall), float(precision)), abs=1e-15)


def test_conll_is_the_mean_of_three_f1() -> None:
    score = CONLL([set("ab"), set("cd")], [set("abc"), set("de")])
    muc = F(2 * 1, 3 + 2)
    recall, precision = F(2, 3) * 2 / 5 + F(1, 3) / 5 + F(1, 2) / 5, F(3, 4)
    ceaf = (F(4, 5) + F(1, 2)) / 2
    assert score.value == pytest.approx(float((muc + 2 * recall * precision / (recall + precision) + ceaf) / 3))


@pytest.mark.parametrize(
    ("metric", "value"),
    [
        pytest.param(MUC, 0, id="muc has no links to count"),
        pytest.param(B_CUBED, 1, id="b³"),
        pytest.param(CEAF_PHI3, 1, id="ceaf φ3"),
        pytest.param(CEAF_PHI4, 1, id="ceaf φ4"),
        pytest.param(LEA, 1, id="lea counts links of singletons to themselves"),
        pytest.param(BLANC, 1, id="blanc has links between entities only"),
    ],
)
def test_all_singletons(metric: object, value: int) -> None:
    assert metric([{"a"}, {"b"}], [{"a"}, {"b"}]).value == value


def test_lea_links_a_singleton_only_to_a_singleton() -> None:
    assert LEA([{"a", "b"}], [{"a"}, {"b"}]).masses == (0, 2, 0, 2)


@pytest.mark.parametrize("metric", [MUC, B_CUBED, CEAF_PHI3, CEAF_PHI4, CONLL, LEA, BLANC], ids=lambda each: each.name)
def test_nothing_and_nothing_is_0_as_the_reference_scorer_has_it(metric: object) -> None:
    assert metric([], []).value == 0


def test_a_corpus_sums_over_documents_and_is_macro_only_on_request() -> None:
    documents = ([[set("ab")], [set("wx")]], [[set("ab")], [set("wxyz")]])
    assert sum(MUC.corpus(*documents)).exact == F(2 * 2, 2 + 4)
    assert MUC.macro(*documents) == pytest.approx((1 + F(2 * 1, 1 + 3)) / 2)


def test_an_overlapping_response_scores_no_more_than_it_has() -> None:
    """``a`` is in two predicted entities; no gold entity is matched by more than it has."""
    predicted, gold = [set("ab"), set("abc")], [set("abc")]
    assert MUC(predicted, gold).masses == (1 + 2, 1 + 2, 2, 2)
    for metric in (MUC, B_CUBED, CEAF_PHI3, CEAF_PHI4, LEA, BLANC):
        score = metric(predicted, gold)
        assert 0 <= score.precision <= 1, metric.name
        assert 0 <= score.recall <= 1, metric.name


def test_entities_of_the_model_and_plain_sets_score_alike() -> None:
    plain = [{Mention(0, 0), Mention(3, 4)}, {Mention(7, 7)}]
    entities = [Entity(frozenset(each)) for each in plain]
    other = [{Mention(0, 0), Mention(7, 7)}]
    for metric in (MUC, B_CUBED, CEAF_PHI3, CEAF_PHI4, CONLL, LEA, BLANC):
        assert metric(entities, other) == metric(plain, other), metric.name


def test_event_coreference_is_the_same() -> None:
    """Two mentions of a sale and one of a move; the system links one sale to the move."""
    sale, resale, move = (Trigger(Mention(at, at), kind) for at, kind in ((2, "sell"), (9, "sell"), (5, "move")))
    score = CEAF_PHI3([{sale, move}, {resale}], [{sale, resale}, {move}])
    assert score.exact == F(2, 3)


def test_the_inner_alignment_is_reachable() -> None:
    (outer,) = CEAF_PHI4([set("ab")], [set("abc")]).alignment.matches
    ((_, inner),) = outer.inner
    assert {match.gold for match in inner.matches} == {"a", "b"}
    assert inner.unmatched_gold == ("c",)
