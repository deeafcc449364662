"""Objects of another kind than a metric compares are refused with a message, not by an error inside Karat."""

from __future__ import annotations

from typing import Any

import pytest

from karat import algebra as k
from karat.errors import InputError, KaratError
from karat.metrics import ARGUMENT_IDENTIFICATION, CARB, GTT, METRICS


class Thing:
    def __repr__(self) -> str:
        return "a thing"


UNFIT: dict[str, Any] = {
    "a number": 3,
    "nothing": None,
    "a text": "text",
    "an object": Thing(),
    "texts": ["a", "b"],
    "numbers": [1],
    "dictionaries": [{"a": 1}],
    "a dictionary": {"a": 1},
    "objects": [Thing()],
    "lists": [["a"]],
    "tuples": [("a", "b", "c")],
}


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_every_metric_refuses_or_scores(metric: k.Metric) -> None:
    """A metric over sets of anything scores lists of texts, too."""
    messages = []
    for document in UNFIT.values():
        try:
            metric(document, document)
        except KaratError as error:
            messages.append(str(error))
    # These two take bare dependencies, which have no tokens, so anything without tokens is empty.
    assert messages or metric.name in {"tokens", "sentences"}
    assert not any("\n" in message for message in messages)


@pytest.mark.parametrize(
    ("metric", "document", "message"),
    [
        (CARB, ["a"], "carb: expected objects with the field 'relation', found str: 'a'"),
        (GTT, [Thing()], "gtt: expected objects with the field 'type', found Thing: a thing"),
        (
            ARGUMENT_IDENTIFICATION,
            3,
            "argument_identification: expected a collection of the objects that are compared, found int: 3",
        ),
    ],
)
def test_the_message_says_what_is_lacking(metric: k.Metric, document: Any, message: str) -> None:
    with pytest.raises(InputError) as error:
        metric(document, document)
    assert str(error.value) == message


def test_mistakes_in_functions_of_ones_own_are_left_alone() -> None:
    def wrong(predicted: str, gold: str) -> float:
        return float(predicted.nothing == gold)  # type: ignore[attr-defined]

    with pytest.raises(AttributeError, match="nothing"):
        k.match(k.function(wrong)).f1(["a"], ["b"])
