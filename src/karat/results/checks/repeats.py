"""Extractions that an output has more than once for the same sentence.

Most metrics count each of them, though facet P and Hindi-BenchIE do not, so that an output that was written twice loses
precision: its wrong extractions count twice, but a fact is found only once. Of some 80 published outputs, four repeat
between 2 and 5 % of their extractions, and in one, of a language model that repeats itself, 80 % are repeats; the
others repeat fewer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import attrgetter

from karat.model import Extraction
from karat.results.system_result import Note

SOME = 0.02
"""The share of repeats beyond which they are worth a note."""

MANY = 0.25
"""The share of repeats beyond which they are worth a warning."""

_slots = attrgetter("relation", "arguments")


def count_repeats(by_sentence: Sequence[Sequence[Extraction]]) -> int:
    """Count the extractions with the same slots as an earlier one of their sentence, whatever their confidences."""
    return sum(
        len(extractions) - len(set(map(_slots, extractions))) for extractions in by_sentence if len(extractions) > 1
    )


def note_repeats(total: int, repeats: int) -> Iterator[Note]:
    """Note that some or many extractions are repeats."""
    if repeats <= SOME * total:
        return
    what = (
        f"of {total} extractions repeat{'s' * (repeats == 1)} an earlier one of {'its' if repeats == 1 else 'their'} "
        "sentence, and most metrics count each"
    )
    many = repeats > MANY * total
    yield Note(
        f"{what}: did the system repeat itself, or was its file written twice?" if many else what, repeats, warning=many
    )
