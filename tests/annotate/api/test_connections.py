"""Clients that keep connections waiting, and requests that compute when the server is to stop: real processes."""

from __future__ import annotations

import asyncio
import errno
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest

from karat.annotate import connections

PATIENT, IMPATIENT = 100, 1
"""Seconds that clients get; tests wait as long, for machines that do much else."""

START = """
import sys, time
from pathlib import Path
from karat.annotate import connections, server
from karat.cli.run.ending import ending_in_order

connections.HEAD_SECONDS = connections.STALLED_SECONDS = float(sys.argv[3])
server.PATIENCE = 1
create_app = server.create_app

def compute(seconds: float):
    print("computing", flush=True)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass
    return seconds

def create(*arguments):
    app = create_app(*arguments)
    app.add_api_route("/api/compute", compute)
    app.router.routes.insert(0, app.router.routes.pop())
    return app

server.create_app = create
with ending_in_order():
    echo = lambda line: print(line, flush=True)
    server.serve(sys.argv[1], port=0, open_browser=False, page=Path(sys.argv[2]), echo=echo)
print("closed", flush=True)
"""

FILES = 256
"""How many files the server may open, where that is limited."""


class Started:
    """A server in a process of its own."""

    def __init__(self, folder: Path, page: Path, seconds: float, files: int | None = None) -> None:
        limit: Callable[[], None] | None = None
        if files is not None:
            limit = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))  # noqa: E731 - typed
        self.log = folder / "log"
        command = [sys.executable, "-c", START, str(folder / "project"), str(page), str(seconds)]
        with self.log.open("w") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, preexec_fn=limit)
        self.url = self.wait_for("Karat is at ").partition("/sign-in")[0]
        self.port = int(self.url.rpartition(":")[2])

    def wait_for(self, beginning: str) -> str:
        """Wait for a line of the server's, and return the rest of it."""
        deadline = time.monotonic() + PATIENT
        while time.monotonic() < deadline:
            for line in self.log.read_text().splitlines():
                if line.startswith(beginning):
                    return line.removeprefix(beginning)
            time.sleep(0.05)
        raise AssertionError(self.log.read_text())

    def connect(self, sent: bytes) -> socket.socket:
        opened = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENT)
        opened.sendall(sent.replace(b"HOST", f"127.0.0.1:{self.port}".encode()))
        return opened


@pytest.fixture
def start(tmp_path: Path, page: Path) -> Iterator[Callable[..., Started]]:
    started: list[Started] = []

    def start(seconds: float, files: int | None = None) -> Started:
        started.append(Started(tmp_path, page, seconds, files))
        return started[-1]

    yield start
    for each in started:
        each.process.kill()
        each.process.wait()


HALF = b"GET /api/health HTTP/1.1\r\nHost: HOST\r\n"


def is_closed(client: socket.socket) -> bool:
    """Whether the server closes a connection, after what it still answers."""
    try:
        while client.recv(1 << 16):
            pass
    except TimeoutError:
        return False
    except ConnectionResetError:
        pass
    return True


def test_half_open_connections_beyond_all_files_keep_nobody_out(start: Callable[..., Started]) -> None:
    server = start(PATIENT, FILES)
    open_files = Path(f"/proc/{server.process.pid}/fd")
    with ExitStack() as clients:
        for _ in range(FILES + 100):
            clients.enter_context(server.connect(HALF))
        for _ in range(5):
            assert httpx.get(f"{server.url}/api/health", timeout=PATIENT).status_code == 200
        if open_files.exists():
            assert len(list(open_files.iterdir())) < FILES / 2
    lines = server.log.read_text().splitlines()
    assert len(lines) < 10, "one line about it, not one for each connection"
    assert "64 connections are open, as many as may be; the slowest are closed for new ones" in lines


UNFINISHED = {
    "nothing": b"",
    "half a head": HALF,
    "half of a second head": HALF + b"\r\n" + HALF,
    "half a body": b"POST /api/session HTTP/1.1\r\nHost: HOST\r\nContent-Length: 9\r\n\r\n{",
}


def test_who_does_not_finish_a_request_is_disconnected(start: Callable[..., Started]) -> None:
    server = start(IMPATIENT)
    with ExitStack() as stack:
        clients = {what: stack.enter_context(server.connect(sent)) for what, sent in UNFINISHED.items()}
        assert clients["half of a second head"].recv(1 << 16).startswith(b"HTTP/1.1 200")
        assert {what: is_closed(client) for what, client in clients.items()} == dict.fromkeys(UNFINISHED, True)


def test_who_does_not_read_an_answer_is_disconnected(start: Callable[..., Started], page: Path) -> None:
    large = page / "assets" / "large-1.js"
    large.write_bytes(bytes(50_000_000))
    try:
        server = start(IMPATIENT)
        with server.connect(b"GET /assets/large-1.js HTTP/1.1\r\nHost: HOST\r\n\r\n") as client:
            time.sleep(4)
            received = 0
            with suppress(ConnectionResetError):
                while data := client.recv(1 << 20):
                    received += len(data)
    finally:
        large.unlink()
    assert 100_000 < received < 50_000_000, "what was on the way arrives, no more"


def test_who_is_slow_but_goes_on_and_who_waits_for_the_server_is_answered(start: Callable[..., Started]) -> None:
    server = start(2)
    body = b'{"name": "Ann", "password": "wrong"}'
    head = b"POST /api/session HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
    with server.connect(HALF.replace(b"health", b"compute?seconds=5") + b"\r\n") as waiting:
        with server.connect(head % len(body)) as client:
            for start_of_part in range(0, len(body), 9):
                time.sleep(1)
                client.sendall(body[start_of_part : start_of_part + 9])
            assert client.recv(1 << 16).startswith(b"HTTP/1.1 401")
        assert waiting.recv(1 << 16).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize(
    ("signals", "status"),
    [
        pytest.param([signal.SIGINT], 0, id="Ctrl-C"),
        pytest.param([signal.SIGINT, signal.SIGINT], 0, id="Ctrl-C twice"),
        pytest.param([signal.SIGTERM], 143, id="SIGTERM"),
    ],
)
def test_a_computing_server_ends(start: Callable[..., Started], signals: list[int], status: int) -> None:
    server = start(PATIENT)
    with server.connect(HALF.replace(b"health", b"compute?seconds=300") + b"\r\n"):
        server.wait_for("computing")
        for number in signals:
            server.process.send_signal(number)
            time.sleep(0.3)
        assert server.process.wait(timeout=PATIENT) == status
    log = server.log.read_text()
    assert "Traceback" not in log
    if status == 0:
        assert log.splitlines()[-2:] == ["Stopped. Everything that the page called saved is on disk.", "closed"]


def test_one_line_a_minute_where_no_file_can_be_opened(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(connections, "_logged", {})
    others: list[dict[str, object]] = []
    loop = asyncio.new_event_loop()
    monkeypatch.setattr(loop, "default_exception_handler", others.append)
    for _ in range(1000):
        connections.answer_loop_error(loop, {"message": "accept", "exception": OSError(errno.EMFILE, "Too many files")})
    another: dict[str, object] = {"message": "another", "exception": OSError(errno.EPERM, "No")}
    connections.answer_loop_error(loop, another)
    loop.close()
    assert [record.getMessage() for record in caplog.records] == [
        "new connections wait until others are closed: Too many files"
    ]
    assert others == [another]
