"""Sentences with very many extractions or synsets are scored in time proportional to them."""

from __future__ import annotations

import random
from time import process_time

import pytest

from karat.metrics.oie import slots
from karat.metrics.oie.benchie import BENCHIE, FACETS, FactGold, accepted, triples
from karat.metrics.oie.carb import carb_curve, carb_gold
from karat.model import Annotation, Chunk, Extraction, Fact, Sentence, Slot, Synset, TupleAnnotation

LIMIT = 10
"""Seconds of the processor; before, each took minutes."""


def slot(text: str) -> Slot:
    return Slot(tuple(Chunk(word.strip("[]"), word.startswith("[")) for word in text.split()))


def gold_of(objects: list[str]) -> FactGold:
    synsets = (Synset(str(number), (Fact(slot("s"), slot("r"), slot(text)),)) for number, text in enumerate(objects, 1))
    return FactGold(Annotation(Sentence("1", "a"), tuple(synsets)))


def test_carb_with_many_confidences() -> None:
    count = 20_000
    extractions = [Extraction("saw", ("Ann", f"Bob {number}"), number / count) for number in range(count)]
    gold = carb_gold(TupleAnnotation(Sentence("1", "Ann saw Bob"), (Extraction("saw", ("Ann", "Bob")),)))
    start = process_time()
    curve = carb_curve([extractions], [gold])
    assert process_time() - start < LIMIT
    assert len(curve.points) == count


@pytest.mark.parametrize("facet", FACETS)
@pytest.mark.parametrize(
    "texts",
    [
        pytest.param([f"o{number}" for number in range(10_000)], id="different synsets"),
        pytest.param(["o"] * 10_000, id="equal synsets"),
    ],
)
def test_benchie_with_many_synsets(texts: list[str], facet: str) -> None:
    gold = gold_of(texts)
    predicted = triples([Extraction("r", ("s", text)) for text in texts], facet)
    start = process_time()
    score = BENCHIE(predicted, gold.synsets(facet))
    assert process_time() - start < LIMIT
    assert score.matched_gold == len(set(texts))
    assert score.matched_predicted == len(texts)


@pytest.mark.parametrize("facet", FACETS)
@pytest.mark.parametrize("seed", range(10))
def test_the_pairs_are_those_that_accept_in_any_order_of_synsets(
    seed: int, facet: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = random.Random(seed)
    if seed % 3 == 0:
        monkeypatch.setattr(slots, "BLOCK_SIZE", 8)
    texts = [" ".join(draw.choices(["a", "b", "[a]", "[b]"], k=draw.randint(1, 3))) for _ in range(12)]
    synsets = gold_of(texts).synsets(facet)
    if seed % 2:
        draw.shuffle(synsets)
    words = [" ".join(draw.choices("ab", k=draw.randint(0, 3))) for _ in range(30)]
    predicted = triples([Extraction("r", ("s", text)) for text in words], facet)
    each = [
        (row, column)
        for row, triple in enumerate(predicted)
        for column, synset in enumerate(synsets)
        if synset.accepting(triple) is not None
    ]
    first = [(row, min(column for one, column in each if one == row)) for row in dict(each)]
    assert accepted(predicted, synsets) == each
    assert accepted(predicted, synsets, only_first=True) == first
