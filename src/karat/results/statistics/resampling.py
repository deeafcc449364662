"""How intervals are made, and bootstrap resamples (Efron 1979) and random swaps (Noreen 1989) as sums of masses.

Each unit (a sentence, a document) has a row of masses that add up over units. A resample is a count for each unit, so
one matrix product gives the summed masses of all resamples, for all systems and metrics with their columns side by
side. The results are the same to the last digit on every machine: the random numbers are the raw stream of PCG64, which
numpy promises not to change, and the masses are rounded to a binary grid on which every sum is exact, whatever the
order of addition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from karat.errors import InputError, UnknownNameError
from karat.one_line import one_line

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

IntervalMethod = Literal["korn-graubard", "bca", "percentile"]

Statistic = Callable[["Numbers"], "Numbers"]
"""Maps summed masses (..., d) to the metric's k values (..., k); a value that is not finite is undefined."""

MOST_CELLS = 2**18
"""How many counts or swaps are in memory at once: few enough for the cache, enough for a fast matrix product."""

BOOTSTRAP_STREAM, SWAP_STREAM = 0, 1


@dataclass(frozen=True, slots=True)
class Resampling:
    """How intervals are made: every setting that can change them.

    ``korn-graubard`` is a formula and resamples nothing; ``bca`` and ``percentile`` are bootstraps. ``resamples`` and
    ``seed`` apply to bootstraps and to tests that resample. ``resamples=0`` turns off intervals and tests for every
    method.
    """

    method: IntervalMethod = "korn-graubard"
    resamples: int = 10_000
    seed: int = 0
    level: float = 0.95

    __repr__ = one_line

    def __post_init__(self) -> None:
        if self.method not in get_args(IntervalMethod):
            raise UnknownNameError("interval method", self.method, get_args(IntervalMethod))
        if self.resamples < 0:
            raise InputError(f"resamples: expected 0 or more, found {self.resamples}")
        if self.seed < 0:
            raise InputError(f"seed: expected 0 or more, found {self.seed}")
        check_level(self.level)

    def signature(self) -> str:
        """Name every choice.

        >>> Resampling().signature(), Resampling("bca").signature()
        ('ci:korn-graubard/95', 'ci:bca/10000/seed:0/95')
        """
        drawn = "" if self.method == "korn-graubard" else f"/{self.resamples}/seed:{self.seed}"
        return f"ci:{self.method}{drawn}/{self.level * 100:g}"


def check_level(level: float) -> None:
    """Refuse a confidence level below 50 %, such as a level of significance, and one of 100 %."""
    if 0.5 <= level < 1:
        return
    meant = next((share for share in (1 - level, level / 100) if 0.5 <= share < 1), None)
    advice = f"; did you mean {meant:g}?" if meant is not None else ""
    raise InputError(f"level: expected a confidence from 0.5 to less than 1, such as 0.95, found {level:g}{advice}")


def unless_off(resampling: Resampling | None) -> Resampling | None:
    """Return ``None`` if intervals and tests are turned off, by ``None`` or by ``resamples=0``."""
    return resampling if resampling is not None and resampling.resamples else None


def mass_array(rows: Iterable[Sequence[int | float | Fraction]], columns: int = 4) -> Numbers:
    """Convert the units' masses to an array of floats (units, columns)."""
    return np.array([[float(mass) for mass in row] for row in rows], dtype=np.float64).reshape(-1, columns)


def summable(masses: Numbers) -> Numbers:
    """Round each column to a binary grid on which the sum of any resample is exact.

    A sum is at most units × the largest mass. With 53 bits below that, whole numbers do not change, and other masses
    change by less than one part in 10¹² for 300 units. A column's grid does not depend on other columns.
    """
    assert masses.ndim == 2, "masses have one row a unit"
    assert np.isfinite(masses).all(), "masses are finite numbers"
    if not masses.size:
        return masses
    _, exponents = np.frexp(len(masses) * np.abs(masses).max(axis=0))
    steps = np.ldexp(1.0, np.maximum(exponents - 53, -1022))
    rounded: Numbers = np.rint(masses / steps) * steps
    return rounded


def batches_of(units: int, resamples: int) -> int:
    """In how many batches resamples are drawn."""
    return -(-resamples // max(1, MOST_CELLS // units))


def resample_counts(units: int, resamples: int, seed: int, batches: range | None = None) -> Iterator[Numbers]:
    """Yield how often each resample takes each unit, in batches of resamples (rows); all batches, or some in a row.

    The rows depend only on the number of units and the seed: all systems get the same resamples, and a larger number
    of resamples starts with the same rows as a smaller one.
    """
    stream = np.random.PCG64(np.random.SeedSequence((seed, BOOTSTRAP_STREAM)))
    most = max(1, MOST_CELLS // units)
    batches = range(batches_of(units, resamples)) if batches is None else batches
    stream.advance(batches.start * ((most * units + 1) // 2))
    for batch in batches:
        rows = min(most, resamples - batch * most)
        words = stream.random_raw((rows * units + 1) // 2).astype("<u8", copy=False)
        uniform = words.view("<u4")[: rows * units].astype(np.uint64)
        drawn = ((uniform * np.uint64(units)) >> np.uint64(32)).astype(np.int64).reshape(rows, units)
        drawn += np.arange(rows)[:, np.newaxis] * units
        yield np.bincount(drawn.ravel(), minlength=rows * units).reshape(rows, units).astype(np.float64)


def bootstrap_sums(masses: Numbers, counts: Iterable[Numbers]) -> Numbers:
    """Sum the masses of each resample: (units, columns) to (resamples, columns)."""
    # With few rows and many units, BLAS divides chunk @ masses among threads that mostly wait; so it does not.
    columns = np.ascontiguousarray(masses.T)
    return np.vstack([(columns @ chunk.T).T for chunk in counts])


def swapped_sums(masses: Numbers, units: Sequence[int], resamples: int, seed: int) -> Numbers:
    """Sum the masses of randomly chosen units, each chosen with probability 1/2: (resamples, columns).

    Only ``units`` can be chosen. Whether a unit is chosen depends only on its index and the seed, so that leaving out
    the units in which two systems do not differ changes nothing for the others.
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
    """Apply the statistic; values that are not finite become NaN, which means undefined."""
    with np.errstate(divide="ignore", invalid="ignore"):
        values = np.asarray(statistic(sums), dtype=np.float64)
    finite: Numbers = np.where(np.isfinite(values), values, np.nan)
    return finite
