"""Spans counted directly from tags, a whole corpus at once, with the same masses as ``SPAN`` and its variants.

A tag is ``O``, or one of B, I, E, S, L and U with a hyphen and a type, as in ``B-PER``: IOB1, IOB2 (BIO), IOBES (BIOES)
and BILOU alike. B, S and U start a span, E, L, S and U end it, and any of these prefixes starts one where there is no
span of its type to continue (conlleval). Any other tag is an error that names its position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

import numpy as np

from karat.algebra import Score
from karat.errors import InputError, UnknownNameError
from karat.metrics.spans import SPAN

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Spans = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]

Tags = Sequence[Sequence[str]]
Scheme = Literal["strict", "exact", "partial", "type"]
SCHEMES: tuple[Scheme, ...] = ("strict", "exact", "partial", "type")
PREFIXES, STARTS, ENDS = "BIESLU", "BSU", "ESLU"


class _Codes(dict[str, int]):
    """A code for each tag: 4 × its type, + 2 if it always starts a span, + 1 if it always ends one.

    A bad tag raises ``ValueError``.
    """

    def __init__(self) -> None:
        super().__init__(O=-4)
        self.types: dict[str, int] = {}

    def __missing__(self, tag: str) -> int:
        if not isinstance(tag, str) or len(tag) < 3 or tag[1] != "-" or tag[0] not in PREFIXES:
            raise ValueError(tag)
        kind = self.types.setdefault(tag[2:], len(self.types))
        self[tag] = code = kind * 4 + (tag[0] in STARTS) * 2 + (tag[0] in ENDS)
        return code


def tag_masses(predicted: Tags, gold: Tags, scheme: Scheme = "strict") -> NDArray[np.float64]:
    """Compute each sentence's four masses, one row per sentence, from tags in IOB1, IOB2, IOBES or BILOU.

    Both sides must have the same number of tags in each sentence. The schemes are ``SPAN``, ``SPAN_EXACT``,
    ``SPAN_PARTIAL`` and ``SPAN_TYPE``.
    """
    if scheme not in SCHEMES:
        raise UnknownNameError("scheme", scheme, SCHEMES)
    return _TaggedSpans(predicted, gold).masses(scheme)


class _TaggedSpans:
    """The spans of both sides: the first and last token, the type and the sentence of each."""

    def __init__(self, predicted: Tags, gold: Tags) -> None:
        lengths = _lengths(predicted, gold)
        codes = _Codes()
        ends = np.cumsum(lengths + 1)
        self.sentences = len(gold)
        self.width = int(lengths.max(initial=0)) + 1
        self.sides: list[Spans] = []
        for side, tags in (("predicted", predicted), ("gold", gold)):
            start, end, kind = _spans(tags, codes, side)
            self.sides.append((start, end, kind, np.searchsorted(ends, start, side="right")))
        self.kinds = len(codes.types)

    def masses(self, scheme: Scheme) -> NDArray[np.float64]:
        # One number per span; both sides number their tokens alike.
        typed = scheme in ("strict", "type")
        keys = [
            (start * self.width + end - start) * (self.kinds + 1) + kind * typed for start, end, kind, _ in self.sides
        ]
        masses = np.zeros((self.sentences, 4))
        unmatched: list[Spans] = []
        for column, (own, others, side) in enumerate(zip(keys, reversed(keys), self.sides, strict=True)):
            matched = np.isin(own, others, assume_unique=True)
            masses[:, 2 * column + 1] = np.bincount(side[3], minlength=self.sentences)
            masses[:, 2 * column] = np.bincount(side[3][matched], minlength=self.sentences)
            start, end, kind, sentence = (array[~matched] for array in side)
            unmatched.append((start, end, kind, sentence))
        if scheme == "partial":
            masses[:, [0, 2]] += self._overlaps(unmatched, None)[:, np.newaxis] / 2
        elif scheme == "type":
            for number in range(self.kinds):
                masses[:, [0, 2]] += self._overlaps(unmatched, number)[:, np.newaxis]
        return masses

    def _overlaps(self, unmatched: list[Spans], kind: int | None) -> NDArray[np.int64]:
        """Count, by sentence, the unmatched spans that can be matched with one that shares a token.

        Spans of one side do not overlap each other. So equal spans, which are already matched, overlap no other span,
        and the rest can be matched greedily from left to right: the first overlapping pair is in some best matching.
        """
        pairs = list(_overlapping(*(_of_kind(side, kind) for side in unmatched)))
        return np.bincount(np.array(pairs, dtype=np.int64), minlength=self.sentences)


def _lengths(predicted: Tags, gold: Tags) -> NDArray[np.int64]:
    """Count each sentence's tags, which must be as many on both sides."""
    if len(predicted) != len(gold):
        raise InputError(f"expected tags of {len(gold)} sentences as in the gold, found {len(predicted)}")
    lengths = np.fromiter(map(len, gold), np.int64, len(gold))
    predicted_lengths = np.fromiter(map(len, predicted), np.int64, len(predicted))
    if (lengths != predicted_lengths).any():
        index = int((lengths != predicted_lengths).argmax())
        _check_list("predicted", index + 1, predicted[index])
        _check_list("gold", index + 1, gold[index])
        raise InputError(
            f"sentence {index + 1}: expected {lengths[index]} tags as in the gold, found {predicted_lengths[index]}"
        )
    return lengths


def _check_list(side: str, number: int, sentence: Sequence[str]) -> None:
    """Refuse a string in place of a sentence's tags (a string of O alone reads like a list of tags)."""
    if isinstance(sentence, str):
        raise InputError(f"{side}, sentence {number}: expected a list of tags, found {sentence!r:.60}")


def _of_kind(side: Spans, kind: int | None) -> list[list[int]]:
    """List the first tokens, last tokens and sentences of the spans of one type, or of all."""
    start, end, kinds, sentence = side
    chosen = slice(None) if kind is None else kinds == kind
    return [start[chosen].tolist(), end[chosen].tolist(), sentence[chosen].tolist()]


def _overlapping(predicted: list[list[int]], gold: list[list[int]]) -> Iterator[int]:
    """Match spans that share a token, one to one and from left to right; give each pair's sentence."""
    (starts, ends, sentences), (gold_starts, gold_ends, _) = predicted, gold
    row = column = 0
    while row < len(starts) and column < len(gold_starts):
        if ends[row] < gold_starts[column]:
            row += 1
        elif gold_ends[column] < starts[row]:
            column += 1
        else:
            yield sentences[row]
            row, column = row + 1, column + 1


def _spans(sentences: Tags, codes: _Codes, side: str) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Find the first token, last token and type of all spans; an O after each sentence separates them."""
    flat: list[str] = []
    for sentence in sentences:
        flat += sentence
        flat.append("O")
    try:
        code = np.fromiter(map(codes.__getitem__, flat), np.int64, len(flat))
    except (ValueError, TypeError):  # a bad tag, or one that cannot even be looked up
        raise _bad_tag(sentences, codes, side) from None
    kind, starts, ends = code >> 2, code & 2 > 0, code & 1 > 0
    inside = kind >= 0
    before = np.concatenate(([-1], kind[:-1]))
    closed = np.concatenate(([False], ends[:-1]))
    first = inside & (starts | (before != kind) | closed)
    after = np.concatenate((kind[1:], [-1]))
    opened = np.concatenate((starts[1:], [False]))
    last = inside & (ends | (after != kind) | opened)
    start, end = first.nonzero()[0], last.nonzero()[0]
    return start, end, kind[start]


def _bad_tag(sentences: Tags, codes: _Codes, side: str) -> InputError:
    """Make the error that names the first bad tag and its position."""
    for number, sentence in enumerate(sentences, 1):
        _check_list(side, number, sentence)
        for position, tag in enumerate(sentence, 1):
            try:
                codes[tag]
            except (ValueError, TypeError):
                return InputError(
                    f"{side}, sentence {number}, tag {position}: expected O, or one of {', '.join(PREFIXES)} with a "
                    f"hyphen and a type, such as B-PER, found {tag!r:.60}"
                )
    raise AssertionError("all tags are good")


def score_tags(predicted: Tags, gold: Tags, scheme: Scheme = "strict") -> Score:
    """Score the tags of all sentences together."""
    return _total(tag_masses(predicted, gold, scheme))


def score_schemes(predicted: Tags, gold: Tags) -> dict[Scheme, Score]:
    """Score tags by all four schemes."""
    spans = _TaggedSpans(predicted, gold)
    return {scheme: _total(spans.masses(scheme)) for scheme in SCHEMES}


def _total(masses: NDArray[np.float64]) -> Score:
    # Halves are exact in binary.
    matched_predicted, predicted, matched_gold, gold = (Fraction(mass) for mass in masses.sum(axis=0).tolist())
    return Score(matched_predicted, predicted, matched_gold, gold, SPAN.normaliser)
