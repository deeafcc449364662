"""Random numbers of simulations: the same on every machine and in every version of numpy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from karat.results.statistics.resampling import Numbers


def uniform(rows: int, columns: int, seed: int, stream: int = 0) -> Numbers:
    """Draw numbers from 0 up to 1; a larger number of rows starts with the same rows as a smaller one.

    The raw stream of PCG64, which numpy promises not to change, gives 53 bits each. ``stream`` tells apart what is
    drawn for different purposes.
    """
    raw = np.random.PCG64(np.random.SeedSequence((seed, stream))).random_raw(rows * columns)
    numbers: Numbers = (raw >> np.uint64(11)).astype(np.float64) * 2.0**-53
    return numbers.reshape(rows, columns)
