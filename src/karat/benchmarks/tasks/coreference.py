"""The coreference task, for entities or events, following the reference scorer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from karat.benchmarks.tasks.task import Choices, Option, Task
from karat.errors import FormatError
from karat.metrics import B_CUBED, BLANC, CEAF_PHI3, CEAF_PHI4, CONLL, LEA, MENTION, MUC
from karat.metrics.coreference import align_empty_nodes
from karat.model import Entity, Mention, NodedEntities

if TYPE_CHECKING:
    from karat.algebra import Metric
    from karat.model import Cluster, Entity


def metrics(_: Choices) -> Sequence[Metric]:
    """Return all metrics; the mean of the shared tasks is first."""
    return (CONLL, MUC, B_CUBED, CEAF_PHI4, CEAF_PHI3, LEA, BLANC, MENTION)


def prepare(content: Sequence[Cluster], choices: Choices) -> Sequence[Entity]:
    """Keep each mention only in the first entity that has it, and drop entities that become empty."""
    seen: set[Any] = set()
    entities = []
    for cluster in content:
        new = frozenset(cluster.mentions) - seen
        seen |= new
        if len(new) > (choices["singletons"] == "drop"):
            entities.append(Entity(new))
    if isinstance(content, NodedEntities):
        return NodedEntities(entities, content.empty_nodes, content.size)
    return entities


def _describe(mention: Any) -> str:
    if not isinstance(mention, Mention):
        return repr(mention)
    return f"token {mention.left}" if mention.left == mention.right else f"tokens {mention.left} to {mention.right}"


def prepare_gold(content: Sequence[Cluster], choices: Choices) -> Sequence[Entity]:
    """Refuse a mention that occurs twice."""
    seen: dict[Any, tuple[str, int | None]] = {}
    for cluster in content:
        lines = cluster.lines or (None,) * len(cluster.mentions)  # clusters that were not read from a file have none
        for mention, line in zip(cluster.mentions, lines, strict=True):
            if mention in seen:
                name, before = seen[mention]
                place = "" if before is None else f" (line {before})"
                raise FormatError(
                    cluster.path,
                    line,
                    "each mention of the gold once",
                    f"{_describe(mention)} in entity {cluster.name!r} and before in {name!r}{place}",
                )
            seen[mention] = (cluster.name, line)
    return prepare(content, choices)


COREFERENCE = Task(
    name="coreference",
    title="Coreference of entities or events",
    kind="coreference",
    metrics=metrics,
    prepare=prepare,
    prepare_gold=prepare_gold,
    align=align_empty_nodes,
    spelled_out=lambda choices: {"singletons": choices["singletons"], "duplicates": "first"},
    options=(Option("singletons", "Entities of one mention, on both sides.", ("keep", "drop")),),
    example="karat score coreference system.conll --gold key.conll",
)
