"""Coreference of entities or events: CEAF, MUC, B³ (Chen et al., 2023, equations 17 to 24), CoNLL's mean, LEA, BLANC.

F1 of the mentions alone is here too. Predicted and gold are collections of clusters, each a collection of mentions.
0/0 is 0, as in the reference scorer.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from karat import algebra as k

phi3 = k.match(k.equal)
"""Equation 17: how many mentions two entities share."""
phi4 = phi3.f1
"""Equation 18."""

CEAF_PHI3 = k.match(phi3).f1.with_empty(0).named("ceaf_phi3")

# Equation 19.
CEAF_PHI4 = k.match(phi4).f1.with_empty(0).named("ceaf_phi4")

# Equations 21 and 22.
MUC = k.match(phi3.excess(1), k.N_TO_N).f1.with_empty(0).named("muc")

# Equations 24 and 23.
B_CUBED = k.sides(
    precision=k.match(k.product(element=k.equal, collection=phi3.precision)).on(k.memberships),
    recall=k.match(k.product(element=k.equal, collection=phi3.recall)).on(k.memberships),
    empty=0,
).named("b_cubed")


def mentions_of(entities: Iterable[Iterable[Any]]) -> frozenset[Any]:
    """Collect the mentions of all entities."""
    return frozenset(mention for entity in entities for mention in entity)


MENTION = k.match(k.equal).on(mentions_of).f1.with_empty(0).named("mention")

CONLL = k.mean(MUC, B_CUBED, CEAF_PHI4).named("conll")


def _resolved(shared: int, size: int, other: int) -> k.Number:
    """Multiply an entity's size by the share of its links that the other has; a singleton links to itself."""
    if size == 1:
        return int(shared == other == 1)
    return Fraction(shared * (shared - 1), size - 1) if shared else 0


def resolved_predicted(shared: int, predicted: int, gold: int) -> k.Number:
    """Compute how much of a predicted entity is resolved."""
    return _resolved(shared, predicted, gold)


def resolved_gold(shared: int, predicted: int, gold: int) -> k.Number:
    """Compute how much of a gold entity is resolved."""
    return _resolved(shared, gold, predicted)


# Moosavi and Strube (2016), equations 1 and 2.
LEA = k.sides(
    # Unchecked: each function is used for one side only, where the other entity's size is no upper bound.
    precision=k.match(k.counted(resolved_predicted, checked=False), k.N_TO_N),
    recall=k.match(k.counted(resolved_gold, checked=False), k.N_TO_N),
    empty=0,
).named("lea")

# Luo et al. (2014): links within entities and links between them.
BLANC = k.mean_of_present(
    k.match(k.equal).on(k.links).f1.with_empty(0),
    k.match(k.equal).on(k.non_links).f1.with_empty(0),
).named("blanc")
