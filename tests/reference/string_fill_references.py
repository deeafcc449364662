"""Templates of string fills and the type (Chen et al., 2023, equations 25 to 28 and 32, appendix C).

An item is (type, fillers); a filler is (slot, mentions), or (slot, text) for a value that is no string fill.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from case import Case, Items, Masses, disturb, draw_list
from every_matching import masses_one_to_one, matching_score
from folded_templates import alignments
from role_filler_references import (
    Similarity,
    found_entities,
    found_mentions,
    in_role,
    many_to_one,
    phi3,
    singletons,
    subset,
)

from karat.metrics import TEMPLATE_REE, TEMPLATE_RME_PHI3, TEMPLATE_RME_PHI3_LITERAL, TEMPLATE_RME_SUBSET
from karat.model import Entity, SlotFiller, Template

Filler = tuple[str, Any]
Plain = tuple[str, tuple[Filler, ...]]
Number = Fraction | int

SLOTS = ("PerpInd", "Target")
TYPES = ("attack", "bombing")
MENTIONS = ("a", "b", "c", "d")
TYPE = 1
"""The type is one more filler of every template."""


def string_fills(template: Plain) -> list[Filler]:
    return [(slot, value) for slot, value in template[1] if isinstance(value, tuple)]


def answer_ree(predicted: Items, gold: Items) -> Masses:
    """Equation 32 with equation 26 for the fillers of two templates."""

    def alike(one: Plain, other: Plain) -> Number:
        if one[0] != other[0]:
            return 0
        return TYPE + matching_score(in_role(subset), string_fills(one), string_fills(other))

    return masses_one_to_one(alike, predicted, gold)


def answer_rme(
    similarity: Similarity, found: Callable[[Similarity, Sequence[Any], Sequence[Any]], Number]
) -> Callable[[Items, Items], Masses]:
    """Equation 32 with equation 27 or 28 for the fillers of two templates, the two sides counted apart.

    Templates are aligned so that Σ→ is highest; of equally good alignments the one that finds most of the gold.
    """
    alike = in_role(similarity)

    def size(fillers: Sequence[Filler]) -> Number:
        return TYPE + many_to_one(alike, fillers, fillers)

    def both_sides(one: Plain, other: Plain) -> tuple[Number, Number]:
        if one[0] != other[0]:
            return 0, 0
        mentions, fills = singletons(string_fills(one)), string_fills(other)
        right = TYPE + many_to_one(alike, mentions, fills)
        return right, TYPE + found(alike, mentions, fills)

    def answer(predicted: Items, gold: Items) -> Masses:
        sums = [[both_sides(one, other) for other in gold] for one in predicted]
        totals = []
        for alignment in alignments(len(predicted), range(len(gold))):
            pairs = [row[place] for row, place in zip(sums, alignment, strict=True) if place is not None]
            totals.append((sum(right for right, _ in pairs), sum(gold_side for _, gold_side in pairs)))
        matched_predicted, matched_gold = max(totals)
        return Masses(
            matched_predicted,
            sum(size(singletons(string_fills(template))) for template in predicted),
            matched_gold,
            sum(size(string_fills(template)) for template in gold),
        )

    return answer


def draw_filler(rng: random.Random) -> Filler:
    if rng.random() < 0.1:
        return rng.choice(SLOTS), "no string fill"
    mentions = rng.sample(MENTIONS, rng.choice((1, 1, 2, 2, 3)))
    return rng.choice(SLOTS), () if rng.random() < 0.05 else tuple(mentions)


def nearby(rng: random.Random, filler: Filler) -> Filler:
    slot, value = filler
    if not isinstance(value, tuple):
        return filler
    kept = tuple(mention for mention in value if rng.random() < 0.7)
    more = (rng.choice(MENTIONS),) if rng.random() < 0.2 else ()
    return slot, tuple(dict.fromkeys(kept + more))


def draw_template(rng: random.Random) -> Plain:
    return rng.choice(TYPES), tuple(draw_list(rng, lambda: draw_filler(rng), 3))


def draw(rng: random.Random) -> tuple[list[Plain], list[Plain]]:
    gold = draw_list(rng, lambda: draw_template(rng), 3)
    predicted = disturb(rng, gold, lambda: draw_template(rng), 3)
    return [
        (kind, tuple(nearby(rng, filler) if rng.random() < 0.4 else filler for filler in fillers))
        for kind, fillers in predicted
    ], gold


def wrong(rng: random.Random, gold: Items) -> Plain:
    return "a type found nowhere", ((rng.choice(SLOTS), ("found nowhere",)),)


def score_with(metric: Any) -> Callable[[Items, Items], Any]:
    def value(plain: Any) -> Any:
        return Entity(frozenset(plain)) if isinstance(plain, tuple) else plain

    def templates(items: Items) -> list[Template]:
        return [
            Template(kind, tuple(SlotFiller(slot, value(plain)) for slot, plain in fillers)) for kind, fillers in items
        ]

    return lambda predicted, gold: metric(templates(predicted), templates(gold))


def attack(*fillers: Any) -> Plain:
    return "attack", tuple((SLOTS[0], value) for value in fillers)


ADVERSARIAL: list[tuple[list[Plain], list[Plain]]] = [
    ([], []),
    ([attack()], [attack()]),
    ([attack(())], [attack(("a",), ())]),
    ([attack("no string fill")], [attack("no string fill")]),
    # Either gold template has two right; in one of them they are of one entity, in the other of two.
    ([attack(("a",), ("b",))], [attack(("a", "b")), attack(("a",), ("b",))]),
    ([attack(("a",), ("b",))], [attack(("a",), ("b",)), attack(("a", "b"))]),
    ([attack(("a", "b")), attack(("a",))], [attack(("a", "b"), ("a",)), attack(("a",), ("b",))]),
    # The best template for each by itself is the same one.
    ([attack(("a",), ("b",)), attack(("a",), ("b",), ("c",))], [attack(("a",), ("b",), ("c",)), attack(("c",))]),
    # A mention of two entities; a mention twice.
    ([attack(("a", "b"))], [attack(("a", "b"), ("a",))]),
    ([attack(("a",), ("a", "b"))], [attack(("a", "c"))]),
    # With the last gold template predicted too, more is right and less is found: of entities, then of mentions.
    (
        [attack(("a",), ("a",), ("b",), ("c",)), attack(("d",), ("e",))],
        [attack(("a", "b", "c"), ("d",), ("e",)), attack(("a", "b", "c"))],
    ),
    (
        [attack(*[("b",)] * 6), attack(("d",), ("e",))],
        [attack(("a",), ("d",), ("e",)), attack(("a",), ("a", "b"), ("a", "c"))],
    ),
]


def case(metric: Any, answer: Callable[[Items, Items], Masses], breaks: dict[str, str] | None = None) -> Case:
    return Case(score_with(metric), answer, draw, wrong=wrong, breaks=breaks or {}, adversarial=ADVERSARIAL)


RIGHT_FIRST = (
    "templates are aligned for what is right of the predicted; less of the gold may be found (the page says so)"
)

CASES: dict[str, Case] = {
    "template_ree": case(TEMPLATE_REE, answer_ree),
    "template_rme_subset": case(TEMPLATE_RME_SUBSET, answer_rme(subset, found_entities), {"right item": RIGHT_FIRST}),
    "template_rme_phi3_literal": case(
        TEMPLATE_RME_PHI3_LITERAL,
        answer_rme(phi3, many_to_one),
        {"bounds": "a mention that is predicted twice is found twice (the page says so)"},
    ),
    "template_rme_phi3": case(TEMPLATE_RME_PHI3, answer_rme(phi3, found_mentions), {"right item": RIGHT_FIRST}),
}
