"""kg-gen's graphs: entities, edges and relations in JSON (Mo et al., 2025)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from karat.errors import FormatError
from karat.formats.field_names import SENTENCE, SENTENCE_ID
from karat.formats.format import Format
from karat.formats.json.parts import Part
from karat.formats.json.values import as_text, elements, keys, line_number, opens, values
from karat.formats.problems import Problems, Repair
from karat.formats.text import blocks
from karat.formats.text.input_file import Input
from karat.model import Extraction, Row

KNOWN = ("entities", "edges", "relations", "entity_clusters", "edge_clusters", "entity_metadata", "relation_scores")


def read_blocks(path: Input, encoding: str, problems: Problems) -> Iterator[tuple[int, Row]]:
    """Yield the relations of each graph, with their confidence from ``relation_scores``.

    ``other`` has the clusters and the metadata of a relation's parts; entities without a relation are reported as
    left out.
    """
    number = -1
    for value in values(path, encoding, problems):
        for graph in elements(value):
            number += 1
            try:
                yield from ((number, row) for row in _rows(graph, problems))
            except FormatError as error:
                problems.add(error)


def _rows(graph: Part, problems: Problems) -> Iterator[Row]:
    graph.only(*KNOWN)
    entities = _clusters(graph, "entity_clusters")
    edges = _clusters(graph, "edge_clusters")
    metadata = _mapping(graph, "entity_metadata")
    scores = _mapping(graph, "relation_scores")
    relations = graph.items("relations")
    line = line_number(graph)
    if not relations:
        yield Row(None, line=line)
    left = set(graph.inner("entities").texts()) if "entities" in graph else set()
    for one in relations:
        subject, relation, object_ = one.texts(3)
        left -= {subject, object_}
        other = [("subject_cluster", entities.get(subject)), ("relation_cluster", edges.get(relation))]
        other += [("object_cluster", entities.get(object_)), ("subject_metadata", metadata.get(subject))]
        other += [("object_metadata", metadata.get(object_))]
        extraction = Extraction(
            relation,
            (subject, object_),
            _score(graph, scores, f"{subject}||{relation}||{object_}"),
            other=tuple((name, as_text(value)) for name, value in other if value is not None),
        )
        yield Row(extraction, line=line)
    if left:
        found = f"{len(left)} entities without a relation ({', '.join(sorted(left)[:5])})"
        problems.repairs.append(Repair(graph.line.path, line, found, "nothing, left out"))


def _score(graph: Part, scores: dict[str, Any], name: str) -> float:
    if name not in scores:
        return 1.0
    score = scores[name]
    if isinstance(score, bool) or not isinstance(score, int | float):
        raise graph.inner("relation_scores").error("numbers", repr(score))
    return graph.line.number_from(str(score), "relation score")


def _mapping(graph: Part, key: str) -> dict[str, Any]:
    value = graph.value.get(key)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise graph.inner(key).error("an object", as_text(value)[:60])
    return value


def _clusters(graph: Part, key: str) -> dict[str, Any]:
    """Return the cluster of each member, by the member's name."""
    clusters: dict[str, Any] = {}
    for name, members in _mapping(graph, key).items():
        if not isinstance(members, list) or not all(isinstance(member, str) for member in members):
            raise graph.inner(key).error("lists of texts", as_text(members)[:60])
        for member in (name, *members):
            clusters.setdefault(member, members)
    return clusters


def _fits(head: Sequence[str]) -> bool:
    found = keys(head)
    if set(found) & {*SENTENCE, *SENTENCE_ID}:  # graphs with their sentences are plain JSON triples
        return False
    begins = found[:1] == ["entities"] and set(found[:3]) <= set(KNOWN)
    return opens(head, "{[") and (begins or {"entities", "edges", "relations"} <= set(found))


KG_GEN = Format(
    name="kg-gen",
    title="kg-gen graphs: JSON of entities, edges and relations",
    kind="extractions",
    looks='JSON objects with "entities", "edges" and "relations"',
    read=partial(blocks.rows, read_blocks),
    fits=_fits,
    blocks=read_blocks,
)
