"""Statements in Karat's own JSON: a word is a text, an optional part a list of its parts or an object with a label."""

from __future__ import annotations

from typing import Any

from karat.formats.json.parts import Part
from karat.model import OptionalPart, Parts, Statement, Wording
from karat.model.fact import DEEPEST


def statement_from(part: Part) -> Statement:
    """Read a statement."""
    part.only("wordings", "label")
    wordings = tuple(map(_wording, part.items("wordings")))
    return Statement(wordings, part.optional("label"), line=part.line.number)


def statement_object(statement: Statement) -> dict[str, Any]:
    """Write a statement without its default values."""
    value: dict[str, Any] = {"wordings": [_wording_object(each) for each in statement.wordings]}
    return value if statement.label is None else {**value, "label": statement.label}


def _wording(part: Part) -> Wording:
    part.only("slots", "swap")
    slots = [_parts(slot) for slot in part.items("slots")]
    if len(slots) != 3:
        raise part.error("3 slots (subject, relation, object)", f"{len(slots)}")
    swap = part.inner("swap") if "swap" in part else None
    if swap is not None and not isinstance(swap.value, bool):
        raise swap.error("true or false", swap.shown)
    return Wording(slots[0], slots[1], slots[2], None if swap is None else swap.value)


def _wording_object(wording: Wording) -> dict[str, Any]:
    value: dict[str, Any] = {"slots": [_parts_object(slot) for slot in wording]}
    return value if wording.swap is None else {**value, "swap": wording.swap}


def _parts(part: Part, depth: int = 0) -> Parts:
    if depth > DEEPEST:
        raise part.error(f"at most {DEEPEST} optional parts inside one another", part.shown)
    return tuple(_part(each, depth + 1) for each in part.members("a list of words and optional parts"))


def _part(part: Part, depth: int) -> str | OptionalPart:
    match part.value:
        case str(word):
            return word
        case list():
            return OptionalPart(_parts(part, depth))
        case dict():
            part.only("optional", "label")
            return OptionalPart(_parts(part.inner("optional"), depth), part.optional("label"))
    raise part.error("a word, a list of parts, or an object with a label", part.shown)


def _parts_object(parts: Parts) -> list[Any]:
    return [part if isinstance(part, str) else _optional_object(part) for part in parts]


def _optional_object(part: OptionalPart) -> Any:
    inner = _parts_object(part.parts)
    return inner if part.label is None else {"optional": inner, "label": part.label}
