"""SciREX's own evaluation (Jain et al., 2020): means over documents, which are not sums of masses.

Predicted clusters are first put in the place of the gold clusters they match. Then relations are compared whole, or by
pairs of their roles; each document's precision, recall and F1 are taken, and the mean of each. The metrics whose names
end in ``published`` do all that the program does, under which gold against itself is below 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from karat import algebra as k
from karat.algebra.plans.reading import field_of
from karat.model import Entity, Mention, NAryRelation

SMOOTHING = 1e-7
"""What the program adds to all that it divides by."""

Cluster = frozenset[Any]


def overlap_share(one: Mention, other: Mention) -> float:
    """The words two mentions have in common among all from the first to the last; below 0 where they are apart."""
    common = min(one.right, other.right) + 1 - max(one.left, other.left)
    return common / (max(one.right, other.right) + 1 - min(one.left, other.left))


def mapped(mention: Any, gold: Sequence[Any], *, published: bool = False) -> Any:
    """The gold mention that it is, else the first that overlaps by more than half, else the mention itself.

    The program takes the first that overlaps even where another is the mention itself.
    """
    if not published and mention in gold:
        return mention
    return next((other for other in gold if overlap_share(mention, other) > 0.5), mention)


_left, _right = field_of("left"), field_of("right")


def _place(mention: Any) -> tuple[int, int]:
    return _left(mention), _right(mention)


def matched_clusters(
    predicted: Iterable[Entity], gold: Sequence[Entity], *, published: bool = False
) -> dict[Entity, Entity | None]:
    """Each predicted cluster with the gold cluster that has most of its mentions, if that is more than half.

    Of several that have as many, the smallest is taken, then the first in the text; by the program just the first.
    """
    mentions = sorted({mention for entity in gold for mention in entity}, key=_place)
    found: dict[Entity, Entity | None] = {}
    for entity in predicted:
        places = frozenset(mapped(mention, mentions, published=published) for mention in entity)
        # -len(other): among clusters that have as many, the smallest.
        shares = [
            (len(places & other.mentions), 0 if published else -len(other.mentions), other) for other in gold if places
        ]
        shared, _, best = max(shares, key=lambda each: each[:2], default=(0, 0, None))
        found[entity] = best if 2 * shared > len(places) else None
    return found


def salient(relations: Iterable[NAryRelation]) -> list[Entity]:
    """The clusters that relations name, in a fixed order."""
    named = {filler.entity for relation in relations for filler in relation.arguments}
    return sorted(named, key=lambda entity: sorted(map(_place, entity)))


def with_mentions(relations: Iterable[NAryRelation]) -> list[NAryRelation]:
    """The relations all of whose clusters have mentions; the program removes the others from the gold alone."""
    return [relation for relation in relations if all(len(filler.entity) for filler in relation.arguments)]


def shares(right: int, predicted: int, found: int, gold: int, smoothing: float = 0.0) -> tuple[float, float, float]:
    """Precision, recall and F1; 0/0 is 0."""
    precision, recall = _divided(right, predicted + smoothing), _divided(found, gold + smoothing)
    return precision, recall, _divided(2 * precision * recall, precision + recall + smoothing)


def _divided(top: float, bottom: float) -> float:
    return top / bottom if bottom else 0.0


@dataclass(frozen=True)
class DocumentMean(k.Metric):
    """A metric whose corpus is a mean of documents, not a sum of masses; ``published`` does as the program does."""

    published: bool = field(default=False, kw_only=True)
    name: str = field(default="", compare=False, kw_only=True)

    @property
    def smoothing(self) -> float:
        """What is added below the line."""
        return SMOOTHING if self.published else 0.0

    def relations(self, predicted: Iterable[NAryRelation]) -> list[NAryRelation]:
        """The predicted relations that count."""
        return list(predicted) if self.published else with_mentions(predicted)

    def choices(self) -> list[str]:
        """The choices that the signature names."""
        rules = ["rules:published"] if self.published else []
        return [f"def:{self}", "avg:documents", *rules, f"smooth:{self.smoothing:g}"]


@dataclass(frozen=True)
class ScirexRelations(DocumentMean):
    """Relations by all combinations of ``roles`` of their roles: 4 for whole relations, 2 for the six pairs."""

    roles: int

    def __str__(self) -> str:
        return f"mean over documents of F[{self.roles} roles, clusters ⟦share > 0.5⟧]"

    def latex(self) -> str:
        """Write the metric as LaTeX mathematics."""
        return rf"\overline{{\mathrm{{F}}}}[{self.roles}\ \mathrm{{roles}}]"

    def score(self, predicted: Any, gold: Any, *, time_limit: float | None = None) -> k.MeanScore:
        """Score one document; one without gold counts for nothing."""
        found, truth = self.relations(predicted), with_mentions(gold)
        if not truth:
            return k.MeanScore.of(None, None, None)
        partners = matched_clusters(salient(found), salient(truth), published=self.published)
        ours = [_roles(relation, partners) for relation in found]
        theirs = [_roles(relation) for relation in truth]
        names = sorted({role for relation in (*ours, *theirs) for role in relation})
        total = None
        for chosen in combinations(names, min(self.roles, len(names))):
            mine, other = ({tuple(each.get(role) for role in chosen) for each in side} for side in (ours, theirs))
            right = len(mine & other)
            one = k.MeanScore.of(*shares(right, len(mine), right, len(other), self.smoothing))
            total = one if total is None else total + one
        assert total is not None
        return total


Filling = frozenset[tuple[bool, Cluster]]


def _roles(relation: NAryRelation, partners: dict[Entity, Entity | None] | None = None) -> dict[str, Filling]:
    """Each role's clusters: gold ones, or the prediction's own, which equal no gold cluster."""
    found: dict[str, Filling] = {}
    for filler in relation.arguments:
        partner = filler.entity if partners is None else partners[filler.entity]
        cluster = (partner is None, (filler.entity if partner is None else partner).mentions)
        found[filler.role] = found.get(filler.role, frozenset()) | {cluster}
    return found


@dataclass(frozen=True)
class ScirexClusters(DocumentMean):
    """Salient clusters: those that a relation names."""

    def __str__(self) -> str:
        return "mean over documents of F[clusters ⟦share > 0.5⟧]"

    def latex(self) -> str:
        """Write the metric as LaTeX mathematics."""
        return r"\overline{\mathrm{F}}[\mathrm{clusters}]"

    def score(self, predicted: Any, gold: Any, *, time_limit: float | None = None) -> k.MeanScore:
        """Score one document; one without gold counts for nothing."""
        ours, theirs = salient(self.relations(predicted)), salient(with_mentions(gold))
        if not theirs:
            return k.MeanScore.of(None, None, None)
        partners = matched_clusters(ours, theirs, published=self.published).values()
        matched = [partner for partner in partners if partner is not None]
        return k.MeanScore.of(*shares(len(matched), len(ours), len(set(matched)), len(theirs), self.smoothing))


SCIREX_CLUSTERS = ScirexClusters().named("scirex_clusters")
SCIREX_BINARY = ScirexRelations(2).named("scirex_binary")
SCIREX_4ARY = ScirexRelations(4).named("scirex_4ary")
SCIREX_CLUSTERS_PUBLISHED = ScirexClusters(published=True).named("scirex_clusters_published")
SCIREX_BINARY_PUBLISHED = ScirexRelations(2, published=True).named("scirex_binary_published")
SCIREX_4ARY_PUBLISHED = ScirexRelations(4, published=True).named("scirex_4ary_published")
