"""Run the parts of a large input in this process, in several processes, or on a Dask cluster, and say how far they are.

A pool hands out futures of the standard library, whichever pool it is, so the order of results, the read-ahead and the
repetition of lost parts are written once, here.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from itertools import islice
from multiprocessing import current_process
from typing import Protocol, TypeVar

from karat.errors import InputError
from karat.one_line import one_line

T = TypeVar("T")
R = TypeVar("R")

OFTEN = 50_000
"""After how many items that are read it is told how many there were."""

READ_AHEAD = 4
"""How many parts may be under way or finished early, for each worker."""

LARGE = 1 << 26
"""From how many bytes on inputs are scored in parts, not as a whole in memory, unless that is asked for."""

BYTES_A_WORKER = 1 << 25
"""How much input each process should have, two seconds of work or more, so that its start, of one, does not matter."""

SECONDS_A_WORKER = 2.0
"""How much work each process should have: starting it takes about one second of one."""

MOST_LOSSES = 3
"""How often the pool may be lost while the same part is awaited, before the run is given up."""


@dataclass(frozen=True, slots=True)
class Workers:
    """Who scores: a number of processes on this machine, or the cluster of the Dask scheduler at an address."""

    processes: int = 1
    cluster: str | None = None

    __repr__ = one_line

    def __post_init__(self) -> None:
        if self.processes < 1:
            raise InputError(f"workers: expected 1 or more, found {self.processes}")
        if self.cluster is not None and self.processes > 1:
            raise InputError("expected a number of workers or a cluster, found both")

    @property
    def is_serial(self) -> bool:
        """Whether everything runs in this process."""
        return self.cluster is None and self.processes == 1


def processes_for(seconds: float, parts: int) -> Workers:
    """Choose as many processes as there are free cores and work for, of parts that take so many seconds each.

    >>> processes_for(0.1, 3)
    Workers(processes=1, cluster=None)
    """
    worth = min(parts, int(seconds * parts / SECONDS_A_WORKER))
    if worth < 2 or current_process().daemon:  # which may start no processes
        return Workers()
    from joblib import cpu_count  # knows of the limits of containers; slow to import

    # This process itself is one of those that keep the cores busy.
    others = max(0, round(os.getloadavg()[0]) - 1) if hasattr(os, "getloadavg") else 0
    free = cpu_count() - others
    return Workers(min(free, worth)) if free > 1 else Workers()


def choose_workers(processes: int | None, cluster: str | None, size: int) -> Workers:
    """Choose who scores inputs of so many bytes; without a choice, as many processes as there are cores and work for.

    >>> choose_workers(3, None, 0), choose_workers(None, None, 1_000_000).processes
    (Workers(processes=3, cluster=None), 1)
    """
    if processes is not None or cluster is not None:
        return Workers(1 if processes is None else processes, cluster)
    if size < 2 * BYTES_A_WORKER or current_process().daemon:  # which may start no processes
        return Workers()
    from joblib import cpu_count  # knows of the limits of containers; slow to import

    return Workers(max(1, min(cpu_count(), size // BYTES_A_WORKER)))


class Pool(Protocol):
    """Processes or a cluster that run parts."""

    @property
    def width(self) -> int:
        """How many parts run at the same time."""

    def submit(self, function: Callable[[T], R], part: T) -> Future[R]:
        """Start a part, or let it wait for a free worker; if the pool is lost, its future says so."""

    def wait(self, future: Future[R]) -> R:
        """Give the result of a part; raise ``PoolLostError`` if the pool was lost before it was there."""

    def reopen(self) -> None:
        """Start the processes again, or connect to the cluster again."""


def run_parts(
    function: Callable[[T], R],
    parts: Iterable[T],
    workers: Workers,
    told: Callable[[int], None] | None = None,
) -> Generator[R, None, None]:
    """Run a function on each part and yield the results in the order of the parts, as soon as they are there.

    The function and its results must be picklable. ``parts`` is read only a little ahead of the results, and ``told``
    gets the number of results so far. What the function raises for a part is raised where its result would come. A
    part whose worker was killed is run again by another one.

    Without the end of the iterator, workers go on: close it, as ``with closing(run_parts(…)) as results`` does, and at
    an error or an interrupt they end at once.

    >>> list(run_parts(len, ["Oslo", "Ann"], Workers()))
    [4, 3]
    """
    with closing(
        _run_here(function, parts) if workers.is_serial else _run_in_pool(function, parts, workers)
    ) as results:
        for count, result in enumerate(results, 1):
            if told is not None:
                told(count)
            yield result


def open_pool(workers: Workers) -> AbstractContextManager[Pool]:
    """Start the processes, or connect to the cluster; both end at once where the block ends with an error."""
    # A run in one process needs neither, and joblib is slow to import.
    if workers.cluster is None:
        from karat.results.blocks.processes import ProcessPool

        return ProcessPool(workers.processes)
    from karat.results.blocks.cluster import ClusterPool

    return ClusterPool(workers.cluster)


def _run_here(function: Callable[[T], R], parts: Iterable[T]) -> Generator[R, None, None]:
    for part in parts:
        yield function(part)


def _run_in_pool(function: Callable[[T], R], parts: Iterable[T], workers: Workers) -> Generator[R, None, None]:
    from karat.results.blocks.processes import PoolLostError  # imports joblib, which is slow

    with open_pool(workers) as pool:
        awaited: deque[tuple[T, Future[R]]] = deque()
        unread = iter(parts)
        losses = 0
        while True:
            for part in islice(unread, max(0, pool.width * READ_AHEAD - len(awaited))):
                awaited.append((part, pool.submit(function, part)))
            if not awaited:
                return
            try:
                result = pool.wait(awaited[0][1])
            except PoolLostError as lost:
                losses += 1
                if losses == MOST_LOSSES:
                    raise lost.reason from lost
                pool.reopen()
                awaited = deque(
                    (part, future if _is_finished(future) else pool.submit(function, part)) for part, future in awaited
                )
                continue
            awaited.popleft()
            losses = 0
            yield result


def _is_finished(future: Future[R]) -> bool:
    """Whether a result has arrived; what the function itself raised is raised when the part is run again."""
    return future.done() and not future.cancelled() and future.exception() is None


# Progress


def rate_teller(
    tell: Callable[[str], None],
    what: str,
    unit: str,
    total: int | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Callable[[int], None]:
    """Make a function that takes how many units are done, and tells that, the rate and, of a total, the time left.

    >>> times = iter([0.0, 4.0, 100.0])
    >>> told = rate_teller(print, "scoring", "sentences", 100_000, lambda: next(times))
    >>> told(2_000)
    scoring: 2,000 of 100,000 sentences, 500 a second, 3 min left
    >>> told(100_000)
    scoring: 100,000 of 100,000 sentences, 1,000 a second
    """
    start = clock()

    def told(done: int) -> None:
        seconds = clock() - start
        text = f"{what}: {done:,} {unit}" if total is None else f"{what}: {done:,} of {total:,} {unit}"
        if seconds > 0 and done:
            rate = done / seconds
            text += f", {rate:,.0f} a second" if rate >= 1 else f", {rate * 60:,.1f} a minute"
            if total is not None and done < total:
                text += f", {duration((total - done) / rate)} left"
        tell(text)

    return told


def counted(items: Iterable[T], told: Callable[[int], None], often: int = OFTEN) -> Iterator[T]:
    """Yield items, and tell now and then how many there were.

    >>> times = iter([0.0, 2.0, 4.0])
    >>> told = rate_teller(print, "reading a", "rows", clock=lambda: next(times))
    >>> len(list(counted(range(10_500), told, 5_000)))
    reading a: 5,000 rows, 2,500 a second
    reading a: 10,000 rows, 2,500 a second
    10500
    """
    for number, item in enumerate(items, 1):
        yield item
        if not number % often:
            told(number)


def duration(seconds: float) -> str:
    """Write a duration in its two largest units at most.

    >>> duration(0.2), duration(59.6), duration(150), duration(7_260)
    ('1 s', '1 min', '3 min', '2 h 1 min')
    """
    if seconds < 59.5:
        return f"{max(1, round(seconds))} s"
    minutes = max(1, int(seconds / 60 + 0.5))
    if minutes < 60:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min"
