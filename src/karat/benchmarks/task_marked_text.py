"""Tasks that mark parts of a text: spans, relations between them, events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from karat.benchmarks.breakdown import by_type
from karat.benchmarks.task import Choices, Option, Task
from karat.metrics import events as e
from karat.metrics.relations import RELATION, RELATION_BOUNDARIES, RELATION_STRINGS, RELATION_TOKENS
from karat.metrics.spans import SPAN, SPAN_EXACT, SPAN_JACCARD, SPAN_PARTIAL, SPAN_TYPE
from karat.model import Event, Mention, Relation

if TYPE_CHECKING:
    from karat.algebra import Metric, Scored
    from karat.model import Event, MarkedText, Relation, TypedMention

# Metrics are imported when they are used: the list of tasks is read by `karat --help`.


def span_metrics(choices: Choices) -> Sequence[Metric]:
    """The four schemes that users of named-entity recognition know, the strict one first."""
    return (SPAN, SPAN_EXACT, SPAN_PARTIAL, SPAN_TYPE, *((SPAN_JACCARD,) if choices["jaccard"] else ()))


def spans(content: MarkedText, choices: Choices) -> list[TypedMention]:
    """The spans, each once unless all are asked for."""
    return list(content.spans if choices["duplicates"] == "keep" else dict.fromkeys(content.spans))


SPANS = Task(
    name="spans",
    title="Spans with types, such as named entities",
    kind="spans",
    metrics=span_metrics,
    prepare=spans,
    options=(
        Option("duplicates", "A span that stands twice with one type: count it once, or each time.", ("drop", "keep")),
        Option("jaccard", "Also score by the share of common tokens.", default=False, moves=False),
    ),
    example="karat score spans tagged.bio --gold gold.bio --by-type",
    carries_gold=True,
    breakdown=by_type(lambda found: ((span.type, span) for span in found)),
)


def relation_metrics(choices: Choices) -> Sequence[Metric]:
    """Strict first: what a mention has must be right, its type too."""
    return (RELATION_STRINGS, RELATION_TOKENS) if choices["mentions"] == "strings" else (RELATION, RELATION_BOUNDARIES)


def relations(content: MarkedText, choices: Choices) -> list[Relation]:
    """The relations, by the places of their mentions or by their words; symmetric ones in one direction."""
    symmetric = set(filter(None, str(choices["symmetric"] or "").split(",")))
    found: dict[Relation, None] = {}
    for relation in content.relations:
        sides: list[Any] = [relation.subject, relation.object]
        if choices["mentions"] == "strings":
            sides = [content.words(each) if isinstance(each, Mention) else each for each in sides]
        if relation.type in symmetric:
            sides.sort(key=lambda each: (each.left, each.right) if isinstance(each, Mention) else each)
        found[Relation(relation.type, *sides)] = None
    return list(found)


RELATIONS = Task(
    name="relations",
    title="Relations between two mentions",
    kind="relations",
    metrics=relation_metrics,
    prepare=relations,
    options=(
        Option("mentions", "Compare mentions by their places, or by their words.", ("places", "strings")),
        Option("symmetric", "Types whose direction does not count, with commas between them."),
    ),
    example="karat score relations predicted.json --gold gold.json --by-type",
    carries_gold=True,
    breakdown=by_type(lambda found: ((relation.type, relation) for relation in found)),
)


def event_metrics(choices: Choices) -> Sequence[Metric]:
    """Triggers, then arguments."""
    if choices["task"] == "srl":
        return (e.SRL,)
    if choices["task"] == "arguments":
        return (e.ARGUMENT_CLASSIFICATION, e.ARGUMENT_IDENTIFICATION)
    levels = (e.TRIGGER_LEVELS, e.TRIGGER_SUPERTYPES) if choices["hierarchy"] else ()
    labelled = (e.TRIGGER, e.ARGUMENT, e.ARGUMENT_HEAD)
    return (*labelled, e.TRIGGER_UNLABELLED, e.ARGUMENT_UNLABELLED, *levels)


def events(content: MarkedText, _: Choices) -> list[Event]:
    """The events."""
    return list(content.events)


def by_event_type(metric: Metric, predicted: Any, gold: Any, choices: Choices) -> Mapping[str, Scored]:
    """Events of each type by themselves; for semantic roles and argument extraction, arguments of each role."""
    kinds = _by_role if choices["task"] != "events" else _by_event
    return by_type(kinds)(metric, predicted, gold, choices)


def _by_event(found: Iterable[Event]) -> Iterable[tuple[str, Event]]:
    return ((event.trigger.type, event) for event in found)


def _by_role(found: Iterable[Event]) -> Iterable[tuple[str, Event]]:
    for event in found:
        for role in sorted({argument.role for argument in event.arguments}):
            yield role, Event(event.trigger, frozenset(each for each in event.arguments if each.role == role))


EVENTS = Task(
    name="events",
    title="Events: triggers and arguments; semantic roles",
    kind="events",
    metrics=event_metrics,
    prepare=events,
    options=(
        Option(
            "task",
            "Events; semantic roles (predicates by place alone); arguments whatever their trigger.",
            ("events", "srl", "arguments"),
        ),
        Option(
            "hierarchy",
            "Also credit types that are nearly right, as conflict.attack and conflict.",
            default=False,
            moves=False,
        ),
    ),
    example="karat score events predicted.jsonl --gold gold.jsonl --by-type",
    carries_gold=True,
    breakdown=by_event_type,
)
