"""How a graph is turned into triples by each version of smatch, and the subscores of Damonte et al. (2017).

The published reader loses inverse roles and ``:mod`` on constants, keeps only the first word of a quoted constant, and
counts a triple as often as it is written. Ours loses neither, and counts each triple once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Literal

from karat import algebra as k
from karat.algebra import Metric
from karat.errors import FormatError, InputError
from karat.metrics.amr import SMATCH, triple
from karat.model import Graph, Triple, Variable

Top = Literal["constant", "concept", "none"]
Quotes = Literal["drop", "keep"]
Roles = Literal["turn", "keep"]

INSTANCE = "instance"
TOP = "top"
NOT_INVERSE = frozenset({"consist-of", "prep-out-of", "prep-on-behalf-of"})
SENSE = re.compile(r"-\d\d$")


@dataclass(frozen=True, slots=True)
class Convention:
    """How to write the root as a triple, whether to keep quotation marks, whether to invert ``:x-of`` and ``:mod``."""

    top: Top = "constant"
    quotes: Quotes = "drop"
    roles: Roles = "turn"


PRESETS = {
    "smatch-1.0.4": Convention(),
    "smatch-1.0.2": Convention(top="concept"),
}
"""By version of smatch: the root's triple has its concept until 1.0.2, and a constant from 1.0.3 on."""


def triples_of(graph: Graph, convention: Convention) -> list[Triple]:
    """List a graph's triples, each once, in lower case, with inverse roles inverted and the root's triple added."""
    triples = dict.fromkeys(_convert(triple, convention) for triple in graph.triples)
    if graph.top is not None and convention.top != "none":
        for value in ["top"] if convention.top == "constant" else _concepts_of(triples, graph.top):
            triples[Triple(graph.top, TOP, value)] = None
    return list(triples)


def _convert(triple: Triple, convention: Convention) -> Triple:
    role = triple.role.lower()
    if not isinstance(triple.target, Variable):
        text = triple.target.lower()
        if convention.quotes == "drop" and len(text) > 1 and text[0] == text[-1] == '"':
            text = text[1:-1]
        # A constant cannot be the source of a triple, so its role stays as it is.
        return Triple(triple.source, role, text)
    inverted = convention.roles == "turn" and role.endswith("-of") and role not in NOT_INVERSE
    source, target = (triple.target, triple.source) if inverted else (triple.source, triple.target)
    role = role[:-3] if inverted else role
    if role == "mod" and convention.roles == "turn":
        return Triple(target, "domain", source)
    return Triple(source, role, target)


def _concepts_of(triples: Iterable[Triple], variable: Variable) -> list[str]:
    return [str(each.target) for each in triples if each.source == variable and each.role == INSTANCE]


def _edges(triples: Iterable[Triple]) -> Iterator[Triple]:
    return (each for each in triples if isinstance(each.target, Variable))


def unlabelled(graph: Graph, convention: Convention) -> list[Triple]:
    """Replace all roles by one label before inverse roles are resolved, so that none is inverted."""
    triples = tuple(
        each if each.role == INSTANCE else Triple(each.source, "label", each.target) for each in graph.triples
    )
    return triples_of(Graph(graph.top, triples), convention)


def without_senses(graph: Graph, convention: Convention) -> list[Triple]:
    """Replace the sense of every concept by the first."""
    return [
        Triple(each.source, each.role, SENSE.sub("-01", each.target))
        if each.role in (INSTANCE, TOP) and isinstance(each.target, str)
        else each
        for each in triples_of(graph, convention)
    ]


def concepts(graph: Graph, convention: Convention) -> list[str]:
    """List the concepts of all variables, repeated ones included."""
    return [str(each.target) for each in triples_of(graph, convention) if each.role == INSTANCE]


def concepts_with(role: str, graph: Graph, convention: Convention) -> list[str]:
    """List the concepts of the variables that have a role."""
    triples = triples_of(graph, convention)
    sources = {each.source for each in triples if each.role == role}
    return [str(each.target) for each in triples if each.role == INSTANCE and each.source in sources]


def wiki_values(graph: Graph, convention: Convention) -> list[str]:
    """List the values of ``:wiki``."""
    return [str(each.target) for each in triples_of(graph, convention) if each.role == "wiki"]


def reentrancies(graph: Graph, convention: Convention) -> list[Triple]:
    """List the edges into variables with several incoming edges, and the concepts of all variables in them."""
    triples = triples_of(graph, convention)
    incoming = Counter(each.target for each in _edges(triples))
    return _with_concepts(triples, [each for each in _edges(triples) if incoming[each.target] > 1])


def semantic_roles(graph: Graph, convention: Convention) -> list[Triple]:
    """List the edges whose role begins with ARG, and the concepts of all variables in them."""
    triples = triples_of(graph, convention)
    return _with_concepts(triples, [each for each in _edges(triples) if each.role.startswith("arg")])


def _with_concepts(triples: list[Triple], edges: list[Triple]) -> list[Triple]:
    named = {variable for each in edges for variable in (each.source, each.target)}
    return edges + [each for each in triples if each.role == INSTANCE and each.source in named]


@dataclass(frozen=True)
class View:
    """A named function that extracts triples or concepts from a graph under a convention."""

    take: Callable[[Graph, Convention], list[Triple] | list[str]]
    convention: Convention
    name: str

    @property
    def __name__(self) -> str:
        return self.name

    def __call__(self, graph: Graph) -> list[Triple] | list[str]:
        return self.take(graph, self.convention)


def smatch_under(convention: Convention) -> Metric:
    """Build Smatch of graphs as they are written."""
    return k.match(triple, distinct=True).on(View(triples_of, convention, "triples")).f1.named(SMATCH.name)


def subscores_under(convention: Convention) -> tuple[Metric, ...]:
    """Build Damonte et al.'s subscores; 0/0 is undefined, where their program prints 0."""
    return tuple(
        k.match(triple if searched else k.equal, distinct=searched)
        .on(View(take, convention, name))
        .f1.named(f"smatch_{name}")
        for name, take, searched in SUBSCORES
    )


SUBSCORES: tuple[tuple[str, Callable[[Graph, Convention], list[Triple] | list[str]], bool], ...] = (
    ("unlabelled", unlabelled, True),
    ("no_wsd", without_senses, True),
    ("concepts", concepts, False),
    ("named_entities", partial(concepts_with, "name"), False),
    ("wikification", wiki_values, False),
    ("negation", partial(concepts_with, "polarity"), False),
    ("reentrancies", reentrancies, True),
    ("srl", semantic_roles, True),
)
"""The name of each subscore, what it extracts from a graph, and whether variables must be mapped."""


def check_acyclic(graph: Graph, convention: Convention) -> None:
    """Refuse a graph whose edges, once inverse roles are inverted, have a cycle."""
    successors: dict[Variable, list[Variable]] = {}
    for edge in _edges(triples_of(graph, convention)):
        assert isinstance(edge.target, Variable)
        successors.setdefault(edge.source, []).append(edge.target)
    cycle = _find_cycle(successors)
    if cycle:
        found = f"the cycle {' → '.join(map(str, cycle))}"
        if graph.path is None:
            raise InputError(f"expected a graph without cycles, found {found}")
        raise FormatError(graph.path, graph.line, "a graph without cycles", found)


def _find_cycle(successors: dict[Variable, list[Variable]]) -> list[Variable]:
    """Search depth first for a cycle; its first variable is repeated at the end."""
    done: set[Variable] = set()
    for start in successors:
        path: list[Variable] = []
        open_edges = [iter([start])]
        while open_edges:
            node = next(open_edges[-1], None)
            if node is None:
                open_edges.pop()
                if path:
                    done.add(path.pop())
            elif node in path:
                return [*path[path.index(node) :], node]
            elif node not in done:
                path.append(node)
                open_edges.append(iter(successors.get(node, ())))
    return []
