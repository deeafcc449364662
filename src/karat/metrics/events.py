"""Event extraction and semantic roles (Chen et al., 2023, equations 15, 16), with types in a hierarchy (38, 39)."""

from __future__ import annotations

from collections.abc import Iterable

from karat import algebra as k
from karat.model import Event, Mention

place = k.product(mention=k.equal)
"""The right words, whatever their label."""


def path(name: str) -> tuple[str, ...]:
    """The parts of a type such as ``conflict.attack``, the most general first."""
    return tuple(name.split("."))


def supertypes(name: str) -> tuple[str, ...]:
    """A type such as ``conflict.attack`` and all types above it."""
    parts = path(name)
    return tuple(".".join(parts[:depth]) for depth in range(1, len(parts) + 1))


# Equation 15.
TRIGGER = k.match(k.product(trigger=k.equal)).f1.named("trigger")
TRIGGER_UNLABELLED = k.match(k.product(trigger=place)).f1.named("trigger_unlabelled")

# Equation 16. An event without arguments has no mass here.
ARGUMENT = k.match(k.product(trigger=k.equal, arguments=k.match(k.equal))).f1.named("argument")
ARGUMENT_UNLABELLED = k.match(k.product(trigger=place, arguments=k.match(place))).f1.named("argument_unlabelled")

# Footnote 11. The predicate is found by its place alone: its sense is another task (CoNLL-2005, CoNLL-2012).
SRL = k.match(k.product(trigger=place, arguments=k.match(k.equal))).f1.named("srl")

# Equations 38 and 39 in place of δ_type.
TRIGGER_LEVELS = k.match(k.product(trigger=k.product(mention=k.equal, type=k.levels.on(path)))).f1.named(
    "trigger_levels"
)
TRIGGER_SUPERTYPES = k.match(
    k.product(trigger=k.product(mention=k.equal, type=k.match(k.equal).f1.on(supertypes)))
).f1.named("trigger_supertypes")


def head(mention: Mention) -> int:
    """The token that stands for a mention: its last, unless it says itself which one is its head."""
    return int(getattr(mention, "head", mention.right))


headed = k.product(mention=k.equal.on(head), role=k.equal)

# Arguments by their heads: the rest of a mention need not be right.
ARGUMENT_HEAD = k.match(k.product(trigger=k.equal, arguments=k.match(headed))).f1.named("argument_head")


def typed_arguments(events: Iterable[Event]) -> list[tuple[str, Mention, str]]:
    """The event's type, the ends and the role of each argument, each once, whatever trigger it belongs to."""
    found = [(event.trigger.type, ends(each.mention), each.role) for event in events for each in event.arguments]
    return list(dict.fromkeys(found))


def typed_mentions(events: Iterable[Event]) -> list[tuple[str, Mention]]:
    """The event's type and the ends of each argument, each once."""
    return list(dict.fromkeys((kind, mention) for kind, mention, _ in typed_arguments(events)))


def ends(mention: Mention) -> Mention:
    """A mention without what else is known of it, such as its type or its head."""
    return mention if type(mention) is Mention else Mention(mention.left, mention.right)


# Argument extraction (Li et al., 2013, and since): an argument is right by its event's type, its place and its role.
ARGUMENT_IDENTIFICATION = k.match(k.equal).on(typed_mentions).f1.named("argument_identification")
ARGUMENT_CLASSIFICATION = k.match(k.equal).on(typed_arguments).f1.named("argument_classification")
