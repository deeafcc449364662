"""Paths into JSON: ``$.data[*].triples[0]``, a small part of JSONPath (RFC 9535), and the option ``--map``.

The option names paths to the parts of triples: ``items=$.data[*].triples[*],subject=$.s,relation=$.p``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from karat.errors import InputError, UnknownNameError

PARTS = ("items", "id", "sentence", "subject", "relation", "object", "arguments", "confidence")
BETWEEN = re.compile(r",(?=\s*\w+\s*=)")
EXAMPLE = "such as 'items=$.data[*],subject=$.s,relation=$.p,object=$.o'"

STEP = re.compile(r"""\.([^.\[\]'"\s]+)|\[\s*(\d{1,9}|\*)\s*\]|\[\s*(?:'([^']*)'|"([^"]*)")\s*\]""")
BARE = re.compile(r"[^$.\[\]'\"\s]")

JsonMap = str | Sequence[str] | Mapping[str, str]
Location = tuple[str | int, ...]
"""The keys and indexes that lead to a value."""


@dataclass(frozen=True, slots=True)
class Path:
    """The steps to values: a key, an index, or ``None`` for every element."""

    steps: tuple[str | int | None, ...]

    def __str__(self) -> str:
        return "$" + "".join(map(_shown, self.steps))


def parse_path(text: str) -> Path:
    """Read a path; the ``$`` at its start may be left out.

    >>> str(parse_path("data[*].triples")), str(parse_path("$['a b'].*"))
    ('$.data[*].triples', "$['a b'][*]")
    """
    rest = text.strip()
    rest = rest.removeprefix("$") if rest.startswith("$") else f".{rest}" if BARE.match(rest) else rest
    steps: list[str | int | None] = []
    position = 0
    while position < len(rest):
        step = STEP.match(rest, position)
        if step is None:
            raise InputError(f"expected a path such as $.a.b[0] or $[*].triples, found {text!r}")
        name, index, quoted, double = step.groups()
        key = name if name is not None else quoted if quoted is not None else double
        steps.append(None if "*" in (name, index) else int(index) if index is not None else str(key))
        position = step.end()
    return Path(tuple(steps))


def select(value: Any, path: Path) -> Iterator[tuple[Location, Any]]:
    """Yield all values at a path, each with its location."""
    found: list[tuple[Location, Any]] = [((), value)]
    for step in path.steps:
        found = [
            ((*location, key), each)
            for location, inner in found
            for key, each in _members(inner)
            if step in (None, key)
        ]
    yield from found


def select_along(value: Any, path: Path, location: Location) -> Any:
    """Return the value at a path, or ``None``; ``*`` means the element that leads to a location."""
    on_the_way = True
    for place, step in enumerate(path.steps):
        here = location[place] if on_the_way and place < len(location) else None
        key = here if step is None else step
        on_the_way = on_the_way and key == here
        value = dict(_members(value)).get(key) if key is not None else None
    return value


def locate(value: Any, location: Sequence[str | int]) -> Any:
    """Return the value at a location."""
    for step in location:
        value = value[step]
    return value


def _members(value: Any) -> Iterator[tuple[str | int, Any]]:
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, list):
        yield from enumerate(value)


def _shown(step: str | int | None) -> str:
    if step is None:
        return "[*]"
    if isinstance(step, int):
        return f"[{step}]"
    return f".{step}" if re.fullmatch(r"[^\W\d]\w*", step) else f"[{step!r}]"


# The option


@dataclass(frozen=True, slots=True)
class Paths:
    """A path for each part that has one."""

    by_part: Mapping[str, Path]

    def __str__(self) -> str:
        return ",".join(f"{part}={self.by_part[part]}" for part in PARTS if part in self.by_part)

    @property
    def names_triple(self) -> bool:
        """Whether a part of the triple has a path; else items are read as everyday JSON is."""
        return bool(set(self.by_part) - {"items", "id", "sentence"})


def parse_map(map: JsonMap) -> Paths:
    """Read what ``--map`` says: ``part=path``, several with commas or as a list, or a mapping in Python.

    >>> str(parse_map("subject=s, relation=$.p"))
    'subject=$.s,relation=$.p'
    """
    if isinstance(map, Mapping):
        pairs = [(str(part), str(path)) for part, path in map.items()]
    else:
        texts = [text for each in ([map] if isinstance(map, str) else map) for text in BETWEEN.split(each)]
        if any("=" not in text for text in texts) or not texts:
            raise InputError(f"--map: expected part=path, {EXAMPLE}, found {', '.join(texts)!r}")
        pairs = [(text.partition("=")[0].strip(), text.partition("=")[2]) for text in texts]
    paths: dict[str, Path] = {}
    for part, path in pairs:
        if part not in PARTS:
            raise UnknownNameError("part for --map", part, PARTS)
        if part in paths:
            raise InputError(f"--map: expected {part} once, found it twice")
        paths[part] = parse_path(path)
    return Paths(paths)
