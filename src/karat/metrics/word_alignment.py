"""Words of two parses of one text brought together, as in the CoNLL 2018 shared task (Zeman et al., 2018, section 4).

Systems may cut the text into other tokens, words and sentences than the gold. What is equal is the text itself, once
its spaces are gone; so words are aligned by the characters they cover, and by their forms inside contracted tokens.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import inf

from karat.errors import AlignmentError
from karat.model import ParsedSentence, Word

Range = tuple[int, int]
"""The characters covered, from the first to the one after the last."""


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A word and the characters that it covers; the words of a contracted token all cover the token's."""

    word: Word
    range: Range
    contracted: bool
    sentence: int
    number: int
    """Its number in its sentence, from 1."""


def squeezed(form: str) -> str:
    """A form without any space character (Unicode's class Zs)."""
    return "".join(letter for letter in form if unicodedata.category(letter) != "Zs")


def text_of(sentence: ParsedSentence) -> str:
    """The characters of a sentence, without spaces."""
    return "".join(squeezed(token.form) for token in sentence.tokens)


def check_same_text(name: str, predicted: Sequence[str], gold: Sequence[str]) -> None:
    """Refuse a system's sentences that are not the gold's text; say from where on they differ."""
    one, other = "".join(predicted), "".join(gold)
    if one == other:
        return
    place = next((index for index, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    place = min(len(one), len(other)) if place is None else place
    ends = list(accumulate(map(len, gold)))
    sentence = min(bisect_right(ends, place), len(gold) - 1) + 1
    expected = repr(other[place : place + 20]) if place < len(other) else "the end of the text"
    found = repr(one[place : place + 20]) if place < len(one) else "the end of the text"
    raise AlignmentError(
        f"{name}: expected the text of the gold, {expected} at character {place + 1} (its sentence {sentence}), "
        f"found {found}"
    )


def common_ends(files: Sequence[Sequence[str]]) -> list[int]:
    """Where all files have the end of a sentence."""
    ends = [set(accumulate(map(len, texts))) for texts in files]
    return sorted(set.intersection(*ends))


def uncrossed(ends: Sequence[int], pairs: Sequence[tuple[int, int]]) -> list[int]:
    """The ends that no pair of places crosses."""
    crossing = [sorted(pair) for pair in pairs if pair[0] != pair[1]]
    kept = set(ends)
    for low, high in crossing:
        kept.difference_update(ends[bisect_right(ends, low) : bisect_right(ends, high)])
    return [end for end in ends if end in kept]


def cut(sentences: Sequence[ParsedSentence], texts: Sequence[str], ends: Sequence[int]) -> Iterator[list[int]]:
    """Group sentences, by their places, into the stretches between the ends."""
    group: list[int] = []
    place, wanted = 0, iter(ends)
    end = next(wanted)
    for index in range(len(sentences)):
        group.append(index)
        place += len(texts[index])
        if place == end:
            yield group
            group = []
            end = next(wanted, -1)


def placed(sentences: Sequence[ParsedSentence]) -> tuple[list[PlacedWord], list[Range], list[Range]]:
    """The words of a stretch of text with their characters; then the ranges of its tokens and of its sentences."""
    words: list[PlacedWord] = []
    tokens: list[Range] = []
    ends: list[Range] = []
    place = 0
    for index, sentence in enumerate(sentences):
        start = place
        for token in sentence.tokens:
            span = (place, place + len(squeezed(token.form)))
            tokens.append(span)
            words.extend(
                PlacedWord(sentence.words[number - 1], span, token.contracted, index, number)
                for number in range(token.first, token.last + 1)
            )
            place = span[1]
        ends.append((start, place))
    return words, tokens, ends


def aligned(predicted: Sequence[PlacedWord], gold: Sequence[PlacedWord]) -> dict[int, int]:
    """Give the place of the gold word for the places of the predicted words that have one."""
    spans = _merged([word.range for word in (*predicted, *gold) if word.contracted])
    by_range = {word.range: place for place, word in enumerate(gold) if not _inside(word.range, spans)[0]}
    found: dict[int, int] = {}
    groups: Mapping[int, tuple[list[int], list[int]]] = {index: ([], []) for index in range(len(spans))}
    for side, words in enumerate((predicted, gold)):
        for place, word in enumerate(words):
            touches, span = _inside(word.range, spans)
            if span is not None:
                groups[span][side].append(place)
            elif side == 0 and not touches and word.range in by_range:
                found[place] = by_range[word.range]
    for ours, theirs in groups.values():
        found.update(_by_form(predicted, gold, ours, theirs))
    return found


def _by_form(
    predicted: Sequence[PlacedWord], gold: Sequence[PlacedWord], ours: Sequence[int], theirs: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """Pair the words at these places by their forms in lower case."""
    pairs = _common_subsequence(
        [squeezed(predicted[place].word.form).lower() for place in ours],
        [squeezed(gold[place].word.form).lower() for place in theirs],
    )
    return ((ours[one], theirs[other]) for one, other in pairs)


def aligned_in_step(predicted: Sequence[PlacedWord], gold: Sequence[PlacedWord]) -> dict[int, int]:
    """Give the same as ``aligned``, but as the shared task's program goes: through both files, word by word.

    Where one file comes to a contracted token while the other is some words behind, these words are compared with the
    contracted ones by their forms, all but the first, though they cover other characters.
    """
    sides = (predicted, gold)
    found: dict[int, int] = {}
    heads = [0, 0]
    while heads[0] < len(predicted) and heads[1] < len(gold):
        mine, theirs = predicted[heads[0]], gold[heads[1]]
        if mine.contracted or theirs.contracted:
            ours, others = _stretch(sides, heads)
            found.update(_by_form(predicted, gold, ours, others))
            heads = [ours.stop, others.stop]
        elif mine.range == theirs.range:
            found[heads[0]] = heads[1]
            heads = [heads[0] + 1, heads[1] + 1]
        else:
            heads[1 if theirs.range[0] <= mine.range[0] else 0] += 1
    return found


def _stretch(sides: tuple[Sequence[PlacedWord], Sequence[PlacedWord]], heads: Sequence[int]) -> tuple[range, range]:
    """The words of both sides, from their heads on, that are compared by form: one of the heads is contracted."""
    contracted = 1 if sides[1][heads[1]].contracted else 0
    start, end = sides[contracted][heads[contracted]].range
    other = sides[1 - contracted][heads[1 - contracted]]
    first, last = list(heads), list(heads)
    if not other.contracted and other.range[0] < start:
        first[1 - contracted] += 1
        last[1 - contracted] += 1
    while any(_within(words, place, end) for words, place in zip(sides, last, strict=True)):
        # Take the word that begins first; of two that begin together, the gold's.
        side = min((1, 0), key=lambda one: sides[one][last[one]].range[0] if last[one] < len(sides[one]) else inf)
        word = sides[side][last[side]]
        end = max(end, word.range[1]) if word.contracted else end
        last[side] += 1
    return range(first[0], last[0]), range(first[1], last[1])


def _within(words: Sequence[PlacedWord], place: int, end: int) -> bool:
    """Whether the word at a place belongs to a stretch that ends there: a contracted one if it begins before."""
    if place >= len(words):
        return False
    word = words[place]
    return word.range[0] < end if word.contracted else word.range[1] <= end


ALIGNMENTS: Mapping[str, Callable[[Sequence[PlacedWord], Sequence[PlacedWord]], dict[int, int]]] = {
    "description": aligned,
    "program": aligned_in_step,
}
"""How words are aligned: as the shared task describes it, or as its program does."""


def _merged(ranges: Sequence[Range]) -> list[Range]:
    """Ranges that share a character become one."""
    merged: list[Range] = []
    for start, end in sorted(set(ranges)):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _inside(span: Range, merged: Sequence[Range]) -> tuple[bool, int | None]:
    """Whether a range touches a merged one, and which one holds it; one that sticks out is held by none."""
    index = bisect_right(merged, (span[0], float("inf"))) - 1
    if index >= 0 and span[0] < merged[index][1]:
        return True, index if span[1] <= merged[index][1] else None
    return index + 1 < len(merged) and merged[index + 1][0] < span[1], None


def _common_subsequence(predicted: Sequence[str], gold: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Pairs of a longest common subsequence; where there are several, of the one that skips gold words first."""
    rest = [[0] * (len(predicted) + 1) for _ in range(len(gold) + 1)]
    for g in reversed(range(len(gold))):
        for p in reversed(range(len(predicted))):
            if gold[g] == predicted[p]:
                rest[g][p] = rest[g + 1][p + 1] + 1
            else:
                rest[g][p] = max(rest[g + 1][p], rest[g][p + 1])
    g = p = 0
    while g < len(gold) and p < len(predicted):
        if gold[g] == predicted[p]:
            yield p, g
            g, p = g + 1, p + 1
        elif rest[g][p] == rest[g + 1][p]:
            g += 1
        else:
            p += 1
