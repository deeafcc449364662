"""Extractions out of labelled words: a label says to which part a word belongs and whether it begins it."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from karat.model import Extraction, Span

NUMBERED = re.compile(r"A(?:RG)?(\d{1,2})")


class Labelled(NamedTuple):
    """The part to which a word belongs, and whether it is the first word of a stretch of it."""

    role: str
    begins: bool


def extraction_of(
    words: Sequence[str],
    labels: Sequence[Labelled | None],
    relation: Collection[str],
    other: tuple[tuple[str, str], ...] = (),
) -> Extraction | None:
    """Put an extraction together; ``None`` where no word is of the relation.

    Arguments come in the order of their numbers, those without a number after them as they stand. A part may have
    several stretches. ``other`` gets the ``role`` of each argument, then what is given.
    """
    stretches: dict[str, list[Span]] = {}
    before: str | None = None
    for place, label in enumerate(labels):
        if label is not None:
            role = "" if label.role in relation else label.role
            if label.begins or before != label.role:
                stretches.setdefault(role, []).append((place, place + 1))
            else:
                stretches[role][-1] = (stretches[role][-1][0], place + 1)
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
