"""A Dask cluster: parts are run by the workers of a scheduler, through its futures of the standard library.

Dask runs the parts of a killed worker on another one. A lost scheduler forgets everything; results that have arrived
here are kept, and the other parts are submitted again as soon as a scheduler answers at the same address.
"""

from __future__ import annotations

import logging
import socket
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from concurrent.futures import TimeoutError as NotYet
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from karat.errors import KaratError, MissingExtraError, WorkersError
from karat.results.blocks.processes import PoolLostError
from karat.results.garbage_collection import garbage_collection_paused
from karat.version import __version__

if TYPE_CHECKING:
    from distributed import Client

T = TypeVar("T")
R = TypeVar("R")

CONNECT_SECONDS = 15.0
"""How long the first connection to a scheduler, and the first worker, may take."""

PATIENCE_SECONDS = 60.0
"""How long a lost scheduler may take to come back, and how long all workers may be away."""

TICK_SECONDS = 1.0
"""How often to look whether scheduler and workers are still there while waiting for a result."""

VERSION = "__import__('karat.version', fromlist=['__version__']).__version__"
"""Evaluated on each worker, which may lack Karat and so cannot be sent a function of ours."""

NOISY_LOGGERS = (
    *(f"distributed.{part}" for part in ("batched", "client", "comm", "core", "utils", "utils_comm")),
    "tornado",
)
"""They print tracebacks of lost connections, which are reported in one line here."""


class ClusterPool:
    """A connection to the scheduler of a Dask cluster; at its end, parts that wait are cancelled."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._client: Client | None = None
        self._quiet = quiet_loggers()

    def __enter__(self) -> Self:
        self._quiet.__enter__()
        try:
            self._connect(CONNECT_SECONDS)
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._disconnect()
        finally:
            self._quiet.__exit__(None, None, None)

    @property
    def width(self) -> int:
        self._look_for_workers()
        return max(1, self._threads)

    def submit(self, function: Callable[[T], R], part: T) -> Future[R]:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)  # about a part of more than 10 MB
                future: Future[R] = self._executor.submit(call_on_worker, __version__, function, part)
        except (OSError, RuntimeError, CancelledError):  # the client has been closed
            future = Future()
            future.cancel()
        return future

    def wait(self, future: Future[R]) -> R:
        from distributed import KilledWorker

        while True:
            try:
                return future.result(TICK_SECONDS)
            except NotYet:
                if future.done():  # the function itself ran out of time
                    raise
                self._look_for_workers()
                if self._client is None or self._client.status != "running" or not self._is_same_scheduler:
                    raise self._lost() from None
            except CancelledError as error:
                raise self._lost() from error
            except KilledWorker as error:
                raise WorkersError(
                    f"{self.address}: a part ended every worker that ran it, the last one {error.last_worker.address}; "
                    "most often, they had too little memory: give each more, or fewer threads"
                ) from error
            except KaratError:
                raise
            except Exception:
                self._check_versions()  # a worker that came late may lack Karat, so that Dask cannot read the task
                raise

    def reopen(self) -> None:
        self._disconnect()
        self._connect(PATIENCE_SECONDS)

    def _lost(self) -> PoolLostError:
        return PoolLostError(
            WorkersError(f"{self.address}: the connection to the scheduler broke several times on the same part")
        )

    def _connect(self, seconds: float) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise MissingExtraError("--cluster", "cluster") from None
        try:
            self._client = Client(self.address, timeout=seconds, set_as_default=False, name="karat")
            self._executor = self._client.get_executor(pure=False)
            self._client.wait_for_workers(1, timeout=seconds)
        except (OSError, TimeoutError, ValueError, TypeError) as error:
            raise WorkersError(self._not_reached(seconds)) from error
        self._threads = 0
        self._scheduler: str | None = None
        self._is_same_scheduler = True
        self._looked = self._seen = float("-inf")
        self._look_for_workers()
        self._check_versions()

    def _not_reached(self, seconds: float) -> str:
        if self._client is None:
            return f"{self.address}: expected a Dask scheduler, found none within {seconds:g} seconds"
        return (
            f"{self.address}: expected a worker, found none within {seconds:g} seconds; "
            f"`dask worker {self.address}` starts one"
        )

    def _disconnect(self) -> None:
        if self._client is not None:
            with suppress(Exception):  # the scheduler may be gone, and then there is nothing to cancel
                if self._client.status == "running":
                    self._client.cancel(list(self._executor._futures), force=True)
            with suppress(Exception):
                self._client.close(timeout=5)
            self._client = None

    def _look_for_workers(self) -> None:
        """Count the cluster's threads every few seconds; give up if there have been none for a minute.

        Dask's client connects to a new scheduler at the same address by itself, and then waits for parts of which that
        one knows nothing.
        """
        now = time.monotonic()
        if now - self._looked < 5 * TICK_SECONDS or self._client is None:
            return
        self._looked = now
        with suppress(Exception):  # the connection is lost: whoever waits will find out
            scheduler = self._client.scheduler_info(n_workers=-1)
            self._threads = sum(worker["nthreads"] for worker in scheduler["workers"].values())
            self._is_same_scheduler = self._scheduler in {None, scheduler["id"]}
            self._scheduler = self._scheduler or scheduler["id"]
            if self._threads or self._seen == float("-inf"):
                self._seen = now
        if now - self._seen > PATIENCE_SECONDS:
            raise WorkersError(
                f"{self.address}: all workers have been away for {PATIENCE_SECONDS:g} seconds; "
                "start workers and run again"
            )

    def _check_versions(self) -> None:
        """Refuse workers that lack Karat or have another version of it."""
        if self._client is None:
            return
        try:
            versions: dict[str, Any] = self._client.run(eval, VERSION, on_error="return")
        except (OSError, RuntimeError, TimeoutError):  # the connection is lost: whoever waits will find out
            return
        for worker, version in versions.items():
            if isinstance(version, ImportError):
                raise WorkersError(f"{worker}: expected a worker with Karat {__version__}, found one without Karat")
            if isinstance(version, str) and version != __version__:
                raise WorkersError(f"{worker}: expected a worker with Karat {__version__}, found Karat {version}")


def call_on_worker(version: str, function: Callable[[T], R], part: T) -> R:
    """Run one part on a worker of the cluster, which may have joined after the others were checked."""
    host = socket.gethostname()
    if version != __version__:
        raise WorkersError(f"{host}: expected a worker with Karat {version}, found Karat {__version__}")
    try:
        with garbage_collection_paused():
            return function(part)
    except FileNotFoundError as error:
        raise WorkersError(
            f"{error.filename}: not found by the worker on {host}; "
            "inputs and --scratch must be where all workers see them, at the same path"
        ) from error


@contextmanager
def quiet_loggers() -> Iterator[None]:
    """Silence Dask's reports of lost connections."""
    loggers = [logging.getLogger(name) for name in NOISY_LOGGERS]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
