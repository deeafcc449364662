"""A case of the speed comparison: the same work, done by Karat and by its peers on the same input.

To add cases, write a module ``benchmarks/cases_SUBJECT.py`` with a tuple ``CASES``; ``bench.py`` finds it by its name.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Work = Callable[[Any], object]

SHORTEST = 0.02
"""Seconds of CPU that one measurement lasts at least; quicker work is repeated within it."""

LONGEST = 5.0
"""Seconds of CPU after which work is not repeated for the median."""


@dataclass(frozen=True, slots=True)
class Case:
    """One piece of work at one size.

    ``prepare`` makes the input, with a fixed seed, and is not measured. A peer imports its library inside its function;
    where that fails it is shown as not installed. ``agree`` says whether a peer's result is the same as Karat's; one
    that does less on the way says so in its name. ``target`` is the ratio to the quickest peer that Karat should reach,
    ``limit`` how many seconds it may take at most, where there is no peer.
    """

    name: str
    size: str
    prepare: Callable[[], Any]
    karat: Work
    peers: Mapping[str, Work] = field(default_factory=dict)
    agree: Callable[[Any, Any], bool] | None = None
    target: float | None = None
    limit: float | None = None


@dataclass(frozen=True, slots=True)
class Timing:
    """How long one contestant took, in seconds of CPU, or why it did not run."""

    seconds: float | None
    agrees: bool | None = None
    note: str = ""


@dataclass(slots=True)
class Contestant:
    """One who does the work, how often within a measurement, and what was measured so far."""

    work: Work
    result: object
    loops: int
    samples: list[float]

    def measure(self, given: Any) -> None:
        """Add a measurement."""
        gc.collect()
        started = time.process_time()
        for _ in range(self.loops):
            self.work(given)
        self.samples.append((time.process_time() - started) / self.loops)


def enter(work: Work, given: Any) -> Contestant:
    """Do the work twice: once to import and to fill caches, once to see how often it fits into a measurement."""
    result = work(given)
    started = time.process_time()
    work(given)
    spent = time.process_time() - started
    return Contestant(work, result, max(1, round(SHORTEST / max(spent, 1e-7))), [spent])


def measure(case: Case, repeats: int) -> dict[str, Timing]:
    """Time Karat and its peers in turns, so that a slow moment of the machine meets all of them.

    Only CPU time of this process is counted; a contestant that starts others must say so in its name.
    """
    given = case.prepare()
    karat = enter(case.karat, given)
    contestants, timings = {"karat": karat}, {}
    for name, work in case.peers.items():
        try:
            contestants[name] = enter(work, given)
        except ModuleNotFoundError as error:
            timings[name] = Timing(None, note=f"not installed: {error.name}")
    for number in range(repeats):
        for contestant in contestants.values():
            if contestant.samples[0] < LONGEST:
                if number == 0:
                    contestant.samples.clear()
                contestant.measure(given)
    for name, contestant in contestants.items():
        agrees = None if case.agree is None or name == "karat" else bool(case.agree(karat.result, contestant.result))
        timings[name] = Timing(statistics.median(contestant.samples), agrees)
    return {name: timings[name] for name in ("karat", *case.peers)}
