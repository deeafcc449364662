"""CEAF-RME as IterX's program computes it (spec structured.md, section 1.4; docs/metrics/iterx_subset.md)."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from case import Case, Items, Masses, zero_values
from every_matching import best_sum, matching_score
from folded_templates import SLOTS, TYPES, Plain, draw_templates, entities, karat_templates
from scipy.optimize import linear_sum_assignment

from karat.metrics import ITERX_PHI3, ITERX_PHI3_MENTIONS, ITERX_SUBSET

Tagged = list[frozenset[tuple[str, str, str]]]
"""A template is the list of its entities; a mention is (type, slot, text)."""


def tag(template: Plain, kind: str) -> Tagged:
    return [frozenset((kind, slot, text) for text in mentions) for slot, mentions in entities(template)]


def merge(template: Plain) -> Plain:
    """All that is predicted for a slot as one entity."""
    slots = dict.fromkeys(slot for slot, _ in template[1])
    return template[0], tuple(
        (slot, tuple(mention for other, mentions in template[1] if other == slot for mention in mentions))
        for slot in slots
    )


def copies(template: Plain) -> list[Tagged]:
    """A gold template once for each of its types."""
    return [tag(template, label.strip()) for label in template[0].split("/")]


def hits(predicted: Tagged, gold: Tagged) -> list[int]:
    """For each predicted entity that shares a mention with gold ones, the place of the first of them."""
    sharing = ([place for place, other in enumerate(gold) if entity & other] for entity in predicted)
    return [places[0] for places in sharing if places]


def subset_credit(predicted: Tagged, gold: Tagged) -> int:
    return len(hits(predicted, gold))


def phi3_credit(predicted: Tagged, gold: Tagged) -> int:
    """Shared mentions of entities that are matched one to one."""
    return int(matching_score(lambda one, other: len(one & other), predicted, gold))


def pairs(
    credit: Callable[[Tagged, Tagged], int], predicted: Sequence[Tagged], gold: Sequence[Plain]
) -> list[tuple[Tagged, Tagged]]:
    """The templates that are aligned: most credit, and of equally good alignments the one that scipy finds."""
    rows: list[Tagged] = []
    matrix: list[list[int]] = []
    for template in gold:
        if not entities(template):
            continue
        labelled = copies(template)
        rows_of_copies = [[credit(one, copy) for one in predicted] for copy in labelled]
        best = max(range(len(labelled)), key=lambda place: sum(rows_of_copies[place]))  # the first of equals
        rows.append(labelled[best])
        matrix.append(rows_of_copies[best])
    if not rows or not predicted:
        return []
    chosen = list(zip(*linear_sum_assignment(matrix, maximize=True), strict=True))
    assert sum(matrix[row][column] for row, column in chosen) == best_sum(matrix)
    return [(predicted[column], rows[row]) for row, column in chosen]


def answer_subset(predicted: Items, gold: Items) -> Masses:
    ours = [tag(template, template[0]) for template in predicted]
    aligned = pairs(subset_credit, ours, gold)
    return Masses(
        sum(subset_credit(*pair) for pair in aligned),
        sum(map(len, ours)),
        sum(len(set(hits(*pair))) for pair in aligned),
        sum(len(entities(template)) for template in gold),
    )


def answer_phi3(predicted: Items, gold: Items) -> Masses:
    ours = [tag(template, template[0]) for template in predicted]
    matched = sum(phi3_credit(*pair) for pair in pairs(phi3_credit, ours, gold))
    return Masses(matched, sum(map(len, ours)), matched, sum(len(entities(template)) for template in gold))


def answer_phi3_mentions(predicted: Items, gold: Items) -> Masses:
    ours = [tag(merge(template), template[0]) for template in predicted]
    matched = sum(phi3_credit(*pair) for pair in pairs(phi3_credit, ours, gold))
    return Masses(
        matched,
        sum(len(entity) for template in ours for entity in template),
        matched,
        sum(len(mentions) for template in gold for _, mentions in entities(template)),
    )


def draw(rng: random.Random) -> tuple[list[Plain], list[Plain]]:
    return draw_templates(rng, TYPES, (*TYPES, "attack / bombing", "bombing/attack"))


def wrong(rng: random.Random, gold: Items) -> Plain:
    return rng.choice(TYPES), ((rng.choice(SLOTS), ("found nowhere",)),)


def first_label(template: Plain) -> Plain:
    """A prediction has one type."""
    return template[0].split("/")[0].strip(), template[1]


def of(kind: str, *fillers: Sequence[str]) -> Plain:
    return kind, tuple((SLOTS[0], tuple(mentions)) for mentions in fillers)


ADVERSARIAL: list[tuple[list[Plain], list[Plain]]] = [
    ([], []),
    ([of("attack")], [of("attack")]),
    ([of("attack", [])], [of("attack", [], ["men"])]),
    # Two predictions for one entity, one for two: the first is hit.
    ([of("attack", ["men"], ["two men"])], [of("attack", ["men", "two men"])]),
    ([of("attack", ["men", "guard"])], [of("attack", ["guard"], ["men"])]),
    ([of("attack", ["guard"], ["men", "guard"])], [of("attack", ["guard"], ["men"])]),
    # Either gold template has two right; in one of them they hit one entity, in the other two.
    ([of("attack", ["men"], ["guard"])], [of("attack", ["men", "guard"]), of("attack", ["men"], ["guard"])]),
    ([of("attack", ["men"], ["guard"])], [of("attack", ["men"], ["guard"]), of("attack", ["men", "guard"])]),
    # A gold template without fillers is left out, so that it has no say in which of equally good alignments is found.
    (
        [of("attack", ["men"], ["men"]), of("attack", ["men"], ["guard"])],
        [of("attack"), of("attack", ["men"], ["guard"])],
    ),
    # Two types: both fit alike; then the second shares more.
    ([of("bombing", ["men"]), of("attack", ["men"])], [of("attack / bombing", ["men"])]),
    ([of("bombing", ["men"], ["men"]), of("attack", ["men"])], [of("attack / bombing", ["men"])]),
    # The type that shares most is wanted by other templates too.
    (
        [of("attack", ["men"]), of("bombing", ["men"]), of("bombing", ["men"])],
        [of("attack / bombing", ["men"]), of("bombing", ["men"]), of("bombing", ["men"])],
    ),
    # The last gold template, predicted too, turns the first to its other type, where it finds less than it loses.
    (
        [of("attack", ["a1"], ["b1"], ["c1"], ["d1"]), of("bombing", ["a1"], ["b1"], ["c1"])],
        [
            of("attack / bombing", ["a1"], ["b1"], ["c1"], ["d1"]),
            of("bombing", ["a1"], ["b1"], ["c1"]),
            of("bombing", ["a1"], ["b1"], ["d1"]),
        ],
    ),
    (
        [of("attack", ["a1", "b1", "c1", "d1"]), of("bombing", ["a1", "b1", "c1"])],
        [
            of("attack / bombing", ["a1", "b1", "c1", "d1"]),
            of("bombing", ["a1", "b1", "c1"]),
            of("bombing", ["a1", "b1", "d1"]),
        ],
    ),
    # Folding; the same text in the other slot.
    ([of("attack", ["The re-bels!"])], [of("attack", ["rebels"])]),
    ([("attack", (("Target", ("men",)),))], [of("attack", ["men"])]),
    ([of("attack", ["men", "guard"]), of("attack", ["rebels"])], [of("attack", ["men"], ["guard", "rebels"])]),
]

FIRST_HIT = "a prediction hits the first gold entity that has any of its mentions, so that a second one can be missed"
TIED = "equally good alignments can differ in recall; scipy's choice depends on the order (the page says so)"
LABELS = "a gold template of two types stands for the one that shares more with all predictions, wanted or not"
ENTITIES = "shared mentions are divided by entities, so that it can pass 1 (the page says so)"
MERGED = "all that is predicted for a slot is one entity, which goes with one gold entity"


def case(metric: Any, answer: Callable[[Items, Items], Masses], breaks: dict[str, str]) -> Case:
    return Case(
        lambda predicted, gold: metric(karat_templates(predicted), karat_templates(gold)),
        answer,
        draw,
        values=zero_values,
        wrong=wrong,
        predict=first_label,
        breaks=breaks,
        adversarial=ADVERSARIAL,
    )


CASES: dict[str, Case] = {
    "iterx_subset": case(
        ITERX_SUBSET, answer_subset, {"order": TIED, "perfect": FIRST_HIT, "right item": f"{TIED}; {LABELS}"}
    ),
    "iterx_phi3": case(ITERX_PHI3, answer_phi3, {"bounds": ENTITIES, "perfect": ENTITIES, "right item": LABELS}),
    "iterx_phi3_mentions": case(ITERX_PHI3_MENTIONS, answer_phi3_mentions, {"perfect": MERGED, "right item": LABELS}),
}
