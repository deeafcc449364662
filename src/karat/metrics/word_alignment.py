"""Align the words of two parses of one text, as in the CoNLL 2018 shared task (Zeman et al., 2018, section 4).

Systems may split the text into other tokens, words and sentences than the gold. Only the text without its spaces is the
same, so words are aligned by the characters they cover, and inside contracted tokens by their forms.
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
"""The first character, and the one after the last."""


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A word and the characters it covers; each word of a contracted token covers all of the token."""

    word: Word
    range: Range
    contracted: bool
    sentence: int
    number: int
    """Its number in its sentence, from 1."""


def without_spaces(form: str) -> str:
    """Remove space characters (Unicode's class Zs)."""
    return "".join(letter for letter in form if unicodedata.category(letter) != "Zs")


def text_of(sentence: ParsedSentence) -> str:
    """Get a sentence's text without spaces."""
    return "".join(without_spaces(token.form) for token in sentence.tokens)


def check_same_text(name: str, predicted: Sequence[str], gold: Sequence[str]) -> None:
    """Refuse a system's sentences if their text is not the gold's, and say where they first differ."""
    predicted_text, gold_text = "".join(predicted), "".join(gold)
    if predicted_text == gold_text:
        return
    pairs = enumerate(zip(predicted_text, gold_text, strict=False))
    start = next((index for index, (a, b) in pairs if a != b), min(len(predicted_text), len(gold_text)))
    ends = list(accumulate(map(len, gold)))
    sentence = min(bisect_right(ends, start), len(gold) - 1) + 1
    expected, found = (
        repr(text[start : start + 20]) if start < len(text) else "the end of the text"
        for text in (gold_text, predicted_text)
    )
    raise AlignmentError(
        f"{name}: expected the text of the gold, {expected} at character {start + 1} (its sentence {sentence}), "
        f"found {found}"
    )


def common_ends(files: Sequence[Sequence[str]]) -> list[int]:
    """List the positions where a sentence ends in all files."""
    ends = [set(accumulate(map(len, texts))) for texts in files]
    return sorted(set.intersection(*ends))


def drop_crossed(ends: Sequence[int], pairs: Sequence[tuple[int, int]]) -> list[int]:
    """Drop the ends that lie between the two positions of a pair."""
    crossing = [sorted(pair) for pair in pairs if pair[0] != pair[1]]
    crossed: set[int] = set()
    for low, high in crossing:
        crossed.update(ends[bisect_right(ends, low) : bisect_right(ends, high)])
    return [end for end in ends if end not in crossed]


def group_sentences(
    sentences: Sequence[ParsedSentence], texts: Sequence[str], ends: Sequence[int]
) -> Iterator[list[int]]:
    """Group the indices of sentences into pieces that end at ``ends``."""
    group: list[int] = []
    position, remaining = 0, iter(ends)
    end = next(remaining)
    for index in range(len(sentences)):
        group.append(index)
        position += len(texts[index])
        if position == end:
            yield group
            group = []
            end = next(remaining, -1)


def place_words(sentences: Sequence[ParsedSentence]) -> tuple[list[PlacedWord], list[Range], list[Range]]:
    """List the words of some sentences with the characters they cover, and the ranges of tokens and sentences."""
    words: list[PlacedWord] = []
    tokens: list[Range] = []
    ends: list[Range] = []
    position = 0
    for index, sentence in enumerate(sentences):
        start = position
        for token in sentence.tokens:
            span = (position, position + len(without_spaces(token.form)))
            tokens.append(span)
            words.extend(
                PlacedWord(sentence.words[number - 1], span, token.contracted, index, number)
                for number in range(token.first, token.last + 1)
            )
            position = span[1]
        ends.append((start, position))
    return words, tokens, ends


def align(predicted: Sequence[PlacedWord], gold: Sequence[PlacedWord]) -> dict[int, int]:
    """Align words as the task describes it: map the indices of predicted words to those of gold words."""
    spans = _merge([word.range for word in (*predicted, *gold) if word.contracted])
    by_range = {word.range: index for index, word in enumerate(gold) if not _containing(word.range, spans)[0]}
    partners: dict[int, int] = {}
    groups: Mapping[int, tuple[list[int], list[int]]] = {number: ([], []) for number in range(len(spans))}
    for side, words in enumerate((predicted, gold)):
        for index, word in enumerate(words):
            overlaps, span = _containing(word.range, spans)
            if span is not None:
                groups[span][side].append(index)
            elif side == 0 and not overlaps and word.range in by_range:
                partners[index] = by_range[word.range]
    for predicted_group, gold_group in groups.values():
        partners.update(_by_form(predicted, gold, predicted_group, gold_group))
    return partners


def _by_form(
    predicted: Sequence[PlacedWord], gold: Sequence[PlacedWord], ours: Sequence[int], theirs: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """Pair the words at these indices by their forms in lower case."""
    pairs = _common_subsequence(
        [without_spaces(predicted[index].word.form).lower() for index in ours],
        [without_spaces(gold[index].word.form).lower() for index in theirs],
    )
    return ((ours[p], theirs[g]) for p, g in pairs)


def align_in_step(predicted: Sequence[PlacedWord], gold: Sequence[PlacedWord]) -> dict[int, int]:
    """Align words as the shared task's program does it, walking through both files word by word.

    The result differs from ``align`` where one file reaches a contracted token while the other is some words behind:
    those words, all but the first, are compared by form with the contracted ones, although they cover other characters.
    """
    sides = (predicted, gold)
    partners: dict[int, int] = {}
    heads = [0, 0]
    while heads[0] < len(predicted) and heads[1] < len(gold):
        predicted_word, gold_word = predicted[heads[0]], gold[heads[1]]
        if predicted_word.contracted or gold_word.contracted:
            predicted_stretch, gold_stretch = _stretch(sides, heads)
            partners.update(_by_form(predicted, gold, predicted_stretch, gold_stretch))
            heads = [predicted_stretch.stop, gold_stretch.stop]
        elif predicted_word.range == gold_word.range:
            partners[heads[0]] = heads[1]
            heads = [heads[0] + 1, heads[1] + 1]
        else:
            heads[1 if gold_word.range[0] <= predicted_word.range[0] else 0] += 1
    return partners


def _stretch(sides: tuple[Sequence[PlacedWord], Sequence[PlacedWord]], heads: Sequence[int]) -> tuple[range, range]:
    """Find the words of both sides, from their heads on, that are compared by form; one of the heads is contracted."""
    contracted = 1 if sides[1][heads[1]].contracted else 0
    start, end = sides[contracted][heads[contracted]].range
    other = sides[1 - contracted][heads[1 - contracted]]
    first, last = list(heads), list(heads)
    if not other.contracted and other.range[0] < start:
        first[1 - contracted] += 1
        last[1 - contracted] += 1
    while any(_within(words, index, end) for words, index in zip(sides, last, strict=True)):
        # Take the word that begins first; on a tie, the gold word.
        side = min((1, 0), key=lambda at: sides[at][last[at]].range[0] if last[at] < len(sides[at]) else inf)
        word = sides[side][last[side]]
        end = max(end, word.range[1]) if word.contracted else end
        last[side] += 1
    return range(first[0], last[0]), range(first[1], last[1])


def _within(words: Sequence[PlacedWord], index: int, end: int) -> bool:
    """Whether the word at an index belongs to a stretch with this end: a contracted word if it begins before it."""
    if index >= len(words):
        return False
    word = words[index]
    return word.range[0] < end if word.contracted else word.range[1] <= end


ALIGNMENTS: Mapping[str, Callable[[Sequence[PlacedWord], Sequence[PlacedWord]], dict[int, int]]] = {
    "description": align,
    "program": align_in_step,
}
"""How words are aligned: as the shared task describes it, or as its program does it."""


def _merge(ranges: Sequence[Range]) -> list[Range]:
    """Merge ranges that share a character."""
    merged: list[Range] = []
    for start, end in sorted(set(ranges)):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _containing(span: Range, merged: Sequence[Range]) -> tuple[bool, int | None]:
    """Tell whether a range overlaps a merged one, and which merged range contains it entirely, if any."""
    index = bisect_right(merged, (span[0], float("inf"))) - 1
    if index >= 0 and span[0] < merged[index][1]:
        return True, index if span[1] <= merged[index][1] else None
    return index + 1 < len(merged) and merged[index + 1][0] < span[1], None


def _common_subsequence(predicted: Sequence[str], gold: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of a longest common subsequence; ties are broken by skipping gold words first."""
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
