"""Write the items that tasks score as text, by their words: ``person "Ada Lind" [0–1]``, ``nsubj(left-2, Ada-1)``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
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


def render_item(item: Any, words: Sequence[str] = ()) -> str:
    """Write one item on one line: mentions by their words and the positions of these, sets in a fixed order.

    ``words`` are those of the document; without them, mentions are written by positions alone.
    """
    write = partial(render_item, words=words)
    match item:
        case TypedMention():
            return f"{item.type} {render_mention(item, words)}"
        case Mention():
            return render_mention(item, words)
        case Relation(kind, subject, other):
            return f"{kind}({write(subject)}, {write(other)})"
        case Dependency():
            return _render_dependency(item, words)
        case Trigger(mention, kind) | Argument(mention, kind):
            return f"{kind} {write(mention)}".lstrip()
        case Event(trigger, arguments):
            return _with_parts(write(trigger), map(write, arguments))
        case Entity(mentions):
            return f"{{{', '.join(sorted(map(write, mentions)))}}}"
        case _:
            return _render_filled(item, words)


def render_mention(mention: Mention | str, words: Sequence[str] = ()) -> str:
    """Write a mention by its words, and the positions of its tokens, counted from 0, behind them.

    >>> render_mention(Mention(0, 1), ("Ada", "Lind", "left")), render_mention(Mention(0, 1))
    ('"Ada Lind" [0–1]', '0–1')
    """
    if isinstance(mention, str):
        return mention
    places = token_range(mention)
    if not words or mention.right >= len(words) or not any(words):
        return places
    parts = mention.parts if isinstance(mention, SplitMention) else (mention,)
    text = " … ".join(" ".join(words[part.left : part.right + 1]) for part in parts)
    return f'"{text}" [{places}]'


def token_range(mention: Mention) -> str:
    """Write the positions of a mention's tokens: 3, 5–7, or 5–7+9 with a gap."""
    if isinstance(mention, SplitMention):
        return "+".join(map(token_range, mention.parts))
    return str(mention.left) if mention.left == mention.right else f"{mention.left}–{mention.right}"


def _render_dependency(edge: Dependency, words: Sequence[str]) -> str:
    """Write a dependency as relation(head, dependent), each word with its number, which counts from 1."""
    head, dependent = _numbered(edge.governor, words), _numbered(edge.dependent, words)
    lemma = f" {edge.lemma}" if edge.lemma != "_" and not (words and edge.dependent > 0) else ""
    return f"{edge.relation}({head}, {dependent}){lemma}"


def _numbered(number: int, words: Sequence[str]) -> str:
    if number < 0:
        return "a word without a partner"
    if not words or number > len(words):
        return str(number)
    return f"{words[number - 1]}-{number}" if number else "ROOT"


def _render_filled(item: Any, words: Sequence[str]) -> str:
    write = partial(render_item, words=words)
    match item:
        case RoleFillerEntity(role, entity):
            return f"{role} {write(entity)}"
        case NAryRelation(kind, arguments):
            return _with_parts(kind, map(write, arguments))
        case SetFill(values, about):
            return " / ".join(sorted(values)) + (f" of {write(about)}" if about else "")
        case SlotFiller(slot, value, optional):
            return f"{slot} {write(value)}" + (" (optional)" if optional else "")
        case Template(kind, fillers, optional):
            return _with_parts((kind or "no type") + (" (optional)" if optional else ""), map(write, fillers))
        case _:
            return shown(item)


def _with_parts(head: str, parts: Iterable[str]) -> str:
    inner = "; ".join(sorted(parts))
    return f"{head}: {inner}" if inner else head
