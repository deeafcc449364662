"""SciREX's relations: equations 29 to 31 of Chen et al. (2023), and the rules of Jain et al.'s own program.

The program's rules come in two forms: as published, and changed so that gold against itself is 1 (docs/metrics).

An item is a relation: its fillers, each (role, mentions); a mention is (first token, last token).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

from case import Case, Items, Masses, Values, disturb, draw_list
from every_matching import masses_one_to_one, matching_score

from karat.metrics import (
    SCIREX,
    SCIREX_4ARY,
    SCIREX_4ARY_PUBLISHED,
    SCIREX_BINARY,
    SCIREX_BINARY_PUBLISHED,
    SCIREX_CLUSTERS,
    SCIREX_CLUSTERS_PUBLISHED,
)
from karat.model import Entity, Mention, NAryRelation, RoleFillerEntity

Span = tuple[int, int]
Cluster = tuple[Span, ...]
Relation = tuple[tuple[str, Cluster], ...]

ROLES = ("Material", "Metric", "Task", "Method")
HALF = Fraction(1, 2)
SMALL = Fraction(1, 10**7)
"""What the program adds to whatever it divides by."""


# Equations 29 to 31


def tokens(span: Span) -> set[int]:
    return set(range(span[0], span[1] + 1))


def jaccard(one: Iterable[Any], other: Iterable[Any]) -> Fraction:
    """Equation 7."""
    both, either = set(one) & set(other), set(one) | set(other)
    return Fraction(len(both), len(either))


@cache
def mentions_match(predicted: Span, gold: Span) -> int:
    """Equation 29."""
    return int(jaccard(tokens(predicted), tokens(gold)) > HALF)


def fillers_match(predicted: tuple[str, Cluster], gold: tuple[str, Cluster]) -> int:
    """Equation 30; two empty entities are alike, an empty one is like no other (decision 4)."""
    role, mentions = predicted
    if role != gold[0]:
        return 0
    if not mentions:
        return int(not gold[1])
    return int(Fraction(matching_score(mentions_match, mentions, gold[1]), len(mentions)) > HALF)


@cache
def relations_match(predicted: Relation, gold: Relation) -> int:
    """Equation 31: F is 1 only if precision and recall are."""
    matched = matching_score(fillers_match, predicted, gold)
    return int(matched == len(predicted) == len(gold))


def answer_by_equations(predicted: Items, gold: Items) -> Masses:
    return masses_one_to_one(relations_match, predicted, gold)


# The program's rules (spec structured.md, section 1.5)


def kept_relations(relations: Items) -> list[Relation]:
    """Relations with an entity without mentions are removed; as published, from the gold alone."""
    return [relation for relation in relations if all(mentions for _, mentions in relation)]


def clusters_of(relations: Iterable[Relation]) -> set[frozenset[Span]]:
    """Salient clusters: those that a relation names."""
    return {frozenset(mentions) for relation in relations for _, mentions in relation}


def stand_in(span: Span, gold_spans: Sequence[Span], published: bool) -> Span:
    """The first gold span with a Jaccard similarity above one half, else the span itself; half-open offsets.

    Unless as published, a span that is a gold span stands for itself.
    """
    if not published and span in gold_spans:
        return span
    start, end = span[0], span[1] + 1
    for left, right in gold_spans:
        if Fraction(min(end, right + 1) - max(start, left), max(end, right + 1) - min(start, left)) > HALF:
            return left, right
    return span


def gold_match(
    cluster: frozenset[Span], gold_clusters: set[frozenset[Span]], published: bool
) -> frozenset[Span] | None:
    """The gold cluster with the largest share of the cluster's spans, if that is more than half.

    Of several the one with the fewest spans, unless as published; then the first in the text, compared span by span.
    """
    gold_spans = sorted({span for gold in gold_clusters for span in gold})
    standing = {stand_in(span, gold_spans, published) for span in cluster}
    best, match = HALF, None
    for gold in sorted(gold_clusters, key=lambda gold: (0 if published else len(gold), sorted(gold))):
        share = Fraction(len(standing & gold), len(standing)) if standing else Fraction(0)
        if share > best:
            best, match = share, gold
    return match


def shares(matched_predicted: int, predicted: int, matched_gold: int, gold: int, published: bool) -> Values:
    """Precision, recall and F1, with a small number below each line as published; else 0/0 is 0."""
    small = SMALL if published else Fraction(0)

    def share(part: Fraction | int, whole: Fraction | int) -> Fraction:
        return Fraction(part) / (whole + small) if part else Fraction(0)

    precision, recall = share(matched_predicted, predicted), share(matched_gold, gold)
    return Values(precision, recall, share(2 * precision * recall, precision + recall))


def mean(values: Sequence[Values]) -> Values:
    """The plain mean of each; what is undefined, documents without gold, is left out."""
    defined = [each for each in values if each.f1 is not None]
    if not defined:
        return Values(None, None, None)
    return Values(*(sum(column) / len(defined) for column in zip(*defined, strict=True)))  # type: ignore[arg-type]


def answer_clusters(published: bool) -> Callable[[Items, Items], Values]:
    """Clusters that match, over all that are predicted; gold clusters that are matched, over all."""

    def answer(predicted: Items, gold: Items) -> Values:
        relations = kept_relations(gold)
        if not relations:
            return Values(None, None, None)
        gold_clusters = clusters_of(relations)
        clusters = clusters_of(predicted if published else kept_relations(predicted))
        matches = [gold_match(cluster, gold_clusters, published) for cluster in clusters]
        found = [match for match in matches if match is not None]
        return shares(len(found), len(clusters), len(set(found)), len(gold_clusters), published)

    return answer


def answer_relations(size: int, published: bool) -> Callable[[Items, Items], Values]:
    """All sets of so many slots, each scored by itself; their plain mean."""

    def answer(predicted: Items, gold: Items) -> Values:
        relations = kept_relations(gold)
        if not relations:
            return Values(None, None, None)
        gold_clusters = clusters_of(relations)

        def identity(mentions: Cluster) -> Any:
            """A matched cluster is its gold cluster; any other keeps a name of its own."""
            cluster = frozenset(mentions)
            return gold_match(cluster, gold_clusters, published) or ("own name", cluster)

        kept = predicted if published else kept_relations(predicted)
        found = [{role: identity(mentions) for role, mentions in relation} for relation in kept]
        wanted = [{role: frozenset(mentions) for role, mentions in relation} for relation in relations]
        values = []
        for slots in combinations(ROLES, size):
            ours = {tuple(relation[slot] for slot in slots) for relation in found}
            theirs = {tuple(relation[slot] for slot in slots) for relation in wanted}
            common = len(ours & theirs)
            values.append(shares(common, len(ours), common, len(theirs), published))
        return mean(values)

    return answer


# Documents

CLUSTERS: dict[str, tuple[Cluster, ...]] = {
    "Material": (((0, 3), (40, 40)), ((10, 12),), ((0, 3), (10, 12))),
    "Metric": (((14, 15), (50, 53), (60, 60)), ((14, 16),)),
    "Task": (((20, 24),), ((21, 24), (70, 71))),
    "Method": (((30, 33), (34, 35)), ((30, 34), (80, 80)), ((0, 3),)),
}


def shift(rng: random.Random, span: Span) -> Span:
    """The same or nearly the same span."""
    first, last = span
    if rng.random() < 0.3:
        first = max(0, first + rng.choice((-1, 1)))
    if rng.random() < 0.3:
        last += rng.choice((-1, 1))
    return (first, last) if first <= last else span


def draw_relation(rng: random.Random) -> Relation:
    clusters = [(role, rng.choice(CLUSTERS[role])) for role in ROLES]
    if rng.random() < 0.1:
        place = rng.randrange(len(ROLES))
        clusters[place] = (ROLES[place], ())
    return tuple(clusters)


def nearby(rng: random.Random, relation: Relation) -> Relation:
    """Spans a little off, a span more or less, a cluster of another role."""

    def near(mentions: Cluster) -> Cluster:
        kept = [shift(rng, span) for span in mentions if rng.random() < 0.85]
        more = [(90, 91 + rng.randrange(3))] if rng.random() < 0.15 else []
        return tuple(dict.fromkeys(kept + more))

    clusters = [near(mentions) if rng.random() < 0.5 else mentions for _, mentions in relation]
    if rng.random() < 0.1:
        rng.shuffle(clusters)
    return tuple(zip(ROLES, clusters, strict=True))


def draw(rng: random.Random) -> tuple[list[Relation], list[Relation]]:
    gold = draw_list(rng, lambda: draw_relation(rng), 3)
    predicted = disturb(rng, gold, lambda: draw_relation(rng), 2)
    return [nearby(rng, relation) if rng.random() < 0.6 else relation for relation in predicted], gold


def draw_any_arity(rng: random.Random) -> tuple[list[Relation], list[Relation]]:
    """The equations know no fixed roles: leave some out, have some twice."""

    def change(relation: Relation) -> Relation:
        kept = tuple(filler for filler in relation if rng.random() < 0.7)
        more = ((rng.choice(ROLES), rng.choice(CLUSTERS[rng.choice(ROLES)])),) if rng.random() < 0.2 else ()
        return tuple(dict.fromkeys(kept + more))

    predicted, gold = draw(rng)
    if rng.random() < 0.5:
        return predicted, gold
    gold = [change(relation) for relation in gold]
    own = [change(relation) for relation in predicted]
    return [nearly if rng.random() < 0.5 else rng.choice(gold or own) for nearly in own], gold


def wrong(rng: random.Random, gold: Items) -> Relation:
    start = 1000 + rng.randrange(50)
    return tuple((role, ((start + 10 * place, start + 10 * place),)) for place, role in enumerate(ROLES))


def score_with(metric: Any) -> Callable[[Items, Items], Any]:
    def relations(items: Items) -> list[NAryRelation]:
        return [
            NAryRelation(
                "result",
                frozenset(
                    RoleFillerEntity(role, Entity(frozenset(Mention(*span) for span in mentions)))
                    for role, mentions in relation
                ),
            )
            for relation in items
        ]

    return lambda predicted, gold: metric(relations(predicted), relations(gold))


def four(*clusters: Cluster) -> Relation:
    return tuple(zip(ROLES, clusters, strict=True))


A, B, C, D = ((0, 1),), ((10, 11),), ((20, 21),), ((30, 31),)
FAR = ((90, 91),)
ADVERSARIAL: list[tuple[list[Relation], list[Relation]]] = [
    ([], []),
    ([four(A, B, C, D)], []),
    ([], [four(A, B, C, D)]),
    ([four(A, B, C, D)], [four(A, B, C, ())]),
    ([four(A, B, C, ())], [four(A, B, C, D), four(A, B, C, ())]),
    # Exactly half of the spans, or of the tokens, is not enough.
    ([four((*A, *FAR), B, C, D)], [four(A, B, C, D)]),
    ([four(((0, 3),), B, C, D)], [four(A, B, C, D)]),
    ([four(((0, 2),), B, C, D)], [four(A, B, C, D)]),
    # Two predicted spans stand for one gold span, so that the cluster has two spans, one of them right.
    ([four(((0, 4), (0, 5), *FAR), B, C, D)], [four(((0, 5),), B, C, D)]),
    # A span that equals a later gold span stands for the first that it fits.
    ([four(((0, 5),), B, C, D)], [four(((0, 4),), B, C, D), four(((0, 5),), C, B, D)]),
    # Different clusters become the same relation; equal unmatched clusters too.
    ([four(((0, 2),), B, C, D), four(((0, 1),), B, C, D)], [four(((0, 2),), B, C, D)]),
    ([four(A, B, C, FAR), four(A, B, C, FAR)], [four(A, B, C, D)]),
    ([four(A, A, A, A)], [four(A, A, A, A), four(A, A, A, B)]),
    # Two relations can both go with one, and only one of them with the other.
    ([four(((0, 5), (8, 8)), B, C, D), four(((0, 5),), B, C, D)], [four(((0, 5), (8, 8), (9, 9)), B, C, D)] * 2),
]


BELOW_ONE = (
    "1e-7 is added to whatever is divided by, so that gold against itself is a little below 1 (the page says so)"
)


def program(metric: Any, answer: Callable[[Items, Items], Values], breaks: dict[str, str] | None = None) -> Case:
    return Case(
        score_with(metric),
        answer,
        draw,
        wrong=wrong,
        breaks=breaks or {},
        adversarial=ADVERSARIAL,
        corpus=mean,
    )


def published_program(metric: Any, answer: Callable[[Items, Items], Values]) -> Case:
    return program(metric, answer, {"perfect": BELOW_ONE})


CASES: dict[str, Case] = {
    "scirex": Case(
        score_with(SCIREX), answer_by_equations, draw_any_arity, wrong=wrong, adversarial=[*ADVERSARIAL, ([()], [()])]
    ),
    "scirex_clusters": program(SCIREX_CLUSTERS, answer_clusters(published=False)),
    "scirex_binary": program(SCIREX_BINARY, answer_relations(2, published=False)),
    "scirex_4ary": program(SCIREX_4ARY, answer_relations(4, published=False)),
    "scirex_clusters_published": published_program(SCIREX_CLUSTERS_PUBLISHED, answer_clusters(published=True)),
    "scirex_binary_published": published_program(SCIREX_BINARY_PUBLISHED, answer_relations(2, published=True)),
    "scirex_4ary_published": published_program(SCIREX_4ARY_PUBLISHED, answer_relations(4, published=True)),
}
