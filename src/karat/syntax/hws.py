"""HWS distance: hierarchically weighted runs of labels that two trees share (Qi et al., 2023, appendix A.2.1).

The printed algorithm leaves out runs that end at a border, can give values below 0, and is not symmetric. This is
Karat's interpretation of it: each position counts once, and the distance of a tree to itself is 0.
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
    """A common run of labels: its start in the first and in the second sequence, and its length."""

    first: int
    second: int
    length: int


@dataclass(frozen=True, slots=True)
class CommonRuns:
    """The common runs of two sequences, in the order in which they are weighted, and the sequences' lengths."""

    runs: tuple[Run, ...]
    lengths: tuple[int, int]

    def distance(self, discount: float = DISCOUNT) -> float:
        """Compute 1 − l/|a| with l = Σ length·discountᵐ over the runs m = 0, 1, … and a the shorter sequence.

        The distance of two empty sequences is 0; that of an empty and a non-empty one is 1.
        """
        if not 0 <= discount <= 1:
            raise InputError(f"discount: expected a number from 0 to 1, found {discount}")
        shorter = min(self.lengths)
        if not shorter:
            return 1.0 if any(self.lengths) else 0.0
        weighted = sum(run.length * discount**number for number, run in enumerate(self.runs))
        return max(0.0, (shorter - weighted) / shorter)  # rounding may make the sum slightly too large


def hws(
    a: Tree | Sequence[str],
    b: Tree | Sequence[str],
    discount: float = DISCOUNT,
    *,
    height: int | None = None,
    min_run: int = MIN_RUN,
) -> float:
    """Measure the distance of two trees, from 0 to 1; a small discount gives most weight to the upper levels.

    Trees are compared by their labels in level order, without wrapper and words, cut at ``height`` levels (the root is
    one). Sequences of labels are compared as they are, without ``height``. A distance of 0 does not mean that they are
    equal: it is enough that one sequence is a run of the other.

    >>> hws("S NP VP PRP VBD NP DT NN".split(), "S NP VP DT NN VBD NP DT NN".split())
    0.375
    """
    return common_runs(labels_of(a, height), labels_of(b, height), min_run=min_run).distance(discount)


def labels_of(given: Tree | Sequence[str], height: int | None = None) -> Sequence[str]:
    """Return the labels that HWS compares."""
    if isinstance(given, Tree):
        return level_order(skeleton(given, height))
    if isinstance(given, str):
        raise InputError(f"HWS distance: expected a tree or a list of labels, found the text {given!r}")
    check_height(height)
    if height is not None:
        raise InputError("HWS distance: expected trees to cut at a height, found a list of labels")
    return given


def common_runs(first: Sequence[str], second: Sequence[str], *, min_run: int = MIN_RUN) -> CommonRuns:
    """Take the longest common run of unused positions repeatedly, down to ``min_run`` labels.

    a is the shorter sequence, or at equal length the one whose labels sort first; b is the other. i and j are the
    positions of a run in a and b. Of runs with equal length, the one with the smallest (i + j, i) is taken first. A run
    needs ``min_run`` labels, or all of a if a has fewer. The runs are then weighted in the order of (i + j, i).
    """
    if min_run < 1:
        raise InputError(f"min_run: expected at least 1, found {min_run}")
    first, second = tuple(first), tuple(second)
    swapped = (len(second), second) < (len(first), first)
    a, b = (second, first) if swapped else (first, second)
    taken = _take_runs(a, b, min(min_run, len(a)))
    runs = [Run(j, i, length) if swapped else Run(i, j, length) for _, i, j, length in sorted(taken)]
    return CommonRuns(tuple(runs), (len(first), len(second)))


def _take_runs(a: Sequence[str], b: Sequence[str], least: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield each run that is taken as (i + j, i, j, length).

    Taking a run can only shorten the others, so the first of the heap is the longest if all its positions are unused;
    otherwise its unused parts go back to the heap.
    """
    heap = [(-length, i + j, i, j) for i, j, length in _maximal_runs(a, b) if length >= least]
    heapify(heap)
    used_a, used_b = bytearray(len(a)), bytearray(len(b))
    while heap:
        negative, position_sum, i, j = heappop(heap)
        length = -negative
        if not any(used_a[i : i + length]) and not any(used_b[j : j + length]):
            used_a[i : i + length] = used_b[j : j + length] = b"\1" * length
            yield position_sum, i, j, length
            continue
        start = 0
        for offset in range(length + 1):
            if offset == length or used_a[i + offset] or used_b[j + offset]:
                if offset - start >= least:
                    heappush(heap, (start - offset, position_sum + 2 * start, i + start, j + start))
                start = offset + 1


def _maximal_runs(a: Sequence[str], b: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Yield the common runs that cannot be extended, as (i, j, length)."""
    positions: defaultdict[str, list[int]] = defaultdict(list)
    for j, label in enumerate(b):
        positions[label].append(j)
    for i, label in enumerate(a):
        for j in positions.get(label, ()):
            if i and j and a[i - 1] == b[j - 1]:
                continue  # part of a run that started earlier
            length = 1
            while i + length < len(a) and j + length < len(b) and a[i + length] == b[j + length]:
                length += 1
            yield i, j, length
