"""A real HTTP server on this machine, and a made-up dataset that it serves."""

from __future__ import annotations

import gzip
import hashlib
import os
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote

import pytest

from karat.benchmarks import DATASETS, DataFile, Dataset, Source

SOURCE = Source("toys", "ann/toys", "0123456789abcdef0123456789abcdef01234567", "CC0")
CONTENT = {
    "gold/test.tsv": b"Ann sleeps .\tsleeps\tAnn\n" * 2000,
    "gold/dev part (1).tsv": "Zoë schläft .\tschläft\tZoë\n".encode(),
}


@dataclass
class Server:
    """What is served, how often it was asked for, and how the next answers go wrong."""

    files: dict[str, bytes] = field(default_factory=dict)
    asked: Counter[str] = field(default_factory=Counter)
    status: list[int] = field(default_factory=list)
    cut: int = 0
    endless: int = 0
    packed: bool = False
    sent: int = 0
    address: str = ""


def handler(server: Server) -> type[BaseHTTPRequestHandler]:
    """Make the class that answers requests out of the server's state."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = unquote(self.path)
            server.asked[path] += 1
            status = server.status.pop(0) if server.status else 200 if path in server.files else 404
            if status != 200:
                self.send_error(status)
                return
            body = server.files[path]
            self.send_response(200)
            if server.endless:
                self.send_without_length(body)
                return
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if server.cut:
                server.cut -= 1
                body = body[: len(body) // 2]
            self.wfile.write(body)

        def send_without_length(self, body: bytes) -> None:
            """Send the body so many times, gzipped as a whole if the server packs."""
            if server.packed:
                self.send_header("Content-Encoding", "gzip")
                body = gzip.compress(body * server.endless)
            self.end_headers()
            with suppress(ConnectionError):  # the client has had enough
                for _ in range(1 if server.packed else server.endless):
                    self.wfile.write(body)
                    server.sent += len(body)

        def log_message(self, format: str, *args: object) -> None:
            """Keep the test's output clean."""

    return Handler


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Server]:
    """Run a server on a free port, with the cache empty, KARAT_DATA unset, and the mirror set to the server."""
    state = Server()
    with ThreadingHTTPServer(("127.0.0.1", 0), handler(state)) as running:
        thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        state.address = f"http://127.0.0.1:{running.server_address[1]}"
        monkeypatch.delenv("KARAT_DATA", raising=False)
        monkeypatch.setenv("KARAT_CACHE", str(tmp_path / "cache"))
        monkeypatch.setenv("KARAT_MIRROR", state.address)
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        yield state
        running.shutdown()
        thread.join()


@pytest.fixture
def toys(server: Server, monkeypatch: pytest.MonkeyPatch) -> Dataset:
    """Declare a dataset of two public files and a derived one, all known by their checksums, and serve it."""
    files = tuple(
        DataFile(path, hashlib.sha256(content).hexdigest(), len(content), SOURCE, f"data/{path}")
        for path, content in CONTENT.items()
    )
    derived = DataFile("subset.tsv", hashlib.sha256(b"subset").hexdigest(), 6, SOURCE, None, derived=True)
    known = Dataset("toys", "Toys", "gold", "2 sentences", "CC0", ("Ann, 2020.",), "", (*files, derived))
    monkeypatch.setattr(DATASETS, "names", (*DATASETS.names, known.name))
    monkeypatch.setitem(DATASETS._loaded, known.name, known)
    server.files = {served(path): content for path, content in CONTENT.items()}
    return known


def served(path: str) -> str:
    """Give the path under which the server has a file of the made-up dataset."""
    return f"/{SOURCE.repository}/{SOURCE.commit}/data/{path}"


@pytest.fixture
def real_data() -> Path:
    """The folder of the real data; without it there is nothing to test."""
    folder = os.environ.get("KARAT_DATA")
    if not folder:
        pytest.skip("KARAT_DATA is unset, so the real data is not here")
    return Path(folder)
