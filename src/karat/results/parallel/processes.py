"""Processes on this machine: loky's pool, which comes with joblib, is kept between calls and notices killed workers."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import Future
from types import TracebackType
from typing import Self, TypeVar

from joblib.externals.loky import get_reusable_executor
from joblib.externals.loky.process_executor import ShutdownExecutorError, TerminatedWorkerError

from karat.errors import WorkersError
from karat.results.garbage_collection import garbage_collection_paused
from karat.results.parallel.lost_pool import PoolLostError

T = TypeVar("T")
R = TypeVar("R")

IDLE_SECONDS = 20
"""How long processes wait for the next call before they end."""

THREAD_COUNTS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""Set to 1 in each process, for there are as many processes as cores; what users have set stays."""


class ProcessPool:
    """Processes that wait for parts; they end at once if the block ends with an error."""

    def __init__(self, processes: int) -> None:
        self._processes = processes

    def __enter__(self) -> Self:
        self.reopen()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self._executor.shutdown(wait=True, kill_workers=True)

    @property
    def width(self) -> int:
        return self._processes

    def reopen(self) -> None:
        environment = {name: "1" for name in THREAD_COUNTS if name not in os.environ}
        self._executor = get_reusable_executor(
            max_workers=self._processes, timeout=IDLE_SECONDS, initializer=ignore_interrupts, env=environment
        )

    def submit(self, function: Callable[[T], R], part: T) -> Future[R]:
        try:
            future: Future[R] = self._executor.submit(call, function, part)
        except (TerminatedWorkerError, ShutdownExecutorError) as error:
            future = Future()
            future.set_exception(error)
        return future

    def wait(self, future: Future[R]) -> R:
        try:
            return future.result()
        except (TerminatedWorkerError, ShutdownExecutorError) as error:
            raise PoolLostError(
                WorkersError(
                    "a worker process was ended from outside, or ran out of memory, several times on the same part; "
                    "fewer workers need less memory"
                )
            ) from error


def ignore_interrupts() -> None:
    """Leave Ctrl-C, which a terminal sends to all processes, to the one that started the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def call(function: Callable[[T], R], part: T) -> R:
    """Run one part in a worker."""
    with garbage_collection_paused():
        return function(part)
