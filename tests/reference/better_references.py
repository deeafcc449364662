"""BETTER Granular (Chen et al., 2023, equation 47; docs/metrics/better_granular.md)."""

from __future__ import annotations

import random
from typing import Any

from case import Case, Items, Masses, Parts, Values, usual_values
from every_matching import common, masses_one_to_one, matching_score
from filled_templates import VALUES, Filler, Number, Plain, better_value, draw_templates, karat_templates, strings

from karat.metrics import BETTER_GRANULAR

TYPES = ("protest", "strike")
SLOTS = ("who", "when")


def filler_similarity(predicted: Filler, gold: Filler) -> Number:
    return better_value(predicted[1], gold[1]) if predicted[0] == gold[0] else 0


def template_similarity(predicted: Plain, gold: Plain) -> Number:
    return matching_score(filler_similarity, predicted[1], gold[1]) if predicted[0] == gold[0] else 0


def answer(predicted: Items, gold: Items) -> Parts:
    """Types: as many as both sides have of each. Fillers: equation 32."""
    types, gold_types = [template[0] for template in predicted], [template[0] for template in gold]
    matched = common(types, gold_types)
    return Parts(
        [
            Masses(matched, len(types), matched, len(gold_types)),
            masses_one_to_one(template_similarity, predicted, gold),
        ]
    )


def values(parts: Parts) -> Values:
    """The product of each; undefined where one of them is."""
    types, fillers = map(usual_values, parts)
    return Values(
        *(None if one is None or other is None else one * other for one, other in zip(types, fillers, strict=True))
    )


def draw(rng: random.Random) -> tuple[list[Plain], list[Plain]]:
    return draw_templates(rng, TYPES, TYPES, SLOTS, VALUES)


def wrong(rng: random.Random, gold: Items) -> Plain:
    return "a type found nowhere", ((rng.choice(SLOTS), strings("found nowhere"), False),), False


def score(predicted: Items, gold: Items) -> Any:
    return BETTER_GRANULAR(karat_templates(predicted), karat_templates(gold))


def protest(*mentions: tuple[str, ...]) -> Plain:
    return "protest", tuple((SLOTS[0], strings(*each), False) for each in mentions), False


ADVERSARIAL: list[tuple[list[Plain], list[Plain]]] = [
    ([], []),
    ([protest()], [protest()]),
    ([protest()], [protest(("a",))]),
    ([], [protest()]),
    # The type is right, the filler is not.
    ([protest(("a",))], [protest(("b",))]),
    ([protest(("a",)), protest(("b",))], [protest(("a",)), protest(("c",))]),
    # The best partner of both is the same; φ4 decides.
    ([protest(("a", "b")), protest(("a",))], [protest(("a", "b", "c")), protest(("a", "b"))]),
    ([protest(("a",), ("a", "b"))], [protest(("a", "b"), ("a", "b", "c"))]),
    ([protest(())], [protest((), ("a",))]),
]

CASES: dict[str, Case] = {
    "better_granular": Case(score, answer, draw, values=values, wrong=wrong, adversarial=ADVERSARIAL)
}
