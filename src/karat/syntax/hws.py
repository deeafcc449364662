"""HWS distance: hierarchically weighted runs of labels that two trees share (Qi et al., 2023, appendix A.2.1).

The printed algorithm leaves out runs that end at a border, can fall below 0 and is not symmetric. This is Karat's own
reading of it: each position counts once, and the distance of a tree to itself is 0.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from karat.errors import InputError
from karat.model import Tree
from karat.syntax.trees import check_height, level_order, skeleton

DISCOUNT = 0.5
MIN_RUN = 2


@dataclass(frozen=True, slots=True)
class Run:
    """Labels that follow each other in both sequences: where they start in the first and in the second, how many."""

    first: int
    second: int
    length: int


@dataclass(frozen=True, slots=True)
class CommonRuns:
    """What two sequences share, whatever the discount: the runs in the order they are counted, and both lengths."""

    runs: tuple[Run, ...]
    lengths: tuple[int, int]

    def distance(self, discount: float = DISCOUNT) -> float:
        """Give 1 − l/|a| with l = Σ length·discountᵐ over the runs m = 0, 1, … and a the shorter sequence.

        Two empty sequences have distance 0, an empty one and another have 1.
        """
        if not 0 <= discount <= 1:
            raise InputError(f"discount: expected a number from 0 to 1, found {discount}")
        shorter = min(self.lengths)
        if not shorter:
            return 1.0 if any(self.lengths) else 0.0
        weighted = sum(run.length * discount**number for number, run in enumerate(self.runs))
        return max(0.0, (shorter - weighted) / shorter)  # a sum of many terms may end a hair above the whole


def hws(
    a: Tree | Sequence[str],
    b: Tree | Sequence[str],
    discount: float = DISCOUNT,
    *,
    height: int | None = None,
    min_run: int = MIN_RUN,
) -> float:
    """Measure how far two trees are from each other, from 0 to 1; a small discount looks at the skeletons above all.

    Trees are compared by their labels in level order, without wrapper and words, cut at ``height`` levels (the root is
    one); sequences of labels as they are, and ``height`` is not for them. 0 does not mean equal: it is enough that one
    sequence is a run of the other.

    >>> hws("S NP VP PRP VBD NP DT NN".split(), "S NP VP DT NN VBD NP DT NN".split())
    0.375
    """
    return common_runs(labels_of(a, height), labels_of(b, height), min_run=min_run).distance(discount)


def labels_of(given: Tree | Sequence[str], height: int | None = None) -> Sequence[str]:
    """The labels that HWS compares."""
    if isinstance(given, Tree):
        return level_order(skeleton(given, height))
    if isinstance(given, str):
        raise InputError(f"HWS distance: expected a tree or a list of labels, found the text {given!r}")
    check_height(height)
    if height is not None:
        raise InputError("HWS distance: expected trees to cut at a height, found a list of labels")
    return given


def common_runs(first: Sequence[str], second: Sequence[str], *, min_run: int = MIN_RUN) -> CommonRuns:
    """Take the longest common run of positions not taken yet, again and again, down to ``min_run`` labels.

    a is the shorter sequence, at equal length the smaller by its labels, b the other. Of runs as long as each other,
    the one with the smallest i + j comes first, then that with the smallest i (its places in a and b). A run needs
    ``min_run`` labels, or all of a where a has fewer. The runs are then counted in the order of (i + j, i).
    """
    if min_run < 1:
        raise InputError(f"min_run: expected at least 1, found {min_run}")
    one, other = tuple(first), tuple(second)
    turned = (len(other), other) < (len(one), one)
    a, b = (other, one) if turned else (one, other)
    taken = _taken(a, b, min(min_run, len(a)))
    runs = [Run(j, i, length) if turned else Run(i, j, length) for _, i, j, length in sorted(taken)]
    return CommonRuns(tuple(runs), (len(one), len(other)))


def _taken(a: Sequence[str], b: Sequence[str], least: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield each run that is taken as (i + j, i, j, length).

    A run can only become shorter while others are taken, so the first of a heap is the longest as soon as it is found
    to be still whole; what remains of one that is not goes back.
    """
    heap = [(-length, i + j, i, j) for i, j, length in _maximal(a, b) if length >= least]
    heapify(heap)
    used_a, used_b = bytearray(len(a)), bytearray(len(b))
    while heap:
        negative, place, i, j = heappop(heap)
        length = -negative
        if not any(used_a[i : i + length]) and not any(used_b[j : j + length]):
            used_a[i : i + length] = used_b[j : j + length] = b"\1" * length
            yield place, i, j, length
            continue
        start = 0
        for offset in range(length + 1):
            if offset == length or used_a[i + offset] or used_b[j + offset]:
                if offset - start >= least:
                    heappush(heap, (start - offset, place + 2 * start, i + start, j + start))
                start = offset + 1


def _maximal(a: Sequence[str], b: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Yield the common runs that cannot be made longer, as (i, j, length)."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    for j, label in enumerate(b):
        places[label].append(j)
    for i, label in enumerate(a):
        for j in places.get(label, ()):
            if i and j and a[i - 1] == b[j - 1]:
                continue  # a part of one that began earlier
            length = 1
            while i + length < len(a) and j + length < len(b) and a[i + length] == b[j + length]:
                length += 1
            yield i, j, length
