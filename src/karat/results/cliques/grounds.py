"""The cliques of an evaluation, and how far apart the syntax of their sentences is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from karat.one_line import one_line

if TYPE_CHECKING:
    from karat.benchmarks.gold import Gold


@dataclass(frozen=True, slots=True)
class CliqueGround:
    """A clique's sentences, the original first, and the mean distance and similarity of their trees over all pairs.

    ``distance`` is HWS and ``similarity`` the normalised tree kernel; both are ``None`` if a sentence has no tree.
    """

    id: str
    members: tuple[str, ...]
    distance: float | None = None
    similarity: float | None = None

    __repr__ = one_line


def clique_grounds(gold: Gold) -> tuple[CliqueGround, ...]:
    """Collect the cliques of a gold standard."""
    return tuple(
        CliqueGround(clique.id, tuple(gold.sentences[index].id for index in clique.members), *_means(clique.trees))
        for clique in gold.cliques
    )


def _means(trees: tuple[Any, ...]) -> tuple[float | None, float | None]:
    if any(tree is None for tree in trees):
        return None, None
    from karat.results.cliques.syntax import hws_means, kernel_means  # not at start-up: only cliques with trees need it

    return hws_means(trees)[0], kernel_means(trees)[0]


def clique_ground_object(ground: CliqueGround) -> dict[str, Any]:
    """Write a clique as a JSON object."""
    return {
        "id": ground.id,
        "members": list(ground.members),
        "distance": ground.distance,
        "similarity": ground.similarity,
    }


def clique_ground_from(entry: dict[str, Any]) -> CliqueGround:
    """Read a clique from a JSON object."""
    return CliqueGround(entry["id"], tuple(entry["members"]), entry["distance"], entry["similarity"])
