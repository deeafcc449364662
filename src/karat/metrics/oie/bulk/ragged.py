"""Ranges of different lengths in one array: where they start, what is in them, and their words as bits."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]
Bits = NDArray[np.uint64]

BITS = 64
"""How many words have a bit of their own."""


def offsets(sizes: NDArray[Any]) -> Integers:
    """Give where each range starts, and at last where all end.

    >>> offsets(np.array([2, 0, 3])).tolist()
    [0, 2, 2, 5]
    """
    starts = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(sizes, out=starts[1:])
    return starts


def ranges(starts: Integers, sizes: Integers) -> Integers:
    """List the places of ranges one after the other.

    >>> ranges(np.array([7, 3]), np.array([2, 3])).tolist()
    [7, 8, 3, 4, 5]
    """
    first = offsets(sizes)
    places: Integers = np.arange(first[-1]) + np.repeat(starts - first[:-1], sizes)
    return places


def word_bits(words: Integers) -> Bits:
    """Give each word a bit; some words share one."""
    return np.left_shift(np.uint64(1), (words % BITS).astype(np.uint64))


def joined_bits(bits: Bits, starts: Integers) -> Bits:
    """Join the bits of each range; ``starts`` says where each starts, and at last where all end.

    >>> joined_bits(np.array([1, 2, 4], np.uint64), np.array([0, 2, 2, 3])).tolist()
    [3, 0, 4]
    """
    joined = np.zeros(len(starts) - 1, np.uint64)
    has_some = np.diff(starts) > 0
    if has_some.any():
        joined[has_some] = np.bitwise_or.reduceat(bits, starts[:-1][has_some])
    return joined
