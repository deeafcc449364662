"""Role-filler entities: CEAF-REE and CEAF-RME (Chen et al., 2023, equations 25 to 28).

Predicted and gold are the arguments of one relation or template: collections of entities with their roles.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from karat import algebra as k
from karat.metrics.coreference import phi3, phi4
from karat.model import Entity, RoleFillerEntity


def singletons(fillers: Iterable[RoleFillerEntity]) -> list[RoleFillerEntity]:
    """Make each mention an entity of its own (section 3.3)."""
    return [
        RoleFillerEntity(filler.role, Entity(frozenset({mention}))) for filler in fillers for mention in filler.entity
    ]


def role_mentions(fillers: Iterable[RoleFillerEntity]) -> list[tuple[str, Any]]:
    """List each entity's mentions with its role; a mention of two entities is listed twice."""
    return [(filler.role, mention) for filler in fillers for mention in filler.entity]


# Equation 26, and the alternatives to φ⊆ from section 6.
CEAF_REE = k.match(k.product(role=k.equal, entity=k.subset)).f1.named("ceaf_ree")
CEAF_REE_PHI3 = k.match(k.product(role=k.equal, entity=phi3)).f1.named("ceaf_ree_phi3")
CEAF_REE_PHI4 = k.match(k.product(role=k.equal, entity=phi4)).f1.named("ceaf_ree_phi4")


def _rme(entity: k.Similarity, *, literal: bool = False) -> k.Matching:
    return k.match(k.product(role=k.equal, entity=entity), k.N_TO_ONE, literal=literal)


# Equation 27.
CEAF_RME_SUBSET = _rme(k.subset).on(predicted=singletons).f1.named("ceaf_rme_subset")
CEAF_RME_SUBSET_LITERAL = _rme(k.subset, literal=True).on(predicted=singletons).f1.named("ceaf_rme_subset_literal")

# Equation 28. Several predictions may be matched with one gold entity. The gold side counts mentions one-to-one, so
# that no mention is counted twice, nor for another mention.
CEAF_RME_PHI3 = k.sides(
    precision=_rme(phi3).on(predicted=singletons),
    recall=k.match(k.equal).on(role_mentions),
).named("ceaf_rme_phi3")
CEAF_RME_PHI3_LITERAL = _rme(phi3, literal=True).on(predicted=singletons).f1.named("ceaf_rme_phi3_literal")
