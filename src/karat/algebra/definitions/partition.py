"""Views of a partition: the memberships of its elements (B³) and the links between them (BLANC)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import combinations
from typing import Any, NamedTuple


class Membership(NamedTuple):
    """An element and the collection that it is in (Chen et al., 2023, section 3.2)."""

    element: Any
    collection: Collection[Any]


def memberships(collections: Iterable[Collection[Any]]) -> list[Membership]:
    """Pair each element with each collection that it is in."""
    return [Membership(element, collection) for collection in collections for element in collection]


def links(collections: Iterable[Iterable[Any]]) -> frozenset[frozenset[Any]]:
    """All pairs of elements that share a collection."""
    return frozenset(frozenset(pair) for collection in collections for pair in combinations(set(collection), 2))


def non_links(collections: Iterable[Collection[Any]]) -> frozenset[frozenset[Any]]:
    """All pairs of elements that share no collection."""
    elements = {element for collection in collections for element in collection}
    return frozenset(map(frozenset, combinations(elements, 2))) - links(collections)
