"""Pair what a system found with the gold, from equal down to merely alike, and name what is wrong with each pair.

The kinds of error are for reading, not for scoring: a metric may give credit to a pair that is wrong in some way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from karat.metrics.relations import folded
from karat.model import (
    Argument,
    Dependency,
    DependencyParse,
    Entity,
    Event,
    Mention,
    NAryRelation,
    Relation,
    RoleFillerEntity,
    SetFill,
    Template,
    Trigger,
    TypedMention,
)

RIGHT, MISSED, SPURIOUS = "right", "missed", "spurious"


class Pair(NamedTuple):
    """A kind of agreement or error, and what is predicted and gold; ``None`` where a side has nothing."""

    kind: str
    predicted: Any
    gold: Any


Stage = tuple[str, Callable[[Any, Any], bool]]
"""A kind, and whether a predicted and a gold item are of it."""


def pair_in_stages(predicted: Iterable[Any], gold: Iterable[Any], stages: Sequence[Stage]) -> Iterator[Pair]:
    """Pair each predicted item with the first gold item left, stage by stage; the rest is spurious or missed."""
    predicted_left, gold_left = list(predicted), list(gold)
    for kind, alike in stages:
        unpaired = []
        for item in predicted_left:
            place = next((place for place, other in enumerate(gold_left) if alike(item, other)), None)
            if place is None:
                unpaired.append(item)
            else:
                yield Pair(kind, item, gold_left.pop(place))
        predicted_left = unpaired
    yield from (Pair(SPURIOUS, item, None) for item in predicted_left)
    yield from (Pair(MISSED, None, item) for item in gold_left)


def _equal(one: Any, other: Any) -> bool:
    return bool(one == other)


def same_place(one: Mention | str, other: Mention | str) -> bool:
    """Tell whether mentions have the same borders, or the same words but for case; their types are not compared."""
    if isinstance(one, Mention) and isinstance(other, Mention):
        return tuple(one.indices) == tuple(other.indices)
    return isinstance(one, str) and isinstance(other, str) and folded(one) == folded(other)


def overlap(one: Mention | str, other: Mention | str) -> bool:
    """Tell whether mentions share a token, or a word."""
    if isinstance(one, Mention) and isinstance(other, Mention):
        return not set(one.indices).isdisjoint(other.indices)
    if isinstance(one, str) and isinstance(other, str):
        return not set(folded(one).split()).isdisjoint(folded(other).split())
    return False


def _same_type(one: Any, other: Any) -> bool:
    return bool(one.type == other.type)


SPANS: tuple[Stage, ...] = (
    (RIGHT, _equal),
    ("wrong type", same_place),
    ("wrong border", lambda one, other: _same_type(one, other) and overlap(one, other)),
    ("wrong type and border", overlap),
)


def pair_spans(predicted: Iterable[TypedMention], gold: Iterable[TypedMention]) -> Iterator[Pair]:
    """Pair spans: equal, with the same borders, of the same type, or sharing a token."""
    return pair_in_stages(predicted, gold, SPANS)


def _words_or_equal(one: Mention | str, other: Mention | str) -> bool:
    return one == other or (isinstance(one, str) and same_place(one, other))


def _sides(alike: Callable[[Any, Any], bool], one: Relation, other: Relation) -> bool:
    return alike(one.subject, other.subject) and alike(one.object, other.object)


RELATIONS: tuple[Stage, ...] = (
    (RIGHT, lambda one, other: _same_type(one, other) and _sides(_words_or_equal, one, other)),
    ("wrong entity type", lambda one, other: _same_type(one, other) and _sides(same_place, one, other)),
    ("wrong type", lambda one, other: _sides(same_place, one, other)),
    (
        "wrong direction",
        lambda one, other: (
            _same_type(one, other) and same_place(one.subject, other.object) and same_place(one.object, other.subject)
        ),
    ),
    ("wrong border", lambda one, other: _same_type(one, other) and _sides(overlap, one, other)),
    ("wrong head", lambda one, other: _same_type(one, other) and same_place(one.object, other.object)),
    ("wrong tail", lambda one, other: _same_type(one, other) and same_place(one.subject, other.subject)),
)


def pair_relations(predicted: Iterable[Relation], gold: Iterable[Relation]) -> Iterator[Pair]:
    """Pair relations: equal, between the same mentions, turned round, or with one side the same."""
    return pair_in_stages(predicted, gold, RELATIONS)


@dataclass(frozen=True, slots=True)
class ArgumentOf:
    """An argument and the trigger of its event."""

    argument: Argument
    trigger: Trigger


TRIGGERS: tuple[Stage, ...] = (
    (RIGHT, _equal),
    ("wrong type", lambda one, other: same_place(one.mention, other.mention)),
    ("wrong border", lambda one, other: _same_type(one, other) and overlap(one.mention, other.mention)),
)


def pair_events(predicted: Iterable[Event], gold: Iterable[Event], task: str = "events") -> Iterator[Pair]:
    """Pair triggers, then arguments of events of the same type; for semantic roles, of the same predicate."""
    sides = (list(predicted), list(gold))
    if task == "events":
        ours, theirs = (dict.fromkeys(event.trigger for event in events) for events in sides)
        for pair in pair_in_stages(ours, theirs, TRIGGERS):
            yield pair if pair.kind == RIGHT else pair._replace(kind=f"trigger: {pair.kind}")
    our_arguments, their_arguments = map(_arguments, sides)
    for pair in pair_in_stages(our_arguments, their_arguments, _argument_stages(by_place=task == "srl")):
        yield pair if pair.kind == RIGHT else pair._replace(kind=f"argument: {pair.kind}")


def _arguments(events: Iterable[Event]) -> dict[ArgumentOf, None]:
    """Collect the arguments of all events, each once, in the order of the text."""

    def place(argument: Argument) -> tuple[int, int, str]:
        return argument.mention.left, argument.mention.right, argument.role

    return {
        ArgumentOf(argument, event.trigger): None for event in events for argument in sorted(event.arguments, key=place)
    }


def _argument_stages(*, by_place: bool) -> tuple[Stage, ...]:
    def event(one: ArgumentOf, other: ArgumentOf) -> bool:
        if by_place:
            return same_place(one.trigger.mention, other.trigger.mention)
        return one.trigger.type == other.trigger.type

    def place(one: ArgumentOf, other: ArgumentOf) -> bool:
        return same_place(one.argument.mention, other.argument.mention)

    def role(one: ArgumentOf, other: ArgumentOf) -> bool:
        return one.argument.role == other.argument.role

    def near(one: ArgumentOf, other: ArgumentOf) -> bool:
        return overlap(one.argument.mention, other.argument.mention)

    return (
        (RIGHT, lambda one, other: event(one, other) and place(one, other) and role(one, other)),
        ("wrong role", lambda one, other: event(one, other) and place(one, other)),
        ("wrong event", lambda one, other: place(one, other) and role(one, other)),
        ("wrong border", lambda one, other: event(one, other) and role(one, other) and near(one, other)),
    )


def pair_dependencies(predicted: DependencyParse, gold: DependencyParse) -> Iterator[Pair]:
    """Pair the words of two parses, and compare their heads and relations."""
    gold_edges = {edge.dependent: edge for edge in _in_order(gold)}
    for edge in _in_order(predicted):
        other = gold_edges.pop(edge.dependent, None)
        if other is None:
            yield Pair("word not in the gold", edge, None)
            continue
        head, relation = edge.governor == other.governor, edge.relation == other.relation
        wrong = " and ".join(name for name, right in (("head", head), ("relation", relation)) if not right)
        yield Pair(f"wrong {wrong}" if wrong else RIGHT, edge, other)
    yield from (Pair("word not found", None, edge) for edge in gold_edges.values())


def _in_order(parse: DependencyParse) -> list[Dependency]:
    return sorted(parse, key=lambda edge: (edge.dependent, edge.governor, edge.relation))


def _within(one: Entity, other: Entity) -> bool:
    return bool(one.mentions) and one.mentions <= other.mentions


def _share(one: Entity, other: Entity) -> bool:
    return any(overlap(mention, wanted) for mention in one for wanted in other)


FILLERS: tuple[Stage, ...] = (
    (RIGHT, lambda one, other: one.role == other.role and _within(one.entity, other.entity)),
    ("wrong role", lambda one, other: _within(one.entity, other.entity)),
    ("partly right", lambda one, other: one.role == other.role and _share(one.entity, other.entity)),
)


def pair_fillers(predicted: Iterable[RoleFillerEntity], gold: Iterable[RoleFillerEntity]) -> Iterator[Pair]:
    """Pair role fillers: an entity is right if all of its mentions are the gold's."""
    return pair_in_stages(predicted, gold, FILLERS)


def pair_nary(predicted: Iterable[NAryRelation], gold: Iterable[NAryRelation]) -> Iterator[Pair]:
    """Pair n-ary relations whose entities share a mention in each role, then in each role but one."""
    sides = list(predicted), list(gold)
    roles = sorted({argument.role for relations in sides for relation in relations for argument in relation.arguments})

    def agree(one: NAryRelation, other: NAryRelation, but: str | None) -> bool:
        ours, theirs = (_by_role(relation) for relation in (one, other))
        kept = [role for role in roles if role != but]
        return all((role in ours) == (role in theirs) for role in kept) and all(
            not ours[role].mentions.isdisjoint(theirs[role].mentions) for role in kept if role in ours
        )

    stages: list[Stage] = [(RIGHT, partial(agree, but=None))]
    stages += [(f"wrong {role}", partial(agree, but=role)) for role in roles]
    return pair_in_stages(*sides, stages)


def _by_role(relation: NAryRelation) -> Mapping[str, Entity]:
    return {argument.role: argument.entity for argument in relation.arguments}


@dataclass(frozen=True, slots=True)
class FillerOf:
    """A value, the slot that it fills, and the type of its template."""

    type: str
    slot: str
    value: Any


def _same_value(one: FillerOf, other: FillerOf) -> bool:
    match one.value, other.value:
        case Entity() as entity, Entity() as wanted:
            return _within(entity, wanted)
        case SetFill() as fill, SetFill() as wanted_fill:
            return not fill.values.isdisjoint(wanted_fill.values)
        case value, SetFill() as wanted_fill:
            return value in wanted_fill.values
    return bool(one.value == other.value)


def _near_value(one: FillerOf, other: FillerOf) -> bool:
    return isinstance(one.value, Entity) and isinstance(other.value, Entity) and _share(one.value, other.value)


TEMPLATES: tuple[Stage, ...] = (
    (RIGHT, lambda one, other: (one.type, one.slot) == (other.type, other.slot) and _same_value(one, other)),
    ("wrong template type", lambda one, other: one.slot == other.slot and _same_value(one, other)),
    ("wrong slot", _same_value),
    ("partly right", lambda one, other: one.slot == other.slot and _near_value(one, other)),
)


def pair_templates(predicted: Iterable[Template], gold: Iterable[Template]) -> Iterator[Pair]:
    """Pair the fillers of all templates of a document, whichever template they are in; optional gold is not missed."""
    optional: set[FillerOf] = set()

    def fillers_of(templates: Iterable[Template]) -> Iterator[FillerOf]:
        for template in templates:
            for filler in template.fillers:
                found = FillerOf(template.type, filler.slot, filler.value)
                if template.optional or filler.optional:
                    optional.add(found)
                yield found

    pairs = pair_in_stages(fillers_of(predicted), fillers_of(gold), TEMPLATES)
    return (pair for pair in pairs if not (pair.kind == MISSED and pair.gold in optional))
