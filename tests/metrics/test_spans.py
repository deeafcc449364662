"""Spans by hand: exact, by type, partial, by informativity."""

from __future__ import annotations

from fractions import Fraction

import pytest

from karat import algebra as k
from karat.errors import InputError
from karat.metrics import SPAN, SPAN_EXACT, SPAN_INFORMATIVE, SPAN_JACCARD, SPAN_PARTIAL, SPAN_TYPE
from karat.metrics.spans import informativity
from karat.model import Form, FormedMention, Mention, TypedMention


def person(left: int, right: int) -> TypedMention:
    return TypedMention(left, right, "person")


GOLD = [person(0, 1), TypedMention(4, 6, "firm")]


@pytest.mark.parametrize(
    ("predicted", "strict", "exact", "kind", "partial", "jaccard"),
    [
        pytest.param(GOLD, "1", "1", "1", "1", "1", id="identical"),
        pytest.param([GOLD[0], person(4, 6)], "1/2", "1", "1/2", "1", "1/2", id="a type wrong"),
        # one right and one that shares two of the firm's three tokens: J = 2/3
        pytest.param([GOLD[0], TypedMention(5, 6, "firm")], "1/2", "1/2", "1", "3/4", "5/6", id="an end wrong"),
        pytest.param([person(5, 7)], "0", "0", "0", "1/3", "0", id="an end and the type wrong: 2·½ over 1 + 2"),
        pytest.param([person(2, 3)], "0", "0", "0", "0", "0", id="no token in common"),
        pytest.param([person(0, 0), person(1, 1)], "0", "0", "1/2", "1/4", "1/4", id="one gold span in two pieces"),
    ],
)
def test_spans_by_hand(
    predicted: list[TypedMention], strict: str, exact: str, kind: str, partial: str, jaccard: str
) -> None:
    metrics = (SPAN, SPAN_EXACT, SPAN_TYPE, SPAN_PARTIAL, SPAN_JACCARD)
    found = tuple(metric(predicted, GOLD).exact for metric in metrics)
    assert found == tuple(map(Fraction, (strict, exact, kind, partial, jaccard)))


def test_partial_matching_is_optimal_not_first_come() -> None:
    """The first prediction overlaps both gold spans; it leaves to the second the only one that the second can have."""
    gold = [person(0, 1), person(2, 3)]
    predicted = [person(1, 2), person(0, 0)]
    assert SPAN_PARTIAL(predicted, gold).exact == Fraction(1, 2)


NAME, NOMINAL = FormedMention(0, 1, Form.NAME), FormedMention(4, 5, Form.NOMINAL)
PRONOUN = FormedMention(8, 8, Form.PRONOUN)


@pytest.mark.parametrize(
    ("predicted", "recall", "precision"),
    [
        pytest.param([NAME, NOMINAL, PRONOUN], Fraction(1), Fraction(1), id="all"),
        # worth 1, 1/2, 1/4: 7/4 in all
        pytest.param([NAME], Fraction(4, 7), Fraction(1), id="the name counts most"),
        pytest.param([NOMINAL], Fraction(2, 7), Fraction(1), id="the nominal less"),
        pytest.param([PRONOUN], Fraction(1, 7), Fraction(1), id="the pronoun least"),
        pytest.param([FormedMention(0, 1, Form.PRONOUN)], Fraction(1, 7), Fraction(1), id="a name taken for a pronoun"),
        pytest.param([NAME, FormedMention(9, 9, Form.NAME)], Fraction(4, 7), Fraction(1, 2), id="a wrong name"),
    ],
)
def test_informativity_by_hand(predicted: list[FormedMention], recall: Fraction, precision: Fraction) -> None:
    score = SPAN_INFORMATIVE(predicted, [NAME, NOMINAL, PRONOUN])
    assert (score.recall, score.precision) == (float(recall), float(precision))


def test_informative_mentions_inside_entities() -> None:
    """CEAF with mentions by their worth (section 6): the entity's name found, its pronoun not."""
    metric = k.match(k.match(k.product(left=k.equal, right=k.equal).weighted(informativity))).f1
    score = metric([[NAME]], [[NAME, PRONOUN]])
    assert score.masses == (1, 1, 1, Fraction(5, 4))
    assert score.exact == Fraction(2 * 4, 4 + 5)


@pytest.mark.parametrize(
    ("metric", "mention", "message"),
    [
        pytest.param(
            SPAN_INFORMATIVE,
            Mention(0, 1),
            "expected an object with the field 'form', found Mention: Mention(left=0, right=1)",
            id="no form",
        ),
        pytest.param(
            SPAN_INFORMATIVE,
            FormedMention(0, 1, "verb"),  # type: ignore[arg-type]
            "expected a mention's form, one of name, nominal, pronoun, found 'verb'",
            id="a form that is none",
        ),
        pytest.param(
            SPAN_PARTIAL, "Ann", "expected an object with the field 'indices', found str: 'Ann'", id="not a mention"
        ),
    ],
)
def test_what_cannot_be_compared_is_refused(metric: k.Metric, mention: object, message: str) -> None:
    with pytest.raises(InputError) as refused:
        metric([mention], [mention])
    assert str(refused.value) == message
