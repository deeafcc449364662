"""Spans counted straight from tags, a whole corpus at once: the masses that ``SPAN`` and its kin give of the spans.

A tag is ``O``, or one of B, I, E, S, L and U with a hyphen and a type, as in ``B-PER``: IOB1, IOB2 (BIO), IOBES (BIOES)
and BILOU alike. B, S and U start a span, E, L, S and U end it, and any of these signs starts one where there is no span
of its type to continue (conlleval). Any other tag is an error that names its place.
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
SIGNS, STARTS, ENDS = "BIESLU", "BSU", "ESLU"


class _Codes(dict[str, int]):
    """A number for each tag: its type, and whether it always starts or ends a span; bad tags raise ``ValueError``."""

    def __init__(self) -> None:
        super().__init__(O=-4)
        self.types: dict[str, int] = {}

    def __missing__(self, tag: str) -> int:
        if not isinstance(tag, str) or len(tag) < 3 or tag[1] != "-" or tag[0] not in SIGNS:
            raise ValueError(tag)
        kind = self.types.setdefault(tag[2:], len(self.types))
        self[tag] = code = kind * 4 + (tag[0] in STARTS) * 2 + (tag[0] in ENDS)
        return code


def tag_masses(predicted: Tags, gold: Tags, scheme: Scheme = "strict") -> NDArray[np.float64]:
    """Give each sentence's four masses, one row a sentence, of tags in IOB1, IOB2, IOBES or BILOU.

    Both sides must have the same number of tags in each sentence. The schemes are ``SPAN``, ``SPAN_EXACT``,
    ``SPAN_PARTIAL`` and ``SPAN_TYPE``.
    """
    if scheme not in SCHEMES:
        raise UnknownNameError("scheme", scheme, SCHEMES)
    return _Read(predicted, gold).masses(scheme)


class _Read:
    """The spans of both sides: first and last place, type, and sentence of each."""

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
        """Each sentence's four masses."""
        # One number a span: both sides have their tokens in the same places.
        named = scheme in ("strict", "type")
        keys = [
            (start * self.width + end - start) * (self.kinds + 1) + kind * named for start, end, kind, _ in self.sides
        ]
        found = np.zeros((self.sentences, 4))
        left: list[Spans] = []
        for column, (one, other, side) in enumerate(zip(keys, reversed(keys), self.sides, strict=True)):
            matched = np.isin(one, other, assume_unique=True)
            found[:, 2 * column + 1] = np.bincount(side[3], minlength=self.sentences)
            found[:, 2 * column] = np.bincount(side[3][matched], minlength=self.sentences)
            start, end, kind, sentence = (array[~matched] for array in side)
            left.append((start, end, kind, sentence))
        if scheme == "partial":
            found[:, [0, 2]] += self._overlaps(left, None)[:, np.newaxis] / 2
        elif scheme == "type":
            for number in range(self.kinds):
                found[:, [0, 2]] += self._overlaps(left, number)[:, np.newaxis]
        return found

    def _overlaps(self, left: list[Spans], kind: int | None) -> NDArray[np.int64]:
        """How many of the spans that are left over can be matched with one that shares a token, by sentence.

        Of spans that do not overlap on their own side, an equal pair overlaps nothing else, so what is left is matched
        by itself; and from left to right, for the first pair that overlaps is in some best matching.
        """
        pairs = list(_overlapping(*(_of_kind(side, kind) for side in left)))
        return np.bincount(np.array(pairs, dtype=np.int64), minlength=self.sentences)


def _lengths(predicted: Tags, gold: Tags) -> NDArray[np.int64]:
    """How many tags each sentence has, on both sides."""
    if len(predicted) != len(gold):
        raise InputError(f"expected tags of {len(gold)} sentences as in the gold, found {len(predicted)}")
    lengths = np.fromiter(map(len, gold), np.int64, len(gold))
    ours = np.fromiter(map(len, predicted), np.int64, len(predicted))
    if (lengths != ours).any():
        place = int((lengths != ours).argmax())
        _check_list("predicted", place + 1, predicted[place])
        _check_list("gold", place + 1, gold[place])
        raise InputError(f"sentence {place + 1}: expected {lengths[place]} tags as in the gold, found {ours[place]}")
    return lengths


def _check_list(side: str, number: int, sentence: Sequence[str]) -> None:
    """Refuse a text in place of a sentence's tags; where all are O, it makes no difference."""
    if isinstance(sentence, str):
        raise InputError(f"{side}, sentence {number}: expected a list of tags, found {sentence!r:.60}")


def _of_kind(side: Spans, kind: int | None) -> list[list[int]]:
    """First and last places, and sentences, of the spans of one type or of all."""
    start, end, kinds, sentence = side
    chosen = slice(None) if kind is None else kinds == kind
    return [start[chosen].tolist(), end[chosen].tolist(), sentence[chosen].tolist()]


def _overlapping(predicted: list[list[int]], gold: list[list[int]]) -> Iterator[int]:
    """Match spans that share a token, one to one and from left to right; give each pair's sentence."""
    (starts, ends, sentences), (gold_starts, gold_ends, _) = predicted, gold
    mine = theirs = 0
    while mine < len(starts) and theirs < len(gold_starts):
        if ends[mine] < gold_starts[theirs]:
            mine += 1
        elif gold_ends[theirs] < starts[mine]:
            theirs += 1
        else:
            yield sentences[mine]
            mine, theirs = mine + 1, theirs + 1


def _spans(sentences: Tags, codes: _Codes, side: str) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """First and last place, and type, of all spans; an O after each sentence keeps them apart."""
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
    """The error that names the first bad tag and its place."""
    for number, sentence in enumerate(sentences, 1):
        _check_list(side, number, sentence)
        for place, tag in enumerate(sentence, 1):
            try:
                codes[tag]
            except (ValueError, TypeError):
                return InputError(
                    f"{side}, sentence {number}, tag {place}: expected O, or one of {', '.join(SIGNS)} with a hyphen "
                    f"and a type, such as B-PER, found {tag!r:.60}"
                )
    raise AssertionError("all tags are good")


def score_tags(predicted: Tags, gold: Tags, scheme: Scheme = "strict") -> Score:
    """Score tags: the sum over all sentences."""
    return _total(tag_masses(predicted, gold, scheme))


def score_schemes(predicted: Tags, gold: Tags) -> dict[Scheme, Score]:
    """Score tags by all four schemes."""
    read = _Read(predicted, gold)
    return {scheme: _total(read.masses(scheme)) for scheme in SCHEMES}


def _total(masses: NDArray[np.float64]) -> Score:
    # Halves are exact in binary.
    right, ours, found, theirs = (Fraction(mass) for mass in masses.sum(axis=0).tolist())
    return Score(right, ours, found, theirs, SPAN.normaliser)
