"""Sentences with very many extractions or synsets are scored in time proportional to them."""

from __future__ import annotations

import random
from time import process_time

import pytest

from karat.metrics.oie import accepting_synsets
from karat.metrics.oie.accepting_synsets import FEW, accepted, first_accepted
from karat.metrics.oie.benchie import BENCHIE, FactGold, triples
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


@pytest.mark.parametrize(
    "texts",
    [
        pytest.param([f"o{number}" for number in range(10_000)], id="different synsets"),
        pytest.param(["o"] * 10_000, id="equal synsets"),
    ],
)
def test_benchie_with_many_synsets(texts: list[str]) -> None:
    gold = gold_of(texts)
    predicted = triples([Extraction("r", ("s", text)) for text in texts])
    start = process_time()
    score = BENCHIE(predicted, gold.synsets())
    assert process_time() - start < LIMIT
    assert score.matched_gold == len(set(texts))
    assert score.matched_predicted == len(texts)


@pytest.mark.parametrize("facet", ["default", "C", "M", "E"])
@pytest.mark.parametrize("seed", range(10))
def test_looking_synsets_up_is_trying_each(seed: int, facet: str, monkeypatch: pytest.MonkeyPatch) -> None:
    draw = random.Random(seed)
    texts = [" ".join(draw.choices(["a", "b", "[a]", "[b]"], k=draw.randint(1, 3))) for _ in range(12)]
    synsets = gold_of(texts).synsets(facet)
    if seed % 2:
        draw.shuffle(synsets)
    words = [" ".join(draw.choices("ab", k=draw.randint(0, 3))) for _ in range(30)]
    predicted = triples([Extraction("r", ("s", text)) for text in words], facet)
    each, first = list(accepted(predicted, synsets)), list(first_accepted(predicted, synsets))
    assert len(synsets) <= FEW
    monkeypatch.setattr(accepting_synsets, "FEW", 0)
    assert list(accepted(predicted, synsets)) == each
    assert list(first_accepted(predicted, synsets)) == first
    assert first == [(row, min(column for one, column in each if one == row)) for row in dict(each)]
