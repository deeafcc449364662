"""Pair the documents of a system with those of the gold, by name or by order, and compare their tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

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


def pair_names(system: str, predicted: SourceDocuments, gold: SourceDocuments, missing: str = "error") -> NamePairs:
    """Pair a system's documents with the gold's by name, or by order if one side has no ids.

    By name, an unknown document is an error, by order one too many; a missing one is, too, unless ``missing`` is
    ``empty``. Ids that only count from 1, none of which the other side has, are no better than none.
    """
    names = gold.names
    if predicted.names == names:
        return NamePairs(range(len(names)), by_order=False, notes=())
    places = {name: place for place, name in enumerate(predicted.names)}
    if predicted.numbered != gold.numbered or _only_count(predicted.names, names):
        return _pair_by_order(system, len(places), len(names), missing)
    known = set(names)
    unknown = [name for name in predicted.names if name not in known]
    if unknown:
        raise AlignmentError(f"{system}: expected documents of the gold, found {_some(unknown)}")
    absent = [name for name in names if name not in places]
    if absent and missing != "empty":
        raise AlignmentError(f"{system}: expected every document of the gold, found none for {_some(absent)}")
    return NamePairs([places.get(name, -1) for name in names], by_order=False, notes=_note_absent(len(absent)))


def _only_count(predicted: Sequence[str], gold: Sequence[str]) -> bool:
    """Tell whether one side's ids are 1, 2 and so on, as many as the other side's, which has none of them."""
    counted = any(all(name == str(number) for number, name in enumerate(names, 1)) for names in (predicted, gold))
    return counted and len(predicted) == len(gold) and set(predicted).isdisjoint(gold)


def _pair_by_order(system: str, predicted: int, gold: int, missing: str) -> NamePairs:
    if predicted > gold or (predicted < gold and missing != "empty"):
        raise AlignmentError(
            f"{system}: expected {gold} documents, as many as the gold's, which are paired by order since one side "
            f"has no ids, found {predicted}"
        )
    note = Note("documents paired with the gold by their order, since one side has no ids", predicted)
    absent = gold - predicted
    return NamePairs([*range(predicted), *[-1] * absent], by_order=True, notes=(note, *_note_absent(absent)))


def _note_absent(count: int) -> tuple[Note, ...]:
    return (Note("of the gold's documents are not the system's and count as empty", count),) if count else ()


def check_tokens(system: str, predicted: SourceDocuments, gold: SourceDocuments, places: Sequence[int]) -> list[Note]:
    """Refuse documents with another number of tokens than the gold's at their place, where positions mean nothing.

    Documents with as many tokens, but other words, are counted in a note.
    """
    other_words = 0
    for gold_place, place in enumerate(places):
        if place < 0:
            continue
        found, expected = predicted.tokens.counts[place], gold.tokens.counts[gold_place]
        if found != expected and found and expected:
            raise AlignmentError(
                f"{system}: expected the gold's tokens, {expected} in document {gold.names[gold_place]!r}, "
                f"found {found}"
            )
        digests = predicted.tokens.digests[place], gold.tokens.digests[gold_place]
        other_words += all(digests) and digests[0] != digests[1]
    return [Note("documents with other words than the gold's, though as many", other_words)] if other_words else []


def _some(names: Sequence[str]) -> str:
    shown = ", ".join(repr(name) for name in islice(names, 3))
    return f"{shown} and {len(names) - 3} more" if len(names) > 3 else shown
