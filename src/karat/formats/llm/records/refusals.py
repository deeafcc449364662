"""What is said of JSON in which no extractions are found, or that could be meant in two ways."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from karat.errors import FormatError, cut_path
from karat.formats.field_names import find_name
from karat.formats.json.parts import Part
from karat.formats.llm.records.keys import ABOUT, ID, OBJECT, RELATION, SENTENCE, SUBJECT, TRIPLES, VAGUE, is_among
from karat.formats.triples_as_gold import WORDINGS

EXAMPLE = '{"sentence": "Ann founded Bext.", "triples": [["Ann", "founded", "Bext"]]}'
ELSEWHERE = "if they are under other keys, name these with --map, which the help of `karat evaluate` shows"
RELATION_NAMES = "a relation (relation, predicate, rel, p …)"
SHOWN = 8
"""How many keys are shown."""


def no_extractions(part: Part) -> FormatError:
    """Say which keys were seen and which ones were expected, and how to name them."""
    steps, likely = _likely(part.value)
    place = path_of(part.place, steps)
    if not isinstance(likely, dict) or not likely:
        return part.line.error(
            expected=f"extractions at {cut_path(place)}, such as {EXAMPLE}", found=_shape(part.value)
        )
    if (wrong := _wrong_value(likely)) is not None:
        role, value = wrong
        advice = f"; write a triple for each, or {WORDINGS}" if isinstance(value, list) else ""
        expected = f"a text or a number as the {role} at {cut_path(place)}"
        return part.line.error(expected=expected, found=f"{_shape(value)}{advice}")
    plain = [key for key, value in likely.items() if isinstance(value, str | int | float)]
    found = f"the keys {_listed(list(likely))}"
    is_near = any(find_name(likely, aliases) is not None for aliases in (SUBJECT, RELATION))
    if not is_near and (len(plain) < 2 or (not steps and len(likely) < 3)):
        holds_more = any(isinstance(value, dict | list) for value in likely.values())
        advice = f"; {ELSEWHERE}" if holds_more else ""
        return part.line.error(
            expected=f"extractions at {cut_path(place)}, such as {EXAMPLE}", found=f"{found}{advice}"
        )
    items = [f"items={_every(place)}"] if steps or part.place else []
    guessed = _guessed_roles(plain)
    names = [f"{role}={step_to(key)}" for role, key in guessed]
    advice = f"; name them, as in --map '{','.join([*items, *names])}'" if "relation" in dict(guessed) else ""
    lacking = [
        example
        for example, aliases in (("a subject (subject, head, s, arg1 …)", SUBJECT), (RELATION_NAMES, RELATION))
        if find_name(likely, aliases) is None
    ]
    return part.line.error(
        expected=f"{' and '.join(lacking or [RELATION_NAMES])} at {cut_path(place)}",
        found=f"{found}{advice}",
    )


def _wrong_value(value: dict[str, Any]) -> tuple[str, Any] | None:
    """Give the part of a triple whose key is there, but whose value is null or a list of several."""
    keys = {
        role: find_name(value, names)
        for role, names in (("subject", SUBJECT), ("relation", RELATION), ("object", OBJECT))
    }
    if keys["subject"] is None or keys["relation"] is None:
        return None
    for role, key in keys.items():
        if key is not None and (isinstance(value[key], list) or (value[key] is None and role != "object")):
            return role, value[key]
    return None


def _guessed_roles(keys: list[str]) -> list[tuple[str, str]]:
    """Pair the parts of a triple with keys for an example: known names first, the others in order."""
    known = {role: find_name(keys, aliases) for role, aliases in (("subject", SUBJECT), ("object", OBJECT))}
    left = [key for key in keys if key not in known.values() and not is_among(key, (*ID, *SENTENCE))]
    named = {role: key for role, key in known.items() if key is not None}
    for role in ("subject", "relation", "object"):
        if role not in named and left:
            named[role] = left.pop(-1 if is_among(left[-1], VAGUE) and role == "relation" else 0)
    return [(role, named[role]) for role in ("subject", "relation", "object") if role in named]


def ambiguous(part: Part, keys: Sequence[str]) -> FormatError:
    """Say which keys have extractions, where only one can."""
    place = path_of(part.place)
    advice = f"say which one counts, as in --map 'items={_every(place)}{step_to(keys[-1])[1:]}[*]'"
    return part.line.error(expected=f"one list of extractions at {cut_path(place)}", found=f"{_listed(keys)}; {advice}")


def path_of(place: str, steps: str = "") -> str:
    """Write a place as a path from the root.

    >>> path_of("data[0].x"), path_of("[3]"), path_of("")
    ('$.data[0].x', '$[3]', '$')
    """
    return f"${'' if not place or place.startswith('[') else '.'}{place}{steps}"


def step_to(key: str) -> str:
    """Write the path of a key."""
    return f"$.{key}" if key.isidentifier() else f"$[{key!r}]"


def _every(path: str) -> str:
    """Write the path of all elements that are like one."""
    parts = path.split("[")
    return "[".join([parts[0], *("*]" + part.partition("]")[2] if part[:1].isdigit() else part for part in parts[1:])])


def _likely(value: Any) -> tuple[str, Any]:
    """Give the first object in a list, which is likely to be an extraction, and the steps that lead to it."""
    steps = ""
    for _ in range(8):
        if isinstance(value, list) and value and isinstance(value[0], list | dict):
            value, steps = value[0], f"{steps}[0]"
            continue
        inner = [key for key, each in value.items() if _may_be_likely(each)] if isinstance(value, dict) else []
        if not inner:
            break
        key = min(inner, key=lambda name: (not is_among(name, TRIPLES), is_among(name, ABOUT)))
        value, steps = value[key], f"{steps}{step_to(key)[1:]}"
    return steps, value


def _may_be_likely(value: Any) -> bool:
    if isinstance(value, dict):
        return _wrong_value(value) is not None
    return isinstance(value, list) and any(isinstance(each, dict) for each in value)


def _shape(value: Any) -> str:
    match value:
        case {}:
            return f"an object with the keys {_listed(list(value))}" if value else "an empty object"
        case []:
            return "an empty list"
        case [*members]:
            kinds = {type(each).__name__ for each in members}
            names = {"int": "numbers", "float": "numbers", "str": "texts", "dict": "objects", "list": "lists"}
            return f"a list of {' and '.join(sorted({names.get(kind, kind) for kind in kinds}))}"
        case str():
            return f"a text: {value!r:.60}"
    return "null" if value is None else f"{value!r:.60}"


def _listed(keys: Sequence[str]) -> str:
    shown = ", ".join(f"{key:.40}" for key in keys[:SHOWN])
    return f"{shown} and {len(keys) - SHOWN} more" if len(keys) > SHOWN else shown
