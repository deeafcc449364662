"""What a reference says of its metric: an independent answer, documents to try, and the laws that do not hold."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

Items = Sequence[Any]
"""One document's predicted or gold items, in plain form: whatever the reference finds easiest to work with."""


class Masses(NamedTuple):
    """What is matched and what there is, on either side."""

    matched_predicted: Fraction | int
    predicted: Fraction | int
    matched_gold: Fraction | int
    gold: Fraction | int

    def __add__(self, other: Any) -> Masses:  # type: ignore[override]
        return Masses(*(one + another for one, another in zip(self, other, strict=True)))


class Parts(tuple[Masses, ...]):
    """The masses of the scores that a metric is made of, such as the three of which CoNLL's score is the mean.

    A corpus adds up each part by itself.
    """

    __slots__ = ()

    def __add__(self, other: Any) -> Parts:  # type: ignore[override]
        return Parts(one + another for one, another in zip(self, other, strict=True))


class Values(NamedTuple):
    """Precision, recall and F1 of a metric that has no masses; ``None`` where undefined."""

    precision: Fraction | float | None
    recall: Fraction | float | None
    f1: Fraction | float | None


def ratio(part: Fraction | int, whole: Fraction | int) -> Fraction | None:
    """A share; undefined where there is nothing to share."""
    return Fraction(part) / Fraction(whole) if whole else None


def usual_values(masses: Masses) -> Values:
    """Precision, recall and their harmonic mean: 2 P R / (P + R).

    F1 is 0 where P and R are both 0, and undefined where nothing is predicted and there is no gold.
    """
    precision = ratio(masses.matched_predicted, masses.predicted)
    recall = ratio(masses.matched_gold, masses.gold)
    if precision is None and recall is None:
        return Values(None, None, None)
    if not precision or not recall:
        return Values(precision, recall, Fraction(0))
    return Values(precision, recall, 2 * precision * recall / (precision + recall))


def zero_values(masses: Masses) -> Values:
    """The usual values, but 0/0 is 0."""
    return Values(*(value or Fraction(0) for value in usual_values(masses)))


LAWS = ("order", "perfect", "bounds", "wrong item", "right item")
"""The laws that every metric is held to.

- order: shuffling predicted or gold items changes no mass;
- perfect: gold against itself gives 1, or is undefined (0/0); where there is no gold item, what the metric says;
- bounds: no precision, recall or F1 is below 0 or above 1;
- wrong item: one more item that can match nothing never raises precision;
- right item: one more item of the gold among the predicted never lowers recall.
"""


@dataclass(frozen=True)
class Case:
    """A metric of the registry beside its reference.

    ``score`` calls Karat's metric on one document of plain items. ``answer`` is the reference: the masses that follow
    from the paper's definition, written without knowledge of Karat's code. ``draw`` makes a random document, small
    enough for the reference and adversarial: ties, repeated items, overlaps, empty sides.
    """

    score: Callable[[Items, Items], Any]
    answer: Callable[[Items, Items], Masses | Parts | Values]
    draw: Callable[[random.Random], tuple[list[Any], list[Any]]]
    values: Callable[[Any], Values] = usual_values
    """What precision, recall and F1 the masses of a document or of a whole corpus make."""
    corpus: Callable[[Sequence[Values]], Values] | None = None
    """What several documents' values make, for a metric that has no masses, such as a mean over documents."""
    wrong: Callable[[random.Random, Items], Any] | None = None
    """Make a predicted item that matches nothing in the gold given."""
    predict: Callable[[Any], Any] = lambda item: item
    """Make the predicted item that states just this gold item."""
    breaks: dict[str, str] = field(default_factory=dict)
    """Laws that do not hold, each with the reason. The test checks that a broken law really breaks."""
    inexact: bool = False
    """Whether the metric works with floating-point numbers, so that equal means equal to nine digits."""
    adversarial: Iterable[tuple[list[Any], list[Any]]] = ()
    """Documents made by hand to be hard, tried in every run."""


def draw_list(rng: random.Random, draw_item: Callable[[], Any], longest: int = 4) -> list[Any]:
    """Some items, now and then none at all, now and then one of them twice."""
    items = [draw_item() for _ in range(rng.choice((0, 1, 1, 2, 2, 3, 3, longest)))]
    if items and rng.random() < 0.15:
        items.insert(rng.randrange(len(items) + 1), rng.choice(items))
    return items


def disturb(rng: random.Random, gold: Items, draw_item: Callable[[], Any], longest: int = 4) -> list[Any]:
    """Predictions that share much with the gold: some of its items, some others, in another order."""
    kept = [item for item in gold if rng.random() < 0.7]
    predicted = kept + (draw_list(rng, draw_item, longest) if rng.random() < 0.6 else [])
    rng.shuffle(predicted)
    return predicted[: longest + 1]
