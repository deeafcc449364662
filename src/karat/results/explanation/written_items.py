"""Write the items that tasks score as text: ``person 0–1``, ``nsubj(4, 1)``, ``arson: Target {barn}``."""

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


def render_item(item: Any) -> str:
    """Write one item on one line: mentions by the positions of their tokens, sets in a fixed order."""
    match item:
        case TypedMention(left, right, kind):
            return f"{kind} {render_item(Mention(left, right))}"
        case SplitMention(parts=parts):
            return "+".join(map(render_item, parts))
        case Mention(left=left, right=right):
            return str(left) if left == right else f"{left}–{right}"
        case Relation(kind, subject, other):
            return f"{kind}({render_item(subject)}, {render_item(other)})"
        case Dependency(governor, dependent, relation, lemma):
            word = "a word without a partner" if dependent < 0 else str(dependent)
            return f"{relation}({governor}, {word})" + (f" {lemma}" if lemma != "_" else "")
        case Trigger(mention, kind) | Argument(mention, kind):
            return f"{kind} {render_item(mention)}".lstrip()
        case Event(trigger, arguments):
            return _with_parts(render_item(trigger), arguments)
        case Entity(mentions):
            return f"{{{', '.join(sorted(map(render_item, mentions)))}}}"
        case _:
            return _render_filled(item)


def _render_filled(item: Any) -> str:
    match item:
        case RoleFillerEntity(role, entity):
            return f"{role} {render_item(entity)}"
        case NAryRelation(kind, arguments):
            return _with_parts(kind, arguments)
        case SetFill(values, about):
            return " / ".join(sorted(values)) + (f" of {render_item(about)}" if about else "")
        case SlotFiller(slot, value, optional):
            return f"{slot} {render_item(value)}" + (" (optional)" if optional else "")
        case Template(kind, fillers, optional):
            return _with_parts((kind or "no type") + (" (optional)" if optional else ""), fillers)
        case _:
            return shown(item)


def _with_parts(head: str, parts: Iterable[Any]) -> str:
    inner = "; ".join(sorted(map(render_item, parts)))
    return f"{head}: {inner}" if inner else head
