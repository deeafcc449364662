"""Which suggestions apply to a slot."""

from __future__ import annotations

from collections.abc import Sequence

from karat.annotate.language.findings import Analysis


def optional_chunks(analysis: Analysis, numbers: Sequence[int]) -> list[tuple[int, ...]]:
    """Choose the optional chunks of a slot that holds the given tokens, in the order of the sentence.

    A group applies if the slot holds all of it and something required besides; larger groups go first. Tokens in no
    such group are suggested by themselves. If nothing required would remain, the slot gets no suggestion.
    """
    slot = set(numbers)
    singles = {number for number in slot if analysis.tokens[number].optional}
    taken: set[int] = set()
    chunks: list[tuple[int, ...]] = []
    for group in analysis.groups:
        remaining = slot - taken - set(group)
        if set(group) <= slot - taken and remaining - singles:
            chunks.append(group)
            taken.update(group)
    if not slot - taken - singles:
        return []
    chunks.extend((number,) for number in singles - taken)
    return sorted(chunks)
