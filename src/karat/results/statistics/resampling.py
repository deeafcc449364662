"""How intervals are made, and bootstrap resamples and random swaps of sentences as sums of masses.

Efron (1979) resamples, Noreen (1989) swaps.

A unit (a sentence, a document) has a row of masses that add up over units; a resample is a count for each unit, so one
matrix product gives the summed masses of all resamples, for all systems and metrics whose columns stand side by side.
Two things keep the digits the same everywhere: the random numbers are the raw stream of PCG64, which numpy promises not
to change, and the masses lie on a binary grid on which every sum is exact, so that neither order nor neighbours matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from karat.errors import InputError, UnknownNameError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

IntervalMethod = Literal["korn-graubard", "bca", "percentile"]

Statistic = Callable[["Numbers"], "Numbers"]
"""Summed masses (..., d) to values (..., k), as many as the metric has; not a finite number where undefined."""

MOST_CELLS = 2**18
"""How many counts or swaps are held at once: small enough for the cache, large enough for a fast matrix product."""

BOOTSTRAP_STREAM, SWAP_STREAM = 0, 1


@dataclass(frozen=True, slots=True)
class Resampling:
    """How intervals are made: everything that moves one of their ends.

    ``korn-graubard`` is a formula and resamples nothing; ``bca`` and ``percentile`` are bootstraps, for which, as for
    the tests that resample, there are ``resamples`` and a ``seed``. ``resamples=0`` leaves out intervals and tests,
    whatever the method.
    """

    method: IntervalMethod = "korn-graubard"
    resamples: int = 10_000
    seed: int = 0
    level: float = 0.95

    def __post_init__(self) -> None:
        if self.method not in get_args(IntervalMethod):
            raise UnknownNameError("interval method", self.method, get_args(IntervalMethod))
        if self.resamples < 0:
            raise InputError(f"resamples: expected 0 or more, found {self.resamples}")
        if self.seed < 0:
            raise InputError(f"seed: expected 0 or more, found {self.seed}")
        if not 0 < self.level < 1:
            raise InputError(f"level: expected more than 0 and less than 1, found {self.level}")

    def signature(self) -> str:
        """Name every choice.

        >>> Resampling().signature(), Resampling("bca").signature()
        ('ci:korn-graubard/95', 'ci:bca/10000/seed:0/95')
        """
        drawn = "" if self.method == "korn-graubard" else f"/{self.resamples}/seed:{self.seed}"
        return f"ci:{self.method}{drawn}/{self.level * 100:g}"


def unless_off(resampling: Resampling | None) -> Resampling | None:
    """Give ``None`` where intervals and tests are left out: for ``None`` and for ``resamples=0``."""
    return resampling if resampling is not None and resampling.resamples else None


def mass_array(rows: Iterable[Sequence[int | float | Fraction]], columns: int = 4) -> Numbers:
    """Make (units, columns) floats of the units' masses, each the nearest to the exact value."""
    return np.array([[float(mass) for mass in row] for row in rows], dtype=np.float64).reshape(-1, columns)


def summable(masses: Numbers) -> Numbers:
    """Round each column to a binary grid on which the sum of any resample is exact.

    A sum is at most units × the largest mass; with 53 bits below that, whole numbers stay as they are and other masses
    move by less than one part in 10¹² for 300 units. A column's grid depends on no other column.
    """
    assert masses.ndim == 2, "masses have one row a unit"
    assert np.isfinite(masses).all(), "masses are finite numbers"
    if not masses.size:
        return masses
    _, exponents = np.frexp(len(masses) * np.abs(masses).max(axis=0))
    steps = np.ldexp(1.0, np.maximum(exponents - 53, -1022))
    rounded: Numbers = np.rint(masses / steps) * steps
    return rounded


def resample_counts(units: int, resamples: int, seed: int) -> Iterator[Numbers]:
    """Yield how often each resample takes each unit, some resamples (rows) at a time.

    The rows depend on the number of units and the seed alone: all systems meet the same resamples, and more resamples
    begin with the fewer.
    """
    stream = np.random.PCG64(np.random.SeedSequence((seed, BOOTSTRAP_STREAM)))
    most = max(1, MOST_CELLS // units)
    for start in range(0, resamples, most):
        rows = min(most, resamples - start)
        words = stream.random_raw((rows * units + 1) // 2).astype("<u8", copy=False)
        uniform = words.view("<u4")[: rows * units].astype(np.uint64)
        drawn = ((uniform * np.uint64(units)) >> np.uint64(32)).astype(np.int64).reshape(rows, units)
        drawn += np.arange(rows)[:, np.newaxis] * units
        yield np.bincount(drawn.ravel(), minlength=rows * units).reshape(rows, units).astype(np.float64)


def bootstrap_sums(masses: Numbers, counts: Iterable[Numbers]) -> Numbers:
    """Sum the masses of each resample: (units, columns) to (resamples, columns)."""
    return np.vstack([chunk @ masses for chunk in counts])


def swapped_sums(masses: Numbers, units: Sequence[int], resamples: int, seed: int) -> Numbers:
    """Sum, for each random choice of units (each with probability 1/2), the chosen units' masses: (resamples, columns).

    Only the units named may be chosen. A unit's choices depend on its place and the seed alone, so that leaving out
    units, where two systems do not differ, changes nothing for the others.
    """
    sums = np.zeros((resamples, masses.shape[1]))
    stream = np.random.PCG64(np.random.SeedSequence((seed, SWAP_STREAM)))
    words, position = -(-resamples // 64), 0
    most = max(1, MOST_CELLS // resamples)
    for start in range(0, len(units), most):
        chosen = units[start : start + most]
        raw = np.empty((len(chosen), words), dtype="<u8")
        for row, unit in enumerate(chosen):
            stream.advance(unit * words - position)
            raw[row] = stream.random_raw(words)
            position = (unit + 1) * words
        bits = np.unpackbits(raw.view(np.uint8), axis=1, count=resamples, bitorder="little")
        sums += bits.T.astype(np.float64) @ masses[list(chosen)]
    return sums


def values_of(statistic: Statistic, sums: Numbers) -> Numbers:
    """Apply the statistic; whatever is not a finite number becomes NaN, which stands for undefined."""
    with np.errstate(divide="ignore", invalid="ignore"):
        values = np.asarray(statistic(sums), dtype=np.float64)
    finite: Numbers = np.where(np.isfinite(values), values, np.nan)
    return finite
