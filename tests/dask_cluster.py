"""A Dask scheduler and workers on loopback, each a process of its own, which tests may kill."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from distributed import Client

import karat

SOURCE = str(Path(karat.__file__).parents[1])


@dataclass
class DaskCluster:
    """Processes of one cluster; all are ended with the block that made it."""

    folder: Path
    address: str = ""
    scheduler: subprocess.Popen[bytes] | None = None
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start_scheduler(self) -> None:
        """Start a scheduler, at the address of the last one if there was one."""
        port = self.address.rsplit(":", 1)[-1] or "0"
        file = self.folder / "scheduler.json"
        file.unlink(missing_ok=True)
        self.scheduler = self._start(
            "scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard", "--scheduler-file", str(file)
        )
        deadline = time.monotonic() + 60
        while not file.exists() or '"address"' not in file.read_text():
            assert self.scheduler.poll() is None, (self.folder / "log").read_text()
            assert time.monotonic() < deadline, "the scheduler takes too long to start"
            time.sleep(0.1)
        self.address = file.read_text().split('"address": "')[1].split('"')[0]

    def start_worker(self, source: str = SOURCE) -> subprocess.Popen[bytes]:
        """Start a worker of one thread, without the guard that would start a killed one again."""
        self.workers.append(
            self._start("worker", self.address, "--no-nanny", "--nthreads", "1", "--no-dashboard", source=source)
        )
        return self.workers[-1]

    def wait_for_workers(self, count: int) -> None:
        """Wait until so many workers have joined."""
        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(count, timeout=60)

    def kill(self, process: subprocess.Popen[bytes] | None) -> None:
        """Kill a process without a chance to say goodbye."""
        assert process is not None
        process.send_signal(signal.SIGKILL)
        process.wait()

    def end(self) -> None:
        for process in (*self.workers, self.scheduler):
            if process is not None and process.poll() is None:
                self.kill(process)

    def _start(self, *arguments: str, source: str = SOURCE) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "PYTHONPATH": source, "DASK_DISTRIBUTED__DIAGNOSTICS__NVML": "False"}
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "dask", *arguments], env=environment, stdout=log, stderr=log, cwd=self.folder
            )


@contextmanager
def dask_cluster(folder: Path, workers: int = 2) -> Iterator[DaskCluster]:
    """Start a scheduler and workers, and end them."""
    cluster = DaskCluster(folder)
    try:
        cluster.start_scheduler()
        for _ in range(workers):
            cluster.start_worker()
        yield cluster
    finally:
        cluster.end()
