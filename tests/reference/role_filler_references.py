"""CEAF-REE and CEAF-RME (Chen et al., 2023, equations 17, 18 and 25 to 28), by trying every matching.

An item is (role, mentions); a mention is a text, or a pair of places.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from case import Case, Items, Masses, disturb, draw_list
from every_matching import common, f1_of_bags, masses_one_to_one

from karat.metrics import (
    CEAF_REE,
    CEAF_REE_PHI3,
    CEAF_REE_PHI4,
    CEAF_RME_PHI3,
    CEAF_RME_PHI3_LITERAL,
    CEAF_RME_SUBSET,
    CEAF_RME_SUBSET_LITERAL,
)
from karat.model import Entity, Mention, RoleFillerEntity

Filler = tuple[str, tuple[Any, ...]]
Number = Fraction | int
Similarity = Callable[[Any, Any], Number]

ROLES = ("victim", "weapon")
MENTIONS = ("a", "b", "c", "d", (0, 1))


def subset(predicted: Sequence[Any], gold: Sequence[Any]) -> int:
    """Equation 25; no empty entity is right (docs/metrics/ceaf_ree.md)."""
    return int(bool(predicted) and set(predicted) <= set(gold))


def phi3(predicted: Sequence[Any], gold: Sequence[Any]) -> int:
    """Equation 17: how many mentions both have."""
    return len(set(predicted) & set(gold))


def phi4(predicted: Sequence[Any], gold: Sequence[Any]) -> Fraction:
    """Equation 18."""
    return f1_of_bags(sorted(set(predicted), key=str), sorted(set(gold), key=str))


def in_role(similarity: Similarity) -> Similarity:
    """δ_role × similarity of the entities."""
    return lambda predicted, gold: similarity(predicted[1], gold[1]) if predicted[0] == gold[0] else 0


def singletons(predicted: Sequence[Filler]) -> list[Filler]:
    """Each mention an entity of its own (section 3.3); one that two entities have is there twice."""
    return [(role, (mention,)) for role, mentions in predicted for mention in sorted(set(mentions), key=str)]


def best_functions(similarity: Similarity, left: Sequence[Any], right: Sequence[Any]) -> Iterator[list[Any]]:
    """Every best matching under → (equation 13): for each of ``left``, the place of its partner, or ``None``."""
    partners: list[list[int | None]] = []
    for one in left:
        weights = [similarity(one, other) for other in right]
        best = max(weights, default=0)
        partners.append([place for place, weight in enumerate(weights) if weight == best] if best else [None])
    for choice in product(*partners):
        yield list(choice)


def many_to_one(similarity: Similarity, predicted: Sequence[Any], gold: Sequence[Any]) -> Number:
    """Σ→ of equation 13."""
    return sum(max((similarity(one, other) for other in gold), default=0) for one in predicted)


def found_entities(similarity: Similarity, predicted: Sequence[Any], gold: Sequence[Any]) -> int:
    """How many gold entities some mention goes with; of equally good partners those that make it most (decision 4)."""
    return max(
        len({place for place in choice if place is not None}) for choice in best_functions(similarity, predicted, gold)
    )


def found_mentions(similarity: Similarity, predicted: Sequence[Any], gold: Sequence[Any]) -> int:
    """How many gold mentions are found, one to one by equality within a role; gold entities can share a mention."""
    return common(singletons(predicted), singletons(gold))


def sides_apart(
    similarity: Similarity, found: Callable[[Similarity, Sequence[Any], Sequence[Any]], int]
) -> Callable[[Items, Items], Masses]:
    """Equations 27 and 28 with what is matched counted apart on either side (decision 4)."""

    def answer(predicted: Items, gold: Items) -> Masses:
        mentions, alike = singletons(predicted), in_role(similarity)
        return Masses(
            many_to_one(alike, mentions, gold),
            many_to_one(alike, mentions, mentions),
            found(alike, mentions, gold),
            many_to_one(alike, gold, gold),
        )

    return answer


def literal(similarity: Similarity) -> Callable[[Items, Items], Masses]:
    """Equations 27 and 28 at their word: Σ→(P, R) over Σ→(P, P) and over Σ→(R, R)."""

    def answer(predicted: Items, gold: Items) -> Masses:
        mentions, alike = singletons(predicted), in_role(similarity)
        matched = many_to_one(alike, mentions, gold)
        return Masses(matched, many_to_one(alike, mentions, mentions), matched, many_to_one(alike, gold, gold))

    return answer


def one_to_one(similarity: Similarity) -> Callable[[Items, Items], Masses]:
    """Equation 26, with the similarity of entities given."""
    return lambda predicted, gold: masses_one_to_one(in_role(similarity), predicted, gold)


def score_with(metric: Any) -> Callable[[Items, Items], Any]:
    def fillers(items: Items) -> list[RoleFillerEntity]:
        return [
            RoleFillerEntity(
                role, Entity(frozenset(Mention(*each) if isinstance(each, tuple) else each for each in mentions))
            )
            for role, mentions in items
        ]

    return lambda predicted, gold: metric(fillers(predicted), fillers(gold))


def draw_filler(rng: random.Random) -> Filler:
    mentions = rng.sample(MENTIONS, rng.choice((1, 1, 1, 2, 2, 3)))
    return rng.choice(ROLES), () if rng.random() < 0.05 else tuple(mentions)


def nearby(rng: random.Random, filler: Filler) -> Filler:
    """The same with a mention more or less, or in the other role."""
    role, mentions = filler
    kept = tuple(mention for mention in mentions if rng.random() < 0.8)
    more = (rng.choice(MENTIONS),) if rng.random() < 0.2 else ()
    return rng.choice(ROLES) if rng.random() < 0.1 else role, tuple(dict.fromkeys(kept + more))


def draw(rng: random.Random) -> tuple[list[Filler], list[Filler]]:
    gold = draw_list(rng, lambda: draw_filler(rng))
    predicted = disturb(rng, gold, lambda: draw_filler(rng))
    return [nearby(rng, filler) if rng.random() < 0.5 else filler for filler in predicted], gold


def wrong(rng: random.Random, gold: Items) -> Filler:
    return rng.choice(ROLES), ("found nowhere",)


V, W = ROLES
ADVERSARIAL: list[tuple[list[Filler], list[Filler]]] = [
    ([], []),
    ([(V, ())], [(V, ())]),
    ([(V, ("a",))], [(V, ()), (V, ("a",))]),
    # A mention of two gold entities, of which the other is found by another mention.
    ([(V, ("a",)), (V, ("b",))], [(V, ("a", "b")), (V, ("a",))]),
    ([(V, ("a", "b", "c"))], [(V, ("a", "b")), (V, ("b", "c")), (V, ("c", "a"))]),
    # Only the second choice of the first prediction leaves room for the second.
    ([(V, ("a",)), (V, ("a", "b"))], [(V, ("a", "b")), (V, ("a",))]),
    ([(V, ("a", "b")), (V, ("b", "c"))], [(V, ("a", "b", "c")), (V, ("b", "c", "d"))]),
    # The same mention in another role, and the same entity twice.
    ([(V, ("a",)), (V, ("a",))], [(W, ("a",)), (V, ("a", "b"))]),
    ([(V, ("a", "b")), (V, ("a", "b"))], [(V, ("a", "b"))]),
]


def case(metric: Any, answer: Callable[[Items, Items], Masses], breaks: dict[str, str] | None = None) -> Case:
    return Case(score_with(metric), answer, draw, wrong=wrong, breaks=breaks or {}, adversarial=ADVERSARIAL)


ABOVE_ONE = "several mentions of one gold entity are as many matched pairs, over one entity (the page says so)"

CASES: dict[str, Case] = {
    "ceaf_ree": case(CEAF_REE, one_to_one(subset)),
    "ceaf_ree_phi3": case(CEAF_REE_PHI3, one_to_one(phi3)),
    "ceaf_ree_phi4": case(CEAF_REE_PHI4, one_to_one(phi4)),
    "ceaf_rme_subset": case(CEAF_RME_SUBSET, sides_apart(subset, found_entities)),
    "ceaf_rme_subset_literal": case(
        CEAF_RME_SUBSET_LITERAL, literal(subset), {"bounds": ABOVE_ONE, "perfect": ABOVE_ONE}
    ),
    "ceaf_rme_phi3": case(CEAF_RME_PHI3, sides_apart(phi3, found_mentions)),
    "ceaf_rme_phi3_literal": case(
        CEAF_RME_PHI3_LITERAL, literal(phi3), {"bounds": "a mention that is predicted twice is matched twice"}
    ),
}
