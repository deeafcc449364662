"""SciREX: JSON lines with a paper's words, clusters of mentions by name, and relations of four clusters.

Relations are ``n_ary_relations`` in the gold (an object of roles each), and ``predicted_relations`` in an output: the
names of four clusters in the order Material, Metric, Task, Method, and a label, 1 for a relation that is predicted. An
output's clusters are in ``predicted_coref``, or in ``coref`` where it uses the gold's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from karat.errors import FormatError
from karat.formats.format import Format
from karat.formats.json.documents import objects
from karat.formats.json.parts import Part
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.input_file import Input
from karat.model import Document, Entity, Mention, NAryRelation, RoleFillerEntity

ROLES = ("Material", "Metric", "Task", "Method")
TYPE = "result"
Clusters = dict[str, Entity]


def read(
    path: Input, encoding: str = "utf-8", problems: Problems | None = None, *, gold: bool = False
) -> Iterator[Document]:
    """Yield each paper's relations: with ``gold`` the gold, else the predicted ones if there are any."""
    with collect_problems(problems) as report:
        for part in objects(path, encoding, report):
            try:
                words = tuple(map(str, part.value["words"])) if isinstance(part.value.get("words"), list) else ()
                yield Document(part.text("doc_id"), _relations(part, gold), part.line.number, words)
            except FormatError as error:
                report.add(error)


def _relations(part: Part, gold: bool) -> tuple[NAryRelation, ...]:
    if not gold and "predicted_relations" in part:
        clusters = _clusters(part.inner("predicted_coref" if "predicted_coref" in part else "coref"))
        rows = [_predicted(row) for row in part.items("predicted_relations")]
        return tuple(_relation(row, roles, clusters) for row, roles in rows if roles is not None)
    clusters = _merged(part, _clusters(part.inner("coref")))
    return tuple(
        _relation(row, {role: row.text(role) for role in ROLES}, clusters) for row in part.items("n_ary_relations")
    )


def _predicted(part: Part) -> tuple[Part, dict[str, str] | None]:
    match part.value:
        case [[str(), str(), str(), str()] as names, int(label)] if label in (0, 1):
            return part, dict(zip(ROLES, names, strict=True)) if label else None
    raise part.error("a relation: [[Material, Metric, Task, Method], 0 or 1]", part.shown)


def _relation(part: Part, roles: dict[str, str], clusters: Clusters) -> NAryRelation:
    fillers = []
    for role, name in roles.items():
        if name not in clusters:
            raise part.error(f"the name of a cluster as {role}", repr(name))
        fillers.append(RoleFillerEntity(role, clusters[name]))
    return NAryRelation(TYPE, frozenset(fillers))


def _clusters(part: Part) -> Clusters:
    if not isinstance(part.value, dict):
        raise part.error("an object of clusters by their names", part.shown)
    return {name: Entity(frozenset(_mention(each) for each in part.items(name))) for name in part.value}


def _mention(part: Part) -> Mention:
    match part.value:
        case [int(start), int(end), *_] if 0 <= start < end:
            return Mention(start, end - 1)
    raise part.error("a mention: [first word, word after the last]", part.shown)


def _merged(part: Part, clusters: Clusters) -> Clusters:
    """Add the mentions of a method's parts, ``method_subrelations``, to the method."""
    if "method_subrelations" not in part:
        return clusters
    inner = part.inner("method_subrelations")
    merged = dict(clusters)
    for method in inner.value if isinstance(inner.value, dict) else ():
        names = [each.value[-1] for each in inner.items(method) if isinstance(each.value, list) and each.value]
        parts = [clusters[name].mentions for name in names if isinstance(name, str) and name in clusters]
        if method in clusters:
            merged[method] = Entity(frozenset().union(clusters[method].mentions, *parts))
    return merged


def fits(head: Sequence[str]) -> bool:
    """Tell whether the first line is an object with ``doc_id`` and ``coref``."""
    return head[0].lstrip().startswith("{") and '"doc_id"' in head[0] and '"coref"' in head[0]


SCIREX = Format(
    name="scirex",
    title="SciREX JSON lines",
    kind="nary-relations",
    looks="JSON lines with doc_id and coref",
    read=read,
    fits=fits,
    gold=partial(read, gold=True),
)
