"""Spans counted straight from tags, a whole corpus at once: the same masses as ``SPAN`` gives of the spans read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from karat.algebra import Score
from karat.errors import InputError
from karat.metrics.spans import SPAN

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Tags = Sequence[Sequence[str]]
STARTS, ENDS = "BSU", "ESLU"


class _Codes(dict[str, int]):
    """A number for each tag: its type, and whether it always starts or ends a span."""

    def __init__(self) -> None:
        super().__init__(O=-4)
        self.types: dict[str, int] = {}

    def __missing__(self, tag: str) -> int:
        kind = self.types.setdefault(tag[2:], len(self.types))
        self[tag] = code = kind * 4 + (tag[0] in STARTS) * 2 + (tag[0] in ENDS)
        return code


def tag_masses(predicted: Tags, gold: Tags) -> NDArray[np.int64]:
    """Give each sentence's four masses by ``SPAN``, one row a sentence, of tags in IOB1, IOB2, IOBES or BILOU.

    Both sides must have the same number of tags in each sentence.
    """
    # numpy waits until used, so that `import karat` stays light.
    import numpy as np

    if len(predicted) != len(gold):
        raise InputError(f"expected tags of {len(gold)} sentences as in the gold, found {len(predicted)}")
    lengths = np.fromiter(map(len, gold), np.int64, len(gold))
    ours = np.fromiter(map(len, predicted), np.int64, len(predicted))
    if (lengths != ours).any():
        place = int((lengths != ours).argmax())
        raise InputError(f"sentence {place + 1}: expected {lengths[place]} tags as in the gold, found {ours[place]}")
    codes = _Codes()
    sides = [_spans(side, codes) for side in (predicted, gold)]
    # One number a span: both sides have their tokens in the same places.
    width, kinds = int(lengths.max(initial=0)) + 1, len(codes.types) + 1
    keys = [(start * width + (end - start)) * kinds + kind for start, end, kind in sides]
    ends = np.cumsum(lengths + 1)
    found = np.zeros((len(gold), 4), np.int64)
    for column, (one, other, (start, _, _)) in enumerate(zip(keys, reversed(keys), sides, strict=True)):
        sentence = np.searchsorted(ends, start, side="right")
        found[:, 2 * column + 1] = np.bincount(sentence, minlength=len(gold))
        matched = np.isin(one, other, assume_unique=True)
        found[:, 2 * column] = np.bincount(sentence[matched], minlength=len(gold))
    return found


def _spans(sentences: Tags, codes: _Codes) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """First and last place, and type, of all spans; an O after each sentence keeps them apart."""
    import numpy as np

    flat: list[str] = []
    for sentence in sentences:
        flat += sentence
        flat.append("O")
    code = np.fromiter(map(codes.__getitem__, flat), np.int64, len(flat))
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


def score_tags(predicted: Tags, gold: Tags) -> Score:
    """Score tags by ``SPAN``: the sum over all sentences."""
    masses = tag_masses(predicted, gold).sum(axis=0)
    return Score(*(int(mass) for mass in masses), SPAN.normaliser)
