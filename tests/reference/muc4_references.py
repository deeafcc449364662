"""MUC-4 (Chen et al., 2023, equations 32, 33, 45 and 46, appendix C), by trying every alignment."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from case import Case, Items, Masses
from every_matching import best_sum, masses_one_to_one, matching_score
from filled_templates import (
    VALUES,
    Filler,
    Number,
    Plain,
    Value,
    choice,
    draw_templates,
    karat_templates,
    muc4_value,
    strings,
)

from karat.metrics import MUC4, MUC4_OFFICIAL

ALIGNING_SLOTS = {
    *("PHYS TGT: ID", "PHYS TGT: TYPE", "HUM TGT: NAME", "HUM TGT: DESCRIPTION", "HUM TGT: TYPE"),
    *("PERP: INDIVIDUAL ID", "PERP: ORGANIZATION ID"),
    *("PerpInd", "PerpOrg", "Target", "Victim"),
}
"""Appendix C, by the names of the MUC-4 keys and by GTT's."""


def filler_similarity(predicted: Filler, gold: Filler) -> Number:
    """δ_slot × φ_T."""
    return muc4_value(predicted[1], gold[1]) if predicted[0] == gold[0] else 0


def fillers_similarity(predicted: Plain, gold: Plain) -> Number:
    """Σ↔ over the fillers of two templates."""
    return matching_score(filler_similarity, predicted[1], gold[1])


def answer_muc4(predicted: Items, gold: Items) -> Masses:
    """Equation 32."""
    return masses_one_to_one(
        lambda one, other: fillers_similarity(one, other) if one[0] == other[0] else 0, predicted, gold
    )


def incident_credit(predicted: str, gold: str) -> Number:
    """1 for the gold's type or one of its alternatives, a half for the generic attack, whatever the case."""
    alternatives = {each.strip() for each in gold.lower().split("/")} | {gold.lower()}
    if predicted.lower() in alternatives:
        return 1
    return Fraction(1, 2) if predicted.lower() == "attack" else 0


def may_be_aligned(predicted: Plain, gold: Plain) -> bool:
    """Some credit for the type, and for a filler of target, victim or perpetrator."""
    return incident_credit(predicted[0], gold[0]) > 0 and any(
        one[0] in ALIGNING_SLOTS and filler_similarity(one, other) > 0 for one in predicted[1] for other in gold[1]
    )


def full_credit(predicted: Plain, gold: Plain) -> Number:
    """The type as one more filler."""
    return incident_credit(predicted[0], gold[0]) + fillers_similarity(predicted, gold)


def size(template: Plain) -> Number:
    """What a template has with itself; the constraint is on what may be aligned, not on what there is."""
    return 1 + fillers_similarity(template, template)


def answer_official(predicted: Items, gold: Items) -> Masses:
    matched = best_sum(
        [[full_credit(one, other) if may_be_aligned(one, other) else 0 for other in gold] for one in predicted]
    )
    return Masses(matched, sum(map(size, predicted)), matched, sum(map(size, gold)))


TYPES = ("bombing", "ATTACK", "arson")
GOLD_TYPES = ("bombing", "attack", "Attack / BOMBING", "arson")
SLOTS = ("PHYS TGT: ID", "Victim", "INCIDENT: DATE")


def draw(rng: random.Random) -> tuple[list[Plain], list[Plain]]:
    return draw_templates(rng, TYPES, GOLD_TYPES, SLOTS, VALUES)


def wrong(rng: random.Random, gold: Items) -> Plain:
    return "kidnapping", ((rng.choice(SLOTS), strings("found nowhere"), False),), False


def of(kind: str, *fillers: tuple[str, Value]) -> Plain:
    return kind, tuple((slot, value, False) for slot, value in fillers), False


TARGET, DATE = "PHYS TGT: ID", "INCIDENT: DATE"
ADVERSARIAL: list[tuple[list[Plain], list[Plain]]] = [
    ([], []),
    ([of("arson")], [of("arson")]),
    # A premodifier is no match, not even with itself; nor is an empty string fill.
    ([of("arson", (TARGET, strings("the")))], [of("arson", (TARGET, strings("the")), (DATE, choice("MAY")))]),
    ([of("arson", (TARGET, strings()))], [of("arson", (TARGET, strings("a house")))]),
    ([of("arson", (TARGET, strings("the House")))], [of("arson", (TARGET, strings("a barn", "this house")))]),
    # A date does not align; beside a target it counts.
    ([of("arson", (DATE, choice("MAY")))], [of("arson", (DATE, choice("MAY")))]),
    (
        [of("arson", (DATE, choice("MAY")), (TARGET, strings("house")))],
        [of("arson", (DATE, choice("MAY", "JUNE")), (TARGET, strings("house", "barn")))],
    ),
    # Half credit for the type, and only one way.
    ([of("attack", (TARGET, strings("house")))], [of("arson", (TARGET, strings("house")))]),
    ([of("arson", (TARGET, strings("house")))], [of("attack", (TARGET, strings("house")))]),
    ([of("Attack", (TARGET, strings("house")))], [of("ARSON/ATTACK", (TARGET, strings("house")))]),
    # One word fits two fillers, and the other way round.
    (
        [of("arson", (TARGET, strings("house barn")), (TARGET, strings("house")))],
        [of("arson", (TARGET, strings("house")), (TARGET, strings("barn")))],
    ),
    # Values of different kinds that look alike.
    ([of("arson", (TARGET, choice("house")))], [of("arson", (TARGET, strings("house")), (TARGET, ("text", "house")))]),
    # The right type for few fillers, or half credit for many.
    (
        [of("attack", (TARGET, strings("house")), (TARGET, strings("barn")))],
        [of("attack", (TARGET, strings("house"))), of("arson", (TARGET, strings("house")), (TARGET, strings("barn")))],
    ),
]


def score_with(metric: Any) -> Callable[[Items, Items], Any]:
    return lambda predicted, gold: metric(karat_templates(predicted), karat_templates(gold))


CONSTRAINED = "a template without target, victim and perpetrator may be aligned with none, not even with itself"

CASES: dict[str, Case] = {
    "muc4": Case(score_with(MUC4), answer_muc4, draw, wrong=wrong, adversarial=ADVERSARIAL),
    "muc4_official": Case(
        score_with(MUC4_OFFICIAL),
        answer_official,
        draw,
        wrong=wrong,
        breaks={"perfect": CONSTRAINED},
        adversarial=ADVERSARIAL,
    ),
}
