"""What a task scores, in the words of those who read it: ``person 0–1``, ``nsubj(4, 1)``, ``arson: Target {barn}``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from karat.algebra.scores.alignment import shown
from karat.model import (
    Argument,
    Dependency,
    Entity,
    Event,
    Mention,
    NAryRelation,
    Relation,
    RoleFillerEntity,
    SetFill,
    SlotFiller,
    SplitMention,
    Template,
    Trigger,
    TypedMention,
)


def written(item: Any) -> str:
    """Write one item on one line; mentions by the places of their tokens, sets in a fixed order."""
    match item:
        case TypedMention(left, right, kind):
            return f"{kind} {written(Mention(left, right))}"
        case SplitMention(parts=parts):
            return "+".join(map(written, parts))
        case Mention(left=left, right=right):
            return str(left) if left == right else f"{left}–{right}"
        case Relation(kind, subject, other):
            return f"{kind}({written(subject)}, {written(other)})"
        case Dependency(governor, dependent, relation, lemma):
            word = "a word without a partner" if dependent < 0 else str(dependent)
            return f"{relation}({governor}, {word})" + (f" {lemma}" if lemma != "_" else "")
        case Trigger(mention, kind) | Argument(mention, kind):
            return f"{kind} {written(mention)}".lstrip()
        case Event(trigger, arguments):
            return _with_parts(written(trigger), arguments)
        case Entity(mentions):
            return f"{{{', '.join(sorted(map(written, mentions)))}}}"
        case _:
            return _filled(item)


def _filled(item: Any) -> str:
    match item:
        case RoleFillerEntity(role, entity):
            return f"{role} {written(entity)}"
        case NAryRelation(kind, arguments):
            return _with_parts(kind, arguments)
        case SetFill(values, about):
            return " / ".join(sorted(values)) + (f" of {written(about)}" if about else "")
        case SlotFiller(slot, value, optional):
            return f"{slot} {written(value)}" + (" (optional)" if optional else "")
        case Template(kind, fillers, optional):
            return _with_parts((kind or "no type") + (" (optional)" if optional else ""), fillers)
        case _:
            return shown(item)


def _with_parts(head: str, parts: Iterable[Any]) -> str:
    inner = "; ".join(sorted(map(written, parts)))
    return f"{head}: {inner}" if inner else head
