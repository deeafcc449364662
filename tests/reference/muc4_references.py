"""MUC-4 (Chen et al., 2023, equations 32, 33, 45 and 46, appendix C), by trying every alignment."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from case import Case, Items, Masses
from every_matching import masses_one_to_one, matching_score
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
from folded_templates import alignments

from karat.metrics import MUC4, MUC4_OFFICIAL, MUC4_OFFICIAL_LITERAL, MUC4_OPTIONAL, MUC4_OPTIONAL_LITERAL
from karat.metrics.templates import muc4, muc4_official, muc4_optional

ALIGNING_SLOTS = {
    *("PHYS TGT: ID", "PHYS TGT: TYPE", "HUM TGT: NAME", "HUM TGT: DESCRIPTION", "HUM TGT: TYPE"),
    *("PERP: INDIVIDUAL ID", "PERP: ORGANIZATION ID"),
    *("PerpInd", "PerpOrg", "Target", "Victim"),
}
"""Appendix C, by the names of the MUC-4 keys and by GTT's."""


def incident_credit(predicted: str, gold: str) -> Number:
    """1 for one of the gold's alternatives or for all of them, a half for the generic attack, whatever the case."""
    ours, theirs = ({each.strip() for each in kind.lower().split("/")} for kind in (predicted, gold))
    if ours == theirs or any(ours == {each} for each in theirs):
        return 1
    return Fraction(1, 2) if predicted.lower() == "attack" else 0


def best_outcome(outcomes: Iterable[tuple[Number, Number]]) -> tuple[Number, Number]:
    """The most credit, and of equal credit the least gold that counts."""
    return min(outcomes, key=lambda outcome: (-outcome[0], outcome[1]))


@dataclass(frozen=True)
class Reference:
    """The rules under a hierarchy of values, with the constraint of appendix C at its word or not."""

    kinds: Mapping[str, str] = field(default_factory=dict)
    literal: bool = False

    def filler(self, predicted: Filler, gold: Filler) -> Number:
        """δ_slot × φ_T."""
        return muc4_value(predicted[1], gold[1], self.kinds) if predicted[0] == gold[0] else 0

    def fillers(self, predicted: Plain, gold: Plain) -> Number:
        """Σ↔ over the fillers of two templates."""
        return matching_score(self.filler, predicted[1], gold[1])

    def mass(self, filler: Filler) -> Number:
        """1, or 0 for a string fill without a word that counts."""
        return self.filler(filler, filler)

    def size(self, template: Plain) -> Number:
        """The type and all fillers; the constraint is on what may be aligned, not on what there is."""
        return 1 + sum(map(self.mass, template[1]))

    def may_be_aligned(self, predicted: Plain, gold: Plain) -> bool:
        """Some credit for the type, and for a filler of target, victim or perpetrator.

        Unless taken literally, a gold template that has nothing in these slots is free of the second condition.
        """
        wanted = [filler for filler in gold[1] if filler[0] in ALIGNING_SLOTS and self.mass(filler)]
        shared = any(self.filler(one, other) for one in predicted[1] for other in wanted)
        return incident_credit(predicted[0], gold[0]) > 0 and (shared or not (wanted or self.literal))

    def muc4(self, predicted: Items, gold: Items) -> Masses:
        """Equation 32."""
        return masses_one_to_one(
            lambda one, other: self.fillers(one, other) if one[0] == other[0] else 0, predicted, gold
        )

    def official(self, predicted: Items, gold: Items) -> Masses:
        """The type as one more filler, and the constraint."""

        def credit(one: Plain, other: Plain) -> Number:
            if not self.may_be_aligned(one, other):
                return 0
            return incident_credit(one[0], other[0]) + self.fillers(one, other)

        matched = matching_score(credit, predicted, gold)
        return Masses(matched, sum(map(self.size, predicted)), matched, sum(map(self.size, gold)))

    # Optional gold: rules 1 to 4 of docs/metrics/muc4_optional.md

    def mandatory(self, template: Plain) -> Number:
        """The type, and the fillers that are not optional."""
        return 1 + sum(self.mass(filler) for filler in template[1] if not filler[2])

    def pair(self, predicted: Plain, gold: Plain) -> tuple[Number, Number]:
        """The credit of two aligned templates and the gold that counts, over all matchings of their fillers."""
        outcomes: list[tuple[Number, Number]] = []
        for alignment in alignments(len(predicted[1]), range(len(gold[1]))):
            pairs = [(one, gold[1][at]) for one, at in zip(predicted[1], alignment, strict=True) if at is not None]
            matched = [pair for pair in pairs if self.filler(*pair)]
            credit = incident_credit(predicted[0], gold[0]) + sum(self.filler(*pair) for pair in matched)
            counted = self.mandatory(gold) + sum(self.mass(found) for _, found in matched if found[2])
            outcomes.append((credit, counted))
        return best_outcome(outcomes)

    def optional(self, predicted: Items, gold: Items) -> Masses:
        pairs = {
            (row, column): self.pair(one, other)
            for row, one in enumerate(predicted)
            for column, other in enumerate(gold)
            if self.may_be_aligned(one, other)
        }
        outcomes: list[tuple[Number, Number]] = []
        for alignment in alignments(len(predicted), range(len(gold))):
            aligned = [pair for pair in enumerate(alignment) if pair in pairs]
            alone = [other for at, other in enumerate(gold) if at not in {column for _, column in aligned}]
            missed = sum(self.mandatory(other) for other in alone if not other[2])
            outcomes.append((sum(pairs[pair][0] for pair in aligned), sum(pairs[pair][1] for pair in aligned) + missed))
        matched, counted = best_outcome(outcomes)
        return Masses(matched, sum(map(self.size, predicted)), matched, counted)


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
    # Alternatives are the gold's: one of them or all of them, but not some, and not the prediction's own.
    *(
        ([of(one, (TARGET, strings("house")))], [of(other, (TARGET, strings("house")))])
        for one, other in [
            ("arson / bombing", "Bombing/ARSON"),
            ("arson / bombing", "arson"),
            ("arson / bombing", "arson / bombing / hijacking"),
        ]
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


OPTIONAL: list[tuple[list[Plain], list[Plain]]] = [
    # One prediction fits an optional and a mandatory filler.
    (
        [of("arson", (TARGET, strings("car")))],
        [("arson", ((TARGET, strings("blue car"), True), (TARGET, strings("red car"), False)), False)],
    ),
    # The mandatory one fits only if the other prediction takes the optional one.
    (
        [of("arson", (TARGET, strings("car")), (TARGET, strings("blue")))],
        [("arson", ((TARGET, strings("blue car"), True), (TARGET, strings("red car"), False)), False)],
    ),
    # An optional and a mandatory template, equally good; then the optional one is better.
    (
        [of("arson", (TARGET, strings("car")))],
        [("arson", ((TARGET, strings("car"), False),), True), of("arson", (TARGET, strings("car")))],
    ),
    (
        [of("arson", (TARGET, strings("car")), (DATE, choice("MAY")))],
        [
            ("arson", ((TARGET, strings("car"), False), (DATE, choice("MAY"), False)), True),
            of("arson", (TARGET, strings("car"))),
        ],
    ),
    # Two templates of equal credit differ in how much of it is optional.
    (
        [of("arson", (TARGET, strings("car")), (TARGET, strings("house")))],
        [
            ("arson", ((TARGET, strings("car"), True), (TARGET, strings("house"), False)), False),
            ("arson", ((TARGET, strings("car"), False), (TARGET, strings("house"), False)), True),
        ],
    ),
    # Missed altogether.
    ([], [("arson", ((TARGET, strings("car"), False),), True)]),
    ([], [("arson", ((TARGET, strings("car"), True), (TARGET, strings("the"), False)), False)]),
]

CONSTRAINED = "a template without target, victim and perpetrator may be aligned with none, not even with itself"
CREDIT_FIRST = "an optional template that fits better leaves a mandatory one missed (the page says so)"


def case(metric: Any, answer: Callable[[Items, Items], Masses], breaks: dict[str, str] | None = None) -> Case:
    return Case(
        lambda predicted, gold: metric(karat_templates(predicted), karat_templates(gold)),
        answer,
        draw,
        wrong=wrong,
        breaks=breaks or {},
        adversarial=[*ADVERSARIAL, *OPTIONAL],
    )


USUAL, LITERAL, KINDS = Reference(), Reference(literal=True), {"TAXI": "SEDAN", "SEDAN": "CAR", "BUS": "CAR"}
BY_KIND = Reference(KINDS)

CASES: dict[str, Case] = {
    "muc4": case(MUC4, USUAL.muc4),
    "muc4:kinds": case(muc4(KINDS), BY_KIND.muc4),
    "muc4_official": case(MUC4_OFFICIAL, USUAL.official),
    "muc4_official:kinds": case(muc4_official(KINDS), BY_KIND.official),
    "muc4_official_literal": case(MUC4_OFFICIAL_LITERAL, LITERAL.official, {"perfect": CONSTRAINED}),
    "muc4_optional": case(MUC4_OPTIONAL, USUAL.optional, {"right item": CREDIT_FIRST}),
    "muc4_optional:kinds": case(muc4_optional(KINDS), BY_KIND.optional, {"right item": CREDIT_FIRST}),
    "muc4_optional_literal": case(
        MUC4_OPTIONAL_LITERAL, LITERAL.optional, {"perfect": CONSTRAINED, "right item": CREDIT_FIRST}
    ),
}
