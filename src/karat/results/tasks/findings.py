"""What a system got right and wrong in each document of a task, by kind and in words."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import partial
from typing import Any, Protocol

from karat.benchmarks.tasks import Choices, Task, task_named
from karat.errors import UnknownNameError
from karat.formats.text.input_file import as_input
from karat.model import (
    Argument,
    Dependency,
    DependencyParse,
    Document,
    Entity,
    Event,
    Mention,
    Relation,
    Trigger,
    Variable,
)
from karat.one_line import one_line
from karat.results.explanation.structures import (
    EntityExplanation,
    ExplanationRequest,
    GraphExplanation,
    Mentions,
    explain_entities,
    explain_graphs,
    render_entity,
    render_item,
    render_mention,
    render_triple,
)
from karat.results.options import Reading
from karat.results.outputs import Source, named_outputs, open_outputs
from karat.results.tasks import pairing
from karat.results.tasks.documents import Outputs, SystemDocuments, choices_for, load_systems, storage_for
from karat.results.tasks.pairing import MISSED, RIGHT, ArgumentOf, FillerOf, Pair


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
    reading = Reading(missing, format, gold_format, encoding)
    explanations: list[DocumentExplanation] = []
    with _loaded(task, outputs, gold, choices, reading) as (known, options, systems):
        explainer = EXPLAINERS.get(known.name, explain_matching)
        for system in systems:
            if document not in system.names:
                raise UnknownNameError("document", document, _suggestions(system.names, document))
            one = system.at([system.names.index(document)])
            (words,) = one.words()
            request = ExplanationRequest(known, options, system.name, document, time_limit, words)
            explanations += [explainer(request, predicted, expected) for _, predicted, expected in one]
    return explanations


@contextmanager
def _loaded(
    task: str | Task,
    outputs: Outputs,
    gold: Source | Iterable[Document] | None,
    choices: Choices | None,
    reading: Reading,
) -> Iterator[tuple[Task, Choices, Sequence[SystemDocuments]]]:
    """Load each system's documents beside those of the gold, with their words."""
    task = task_named(task) if isinstance(task, str) else task
    sources = open_outputs(named_outputs(outputs))
    options = choices_for(task, sources, gold, reading, choices)
    gold_source = as_input(gold) if isinstance(gold, (str, os.PathLike)) else gold
    with storage_for(sources, gold_source) as storage:
        kept_words = replace(storage, words=True)
        yield task, options, load_systems(task, sources, gold_source, options, reading, storage=kept_words).systems


def _suggestions(names: Iterable[str], wanted: str) -> list[str]:
    """List the closest names, or else the first ones, and how many more there are."""
    all_names = list(names)
    few = get_close_matches(wanted, all_names, n=5, cutoff=0.5) or all_names[:5]
    return few if len(few) == len(all_names) else [*few, f"{len(all_names) - len(few)} more"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a system found or missed, in words.

    ``kind`` is ``right`` or a kind of error; ``predicted`` and ``gold`` are ``None`` where a side has nothing.
    ``predicted_tokens`` and ``gold_tokens`` are the positions of their words, from 0, where they are known.
    """

    kind: str
    predicted: str | None
    gold: str | None
    predicted_tokens: tuple[int, ...] = ()
    gold_tokens: tuple[int, ...] = ()

    @property
    def right(self) -> bool:
        """Whether predicted and gold agree."""
        return self.kind == RIGHT


@dataclass(frozen=True, slots=True)
class DocumentFindings:
    """The findings in one document, and its words where they are known."""

    document: str
    words: tuple[str, ...]
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class SystemFindings:
    """The findings in the documents of a system.

    Where only so many are kept, ``left_out`` counts the others by kind, and ``examples`` has the first of each kind
    among them.
    """

    system: str
    documents: tuple[DocumentFindings, ...]
    left_out: Mapping[str, int] = field(default_factory=dict)
    examples: Mapping[str, Finding] = field(default_factory=dict)

    def __iter__(self) -> Iterator[DocumentFindings]:
        return iter(self.documents)

    def counts(self) -> Counter[str]:
        """Count the findings of each kind, also of those that are left out."""
        kept = Counter(finding.kind for document in self.documents for finding in document.findings)
        return kept + Counter(self.left_out)

    def first(self, kind: str) -> Finding | None:
        """The first finding of a kind."""
        kept = (each for document in self.documents for each in document.findings if each.kind == kind)
        return next(kept, self.examples.get(kind))


def find_errors(
    task: str | Task,
    outputs: Outputs,
    gold: Source | Iterable[Document] | None,
    *,
    choices: Choices | None = None,
    missing: str = "error",
    format: str | None = None,
    gold_format: str | None = None,
    encoding: str = "utf-8",
    time_limit: float | None = None,
    most: int | None = None,
) -> list[SystemFindings]:
    """Compare each system with the gold, document by document, and name the kind of each error.

    The documents of a system are kept until they have ``most`` findings; those of the others are counted.
    """
    reading = Reading(missing, format, gold_format, encoding)
    with _loaded(task, outputs, gold, choices, reading) as (known, options, systems):
        return [_system(known, options, system, time_limit, most) for system in systems]


def _system(
    task: Task, options: Choices, system: SystemDocuments, time_limit: float | None, most: int | None
) -> SystemFindings:
    documents: list[DocumentFindings] = []
    count = 0
    left_out: Counter[str] = Counter()
    examples: dict[str, Finding] = {}
    for (name, predicted, gold), words in zip(system, system.words(), strict=True):
        request = ExplanationRequest(task, options, system.name, name, time_limit, words)
        findings = findings_of(request, predicted, gold)
        if most is None or count < most:
            documents.append(DocumentFindings(name, words, tuple(findings)))
            count += len(documents[-1].findings)
            continue
        for finding in findings:
            left_out[finding.kind] += 1
            examples.setdefault(finding.kind, finding)
    return SystemFindings(system.name, tuple(documents), left_out, examples)


def findings_of(request: ExplanationRequest, predicted: Any, gold: Any) -> Iterator[Finding]:
    """Yield what is right and wrong in one document."""
    return FINDERS[request.task.name](request, predicted, gold)


Finder = Callable[[ExplanationRequest, Any, Any], Iterator[Finding]]


def _of_pairs(pair: Callable[..., Iterable[Pair]]) -> Finder:
    def find(request: ExplanationRequest, predicted: Any, gold: Any) -> Iterator[Finding]:
        more = (request.options["task"],) if request.task.name == "events" else ()
        for kind, ours, theirs in pair(predicted, gold, *more):
            yield Finding(
                kind,
                None if ours is None else _written(ours, request.words),
                None if theirs is None else _written(theirs, request.words),
                _tokens(ours),
                _tokens(theirs),
            )

    return find


def _written(item: Any, words: Sequence[str]) -> str:
    match item:
        case ArgumentOf(argument, trigger):
            return f"{render_item(argument, words)} of {render_item(trigger, words)}"
        case FillerOf(kind, slot, value):
            return f"{slot} {render_item(value, words)}" + (f" of {kind}" if kind else "")
    return render_item(item, words)


def _tokens(item: Any) -> tuple[int, ...]:
    """Collect the positions of an item's words."""
    match item:
        case Mention():
            return tuple(item.indices)
        case Relation(_, subject, other):
            return (*_tokens(subject), *_tokens(other))
        case Trigger(mention) | Argument(mention):
            return _tokens(mention)
        case ArgumentOf(argument, trigger):
            return (*_tokens(argument), *_tokens(trigger))
        case Event(trigger):
            return _tokens(trigger)
        case Entity(mentions):
            return tuple(token for mention in mentions for token in _tokens(mention))
        case Dependency(governor, dependent):
            return tuple(number - 1 for number in (governor, dependent) if number > 0)
    return ()


def _find_in_entities(request: ExplanationRequest, predicted: Any, gold: Any) -> Iterator[Finding]:
    found = explain_entities(request, predicted, gold)
    words = request.words

    def side(mentions: Mentions) -> tuple[str, tuple[int, ...]]:
        return render_entity(mentions, words), tuple(token for mention in mentions for token in _tokens(mention))

    def alone(kind: str, mentions: Mentions, *, of_gold: bool) -> Finding:
        text, tokens = side(mentions)
        return Finding(kind, None, text, (), tokens) if of_gold else Finding(kind, text, None, tokens)

    for entity in found.whole:
        text, tokens = side(entity)
        yield Finding(RIGHT, text, text, tokens, tokens)
    for kind, spreads in (("split entity", found.split), ("merged entities", found.merged)):
        for spread in spreads:
            whole, tokens = side(spread.entity)
            parts = " and ".join(render_entity(part, words) for part in spread.parts)
            of_gold = kind == "split entity"
            ours, theirs = (parts, whole) if of_gold else (whole, parts)
            yield Finding(kind, ours, theirs, tokens, tokens)
    yield from (alone("missed entity", entity, of_gold=True) for entity in found.missed)
    yield from (alone("invented entity", entity, of_gold=False) for entity in found.invented)
    yield from _single_mentions(found, words)


def _single_mentions(found: EntityExplanation, words: Sequence[str]) -> Iterator[Finding]:
    """Yield the mentions that are missing or spurious in entities that were found at least in part."""
    for kind, mentions, entities in (
        ("missed mention", found.missing, found.missed),
        ("spurious mention", found.spurious, found.invented),
    ):
        counted = {mention for entity in entities for mention in entity}
        for mention in mentions:
            if mention not in counted:
                text, tokens = render_mention(mention, words), _tokens(mention)
                of_gold = kind == "missed mention"
                yield Finding(kind, None, text, (), tokens) if of_gold else Finding(kind, text, None, tokens)


def _find_in_graphs(request: ExplanationRequest, predicted: Any, gold: Any) -> Iterator[Finding]:
    found = explain_graphs(request, predicted, gold)
    predicted_concepts, gold_concepts = found.concepts
    for ours, theirs in found.matched:
        yield Finding(RIGHT, render_triple(ours, predicted_concepts), render_triple(theirs, gold_concepts))
    yield from _graph_errors(found, dict(found.mapping))


def _graph_errors(found: GraphExplanation, mapping: Mapping[Variable, Variable]) -> Iterator[Finding]:
    """Pair triples between the same nodes, which have another concept or role; the rest is spurious or missed."""
    predicted_concepts, gold_concepts = found.concepts

    def goal(target: Variable | str) -> Variable | str | None:
        return mapping.get(target) if isinstance(target, Variable) else target

    stages: tuple[pairing.Stage, ...] = (
        (
            "wrong concept",
            lambda one, other: one.role == other.role == "instance" and mapping.get(one.source) == other.source,
        ),
        (
            "wrong role",
            lambda one, other: (
                isinstance(one.target, Variable)
                and mapping.get(one.source) == other.source
                and goal(one.target) == other.target
            ),
        ),
        (
            "wrong value",
            lambda one, other: (
                not isinstance(one.target, Variable)
                and not isinstance(other.target, Variable)
                and one.role == other.role != "instance"
                and mapping.get(one.source) == other.source
            ),
        ),
    )
    for kind, ours, theirs in pairing.pair_in_stages(found.only_predicted, found.only_gold, stages):
        yield Finding(
            kind,
            None if ours is None else render_triple(ours, predicted_concepts),
            None if theirs is None else render_triple(theirs, gold_concepts),
        )


FINDERS: dict[str, Finder] = {
    "spans": _of_pairs(pairing.pair_spans),
    "relations": _of_pairs(pairing.pair_relations),
    "events": _of_pairs(pairing.pair_events),
    "dependencies": _of_pairs(pairing.pair_dependencies),
    "coreference": _find_in_entities,
    "amr": _find_in_graphs,
    "role-fillers": _of_pairs(pairing.pair_fillers),
    "nary-relations": _of_pairs(pairing.pair_nary),
    "templates": _of_pairs(pairing.pair_templates),
}
"""How the findings of each task are made."""

__all__ = ["MISSED", "DocumentFindings", "Finding", "SystemFindings", "find_errors", "findings_of"]
