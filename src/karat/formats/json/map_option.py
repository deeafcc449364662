"""What ``--map`` says: paths to the parts of triples, ``items=$.data[*].triples[*],subject=$.s,relation=$.p``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from karat.errors import InputError, UnknownNameError
from karat.formats.json.paths import Path, parse_path

PARTS = ("items", "id", "sentence", "subject", "relation", "object", "arguments", "confidence")
BETWEEN = re.compile(r",(?=\s*\w+\s*=)")
EXAMPLE = "such as 'items=$.data[*],subject=$.s,relation=$.p,object=$.o'"

JsonMap = str | Sequence[str] | Mapping[str, str]


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
