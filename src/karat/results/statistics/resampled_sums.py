"""Summed masses of resamples and of swaps, in several processes where there is much to draw, with the same digits.

Each process goes to its own place in the stream of random numbers, and sums are exact, so it does not matter who draws
what. The masses lie in a file that all processes map into memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

from karat.results.blocks.workers import Workers, run_parts
from karat.results.statistics.resampling import (
    Resampling,
    batches_of,
    bootstrap_sums,
    resample_counts,
    swapped_sums,
)

if TYPE_CHECKING:
    from karat.results.statistics.resampling import Numbers

PAYS = 2 * 10**8
"""How many draws take so long, some seconds, that it pays to start processes."""

PARTS = 4
"""How many parts each process gets, so that all end at about the same time."""


@dataclass(frozen=True, slots=True)
class Draw:
    """A part of the draws: batches of resamples, or units that may be swapped, with the masses in a file."""

    masses: Path
    resampling: Resampling
    places: Sequence[int]


def draw_bootstrap(masses: Numbers, resampling: Resampling, processes: int = 1) -> Numbers:
    """Sum the masses of each resample: (units, columns) to (resamples, columns)."""
    units, resamples = len(masses), resampling.resamples
    if not _pays(processes, units * resamples):
        return bootstrap_sums(masses, resample_counts(units, resamples, resampling.seed))
    with _drawn(_resample, masses, resampling, range(batches_of(units, resamples)), processes) as parts:
        return np.vstack(list(parts))


def draw_swaps(masses: Numbers, units: Sequence[int], resampling: Resampling, processes: int = 1) -> Numbers:
    """Sum the masses of randomly chosen ones of the units: (resamples, columns)."""
    if not _pays(processes, len(units) * resampling.resamples):
        return swapped_sums(masses, units, resampling.resamples, resampling.seed)
    sums = np.zeros((resampling.resamples, masses.shape[1]))
    with _drawn(_swap, masses, resampling, units, processes) as parts:
        for part in parts:
            sums += part
    return sums


def _pays(processes: int, draws: int) -> bool:
    return processes > 1 and draws >= PAYS


@contextmanager
def _drawn(
    function: Callable[[Draw], Numbers], masses: Numbers, resampling: Resampling, places: Sequence[int], processes: int
) -> Iterator[Iterator[Numbers]]:
    """Divide the draws among processes, and give the parts' sums in order."""
    with TemporaryDirectory(prefix="karat-masses-") as folder:
        file = Path(folder) / "masses.npy"
        np.save(file, masses)
        size = -(-len(places) // (processes * PARTS))
        draws = [Draw(file, resampling, places[start : start + size]) for start in range(0, len(places), size)]
        with closing(run_parts(function, draws, Workers(processes))) as parts:
            yield parts


def _resample(draw: Draw) -> Numbers:
    masses: Numbers = np.load(draw.masses, mmap_mode="r")
    batches = range(draw.places[0], draw.places[-1] + 1)
    counts = resample_counts(len(masses), draw.resampling.resamples, draw.resampling.seed, batches)
    return bootstrap_sums(masses, counts)


def _swap(draw: Draw) -> Numbers:
    masses: Numbers = np.load(draw.masses, mmap_mode="r")
    return swapped_sums(masses, draw.places, draw.resampling.resamples, draw.resampling.seed)
