"""Extractions from labelled words: a label names the part that a word belongs to, and whether it begins it."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from karat.model import Extraction, Span

NUMBERED = re.compile(r"A(?:RG)?(\d{1,2})")


class Labelled(NamedTuple):
    """The part that a word belongs to, and whether the word begins a stretch of it."""

    role: str
    begins: bool


def extraction_of(
    words: Sequence[str],
    labels: Sequence[Labelled | None],
    relation: Collection[str],
    other: tuple[tuple[str, str], ...] = (),
) -> Extraction | None:
    """Build an extraction from labelled words; ``None`` if no word is of the relation.

    Arguments are in the order of their numbers, those without a number after them in the order of the text. A part may
    have several stretches. ``other`` gets the ``role`` of each argument, then the given pairs.
    """
    stretches: dict[str, list[Span]] = {}
    before: str | None = None
    for index, label in enumerate(labels):
        if label is not None:
            role = "" if label.role in relation else label.role
            if label.begins or before != label.role:
                stretches.setdefault(role, []).append((index, index + 1))
            else:
                stretches[role][-1] = (stretches[role][-1][0], index + 1)
        before = label.role if label is not None else None
    if "" not in stretches:
        return None
    roles = sorted((role for role in stretches if role), key=_rank)
    return Extraction(
        _text(words, stretches[""]),
        tuple(_text(words, stretches[role]) for role in roles),
        spans=tuple(tuple(stretches[role]) for role in ("", *roles)),
        other=(*(("role", role) for role in roles), *other),
    )


def _rank(role: str) -> int:
    found = NUMBERED.fullmatch(role)
    return int(found[1]) if found else 100


def _text(words: Sequence[str], spans: Sequence[Span]) -> str:
    return " ".join(word for start, end in spans for word in words[start:end])
