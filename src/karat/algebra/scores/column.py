"""A column of exact numbers in little memory: numerators and denominators as integers of numpy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, overload

from karat.algebra.scores.exact import Number, counted_total

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Integers = NDArray[Any]
    """Integers of 64 bits, or of Python (dtype ``object``) where one of them has more."""

CHUNK = 4096
"""How many numbers are made into Python objects at a time."""


class Column(Sequence[Number]):
    """Exact numbers, in order.

    ``tops`` are their numerators, ``bottoms`` their denominators, or ``None`` where all numbers are whole. A number
    takes 8 bytes, or 16 with a denominator.
    """

    __slots__ = ("bottoms", "tops")

    def __init__(self, tops: Integers, bottoms: Integers | None = None) -> None:
        self.tops = tops
        self.bottoms = bottoms

    @classmethod
    def of(cls, numbers: Iterable[Number]) -> Column:
        """Pack numbers; a column stays as it is."""
        if isinstance(numbers, Column):
            return numbers
        listed = list(numbers)
        if {int}.issuperset(map(type, listed)):
            return cls(integers(listed))  # type: ignore[arg-type]
        ratios = [number.as_integer_ratio() for number in listed]
        bottoms = [bottom for _, bottom in ratios]
        return cls(integers([top for top, _ in ratios]), None if set(bottoms) <= {1} else integers(bottoms))

    @classmethod
    def joined(cls, parts: Sequence[Column]) -> Column:
        """Concatenate columns."""
        import numpy as np  # not at start-up

        tops = np.concatenate([part.tops for part in parts])
        if all(part.bottoms is None for part in parts):
            return cls(tops)
        return cls(tops, np.concatenate([part.denominators for part in parts]))

    @property
    def denominators(self) -> Integers:
        """The denominator of each number, 1 where it is whole."""
        import numpy as np  # not at start-up

        return np.ones(len(self.tops), dtype=np.int64) if self.bottoms is None else self.bottoms

    @property
    def total(self) -> Number:
        """The exact sum."""
        import numpy as np  # not at start-up

        if self.bottoms is None:
            return integer_sum(self.tops)
        bottoms, places = np.unique(self.bottoms, return_inverse=True)
        order = np.argsort(places, kind="stable")
        groups = np.split(self.tops[order], np.flatnonzero(np.diff(places[order])) + 1)
        ratios = [(integer_sum(group), int(bottom)) for group, bottom in zip(groups, bottoms, strict=True)]
        return counted_total(ratios, [1] * len(ratios))

    @property
    def floats(self) -> NDArray[np.float64]:
        """The nearest float of each number."""
        import numpy as np  # not at start-up

        tops = self.tops.astype(np.float64)
        if self.bottoms is None:
            return tops
        bottoms = self.bottoms.astype(np.float64)
        nearest = tops / bottoms
        # A quotient of floats is the nearest one only if the floats are the integers themselves.
        for place in np.flatnonzero((tops != self.tops) | (bottoms != self.bottoms)):
            nearest[place] = int(self.tops[place]) / int(self.bottoms[place])
        return nearest

    def take(self, places: Sequence[int] | NDArray[np.int64]) -> Column:
        """Select the numbers at some places."""
        return Column(self.tops[places], None if self.bottoms is None else self.bottoms[places])

    def __len__(self) -> int:
        return len(self.tops)

    def __iter__(self) -> Iterator[Number]:
        for start in range(0, len(self), CHUNK):
            tops = self.tops[start : start + CHUNK].tolist()
            if self.bottoms is None:
                yield from tops
            else:
                yield from map(_number, tops, self.bottoms[start : start + CHUNK].tolist())

    @overload
    def __getitem__(self, place: int) -> Number: ...
    @overload
    def __getitem__(self, place: slice) -> Column: ...
    def __getitem__(self, place: int | slice) -> Number | Column:
        if isinstance(place, slice):
            return Column(self.tops[place], None if self.bottoms is None else self.bottoms[place])
        return _number(int(self.tops[place]), 1 if self.bottoms is None else int(self.bottoms[place]))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Column):
            return NotImplemented
        same = len(self) == len(other) and bool((self.tops == other.tops).all())
        return same and bool((self.denominators == other.denominators).all())

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Column({len(self)} numbers, total {self.total})"


def integers(numbers: Sequence[int]) -> Integers:
    """Make an array of integers, of 64 bits where all of them fit."""
    import numpy as np  # not at start-up

    try:
        return np.array(numbers, dtype=np.int64)
    except OverflowError:
        return np.array(numbers, dtype=object)


def integer_sum(numbers: Integers) -> int:
    """Add integers exactly, also where the sum has more than 64 bits."""
    if numbers.dtype == object:
        return sum(numbers.tolist())
    return (int((numbers >> 32).sum()) << 32) + int((numbers & 0xFFFFFFFF).sum())


def _number(top: int, bottom: int) -> Number:
    return top if bottom == 1 else Fraction(top, bottom)
