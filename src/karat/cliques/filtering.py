"""Diversified filtering: of many paraphrases keep the few that are least alike (Qi et al., 2023, §2.1 and A.2.2)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from karat.cliques.bleu import all_pairs, tokens_of
from karat.errors import InputError

KEEP = 3
SUM_DIGITS = 6


class Reason(StrEnum):
    """Why one of the two most similar paraphrases was removed."""

    SHORT = "shorter than 2/3 of the original"
    SHORTER = "both shorter than 2/3 of the original, this one more so"
    SIMILAR = "more similar to the others"
    LATER = "equally similar to the others, and later"


@dataclass(frozen=True, slots=True)
class Step:
    """The most similar pair of the remaining paraphrases, and which of the two was removed.

    Paraphrases are identified by their indices. ``score`` is the pair's BLEU from 0 to 100; ``lengths`` are in tokens;
    ``sums`` are each one's sums of BLEU with all other remaining paraphrases.
    """

    pair: tuple[int, int]
    score: float
    lengths: tuple[int, int]
    sums: tuple[float, float]
    removed: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class Repeat:
    """A paraphrase at ``place`` that repeats an earlier one (its index), or the original (``None``)."""

    place: int
    of: int | None


@dataclass(frozen=True, slots=True)
class Selection:
    """The indices of the paraphrases to keep, and how they were selected."""

    kept: tuple[int, ...]
    repeats: tuple[Repeat, ...]
    steps: tuple[Step, ...]
    original_length: int


def diversify(original: str, paraphrases: Sequence[str], keep: int = KEEP) -> Selection:
    """Keep the ``keep`` paraphrases that are least alike.

    First, paraphrases are removed that equal the original or an earlier one, white space aside. Then, while more than
    ``keep`` remain, one of the two with the highest BLEU is removed: if one of them is shorter than two thirds of the
    original, that one; if both are, the shorter; else the one with the larger sum of BLEU with all other remaining
    paraphrases. The original is no candidate and counts in no sum. Of tied pairs, the one with the smallest first, then
    second index is taken; if both of a pair are short and equally long, their sums decide; if these tie too, the later
    is removed.
    """
    if keep < 1:
        raise InputError(f"expected at least 1 paraphrase to keep, found {keep}")
    repeats = _repeats(original, paraphrases)
    repeated = {repeat.place for repeat in repeats}
    remaining = [index for index in range(len(paraphrases)) if index not in repeated]
    tokens = [tokens_of(paraphrases[index]) for index in remaining]
    original_length = tokens_of(original).length
    lengths = {index: paraphrase.length for index, paraphrase in zip(remaining, tokens, strict=True)}
    scores: dict[tuple[int, int], float] = {}
    if len(remaining) > keep:
        scores = {(remaining[i], remaining[j]): score for (i, j), score in all_pairs(tokens).items()}
    steps: list[Step] = []
    while len(remaining) > keep:
        steps.append(_step(remaining, scores, lengths, original_length))
        remaining.remove(steps[-1].removed)
    return Selection(tuple(remaining), repeats, tuple(steps), original_length)


def _step(
    remaining: Sequence[int], scores: Mapping[tuple[int, int], float], lengths: Mapping[int, int], original_length: int
) -> Step:
    pairs = [(a, b) for position, b in enumerate(remaining) for a in remaining[:position]]
    pair = min(pairs, key=lambda candidate: (-scores[candidate], candidate))
    sums = (_sum(pair[0], remaining, scores), _sum(pair[1], remaining, scores))
    pair_lengths = (lengths[pair[0]], lengths[pair[1]])
    removed, reason = _choice(pair_lengths, sums, original_length)
    return Step(pair, scores[pair], pair_lengths, sums, pair[removed], reason)


def _choice(lengths: tuple[int, int], sums: tuple[float, float], original_length: int) -> tuple[int, Reason]:
    """Choose which of two to remove, the first (0) or the second (1)."""
    short = [3 * length < 2 * original_length for length in lengths]
    if short[0] != short[1]:
        return (0 if short[0] else 1), Reason.SHORT
    if all(short) and lengths[0] != lengths[1]:
        return (0 if lengths[0] < lengths[1] else 1), Reason.SHORTER
    if sums[0] == sums[1]:
        return 1, Reason.LATER
    return (0 if sums[0] > sums[1] else 1), Reason.SIMILAR


def _sum(index: int, remaining: Sequence[int], scores: Mapping[tuple[int, int], float]) -> float:
    # Rounded so that equal scores added in another order tie.
    total = math.fsum(scores[min(index, other), max(index, other)] for other in remaining if other != index)
    return round(total, SUM_DIGITS)


def _repeats(original: str, paraphrases: Sequence[str]) -> tuple[Repeat, ...]:
    first: dict[str, int | None] = {" ".join(original.split()): None}
    repeats: list[Repeat] = []
    for index, text in enumerate(paraphrases):
        words = " ".join(text.split())
        if words in first:
            repeats.append(Repeat(index, first[words]))
        else:
            first[words] = index
    return tuple(repeats)
