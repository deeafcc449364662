"""CaRB by hand: word overlap of pairs, greedy precision, best recall, and the sweep over confidences."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.algebra.plans.swept_corpus import sweep
from karat.metrics import CARB
from karat.metrics.oie.carb import carb_curve, carb_gold, compare_tuples, sentence_key, shares, word_tuple
from karat.model import Extraction, Sentence, TupleAnnotation

F = Fraction


def tuple_of(relation: str, *arguments: str, confidence: float = 1.0) -> Extraction:
    return Extraction(relation, arguments, confidence)


OPENED = tuple_of("opened", "the bridge", "in May")  # 5 words
CROSSES = tuple_of("crosses", "the bridge", "a river")  # 5 words


@pytest.mark.parametrize(
    ("predicted", "gold", "precision", "recall"),
    [
        pytest.param(OPENED, OPENED, 1, 1, id="identical"),
        pytest.param(tuple_of("opened", "bridge", "in May"), OPENED, 1, F(4, 5), id="one gold word is missing"),
        pytest.param(tuple_of("opened", "the old bridge", "in May"), OPENED, F(5, 6), 1, id="one word too many"),
        pytest.param(tuple_of("closed", "the bridge", "in May"), OPENED, 0, 0, id="no word of the relation: nothing"),
        pytest.param(tuple_of("opened", "in May", "the bridge"), OPENED, F(1, 5), F(1, 5), id="arguments exchanged"),
        pytest.param(tuple_of("opened", "the bridge"), OPENED, 0, 0, id="fewer arguments than the gold: nothing"),
        pytest.param(
            tuple_of("opened", "the bridge", "in May", "in Ulm"),
            OPENED,
            F(5, 7),
            1,
            id="arguments after one are joined",
        ),
        pytest.param(
            tuple_of("opened", "the the bridge", "in May"), OPENED, F(5, 6), 1, id="a word matches once, not twice"
        ),
        pytest.param(
            tuple_of("be", "Ann", "old"), tuple_of("is", "Ann", "old"), 1, 1, id="`be` stands for a form of be"
        ),
        pytest.param(
            tuple_of("said", "it rains", "Ann"), tuple_of("said", "Ann", "it rains"), 1, 1, id="saying: either order"
        ),
    ],
)
def test_a_pair(predicted: Extraction, gold: Extraction, precision: F, recall: F) -> None:
    assert shares(word_tuple(predicted), word_tuple(gold)) == (precision, recall)


ALMOST = tuple_of("opened", "bridge", "in May")  # precision 1, recall 4/5 of OPENED


@pytest.mark.parametrize(
    ("predicted", "precision", "recall"),
    [
        pytest.param([OPENED, CROSSES], (1 + 1) / 2, (1 + 1) / 2, id="identical"),
        pytest.param([OPENED], 1 / 1, (1 + 0) / 2, id="one of two found"),
        pytest.param([ALMOST], 1 / 1, (4 / 5 + 0) / 2, id="one found in part"),
        # Precision uses each gold tuple once, so that the repetition earns nothing; recall is the best of all.
        pytest.param([OPENED, ALMOST, CROSSES], (1 + 0 + 1) / 3, (1 + 1) / 2, id="one said twice"),
        pytest.param([tuple_of("closed", "a", "b")], 0 / 1, 0 / 2, id="nothing in common"),
        pytest.param([], 1, 0 / 2, id="nothing predicted: CaRB states precision 1"),
    ],
)
def test_a_sentence(predicted: list[Extraction], precision: float, recall: float) -> None:
    score = CARB(list(map(word_tuple, predicted)), list(map(word_tuple, [OPENED, CROSSES])))
    assert (score.precision, score.recall) == pytest.approx((precision, recall))


def test_the_confidence_with_the_best_f1_is_chosen() -> None:
    """At .9 P 1 and R 1/2; at .5 P 1/2 and R 1/2: the first has the better F1, 2/3."""
    gold = carb_gold(TupleAnnotation(Sentence("1", "The bridge crosses a river ."), (OPENED, CROSSES)))
    output = [
        tuple_of("opened", "the bridge", "in May", confidence=0.9),
        tuple_of("closed", "the bridge", "in May", confidence=0.5),
    ]
    curve = carb_curve([output], [gold])
    assert [(at, score.precision, score.recall) for at, score in curve.points] == [(0.9, 1, 0.5), (0.5, 0.5, 0.5)]
    assert curve.threshold == 0.9
    assert curve.best.f1 == pytest.approx(2 / 3)


def test_gold_is_read_without_context_and_empty_ends() -> None:
    annotation = TupleAnnotation(Sentence("1", ""), (tuple_of("opened", "the bridge", "in May", "C: they say", ""),))
    assert [words.arguments for words in carb_gold(annotation).tuples] == [(("the", "bridge"), ("in", "May"))]
    (kept,) = carb_gold(annotation, context=True).tuples
    assert kept.arguments == (("the", "bridge"), ("in", "May", "C:", "they", "say"))


@pytest.mark.parametrize(
    "text", ["The bridge ( old ) opened .", "The bridge -LRB- old -RRB- opened.", "Thebridge old opened"]
)
def test_sentences_are_compared_without_spaces_brackets_and_punctuation(text: str) -> None:
    assert sentence_key(text) == "Thebridgeoldopened"


WORDS = st.lists(st.sampled_from(["be", "is", "was", "said", "a", "b", "Ann"]), max_size=4).map(" ".join)
TUPLES = st.builds(
    Extraction, WORDS, st.lists(WORDS, max_size=3).map(tuple), st.sampled_from([0.9, 0.5, 0.25, 0.0, -0.0])
)


@given(st.lists(TUPLES, max_size=5), st.lists(TUPLES, max_size=5))
def test_comparing_for_both_sides_at_once_changes_nothing(predicted: list[Extraction], gold: list[Extraction]) -> None:
    mine, theirs = list(map(word_tuple, predicted)), list(map(word_tuple, gold))
    confidences = [extraction.confidence for extraction in predicted]
    assert sweep(CARB, mine, theirs, confidences, compare_tuples) == sweep(CARB, mine, theirs, confidences)
