"""CaRB's precision depends on the order of lines where pairs are equally good, and the signature says so."""

from __future__ import annotations

import pytest

from karat.algebra import Metric
from karat.metrics import CARB, OIE2016, WIRE57
from karat.metrics.oie.carb import word_tuple
from karat.model import Extraction

GOLD = [word_tuple(Extraction("r", ("c", "d"))), word_tuple(Extraction("r", ("b e", "e")))]
ONE, OTHER = word_tuple(Extraction("r", ("e", "d"))), word_tuple(Extraction("r", ("c", "c")))


@pytest.mark.parametrize(
    ("predicted", "precision"),
    [
        pytest.param([ONE, OTHER], (2 / 3 + 1 / 3) / 2, id="the first takes what the second needs"),
        pytest.param([OTHER, ONE], (2 / 3 + 2 / 3) / 2, id="both find their best"),
    ],
)
def test_the_first_of_equal_pairs_is_taken(predicted: list[object], precision: float) -> None:
    score = CARB(predicted, GOLD)
    assert score.precision == pytest.approx(precision)
    assert score.recall == pytest.approx((2 / 3 + 2 / 4) / 2)


@pytest.mark.parametrize("metric", [CARB, OIE2016, WIRE57], ids=lambda metric: metric.name)
def test_the_signature_says_so(metric: Metric) -> None:
    assert "|ties:order|" in metric.signature
