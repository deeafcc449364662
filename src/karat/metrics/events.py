"""Event extraction and semantic role labelling (seed 002, equations 15 and 16), with types in a hierarchy (38, 39)."""

from __future__ import annotations

from karat import algebra as k

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
