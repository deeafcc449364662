"""How a written graph becomes triples, by the versions of smatch, and the subscores of Damonte et al. (2017).

The published reader loses an inverse role or ``:mod`` on a constant, all but the first word of a quoted constant, and
counts a triple as often as it is written; ours keeps the first two and counts once.
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
    """What the root adds, whether constants keep their quotation marks, whether ``:x-of`` and ``:mod`` are turned."""

    top: Top = "constant"
    quotes: Quotes = "drop"
    roles: Roles = "turn"


PRESETS = {
    "smatch-1.0.4": Convention(),
    "smatch-1.0.2": Convention(top="concept"),
}
"""By version: the root's triple was its concept until 1.0.2, and is a constant from 1.0.3 on."""


def triples_of(graph: Graph, convention: Convention) -> list[Triple]:
    """Read a graph: lower case, roles turned round, and the triple of the root; each triple once."""
    found = dict.fromkeys(_read(each, convention) for each in graph.triples)
    if graph.top is not None and convention.top != "none":
        for value in ["top"] if convention.top == "constant" else _concepts_of(found, graph.top):
            found[Triple(graph.top, TOP, value)] = None
    return list(found)


def _read(each: Triple, convention: Convention) -> Triple:
    role = each.role.lower()
    if not isinstance(each.target, Variable):
        text = each.target.lower()
        if convention.quotes == "drop" and len(text) > 1 and text[0] == text[-1] == '"':
            text = text[1:-1]
        # A constant cannot be the source of a triple, so its role stays as it is.
        return Triple(each.source, role, text)
    inverted = convention.roles == "turn" and role.endswith("-of") and role not in NOT_INVERSE
    source, target = (each.target, each.source) if inverted else (each.source, each.target)
    role = role[:-3] if inverted else role
    if role == "mod" and convention.roles == "turn":
        return Triple(target, "domain", source)
    return Triple(source, role, target)


def _concepts_of(triples: Iterable[Triple], variable: Variable) -> list[str]:
    return [str(each.target) for each in triples if each.source == variable and each.role == INSTANCE]


def _edges(triples: Iterable[Triple]) -> Iterator[Triple]:
    return (each for each in triples if isinstance(each.target, Variable))


def unlabelled(graph: Graph, convention: Convention) -> list[Triple]:
    """Give every role one label before the graph is read, so that nothing is turned round."""
    one = tuple(each if each.role == INSTANCE else Triple(each.source, "label", each.target) for each in graph.triples)
    return triples_of(Graph(graph.top, one), convention)


def without_senses(graph: Graph, convention: Convention) -> list[Triple]:
    """Give every concept with a sense the first one."""
    return [
        Triple(each.source, each.role, SENSE.sub("-01", each.target))
        if each.role in (INSTANCE, TOP) and isinstance(each.target, str)
        else each
        for each in triples_of(graph, convention)
    ]


def concepts(graph: Graph, convention: Convention) -> list[str]:
    """All concepts, as often as they stand there."""
    return [str(each.target) for each in triples_of(graph, convention) if each.role == INSTANCE]


def concepts_with(role: str, graph: Graph, convention: Convention) -> list[str]:
    """The concepts of the variables that have a role."""
    found = triples_of(graph, convention)
    having = {each.source for each in found if each.role == role}
    return [str(each.target) for each in found if each.role == INSTANCE and each.source in having]


def wiki_values(graph: Graph, convention: Convention) -> list[str]:
    """What ``:wiki`` says."""
    return [str(each.target) for each in triples_of(graph, convention) if each.role == "wiki"]


def reentrancies(graph: Graph, convention: Convention) -> list[Triple]:
    """The edges into variables with two and more of them, and the concepts of all variables named there."""
    found = triples_of(graph, convention)
    incoming = Counter(each.target for each in _edges(found))
    return _with_concepts(found, [each for each in _edges(found) if incoming[each.target] > 1])


def semantic_roles(graph: Graph, convention: Convention) -> list[Triple]:
    """The edges whose role begins with ARG, and the concepts of all variables named there."""
    found = triples_of(graph, convention)
    return _with_concepts(found, [each for each in _edges(found) if each.role.startswith("arg")])


def _with_concepts(found: list[Triple], edges: list[Triple]) -> list[Triple]:
    named = {variable for each in edges for variable in (each.source, each.target)}
    return edges + [each for each in found if each.role == INSTANCE and each.source in named]


@dataclass(frozen=True)
class View:
    """What is taken from a graph under a convention; its name stands in the metric's notation."""

    take: Callable[[Graph, Convention], list[Triple] | list[str]]
    convention: Convention
    name: str

    @property
    def __name__(self) -> str:
        return self.name

    def __call__(self, graph: Graph) -> list[Triple] | list[str]:
        """Take it."""
        return self.take(graph, self.convention)


def smatch_under(convention: Convention) -> Metric:
    """Smatch of graphs as they are written."""
    return k.match(triple, distinct=True).on(View(triples_of, convention, "triples")).f1.named(SMATCH.name)


def subscores_under(convention: Convention) -> tuple[Metric, ...]:
    """Damonte et al.'s subscores; 0/0 is 0, as their program has it."""
    return tuple(
        k.match(triple if searched else k.equal, distinct=searched)
        .on(View(take, convention, name))
        .f1.with_empty(0)
        .named(f"smatch_{name}")
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
"""Name, what is taken from a graph, and whether variables must be mapped."""


def check_acyclic(graph: Graph, convention: Convention) -> None:
    """Refuse a graph in which edges, turned round, lead from a variable back to it."""
    after: dict[Variable, list[Variable]] = {}
    for each in _edges(triples_of(graph, convention)):
        assert isinstance(each.target, Variable)
        after.setdefault(each.source, []).append(each.target)
    cycle = _cycle(after)
    if cycle:
        found = f"the cycle {' → '.join(map(str, cycle))}"
        if graph.path is None:
            raise InputError(f"expected a graph without cycles, found {found}")
        raise FormatError(graph.path, graph.line, "a graph without cycles", found)


def _cycle(after: dict[Variable, list[Variable]]) -> list[Variable]:
    done: set[Variable] = set()
    for start in after:
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
                open_edges.append(iter(after.get(node, ())))
    return []
