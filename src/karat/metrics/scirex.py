"""SciREX's own evaluation (Jain et al., 2020): means over documents, which are not sums of masses.

Predicted clusters are first put in the place of the gold clusters they match. Then relations are compared whole, or by
pairs of their roles; each document's precision, recall and F1 are taken, and the mean of each.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from karat import algebra as k
from karat.model import Entity, Mention, NAryRelation

SMOOTHING = 1e-7
"""Added to what is divided by, as the program does."""

Cluster = frozenset[Any]


def overlap_share(one: Mention, other: Mention) -> float:
    """The words two mentions have in common among all from the first to the last; below 0 where they are apart."""
    common = min(one.right, other.right) + 1 - max(one.left, other.left)
    return common / (max(one.right, other.right) + 1 - min(one.left, other.left))


def mapped(mention: Any, gold: Sequence[Any]) -> Any:
    """The first gold mention that overlaps by more than half, or the mention itself."""
    return next((other for other in gold if overlap_share(mention, other) > 0.5), mention)


def _place(mention: Any) -> tuple[int, int]:
    return mention.left, mention.right


def matched_clusters(predicted: Iterable[Entity], gold: Sequence[Entity]) -> dict[Entity, Entity | None]:
    """Each predicted cluster with the gold cluster that has most of its mentions, if that is more than half."""
    mentions = sorted({mention for entity in gold for mention in entity}, key=_place)
    found: dict[Entity, Entity | None] = {}
    for entity in predicted:
        places = frozenset(mapped(mention, mentions) for mention in entity)
        shares = [(len(places & other.mentions) / len(places), other) for other in gold] if places else []
        share, best = max(shares, key=lambda each: each[0], default=(0.0, None))
        found[entity] = best if share > 0.5 else None
    return found


def salient(relations: Iterable[NAryRelation]) -> list[Entity]:
    """The clusters that relations name, in a fixed order."""
    named = {filler.entity for relation in relations for filler in relation.arguments}
    return sorted(named, key=lambda entity: sorted(map(_place, entity)))


def with_mentions(relations: Iterable[NAryRelation]) -> list[NAryRelation]:
    """The relations all of whose clusters have mentions; the program removes the others from the gold."""
    return [relation for relation in relations if all(len(filler.entity) for filler in relation.arguments)]


def shares(right: int, predicted: int, found: int, gold: int) -> tuple[float, float, float]:
    """Precision, recall and F1 with the program's smoothing."""
    precision, recall = right / (predicted + SMOOTHING), found / (gold + SMOOTHING)
    return precision, recall, 2 * precision * recall / (precision + recall + SMOOTHING)


class DocumentMean(k.Metric):
    """A metric whose corpus is a mean of documents, not a sum of masses."""

    def choices(self) -> list[str]:
        """The choices that the signature names."""
        return [f"def:{self}", "avg:documents", f"smooth:{SMOOTHING:g}"]


@dataclass(frozen=True)
class ScirexRelations(DocumentMean):
    """Relations by all combinations of ``roles`` of their roles: 4 for whole relations, 2 for the six pairs."""

    roles: int
    name: str = field(default="", compare=False)

    def __str__(self) -> str:
        return f"mean over documents of F[{self.roles} roles, clusters ⟦share > 0.5⟧]"

    def latex(self) -> str:
        """Write the metric as LaTeX mathematics."""
        return rf"\overline{{\mathrm{{F}}}}[{self.roles}\ \mathrm{{roles}}]"

    def score(self, predicted: Any, gold: Any, *, time_limit: float | None = None) -> k.MeanScore:
        """Score one document; one without gold counts for nothing."""
        truth = with_mentions(gold)
        if not truth:
            return k.MeanScore.of(None, None, None)
        partners = matched_clusters(salient(predicted), salient(truth))
        ours = [_roles(relation, partners) for relation in predicted]
        theirs = [_roles(relation, {}) for relation in truth]
        names = sorted({role for relation in (*ours, *theirs) for role in relation})
        total = None
        for chosen in combinations(names, min(self.roles, len(names))):
            mine, other = ({tuple(each.get(role) for role in chosen) for each in side} for side in (ours, theirs))
            right = len(mine & other)
            one = k.MeanScore.of(*shares(right, len(mine), right, len(other)))
            total = one if total is None else total + one
        assert total is not None
        return total


def _roles(relation: NAryRelation, partners: dict[Entity, Entity | None]) -> dict[str, tuple[bool, Cluster]]:
    """Each role's cluster: a gold one, or one of the prediction's own, which equals no gold cluster."""
    found: dict[str, tuple[bool, Cluster]] = {}
    for filler in relation.arguments:
        partner = partners.get(filler.entity, filler.entity) if partners else filler.entity
        own = bool(partners) and partner is None
        found[filler.role] = (own, (filler.entity if partner is None else partner).mentions)
    return found


@dataclass(frozen=True)
class ScirexClusters(DocumentMean):
    """Salient clusters: those that a relation names."""

    name: str = field(default="", compare=False)

    def __str__(self) -> str:
        return "mean over documents of F[clusters ⟦share > 0.5⟧]"

    def latex(self) -> str:
        """Write the metric as LaTeX mathematics."""
        return r"\overline{\mathrm{F}}[\mathrm{clusters}]"

    def score(self, predicted: Any, gold: Any, *, time_limit: float | None = None) -> k.MeanScore:
        """Score one document; one without gold counts for nothing."""
        ours, theirs = salient(predicted), salient(with_mentions(gold))
        if not theirs:
            return k.MeanScore.of(None, None, None)
        partners = [partner for partner in matched_clusters(ours, theirs).values() if partner is not None]
        return k.MeanScore.of(*shares(len(partners), len(ours), len(set(partners)), len(theirs)))


SCIREX_CLUSTERS = ScirexClusters().named("scirex_clusters")
SCIREX_BINARY = ScirexRelations(2).named("scirex_binary")
SCIREX_4ARY = ScirexRelations(4).named("scirex_4ary")
