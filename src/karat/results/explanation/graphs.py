"""Explain Smatch: the mapping of variables, and which triples of two graphs match under it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from karat.benchmarks.tasks.graphs import convention
from karat.metrics.amr import SMATCH
from karat.metrics.amr_conventions import triples_of
from karat.model import Graph, Triple, Variable
from karat.one_line import one_line
from karat.results.explanation.request import ExplanationRequest


@dataclass(frozen=True, slots=True)
class GraphExplanation:
    """The best mapping of variables, their concepts, and which triples match under it."""

    system: str
    document: str
    f1: float
    optimal: bool
    mapping: tuple[tuple[Variable, Variable], ...]
    concepts: tuple[Mapping[Variable, str], Mapping[Variable, str]]
    matched: tuple[tuple[Triple, Triple], ...]
    only_predicted: tuple[Triple, ...]
    only_gold: tuple[Triple, ...]

    __repr__ = one_line

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        proof = "proved to be the best" if self.optimal else "not proved to be the best"
        yield f"{self.system}, document {self.document}: Smatch {self.f1:.4f}, {proof}"
        yield "  variables, predicted → gold:"
        predicted_concepts, gold_concepts = self.concepts
        for predicted, gold in self.mapping:
            concept, gold_concept = predicted_concepts.get(predicted, "?"), gold_concepts.get(gold, "?")
            concepts = concept if concept == gold_concept else f"{concept} ≠ {gold_concept}"
            yield f"    {predicted} → {gold}   {concepts}"
        for side, mapped, concept_of in (
            ("predicted", {predicted for predicted, _ in self.mapping}, predicted_concepts),
            ("gold", {gold for _, gold in self.mapping}, gold_concepts),
        ):
            unmapped = [f"{variable} ({concept})" for variable, concept in concept_of.items() if variable not in mapped]
            if unmapped:
                yield f"    {side} alone: {', '.join(unmapped)}"
        yield f"  {len(self.matched)} triples match"
        gold_names = dict(self.mapping)
        for triple in self.only_predicted:
            written = render_triple(triple, predicted_concepts)
            yield f"  only predicted: {written}{_in_gold_names(triple, gold_names, gold_concepts)}"
        yield from (f"  only gold: {render_triple(triple, gold_concepts)}" for triple in self.only_gold)

    def to_json(self) -> dict[str, Any]:
        """Return a JSON document."""
        return {
            "system": self.system,
            "document": self.document,
            "f1": self.f1,
            "optimal": self.optimal,
            "variables": [[str(predicted), str(gold)] for predicted, gold in self.mapping],
            "concepts": [{str(variable): concept for variable, concept in side.items()} for side in self.concepts],
            "matched": [[_json(predicted), _json(gold)] for predicted, gold in self.matched],
            "only_predicted": list(map(_json, self.only_predicted)),
            "only_gold": list(map(_json, self.only_gold)),
        }


def explain_graphs(request: ExplanationRequest, predicted: Graph, gold: Graph) -> GraphExplanation:
    """Align two graphs and collect the triples that do not match."""
    predicted_triples, gold_triples = (triples_of(graph, convention(request.options)) for graph in (predicted, gold))
    score = SMATCH(predicted_triples, gold_triples, time_limit=request.time_limit)
    alignment = score.alignment
    assert alignment is not None
    return GraphExplanation(
        request.system,
        request.document,
        score.f1 or 0.0,
        score.optimal,
        tuple(alignment.variables),
        (_concepts(predicted_triples), _concepts(gold_triples)),
        tuple((match.predicted, match.gold) for match in alignment.matches),
        alignment.unmatched_predicted,
        alignment.unmatched_gold,
    )


def _concepts(triples: list[Triple]) -> dict[Variable, str]:
    return {triple.source: str(triple.target) for triple in triples if triple.role == "instance"}


def render_triple(triple: Triple, concepts: Mapping[Variable, str]) -> str:
    """Write a triple as in logic, role(source, target), each variable with its concept as PENMAN writes it."""
    if triple.role == "instance":
        return f"{triple.source} / {triple.target}"
    return f"{triple.role}({_node(triple.source, concepts)}, {_node(triple.target, concepts)})"


def _node(node: Variable | str, concepts: Mapping[Variable, str]) -> str:
    return f"{node} / {concepts[node]}" if isinstance(node, Variable) and node in concepts else str(node)


def _in_gold_names(triple: Triple, names: Mapping[Variable, Variable], concepts: Mapping[Variable, str]) -> str:
    """Write the triple with the gold's variables, if they are known and differ."""
    source = names.get(triple.source)
    target = names.get(triple.target) if isinstance(triple.target, Variable) else triple.target
    if source is None or target is None or (source, target) == (triple.source, triple.target):
        return ""
    return f", in gold's names {render_triple(Triple(source, triple.role, target), concepts)}"


def _json(triple: Triple) -> list[str]:
    return [str(triple.source), triple.role, str(triple.target)]
