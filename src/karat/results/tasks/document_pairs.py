"""Pair the documents of a system with those of the gold, by name or by order, and compare their tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from karat.benchmarks.tasks.task import Pairs
from karat.errors import AlignmentError
from karat.one_line import one_line
from karat.results.system_result import Note
from karat.results.tasks.source_documents import SourceDocuments


@dataclass(frozen=True, slots=True)
class NamePairs:
    """For each of the gold's documents the place of the system's, or -1 if it has none, and notes about it."""

    places: Sequence[int]
    by_order: bool
    notes: tuple[Note, ...]

    __repr__ = one_line


def pair_names(system: str, predicted: Sequence[str], gold: Sequence[str], missing: str = "error") -> NamePairs:
    """Pair the names of a system's documents with the gold's.

    They are paired by order if one side has only numbers and the names differ. An unknown name is an error, and so is
    a missing one unless ``missing`` is ``empty``.
    """
    if predicted == gold:
        return NamePairs(range(len(gold)), by_order=False, notes=())
    places = {name: place for place, name in enumerate(predicted)}
    known = set(gold)
    if len(predicted) == len(gold) and places.keys() != known and (_numbered(predicted) or _numbered(gold)):
        note = Note("documents paired with the gold by their order, since one side has no ids", len(predicted))
        return NamePairs(range(len(gold)), by_order=True, notes=(note,))
    unknown = [name for name in predicted if name not in known]
    if unknown:
        raise AlignmentError(f"{system}: expected documents of the gold, found {_some(unknown)}")
    absent = [name for name in gold if name not in places]
    if absent and missing != "empty":
        raise AlignmentError(f"{system}: expected every document of the gold, found none for {_some(absent)}")
    notes = (Note("of the gold's documents are not the system's and count as empty", len(absent)),) if absent else ()
    return NamePairs([places.get(name, -1) for name in gold], by_order=False, notes=notes)


def pair_documents(
    name: str, predicted: Mapping[str, Any], gold: Mapping[str, Any], missing: str = "error"
) -> tuple[Pairs, list[Note]]:
    """Pair each document of the gold with the system's."""
    paired = pair_names(name, list(predicted), list(gold), missing)
    contents = list(predicted.values())
    pairs = [
        (id, type(content)() if place < 0 else contents[place], content)
        for place, (id, content) in zip(paired.places, gold.items(), strict=True)
    ]
    return pairs, list(paired.notes)


def check_tokens(system: str, predicted: SourceDocuments, gold: SourceDocuments) -> list[Note]:
    """Refuse documents with another number of tokens than the gold's of the same name, where positions mean nothing.

    Documents with as many tokens, but other words, are counted in a note.
    """
    gold_places = {name: place for place, name in enumerate(gold.names)}
    other_words = 0
    for place, name in enumerate(predicted.names):
        gold_place = gold_places.get(name)
        if gold_place is None:
            continue
        found, expected = predicted.tokens.counts[place], gold.tokens.counts[gold_place]
        if found != expected and found and expected:
            raise AlignmentError(
                f"{system}: expected the gold's tokens, {expected} in document {name!r}, found {found}"
            )
        digests = predicted.tokens.digests[place], gold.tokens.digests[gold_place]
        other_words += all(digests) and digests[0] != digests[1]
    return [Note("documents with other words than the gold's, though as many", other_words)] if other_words else []


def _numbered(names: Sequence[str]) -> bool:
    return all(name == str(number) for number, name in enumerate(names, 1))


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(repr(name) for name in islice(names, 3))
    return f"{shown} and {len(names) - 3} more" if len(names) > 3 else shown
