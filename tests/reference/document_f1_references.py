"""Templates aligned by the document's F1: GTT's scorer and the error analysis (spec structured.md, 1.2 and 1.3)."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from fractions import Fraction

from case import Case, Items, Masses, usual_values
from every_matching import matching_score
from folded_templates import (
    SLOTS,
    TYPES,
    Plain,
    alignments,
    draw_templates,
    entities,
    karat_templates,
)

from karat.metrics import ERROR_ANALYSIS, GTT
from karat.model import TemplatedText

Place = tuple[int, int] | str

TEXT = "The men saw a guard. Two re-bels left an em ##bassy; mens' room."
"""What all documents say; some mentions are not there."""


def has_type(template: Plain) -> int:
    """The type is one more slot, unless the template has none."""
    return int(bool(template[0]))


def align_by_f1(
    predicted: Items,
    gold: Items,
    size: Callable[[Plain], int],
    gold_size: Callable[[Plain], int],
    credit: Callable[[Plain, Plain], tuple[int, int]],
) -> Masses:
    """The masses of the first alignment with the highest F1 of the document."""
    all_predicted, all_gold = sum(map(size, predicted)), sum(map(gold_size, gold))
    best, best_f1 = Masses(0, all_predicted, 0, all_gold), Fraction(-1)
    for alignment in alignments(len(predicted), range(len(gold))):
        pairs = [(one, gold[place]) for one, place in zip(predicted, alignment, strict=True) if place is not None]
        earned = [credit(*pair) for pair in pairs]
        masses = Masses(sum(right for right, _ in earned), all_predicted, sum(found for _, found in earned), all_gold)
        if (f1 := Fraction(usual_values(masses).f1 or 0)) > best_f1:
            best, best_f1 = masses, f1
    return best


# GTT


def gtt_size(template: Plain) -> int:
    return len(entities(template)) + has_type(template)


def gtt_credit(predicted: Plain, gold: Plain) -> tuple[int, int]:
    """How many predicted entities are right and how many gold ones are found; not one to one."""
    if predicted[0] not in gold[0]:  # the type must be a part of the gold's
        return 0, 0
    ours, theirs = entities(predicted), entities(gold)
    right = sum(any(slot == other and mentions <= whole for other, whole in theirs) for slot, mentions in ours)
    found = sum(any(slot == other and mentions <= whole for slot, mentions in ours) for other, whole in theirs)
    kind = has_type(predicted) * has_type(gold)
    return right + kind, found + kind


def answer_gtt(predicted: Items, gold: Items) -> Masses:
    return align_by_f1(predicted, gold, gtt_size, gtt_size, gtt_credit)


# Error analysis


def squash(text: str) -> str:
    """Lower case, articles to spaces, word pieces joined, then letters and digits only."""
    joined = text.lower().replace(" ##", "")
    return "".join(filter(str.isalnum, re.sub(r"\b(a|an|the)\b", " ", joined)))


def place(mention: str) -> Place:
    """The span of the mention's first occurrence in the text; (1, 0) where there is none."""
    start = squash(TEXT).find(squash(mention))
    return (start, start + len(squash(mention))) if start >= 0 else (1, 0)


def answer_error_analysis(locate: Callable[[str], Place]) -> Callable[[Items, Items], Masses]:
    """Each predicted mention is a filler of its own, one to one within a slot; types must be equal."""

    def flattened(template: Plain) -> list[tuple[str, Place]]:
        return [(slot, locate(mention)) for slot, mentions in template[1] for mention in mentions]

    def located(template: Plain) -> list[tuple[str, frozenset[Place]]]:
        return [(slot, frozenset(map(locate, mentions))) for slot, mentions in template[1] if mentions]

    def fits(filler: tuple[str, Place], entity: tuple[str, frozenset[Place]]) -> int:
        return int(filler[0] == entity[0] and filler[1] in entity[1])

    def credit(predicted: Plain, gold: Plain) -> tuple[int, int]:
        if predicted[0] != gold[0]:
            return 0, 0
        matched = int(matching_score(fits, flattened(predicted), located(gold))) + has_type(gold)
        return matched, matched

    return lambda predicted, gold: align_by_f1(
        predicted,
        gold,
        lambda template: len(flattened(template)) + has_type(template),
        lambda template: len(located(template)) + has_type(template),
        credit,
    )


# Documents

GOLD_TYPES = (*TYPES, "attack / bombing", "")


def draw(rng: random.Random) -> tuple[list[Plain], list[Plain]]:
    return draw_templates(rng, (*TYPES, ""), GOLD_TYPES)


def wrong(rng: random.Random, gold: Items) -> Plain:
    return "a type found nowhere", ((rng.choice(SLOTS), ("found nowhere",)),)


def first_mentions(template: Plain) -> Plain:
    """One mention of each entity, as the error analysis wants predictions."""
    return template[0], tuple((slot, mentions[:1]) for slot, mentions in template[1])


def attack(*fillers: Sequence[str], kind: str = "attack") -> Plain:
    return kind, tuple((SLOTS[0], tuple(mentions)) for mentions in fillers)


# The prediction goes with either gold template: two right and three found, or three right and two found, of five each.
EITHER = [attack(["men"], ["rebels"], ["guard"], ["zed"])]
EITHER_GOLD = [attack(["men"], ["men", "zig"]), attack(["rebels", "guard"])]
# The second gold template is found already. To predict it once more makes precision dearer, so that the first
# prediction goes with another gold template, and recall falls.
FOUND = [*EITHER, attack(["one"], ["two"], ["three"], ["three"], kind="bombing")]
FOUND_GOLD = [*EITHER_GOLD, attack(["one"], ["two"], ["three"], kind="bombing")]
ADVERSARIAL: list[tuple[list[Plain], list[Plain]]] = [
    ([], []),
    ([attack()], [attack()]),
    ([attack(kind="")], [attack(kind="")]),
    (EITHER, EITHER_GOLD),
    (EITHER, EITHER_GOLD[::-1]),
    (EITHER + EITHER, EITHER_GOLD[::-1]),
    *[(EITHER, EITHER_GOLD), (FOUND, FOUND_GOLD)] * 4,  # several, for the laws that try one change at random
    # Two predictions for one entity, one prediction for two.
    ([attack(["men"], ["two men"])], [attack(["men", "two men"])]),
    ([attack(["men"])], [attack(["men", "guard"], ["men", "rebels"])]),
    # Folding makes these the same; nothing is left of the last.
    ([attack(["The re-bels!"], ["the"])], [attack(["rebels"], ["an", "men"])]),
    # Not in the text.
    ([attack(["zig"], ["zag"])], [attack(["zug"], ["men"])]),
    ([attack([])], [attack([], ["men"])]),
    ([attack(["men"], kind="")], [attack(["men"])]),
    ([attack(["men"])], [attack(["men"], kind="")]),
    ([attack(["men"])], [attack(["men"], kind="bombing / attack")]),
    ([attack(["men"], kind="tack")], [attack(["men"])]),
    # The right type with nothing else, or another template with much: the pair that fits least may be left alone.
    ([attack(["men"], ["guard"]), attack(["men"])], [attack(["men"]), attack(["men"], ["guard"], ["rebels"])]),
]

TIE = "alignments of one F1 can differ in precision and recall; the first is taken, in the order of the templates"
BY_F1 = "templates are aligned for F1, so that what is predicted beside them moves precision against recall"


def error_analysis(answer: Callable[[Items, Items], Masses], text: str) -> Case:
    return Case(
        lambda predicted, gold: ERROR_ANALYSIS(
            TemplatedText(karat_templates(predicted), text), TemplatedText(karat_templates(gold), text)
        ),
        answer,
        draw,
        wrong=wrong,
        predict=first_mentions,
        adversarial=ADVERSARIAL,
    )


CASES: dict[str, Case] = {
    "gtt": Case(
        lambda predicted, gold: GTT(karat_templates(predicted), karat_templates(gold)),
        answer_gtt,
        draw,
        wrong=wrong,
        breaks={"order": TIE, "wrong item": BY_F1, "right item": BY_F1},
        adversarial=ADVERSARIAL,
    ),
    "error_analysis": error_analysis(answer_error_analysis(place), TEXT),
    # Without a text strings are compared by letters and digits.
    "error_analysis:no text": error_analysis(answer_error_analysis(squash), ""),
}
