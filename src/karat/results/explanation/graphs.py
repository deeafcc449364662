"""Which triples of two graphs match, which do not, and under which mapping of variables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from karat.benchmarks.task_amr import convention
from karat.metrics.amr import SMATCH
from karat.metrics.amr_conventions import triples_of
from karat.model import Graph, Triple, Variable
from karat.results.explanation.request import ExplanationRequest


@dataclass(frozen=True, slots=True)
class GraphExplanation:
    """The best mapping of variables, with their concepts, and the triples that match and do not match under it."""

    system: str
    document: str
    f1: float
    optimal: bool
    mapping: tuple[tuple[Variable, Variable], ...]
    concepts: tuple[Mapping[Variable, str], Mapping[Variable, str]]
    matched: tuple[tuple[Triple, Triple], ...]
    only_predicted: tuple[Triple, ...]
    only_gold: tuple[Triple, ...]

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        proof = "proved to be the best" if self.optimal else "not proved to be the best"
        yield f"{self.system}, document {self.document}: Smatch {self.f1:.4f}, {proof}"
        yield "  variables, predicted → gold:"
        for one, other in self.mapping:
            mine, theirs = self.concepts[0].get(one, "?"), self.concepts[1].get(other, "?")
            yield f"    {one} → {other}   {mine if mine == theirs else f'{mine} ≠ {theirs}'}"
        for side, mapped, known in (
            ("predicted", {one for one, _ in self.mapping}, self.concepts[0]),
            ("gold", {other for _, other in self.mapping}, self.concepts[1]),
        ):
            left = [f"{variable} ({concept})" for variable, concept in known.items() if variable not in mapped]
            if left:
                yield f"    {side} alone: {', '.join(left)}"
        yield f"  {len(self.matched)} triples match"
        names = dict(self.mapping)
        for each in self.only_predicted:
            yield f"  only predicted: {written(each)}{_in_gold(each, names)}"
        yield from (f"  only gold: {written(each)}" for each in self.only_gold)

    def to_json(self) -> dict[str, Any]:
        """Give it as a document."""
        return {
            "system": self.system,
            "document": self.document,
            "f1": self.f1,
            "optimal": self.optimal,
            "variables": [[str(one), str(other)] for one, other in self.mapping],
            "matched": [[_json(one), _json(other)] for one, other in self.matched],
            "only_predicted": list(map(_json, self.only_predicted)),
            "only_gold": list(map(_json, self.only_gold)),
        }


def explain_graphs(request: ExplanationRequest, predicted: Graph, gold: Graph) -> GraphExplanation:
    """Align two graphs and tell what does not fit."""
    mine, theirs = (triples_of(graph, convention(request.options)) for graph in (predicted, gold))
    score = SMATCH(mine, theirs, time_limit=request.time_limit)
    alignment = score.alignment
    assert alignment is not None
    return GraphExplanation(
        request.system,
        request.document,
        score.f1 or 0.0,
        score.optimal,
        tuple(alignment.variables),
        (_concepts(mine), _concepts(theirs)),
        tuple((match.predicted, match.gold) for match in alignment.matches),
        alignment.unmatched_predicted,
        alignment.unmatched_gold,
    )


def _concepts(triples: list[Triple]) -> dict[Variable, str]:
    return {each.source: str(each.target) for each in triples if each.role == "instance"}


def written(triple: Triple) -> str:
    """A triple as logic writes it."""
    return f"{triple.role}({triple.source}, {triple.target})"


def _in_gold(triple: Triple, names: Mapping[Variable, Variable]) -> str:
    """The triple in the gold's variables, where these are known and others."""
    source = names.get(triple.source)
    target = names.get(triple.target) if isinstance(triple.target, Variable) else triple.target
    if source is None or target is None or (source, target) == (triple.source, triple.target):
        return ""
    return f", in gold's names {written(Triple(source, triple.role, target))}"


def _json(triple: Triple) -> list[str]:
    return [str(triple.source), triple.role, str(triple.target)]
