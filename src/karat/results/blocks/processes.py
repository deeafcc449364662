"""Processes on this machine: loky's pool, which comes with joblib, is kept between calls and notices killed workers."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from multiprocessing import resource_tracker
from pathlib import Path
from queue import Empty
from types import TracebackType
from typing import Self, TypeVar

from joblib.externals.loky import get_reusable_executor
from joblib.externals.loky.process_executor import ShutdownExecutorError, TerminatedWorkerError

from karat.errors import WorkersError
from karat.results.garbage_collection import garbage_collection_paused

T = TypeVar("T")
R = TypeVar("R")

IDLE_SECONDS = 20
"""How long processes wait for the next call before they end."""

THREAD_COUNTS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""Set to 1 in each process, for there are as many processes as cores; what users have set stays."""


class PoolLostError(Exception):
    """The processes ended or the connection to the cluster broke, with the error to show if it is not tried again."""

    def __init__(self, reason: WorkersError) -> None:
        super().__init__(str(reason))
        self.reason = reason


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
            self._forget_waiting()
            self._executor.shutdown(wait=True, kill_workers=True)

    def _forget_waiting(self) -> None:
        """Take back the parts that no process has got: loky's thread looks for them after it has dropped them."""
        waiting = getattr(self._executor, "_work_ids", None)
        while waiting is not None:
            try:
                waiting.get_nowait()
            except Empty:
                return

    @property
    def width(self) -> int:
        return self._processes

    def reopen(self) -> None:
        environment = {name: "1" for name in THREAD_COUNTS if name not in os.environ}
        environment |= {name: value for name, value in os.environ.items() if name.startswith("KARAT_")}
        # Processes of an earlier call are used again only if the folder and Karat's variables are still the same.
        with interrupts_held_back():
            self._executor = get_reusable_executor(
                max_workers=self._processes,
                timeout=IDLE_SECONDS,
                initializer=prepare_worker,
                initargs=(Path.cwd(),),
                env=environment,
            )

    def submit(self, function: Callable[[T], R], part: T) -> Future[R]:
        try:
            with interrupts_held_back():
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


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Hold Ctrl-C and the end of the terminal back, which take effect at the end.

    Processes that are started meanwhile never see them.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
    try:
        resource_tracker.ensure_running()  # loky's processes need it, and starting it would let Ctrl-C through again
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def prepare_worker(folder: Path) -> None:
    """Go to the folder in which relative paths are meant, and leave Ctrl-C to the process that started the workers."""
    os.chdir(folder)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def call(function: Callable[[T], R], part: T) -> R:
    """Run one part in a worker."""
    with garbage_collection_paused():
        return function(part)
