"""Meaning: every extraction beside every form of every fact, with the cosine of vectors taken one at a time."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from benchie_references import (
    ADVERSARIAL,
    OVERLAP,
    Gold,
    Prediction,
    accepts,
    as_triple,
    draw,
    make_wrong,
    minimal_prediction,
    values,
)
from case import Case, Items, Masses
from slot_patterns import Pattern, every_word, required_words

from karat.formats.text.slots import parse_slot
from karat.metrics import MEANING
from karat.metrics.oie.meaning.embedder import load_embedder
from karat.model import Annotation, Extraction, Fact, Sentence, Synset

LEAST = 0.97


def cosine(one: str, other: str) -> float:
    """How alike two texts are; an empty one is like nothing but another empty one."""
    if not one or not other:
        return float(one == other)
    first, second = load_embedder().matrix([one])[0], load_embedder().matrix([other])[0]
    return max(0.0, float(sum(float(a) * float(b) for a, b in zip(first, second, strict=True))))


def alike(prediction: Prediction, pattern: Pattern) -> float:
    """The least similarity of a slot, of its form with all optional words or the one with none."""
    slots = [" ".join(words) for words in as_triple(prediction)]
    return min(
        max(cosine(text, " ".join(form)) for form in (every_word(slot), required_words(slot)))
        for text, slot in zip(slots, pattern, strict=True)
    )


def credited(prediction: Prediction, gold: Sequence[Gold]) -> int | None:
    """The first synset that has the prediction exactly, else the most alike one, if it is alike enough."""
    exact = [place for place, synset in enumerate(gold) if accepts("default", synset, prediction)]
    if exact:
        return exact[0]
    ranked = [
        (round(max(alike(prediction, pattern) for pattern in synset), 4), -place) for place, synset in enumerate(gold)
    ]
    best, place = max(ranked, default=(0.0, 0))
    return -place if best >= LEAST else None


def answer(predicted: Items, gold: Items) -> Masses:
    found = [credited(prediction, gold) for prediction in predicted]
    right = [place for place in found if place is not None]
    return Masses(len(right), len(predicted), len(set(right)), len(gold))


def score(predicted: Items, gold: Items) -> Any:
    synsets = tuple(
        Synset(str(number), tuple(Fact(*(parse_slot(slot)[0] for slot in pattern)) for pattern in synset))
        for number, synset in enumerate(gold, 1)
    )
    extractions = [Extraction(relation, tuple(arguments)) for relation, *arguments in predicted]
    return MEANING(extractions, MEANING.prepare(Annotation(Sentence("1", ""), synsets)))


def unlike(rng: random.Random, gold: Items) -> Prediction:
    """A prediction that no synset accepts; the stand-in may find a wrong word alike, so another is tried then."""
    while True:
        prediction = (*make_wrong(rng, gold)[:2], "".join(rng.choices("cdefgh", k=rng.randint(3, 12))))
        if credited(prediction, gold) is None:
            return prediction


CASES = {
    "meaning": Case(
        score=score,
        answer=answer,
        draw=draw,
        values=values,
        wrong=unlike,
        predict=minimal_prediction,
        breaks={"order": OVERLAP, "perfect": OVERLAP},
        adversarial=ADVERSARIAL,
    )
}
