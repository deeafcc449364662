"""Coreference (Chen et al., 2023, section 3.2; structured.md §2), entity by entity and link by link."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import combinations
from typing import Any

from case import Case, Items, Masses, Parts, Values, disturb, zero_values
from every_matching import best_sum, f1_of_bags, masses_one_to_one

from karat import metrics
from karat.model import Entity

Cluster = frozenset[str]


def muc_links(entities: Iterable[Cluster], others: Iterable[Cluster]) -> int:
    """Equation 20: what is left of each entity's links when the other side has cut it into parts."""
    return sum(len(entity) - len(parts(entity, others)) for entity in entities if entity)


def parts(entity: Cluster, others: Iterable[Cluster]) -> list[Cluster]:
    """The entity cut by the others; a mention that none of them has is a part of its own."""
    cut = [entity & other for other in others if entity & other]
    return cut + [frozenset({mention}) for mention in entity if not any(mention in other for other in others)]


def capped_links(entities: Iterable[Cluster], others: Iterable[Cluster]) -> int:
    """Equations 21 and 22 where clusters of one side overlap: no entity is matched by more links than it has."""
    return sum(
        min(len(entity) - 1, sum(max(0, len(entity & other) - 1) for other in others)) for entity in entities if entity
    )


def is_partition(entities: Iterable[Cluster]) -> bool:
    return all(not one & other for one, other in combinations(entities, 2))


def muc(predicted: Items, gold: Items) -> Masses:
    found = muc_links if is_partition(predicted) and is_partition(gold) else capped_links
    return Masses(
        found(predicted, gold),
        sum(max(0, len(entity) - 1) for entity in predicted),
        found(gold, predicted),
        sum(max(0, len(entity) - 1) for entity in gold),
    )


def b_cubed_side(entities: Items, others: Items) -> tuple[Fraction | int, int]:
    """Equations 23 and 24: for each mention the share of its entity that is in its other entity.

    A mention that is in several entities of one side is matched one to one with its places on the other.
    """
    total: Fraction | int = 0
    for mention in {mention for entity in entities for mention in entity}:
        own = [entity for entity in entities if mention in entity]
        partners = [other for other in others if mention in other]
        total += best_sum([[Fraction(len(entity & other), len(entity)) for other in partners] for entity in own])
    return total, sum(len(entity) for entity in entities)


def b_cubed(predicted: Items, gold: Items) -> Masses:
    return Masses(*b_cubed_side(predicted, gold), *b_cubed_side(gold, predicted))


def phi3(one: Cluster, other: Cluster) -> int:
    """Equation 17."""
    return len(one & other)


def phi4(one: Cluster, other: Cluster) -> Fraction:
    """Equation 18."""
    return f1_of_bags([*one], [*other])


def lea_side(entities: Items, others: Items) -> tuple[Fraction | int, int]:
    """Moosavi and Strube (2016), equations 1 and 2: size times resolved links over links."""
    resolved = sum(len(entity) * Fraction(resolved_links(entity, others), links(entity)) for entity in entities)
    return resolved, sum(len(entity) for entity in entities)


def links(entity: Cluster) -> int:
    """All pairs of mentions; a singleton has one link, to itself."""
    return max(1, len(pairs(entity)))


def resolved_links(entity: Cluster, others: Items) -> int:
    """Links of the entity that some other has; a singleton's only if it is a singleton there too."""
    if len(entity) == 1:
        return int(entity in others)
    return min(links(entity), sum(len(pairs(entity) & pairs(other)) for other in others))


def lea(predicted: Items, gold: Items) -> Masses:
    return Masses(*lea_side(predicted, gold), *lea_side(gold, predicted))


def pairs(mentions: Iterable[str]) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in combinations(sorted(set(mentions)), 2)}


def blanc(predicted: Items, gold: Items) -> Parts:
    """Luo et al. (2014): coreference links, then all other pairs of mentions of one side."""

    def coreferent(entities: Items) -> set[frozenset[str]]:
        return {pair for entity in entities for pair in pairs(entity)}

    def separate(entities: Items) -> set[frozenset[str]]:
        return pairs(mention for entity in entities for mention in entity) - coreferent(entities)

    return Parts(shared(kind(predicted), kind(gold)) for kind in (coreferent, separate))


def shared(found: set[Any], wanted: set[Any]) -> Masses:
    return Masses(len(found & wanted), len(found), len(found & wanted), len(wanted))


def blanc_values(both: Parts) -> Values:
    """The mean over the kinds of links that the gold has; 0 if it has none. F1 is the mean of the two F1."""
    present = [masses for masses in both if masses.gold]
    return mean_values(present) if present else Values(Fraction(0), Fraction(0), Fraction(0))


def mean_values(all_masses: Iterable[Masses]) -> Values:
    values = [zero_values(masses) for masses in all_masses]
    return Values(*(sum(column, Fraction(0)) / len(values) for column in zip(*values, strict=True)))


def ceaf(similarity: Callable[[Cluster, Cluster], Any]) -> Callable[[Items, Items], Masses]:
    return lambda predicted, gold: masses_one_to_one(similarity, predicted, gold)


def conll(predicted: Items, gold: Items) -> Parts:
    """MUC, B³ and CEAF φ4."""
    return Parts((muc(predicted, gold), b_cubed(predicted, gold), ceaf(phi4)(predicted, gold)))


def mention(predicted: Items, gold: Items) -> Masses:
    return shared({mention for entity in predicted for mention in entity}, {m for entity in gold for m in entity})


FEW, MANY = "abcdef", "abcdefghijklmnop"
"""The mentions of a small document and of a larger one."""


def draw_partition(rng: random.Random, mentions: str) -> list[Cluster]:
    """Some mentions, each in one of a few entities."""
    entities: dict[int, set[str]] = {}
    most = len(mentions)
    for name in rng.sample(mentions, rng.choice((0, 1, 2, most - 2, most - 1, most))):
        entities.setdefault(rng.randrange(rng.choice((2, most // 2 + 1))), set()).add(name)
    return [frozenset(names) for names in entities.values()]


def moved(rng: random.Random, entities: list[Cluster], mentions: str) -> list[Cluster]:
    """The same entities after a few mentions were moved, added or dropped, in another order."""
    new: list[set[str]] = [*map(set, entities), set()]
    for name in rng.sample(mentions, rng.randint(0, len(mentions) // 2)):
        for entity in new:
            entity.discard(name)
        if rng.random() < 0.8:
            rng.choice(new).add(name)
    rng.shuffle(new)
    return [frozenset(entity) for entity in new if entity]


def draw_clusters(rng: random.Random) -> tuple[list[Any], list[Any]]:
    """Mostly partitions; now and then clusters of one side that overlap or stand twice."""

    mentions = MANY if rng.random() < 0.1 else FEW

    def cluster() -> Cluster:
        return frozenset(rng.sample(mentions[:4], rng.choice((1, 1, 2, 3))))

    gold = draw_partition(rng, mentions)
    if rng.random() < 0.2:
        return disturb(rng, gold, cluster), gold + [cluster() for _ in range(rng.randrange(2))]
    return (moved(rng, gold, mentions) if rng.random() < 0.7 else draw_partition(rng, mentions)), gold


def clusters(*entities: str) -> list[Cluster]:
    return [frozenset(entity) for entity in entities]


HARD = [
    ([], []),
    (clusters("a"), []),
    ([], clusters("ab")),
    (clusters("a", "b"), clusters("a", "b")),
    (clusters("ab"), clusters("a", "b")),
    (clusters("a", "b"), clusters("ab")),
    (clusters("abcdef"), clusters("ab", "cd", "ef")),
    (clusters("ab", "cd", "ef"), clusters("abcdef")),
    (clusters("ab", "cde"), clusters("abc", "de")),
    # the best partner of ab is the only partner of cd
    (clusters("ab", "cd"), clusters("abcd", "b")),
    (clusters("abc", "de"), clusters("ade", "bc")),
    # mentions of one side only
    (clusters("abx", "cy"), clusters("abz", "c")),
    # clusters that overlap, or are there twice
    (clusters("ab", "ab"), clusters("ab")),
    (clusters("a", "a"), clusters("a", "ab")),
    (clusters("ab", "bc", "ac"), clusters("abc")),
    (clusters("abc", "ab"), clusters("ab", "ab", "bc")),
    # clusters without a mention
    (clusters("", "ab"), clusters("abc", "")),
    (clusters(""), clusters("a")),
]


def wrong(rng: random.Random, gold: Items) -> Cluster:
    return frozenset(rng.choice(("X", "XY", "XYZ")))


def case(metric: Any, answer: Any, values: Any = zero_values, breaks: dict[str, str] | None = None) -> Case:
    def score(predicted: Items, gold: Items) -> Any:
        # predicted as sets, gold as entities: both will do
        return metric([set(entity) for entity in predicted], [Entity(entity) for entity in gold])

    return Case(score, answer, draw_clusters, values, wrong=wrong, breaks=breaks or {}, adversarial=HARD)


NO_LINK = {"perfect": "a singleton has no link, and 0/0 is 0: gold of singletons scores 0 against itself"}
NO_PAIR = {"perfect": "a single mention makes no pair, and 0/0 is 0"}

CASES = {
    "muc": case(metrics.MUC, muc, breaks=NO_LINK),
    "b_cubed": case(metrics.B_CUBED, b_cubed),
    "ceaf_phi3": case(metrics.CEAF_PHI3, ceaf(phi3)),
    "ceaf_phi4": case(metrics.CEAF_PHI4, ceaf(phi4)),
    "conll": case(metrics.CONLL, conll, mean_values, NO_LINK),
    "lea": case(metrics.LEA, lea),
    "blanc": case(metrics.BLANC, blanc, blanc_values, NO_PAIR),
    "mention": case(metrics.MENTION, mention),
}
