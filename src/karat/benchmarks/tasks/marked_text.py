"""The tasks that annotate parts of a text: spans, relations between them, events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from karat.benchmarks.tasks.task import Choices, Option, Task, by_type
from karat.metrics import events as e
from karat.metrics.relations import RELATION, RELATION_BOUNDARIES, RELATION_STRINGS, RELATION_TOKENS
from karat.metrics.spans import SPAN, SPAN_EXACT, SPAN_JACCARD, SPAN_PARTIAL, SPAN_TYPE
from karat.model import Event, Mention, Relation

if TYPE_CHECKING:
    from karat.algebra import Metric, Scored
    from karat.model import Event, MarkedText, Relation, TypedMention


def span_metrics(choices: Choices) -> Sequence[Metric]:
    """Return the four schemes of named-entity recognition, the strict one first."""
    return (SPAN, SPAN_EXACT, SPAN_PARTIAL, SPAN_TYPE, *((SPAN_JACCARD,) if choices["jaccard"] else ()))


def spans(content: MarkedText, choices: Choices) -> list[TypedMention]:
    """Return the spans, without duplicates unless they are to be kept."""
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
    """Return the relation metrics, the strict one first, which also compares the types of mentions."""
    return (RELATION_STRINGS, RELATION_TOKENS) if choices["mentions"] == "strings" else (RELATION, RELATION_BOUNDARIES)


def relations(content: MarkedText, choices: Choices) -> list[Relation]:
    """Return the relations, with mentions by position or by text; symmetric ones in one direction."""
    symmetric = set(filter(None, str(choices["symmetric"] or "").split(",")))
    unique: dict[Relation, None] = {}
    for relation in content.relations:
        sides: list[Any] = [relation.subject, relation.object]
        if choices["mentions"] == "strings":
            sides = [content.words(mention) if isinstance(mention, Mention) else mention for mention in sides]
        if relation.type in symmetric:
            sides.sort(key=lambda mention: (mention.left, mention.right) if isinstance(mention, Mention) else mention)
        unique[Relation(relation.type, *sides)] = None
    return list(unique)


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
    implied={"string-relations": {"mentions": "strings"}, "rebel": {"mentions": "strings"}},
    breakdown=by_type(lambda found: ((relation.type, relation) for relation in found)),
)


def event_metrics(choices: Choices) -> Sequence[Metric]:
    """Return the metrics of triggers, then those of arguments."""
    if choices["task"] == "srl":
        return (e.SRL,)
    if choices["task"] == "arguments":
        return (e.ARGUMENT_CLASSIFICATION, e.ARGUMENT_IDENTIFICATION)
    levels = (e.TRIGGER_LEVELS, e.TRIGGER_SUPERTYPES) if choices["hierarchy"] else ()
    labelled = (e.TRIGGER, e.ARGUMENT, e.ARGUMENT_HEAD)
    return (*labelled, e.TRIGGER_UNLABELLED, e.ARGUMENT_UNLABELLED, *levels)


def events(content: MarkedText, _: Choices) -> list[Event]:
    """Return the events."""
    return list(content.events)


def by_event_type(
    metric: Metric, predicted: Any, gold: Any, choices: Choices, time_limit: float | None
) -> Mapping[str, Scored]:
    """Score events by type; for semantic roles and argument extraction, arguments by role."""
    kinds = _by_role if choices["task"] != "events" else _by_event
    return by_type(kinds)(metric, predicted, gold, choices, time_limit)


def _by_event(events: Iterable[Event]) -> Iterable[tuple[str, Event]]:
    return ((event.trigger.type, event) for event in events)


def _by_role(events: Iterable[Event]) -> Iterable[tuple[str, Event]]:
    for event in events:
        for role in sorted({argument.role for argument in event.arguments}):
            yield (
                role,
                Event(event.trigger, frozenset(argument for argument in event.arguments if argument.role == role)),
            )


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
