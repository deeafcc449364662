"""A real server in a process of its own, which the tests kill and start again.

The first process imports everything and then only forks: each server is a child of it, so that a start takes
milliseconds, and is killed like any other.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Self

PATIENCE = 300
"""Seconds after which a server that does not answer has failed; long, for machines that do much else."""


@dataclass
class Server:
    """A server that can be killed and started again, on the same port."""

    address: str
    page: Path
    port: int = field(default_factory=lambda: free_port())
    pid: int = 0

    def __enter__(self) -> Self:
        (self.page / "assets").mkdir(parents=True, exist_ok=True)
        (self.page / "index.html").write_text("<!doctype html><title>Karat</title>")
        command = [sys.executable, __file__, self.address, str(self.page), str(self.port)]
        self._nursery = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self._nursery.stdin.close()
        self._nursery.wait(PATIENCE)
        self._nursery.stdout.close()

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        self._nursery.stdin.write("start\n")
        self._nursery.stdin.flush()
        self.pid = int(self._nursery.stdout.readline())
        deadline = time.monotonic() + PATIENCE
        while not self.answers():
            assert time.monotonic() < deadline, "the server does not answer"
            time.sleep(0.02)

    def kill(self) -> None:
        """Kill the server without any chance to tidy up."""
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            self._nursery.stdin.write("wait\n")
            self._nursery.stdin.flush()
            assert self._nursery.stdout.readline() == f"{self.pid} ended\n"
        self.pid = 0

    def answers(self) -> bool:
        """Whether the server takes requests."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("GET", "/api/health")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def nursery(address: str, page: str, port: str) -> None:
    """Fork a server at each ``start``, and at ``wait`` say when it has ended."""
    from karat.annotate.server import serve
    from karat.errors import StoreUnavailableError

    pid = 0
    for line in sys.stdin:
        if line == "wait\n":
            os.waitpid(pid, 0)
            print(pid, "ended", flush=True)
            continue
        pid = os.fork()
        if pid == 0:
            sys.stdin.close()
            while True:
                with suppress(StoreUnavailableError):  # PostgreSQL is recovering: try again, as a supervisor would
                    serve(address, port=int(port), open_browser=False, page=Path(page), echo=lambda _: None)
                time.sleep(0.05)
        print(pid, flush=True)


if __name__ == "__main__":
    nursery(*sys.argv[1:])
