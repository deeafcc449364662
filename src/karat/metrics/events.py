"""Event extraction and semantic roles (Chen et al., 2023, equations 15, 16), and hierarchies of types (38, 39)."""

from __future__ import annotations

from collections.abc import Iterable

from karat import algebra as k
from karat.model import Event, Mention

unlabelled = k.product(mention=k.equal)
"""The same words, whatever their label."""


def path(name: str) -> tuple[str, ...]:
    """Split a type such as ``conflict.attack`` into its parts, the most general first."""
    return tuple(name.split("."))


def supertypes(name: str) -> tuple[str, ...]:
    """List a type such as ``conflict.attack`` and all its supertypes, the most general first."""
    parts = path(name)
    return tuple(".".join(parts[:depth]) for depth in range(1, len(parts) + 1))


# Equation 15.
TRIGGER = k.match(k.product(trigger=k.equal)).f1.named("trigger")
TRIGGER_UNLABELLED = k.match(k.product(trigger=unlabelled)).f1.named("trigger_unlabelled")

# Equation 16. An event without arguments has no mass here.
ARGUMENT = k.match(k.product(trigger=k.equal, arguments=k.match(k.equal))).f1.named("argument")
ARGUMENT_UNLABELLED = k.match(k.product(trigger=unlabelled, arguments=k.match(unlabelled))).f1.named(
    "argument_unlabelled"
)

# Footnote 11. Predicates are compared by position alone: their sense is another task (CoNLL-2005, CoNLL-2012).
SRL = k.match(k.product(trigger=unlabelled, arguments=k.match(k.equal))).f1.named("srl")

# Equations 38 and 39 in place of δ_type.
TRIGGER_LEVELS = k.match(k.product(trigger=k.product(mention=k.equal, type=k.levels.on(path)))).f1.named(
    "trigger_levels"
)
TRIGGER_SUPERTYPES = k.match(
    k.product(trigger=k.product(mention=k.equal, type=k.match(k.equal).f1.on(supertypes)))
).f1.named("trigger_supertypes")


def head(mention: Mention) -> int:
    """Get a mention's head, or its last token where none is given."""
    return int(getattr(mention, "head", mention.right))


headed = k.product(mention=k.equal.on(head), role=k.equal)

# Arguments compared by their heads; the other words of a mention do not matter.
ARGUMENT_HEAD = k.match(k.product(trigger=k.equal, arguments=k.match(headed))).f1.named("argument_head")


def typed_arguments(events: Iterable[Event]) -> list[tuple[str, Mention, str]]:
    """List each argument's event type, boundaries and role, each combination once, whatever its trigger."""
    return list(
        dict.fromkeys(
            (event.trigger.type, ends(argument.mention), argument.role)
            for event in events
            for argument in event.arguments
        )
    )


def typed_mentions(events: Iterable[Event]) -> list[tuple[str, Mention]]:
    """List each argument's event type and boundaries, each combination once."""
    return list(dict.fromkeys((kind, mention) for kind, mention, _ in typed_arguments(events)))


def ends(mention: Mention) -> Mention:
    """Reduce a mention to its boundaries, without its type or head."""
    return mention if type(mention) is Mention else Mention(mention.left, mention.right)


# Argument extraction (Li et al., 2013, and since): an argument is right by its event type, position and role.
ARGUMENT_IDENTIFICATION = k.match(k.equal).on(typed_mentions).f1.named("argument_identification")
ARGUMENT_CLASSIFICATION = k.match(k.equal).on(typed_arguments).f1.named("argument_classification")
