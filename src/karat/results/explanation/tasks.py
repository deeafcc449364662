"""Explain a document's score, by the task's own explainer or else by what its first metric matched."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import partial
from typing import Any, Protocol

from karat.benchmarks.tasks import Choices, Task, task_named
from karat.errors import UnknownNameError
from karat.formats.text.input_file import as_input
from karat.model import DependencyParse, Document
from karat.one_line import one_line
from karat.results.explanation.coreference import explain_entities
from karat.results.explanation.graphs import explain_graphs
from karat.results.explanation.request import ExplanationRequest
from karat.results.explanation.written_items import render_item
from karat.results.options import Reading
from karat.results.outputs import Source, named_outputs, open_outputs
from karat.results.tasks.documents import Outputs, choices_for, load_systems, storage_for


class DocumentExplanation(Protocol):
    """An explanation that prints as text and converts to JSON."""

    def to_json(self) -> dict[str, Any]:
        """Return a JSON document."""


Explainer = Callable[[ExplanationRequest, Any, Any], DocumentExplanation]


@dataclass(frozen=True, slots=True)
class MatchingExplanation:
    """The matches of the task's first metric, as a tree."""

    system: str
    document: str
    text: str

    __repr__ = one_line

    def __str__(self) -> str:
        return f"{self.system}, document {self.document}\n{self.text}"

    def to_json(self) -> dict[str, Any]:
        """Return a JSON document."""
        return {"system": self.system, "document": self.document, "explanation": self.text.splitlines()}


def explain_matching(request: ExplanationRequest, predicted: Any, gold: Any) -> MatchingExplanation:
    """Show what the first metric matched."""
    metric = request.task.metrics(request.options)[0]
    text = metric.explain(_in_order(predicted), _in_order(gold), partial(render_item, words=request.words))
    return MatchingExplanation(request.system, request.document, text)


def _in_order(content: Any) -> Any:
    """Sort the dependencies of a parse by their words, since a set has no order; return anything else as it is."""
    if not isinstance(content, DependencyParse):
        return content
    return sorted(content, key=lambda edge: (edge.dependent, edge.governor, edge.relation))


EXPLAINERS: dict[str, Explainer] = {"coreference": explain_entities, "amr": explain_graphs}
"""The tasks that have an explainer of their own."""


def explain_document(
    task: str | Task,
    outputs: Outputs,
    gold: Source | Iterable[Document] | None,
    document: str,
    *,
    choices: Choices | None = None,
    missing: str = "error",
    format: str | None = None,
    gold_format: str | None = None,
    encoding: str = "utf-8",
    time_limit: float | None = None,
) -> list[DocumentExplanation]:
    """Explain one document of each system; ``time_limit``, in seconds, is for metrics that search."""
    task = task_named(task) if isinstance(task, str) else task
    reading = Reading(missing, format, gold_format, encoding)
    sources = open_outputs(named_outputs(outputs))
    options = choices_for(task, sources, gold, reading, choices)
    gold_source = as_input(gold) if isinstance(gold, (str, os.PathLike)) else gold
    explainer = EXPLAINERS.get(task.name, explain_matching)
    explanations: list[DocumentExplanation] = []
    with storage_for(sources, gold_source) as storage:
        kept_words = replace(storage, words=True)
        for system in load_systems(task, sources, gold_source, options, reading, storage=kept_words).systems:
            if document not in system.names:
                raise UnknownNameError("document", document, _suggestions(system.names, document))
            place = system.names.index(document)
            one = system.at([place])
            (words,) = one.words()
            request = ExplanationRequest(task, options, system.name, document, time_limit, words)
            explanations += [explainer(request, predicted, expected) for _, predicted, expected in one]
    return explanations


def _suggestions(names: Iterable[str], wanted: str) -> list[str]:
    """List the closest names, or else the first ones, and how many more there are."""
    all_names = list(names)
    few = get_close_matches(wanted, all_names, n=5, cutoff=0.5) or all_names[:5]
    return few if len(few) == len(all_names) else [*few, f"{len(all_names) - len(few)} more"]
