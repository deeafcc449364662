"""Coreference of entities or events: CEAF, MUC, B³ (Chen et al., 2023, equations 17 to 24), CoNLL's mean, LEA, BLANC.

F1 of the mentions alone is here too. Predicted and gold are collections of clusters, each a collection of mentions.
0/0 is 0, as in the reference scorer. ``align_empty_nodes`` pairs a predicted document's empty nodes with the gold's, as
CorefUD's scorer does (version 1.2, matching of zeros ``dependent``), so that no mention shifts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import groupby
from typing import Any

from karat import algebra as k
from karat.algebra.solvers.assignment import Cell, heaviest_then
from karat.model import EmptyNode, Entity, Mention, NodedEntities, SplitMention

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


# CorefUD's empty nodes: words are the same on both sides, empty nodes need not be.

DEPENDENCIES, PARENTS = 10, 1
"""The weights of equal dependencies, and of equal parents alone, which break ties."""


def align_empty_nodes(predicted: Any, gold: Any) -> Any:
    """Number the tokens of a predicted document's mentions as the gold's.

    Empty nodes that are a mention of their own (zeros) are paired within a sentence by the enhanced dependencies that
    they share, all others by their ids. One without a partner gets a number that the gold does not have.
    """
    if not (isinstance(predicted, NodedEntities) and isinstance(gold, NodedEntities)):
        return predicted
    if not (predicted.empty_nodes or gold.empty_nodes):
        return predicted
    zeros = _pair_zeros(_zeros(predicted), _zeros(gold))
    places = _gold_places(predicted, gold)
    if places == list(range(predicted.size)) and all(place == other for place, other in zeros.items()):
        return predicted
    taken = set(zeros.values())
    nodes = {node.position for node in predicted.empty_nodes}

    def moved(mention: Mention | str) -> Mention | str:
        if not isinstance(mention, Mention):
            return mention
        if mention.left != mention.right or mention.left not in nodes:
            return _moved(mention, places)
        place = zeros.get(mention.left)
        if place is None:
            place = places[mention.left]
            place = gold.size + mention.left if place in taken else place
        return Mention(place, place)

    return NodedEntities(
        (Entity(frozenset(map(moved, entity.mentions))) for entity in predicted), gold.empty_nodes, gold.size
    )


def _zeros(entities: NodedEntities[Entity]) -> list[EmptyNode]:
    """Collect the empty nodes that are a mention of their own, in order."""
    single = {
        mention.left
        for entity in entities
        for mention in entity
        if isinstance(mention, Mention) and mention.left == mention.right
    }
    return [node for node in entities.empty_nodes if node.position in single]


def _pair_zeros(predicted: Iterable[EmptyNode], gold: Iterable[EmptyNode]) -> dict[int, int]:
    """Pair zeros one-to-one within each sentence; zeros that share no parent are no pair.

    Of equally good pairings, the one with the most equal ids is taken.
    """
    of_gold = {sentence: list(nodes) for sentence, nodes in groupby(gold, lambda node: node.sentence)}
    paired: dict[int, int] = {}
    for sentence, nodes in groupby(predicted, lambda node: node.sentence):
        ours, theirs = list(nodes), of_gold.get(sentence, [])
        cells: list[Cell] = [
            (row, column, weight)
            for row, mine in enumerate(ours)
            for column, other in enumerate(theirs)
            if (weight := _likeness(mine, other))
        ]
        same_id = [int(ours[row].id == theirs[column].id) for row, column, _ in cells]
        for row, column, _ in heaviest_then(cells, same_id):
            paired[ours[row].position] = theirs[column].position
    return paired


def _likeness(one: EmptyNode, other: EmptyNode) -> Fraction:
    parents = [frozenset(parent for parent, _ in node.dependencies) for node in (one, other)]
    return DEPENDENCIES * _f1(one.dependencies, other.dependencies) + PARENTS * _f1(*parents)


def _f1(one: frozenset[Any], other: frozenset[Any]) -> Fraction:
    return Fraction(2 * len(one & other), len(one) + len(other) or 1)


def _gold_places(predicted: NodedEntities[Entity], gold: NodedEntities[Entity]) -> list[int]:
    """Find the gold's position of each predicted word and empty node; a node that the gold lacks has none of these."""
    gold_nodes = {(node.sentence, node.id): node.position for node in gold.empty_nodes}
    own_nodes = {node.position: node for node in predicted.empty_nodes}
    words = _word_places(gold)
    places = []
    for position in range(predicted.size):
        node = own_nodes.get(position)
        if node is None:
            places.append(next(words, gold.size + position))
        else:
            places.append(gold_nodes.get((node.sentence, node.id), gold.size + position))
    return places


def _word_places(entities: NodedEntities[Entity]) -> Iterator[int]:
    nodes = {node.position for node in entities.empty_nodes}
    return (position for position in range(entities.size) if position not in nodes)


def _moved(mention: Mention, places: list[int]) -> Mention:
    """Move a mention to its new positions; a span that is then interrupted becomes several."""
    old = mention.parts if isinstance(mention, SplitMention) else (mention,)
    parts = tuple(part for each in old for part in _stretches(places[index] for index in each.indices))
    if len(parts) == 1 and not isinstance(mention, SplitMention):
        return parts[0]
    return SplitMention(parts[0].left, parts[-1].right, parts)


def _stretches(places: Iterable[int]) -> Iterator[Mention]:
    ordered = sorted(places)
    for _, group in groupby(enumerate(ordered), lambda pair: pair[1] - pair[0]):
        stretch = [place for _, place in group]
        yield Mention(stretch[0], stretch[-1])
