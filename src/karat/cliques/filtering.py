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
    """Why one of the two most similar paraphrases went."""

    SHORT = "shorter than 2/3 of the original"
    SHORTER = "both shorter than 2/3 of the original, this one more so"
    SIMILAR = "more similar to the others"
    LATER = "equally similar to the others, and later"


@dataclass(frozen=True, slots=True)
class Step:
    """The most similar pair of the paraphrases that were left, and which of the two went.

    Paraphrases are named by their places, from 0. ``score`` is the pair's BLEU from 0 to 100; ``lengths`` are in
    tokens; ``sums`` add up each one's BLEU with all others that were left.
    """

    pair: tuple[int, int]
    score: float
    lengths: tuple[int, int]
    sums: tuple[float, float]
    removed: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class Repeat:
    """A paraphrase that says no more than an earlier one (its place), or than the original (nothing)."""

    place: int
    of: int | None


@dataclass(frozen=True, slots=True)
class Selection:
    """Which paraphrases stay, by their places, and how it came to that."""

    kept: tuple[int, ...]
    repeats: tuple[Repeat, ...]
    steps: tuple[Step, ...]
    original_length: int


def diversify(original: str, paraphrases: Sequence[str], keep: int = KEEP) -> Selection:
    """Keep the ``keep`` paraphrases that are least alike.

    First a paraphrase goes that equals the original or an earlier one, white space aside. Then, while more than
    ``keep`` are left, one of the two with the highest BLEU goes: if one of them is shorter than two thirds of the
    original, that one; if both are, the shorter; else the one with the larger sum of BLEU with all other paraphrases
    that are left. The original is no candidate and counts in no sum. Of pairs that tie the first is taken, by its
    first and then its second place; two of a pair that are both short and equally long are told apart by their sums;
    where these tie too, the later goes.
    """
    if keep < 1:
        raise InputError(f"expected at least 1 paraphrase to keep, found {keep}")
    repeats = _repeats(original, paraphrases)
    repeated = {repeat.place for repeat in repeats}
    left = [place for place in range(len(paraphrases)) if place not in repeated]
    tokens = [tokens_of(paraphrases[place]) for place in left]
    original_length = tokens_of(original).length
    lengths = {place: each.length for place, each in zip(left, tokens, strict=True)}
    scores: dict[tuple[int, int], float] = {}
    if len(left) > keep:
        scores = {(left[i], left[j]): score for (i, j), score in all_pairs(tokens).items()}
    steps: list[Step] = []
    while len(left) > keep:
        steps.append(_step(left, scores, lengths, original_length))
        left.remove(steps[-1].removed)
    return Selection(tuple(left), repeats, tuple(steps), original_length)


def _step(
    left: Sequence[int], scores: Mapping[tuple[int, int], float], lengths: Mapping[int, int], original_length: int
) -> Step:
    pairs = [(a, b) for position, b in enumerate(left) for a in left[:position]]
    pair = min(pairs, key=lambda each: (-scores[each], each))
    sums = (_sum(pair[0], left, scores), _sum(pair[1], left, scores))
    found = (lengths[pair[0]], lengths[pair[1]])
    removed, reason = _choice(found, sums, original_length)
    return Step(pair, scores[pair], found, sums, pair[removed], reason)


def _choice(lengths: tuple[int, int], sums: tuple[float, float], original_length: int) -> tuple[int, Reason]:
    """Say which of two goes, the first (0) or the second (1)."""
    short = [3 * length < 2 * original_length for length in lengths]
    if short[0] != short[1]:
        return (0 if short[0] else 1), Reason.SHORT
    if all(short) and lengths[0] != lengths[1]:
        return (0 if lengths[0] < lengths[1] else 1), Reason.SHORTER
    if sums[0] == sums[1]:
        return 1, Reason.LATER
    return (0 if sums[0] > sums[1] else 1), Reason.SIMILAR


def _sum(place: int, left: Sequence[int], scores: Mapping[tuple[int, int], float]) -> float:
    # Rounded, since scores that add up to the same in another order must tie.
    found = math.fsum(scores[min(place, other), max(place, other)] for other in left if other != place)
    return round(found, SUM_DIGITS)


def _repeats(original: str, paraphrases: Sequence[str]) -> tuple[Repeat, ...]:
    first: dict[str, int | None] = {" ".join(original.split()): None}
    found: list[Repeat] = []
    for place, text in enumerate(paraphrases):
        words = " ".join(text.split())
        if words in first:
            found.append(Repeat(place, first[words]))
        else:
            first[words] = place
    return tuple(found)
