"""Which of many facts, or of many extractions, have the fewest words that differ, found for all of them at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from karat.metrics.oie.facts import Row, Triple
from karat.metrics.oie.slots import Tokens


class CountedSlot(NamedTuple):
    """The words of a slot that count as different if the other side does not know them, and those that it knows."""

    counted: Tokens
    known: frozenset[str]


CountedSlots = tuple[CountedSlot, ...]


def slots_of_fact(row: Row) -> CountedSlots:
    """Only required words of a fact count; it knows optional ones too."""
    return tuple([CountedSlot(pattern.required, frozenset(pattern.symbols)) for pattern in row])


def slots_of_extraction(triple: Triple) -> CountedSlots:
    """All words of an extraction count."""
    return tuple([CountedSlot(tokens, frozenset(tokens)) for tokens in triple])


class WordDistances:
    """Facts or extractions, numbered from 0, by their words; sets of them are bits.

    Words are counted in all of them at once, in numbers whose binary digits stand in one integer each, so that the
    time depends on the words that are asked for much more than on the number of facts or extractions.
    """

    def __init__(self, rows: Sequence[CountedSlots]) -> None:
        self._knowing: dict[tuple[int, str], int] = {}
        """Those that know a word in a slot."""
        self._counting: dict[tuple[int, str], list[int]] = {}
        """Those in which a word counts at least once, twice and so on."""
        self._all = (1 << len(rows)) - 1
        sizes: dict[int, int] = {}
        for number, row in enumerate(rows):
            bit, size = 1 << number, 0
            for slot, (counted, known) in enumerate(row):
                for word in known:
                    self._knowing[slot, word] = self._knowing.get((slot, word), 0) | bit
                for word, times in Counter(counted).items():
                    having = self._counting.setdefault((slot, word), [])
                    having += [0] * (times - len(having))
                    for index in range(times):
                        having[index] |= bit
                size += len(counted)
            sizes[size] = sizes.get(size, 0) | bit
        self._sizes = _digits_of(sizes)

    def closest(self, slots: CountedSlots, among: int) -> int:
        """Find those with the fewest words that differ: that one side counts and the other does not know."""
        digits = list(self._sizes)
        for slot, (counted, known) in enumerate(slots):
            for word in counted:
                _add(digits, self._all & ~self._knowing.get((slot, word), 0))
            # A word of theirs that is known need not be counted; it is added to all others instead of subtracted.
            for word in known:
                for having in self._counting.get((slot, word), ()):
                    _add(digits, self._all & ~having)
        for digit in reversed(digits):
            among = among & ~digit or among
        return among


def _digits_of(numbers: dict[int, int]) -> list[int]:
    digits = [0] * max(numbers, default=0).bit_length()
    for number, having in numbers.items():
        for place in range(number.bit_length()):
            if number >> place & 1:
                digits[place] |= having
    return digits


def _add(digits: list[int], carry: int) -> None:
    """Add 1 to the numbers of those in ``carry``."""
    for place, digit in enumerate(digits):
        if not carry:
            return
        digits[place] = digit ^ carry
        carry &= digit
    if carry:
        digits.append(carry)
