"""SciREX's own evaluation (Jain et al., 2020): means over documents, not sums of masses.

Predicted clusters are first replaced by the gold clusters they match. Then relations are compared as a whole, or by
pairs of their roles. Precision, recall and F1 are computed for each document and averaged. The metrics whose names
end in ``published`` reproduce the program exactly, by which gold against itself scores below 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from karat import algebra as k
from karat.algebra.plans.reading import field_of
from karat.model import Entity, Mention, NAryRelation

# Equation 29.
mention = k.product(indices=k.match(k.equal).jaccard.above(0.5))

# Equation 30.
role_filler = k.product(role=k.equal, entity=k.match(mention).precision.above(0.5))

# Equation 31.
relation = k.product(arguments=k.match(role_filler).f1.at_least(1))

SCIREX = k.match(relation).f1.named("scirex")

SMOOTHING = 1e-7
"""The program adds this to every denominator."""

Cluster = frozenset[Any]


def overlap_share(predicted: Mention, gold: Mention) -> float:
    """Divide the words that two mentions share by those from the first to the last; negative for a gap between them."""
    common = min(predicted.right, gold.right) + 1 - max(predicted.left, gold.left)
    return common / (max(predicted.right, gold.right) + 1 - min(predicted.left, gold.left))


def map_mention(mention: Any, gold: Sequence[Any], *, published: bool = False) -> Any:
    """Find the equal gold mention, else the first that overlaps by more than half, else return the mention itself.

    The program takes the first that overlaps even where another one is equal.
    """
    if not published and mention in gold:
        return mention
    return next((truth for truth in gold if overlap_share(mention, truth) > 0.5), mention)


_left, _right = field_of("left"), field_of("right")


def _place(mention: Any) -> tuple[int, int]:
    return _left(mention), _right(mention)


def matched_clusters(
    predicted: Iterable[Entity], gold: Sequence[Entity], *, published: bool = False
) -> dict[Entity, Entity | None]:
    """Map each predicted cluster to the gold cluster with most of its mentions, if these are more than half.

    On a tie the smallest gold cluster is taken, then the first in the text; the program takes the first.
    """
    mentions = sorted({mention for entity in gold for mention in entity}, key=_place)
    partners: dict[Entity, Entity | None] = {}
    for entity in predicted:
        mapped = frozenset(map_mention(mention, mentions, published=published) for mention in entity)
        shares = [
            (len(mapped & cluster.mentions), 0 if published else -len(cluster.mentions), cluster)
            for cluster in gold
            if mapped
        ]
        shared, _, best = max(shares, key=lambda share: share[:2], default=(0, 0, None))
        partners[entity] = best if 2 * shared > len(mapped) else None
    return partners


def salient(relations: Iterable[NAryRelation]) -> list[Entity]:
    """List the clusters that relations name, in a fixed order."""
    named = {filler.entity for relation in relations for filler in relation.arguments}
    return sorted(named, key=lambda entity: sorted(map(_place, entity)))


def with_mentions(relations: Iterable[NAryRelation]) -> list[NAryRelation]:
    """Drop the relations with a cluster without mentions; the program drops them from the gold only."""
    return [relation for relation in relations if all(len(filler.entity) for filler in relation.arguments)]


def shares(
    matched_predicted: int, predicted: int, matched_gold: int, gold: int, smoothing: float = 0.0
) -> tuple[float, float, float]:
    """Compute precision, recall and F1; 0/0 is 0."""
    precision, recall = _divide(matched_predicted, predicted + smoothing), _divide(matched_gold, gold + smoothing)
    return precision, recall, _divide(2 * precision * recall, precision + recall + smoothing)


def _divide(numerator: float, denominator: float) -> float:
    return numerator / denominator if denominator else 0.0


@dataclass(frozen=True)
class DocumentMean(k.Metric):
    """A metric whose corpus score is a mean over documents; ``published`` reproduces the program."""

    published: bool = field(default=False, kw_only=True)
    name: str = field(default="", compare=False, kw_only=True)

    @property
    def smoothing(self) -> float:
        return SMOOTHING if self.published else 0.0

    def relations(self, predicted: Iterable[NAryRelation]) -> list[NAryRelation]:
        """Select the predicted relations that count."""
        return list(predicted) if self.published else with_mentions(predicted)

    def choices(self) -> list[str]:
        rules = ["rules:published"] if self.published else []
        return [f"def:{self}", "avg:documents", *rules, f"smooth:{self.smoothing:g}"]


@dataclass(frozen=True)
class ScirexRelations(DocumentMean):
    """Relations compared by each combination of ``roles`` roles: 4 for whole relations, 2 for the six pairs."""

    roles: int

    def __str__(self) -> str:
        return f"mean over documents of F[{self.roles} roles, clusters ⟦share > 0.5⟧]"

    def latex(self) -> str:
        return rf"\overline{{\mathrm{{F}}}}[{self.roles}\ \mathrm{{roles}}]"

    def score(self, predicted: Any, gold: Any, *, time_limit: float | None = None) -> k.MeanScore:
        """Score one document; one without gold is left out of the mean."""
        relations, gold_relations = self.relations(predicted), with_mentions(gold)
        if not gold_relations:
            return k.MeanScore.of(None, None, None)
        partners = matched_clusters(salient(relations), salient(gold_relations), published=self.published)
        predicted_roles = [_roles(relation, partners) for relation in relations]
        gold_roles = [_roles(relation) for relation in gold_relations]
        names = sorted({role for relation in (*predicted_roles, *gold_roles) for role in relation})
        total = None
        for chosen in combinations(names, min(self.roles, len(names))):
            predicted_tuples, gold_tuples = (
                {tuple(roles.get(role) for role in chosen) for roles in side} for side in (predicted_roles, gold_roles)
            )
            shared = len(predicted_tuples & gold_tuples)
            score = k.MeanScore.of(*shares(shared, len(predicted_tuples), shared, len(gold_tuples), self.smoothing))
            total = score if total is None else total + score
        assert total is not None
        return total


Filling = frozenset[tuple[bool, Cluster]]


def _roles(relation: NAryRelation, partners: dict[Entity, Entity | None] | None = None) -> dict[str, Filling]:
    """Map each role to its clusters: gold ones, or the prediction's own, which equal no gold cluster."""
    roles: dict[str, Filling] = {}
    for filler in relation.arguments:
        partner = filler.entity if partners is None else partners[filler.entity]
        cluster = (partner is None, (filler.entity if partner is None else partner).mentions)
        roles[filler.role] = roles.get(filler.role, frozenset()) | {cluster}
    return roles


@dataclass(frozen=True)
class ScirexClusters(DocumentMean):
    """Salient clusters, that is, those that a relation names."""

    def __str__(self) -> str:
        return "mean over documents of F[clusters ⟦share > 0.5⟧]"

    def latex(self) -> str:
        return r"\overline{\mathrm{F}}[\mathrm{clusters}]"

    def score(self, predicted: Any, gold: Any, *, time_limit: float | None = None) -> k.MeanScore:
        """Score one document; one without gold is left out of the mean."""
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
