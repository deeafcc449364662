"""A local server that speaks OpenAI's chat completions, and misbehaves where it is told to."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Reply = tuple[int, Any]


def saying(content: Any, *, finish: str = "stop", usage: Mapping[str, int] | None = None, **more: Any) -> Reply:
    """An answer of the protocol."""
    message = {"role": "assistant", "content": content, **more}
    choice = {"index": 0, "finish_reason": finish, "message": message}
    body = {"id": "1", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]}
    return 200, body | ({"usage": dict(usage)} if usage is not None else {})


@dataclass
class Misbehaviour:
    """A reply that is not simply a status and a body."""

    kind: str
    headers: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    reply: Reply = (200, {})


def with_headers(status: int, message: str, **headers: str) -> Misbehaviour:
    """An error with headers, such as ``Retry-After``."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Misbehaviour("plain", headers=named, reply=(status, {"error": {"message": message}}))


CUT = Misbehaviour("cut")
"""Close the connection after half of the body."""
SILENT = Misbehaviour("silent")
"""Close the connection without a word."""
ENDLESS = Misbehaviour("endless")
"""Send a body as fast as possible, without end."""
DRIPPING = Misbehaviour("dripping")
"""Send a byte now and then, without end, so that no single wait is long."""
DRIPPING_HEADERS = Misbehaviour("dripping headers")
ENDLESS_EVENTS = Misbehaviour("events")
"""Send server-sent events, which nobody asked for, without end."""
PACKED = Misbehaviour("packed")
"""Say that the body is packed."""


def slow(seconds: float, reply: Reply) -> Misbehaviour:
    """A good reply that comes late."""
    return Misbehaviour("slow", seconds=seconds, reply=reply)


Behaviour = Reply | Misbehaviour


class Server(ThreadingHTTPServer):
    """Gives its replies one after the other, the last one for ever; ``answer`` chooses by the request instead.

    ``asked`` has every request, and ``answered`` those that were answered with status 200 to the end: what would be
    paid for.
    """

    daemon_threads = True
    replies: list[Behaviour]
    answer: Callable[[dict[str, Any]], Behaviour] | None = None
    asked: list[dict[str, Any]]
    answered: list[dict[str, Any]]
    at_once = 0
    most_at_once = 0

    def __init__(self, *replies: Behaviour, port: int = 0) -> None:
        self.replies, self.asked, self.answered = list(replies), [], []
        self.lock = threading.Lock()
        self.stopped = threading.Event()
        super().__init__(("127.0.0.1", port), Handler)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def start(self) -> Server:
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def stop(self) -> None:
        self.stopped.set()
        self.shutdown()
        self.server_close()

    def handle_error(self, *arguments: object) -> None:
        """Say nothing of a client that has left."""

    def behaviour(self, request: dict[str, Any]) -> Behaviour:
        with self.lock:
            self.asked.append(request)
            if self.answer is not None:
                return self.answer(request)
            return self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]


class Handler(BaseHTTPRequestHandler):
    """Answers a request as its server tells it."""

    server: Server

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        request = {"path": self.path, "key": self.headers["Authorization"], **json.loads(body)}
        with self.server.lock:
            self.server.at_once += 1
            self.server.most_at_once = max(self.server.most_at_once, self.server.at_once)
        try:
            self._reply(self.server.behaviour(request), request)
        finally:
            with self.server.lock:
                self.server.at_once -= 1

    def _reply(self, behaviour: Behaviour, request: dict[str, Any]) -> None:
        if not isinstance(behaviour, Misbehaviour):
            self._send(behaviour, request)
            return
        match behaviour.kind:
            case "plain":
                self._send(behaviour.reply, request, behaviour.headers)
            case "slow":
                self.server.stopped.wait(behaviour.seconds)
                self._send(behaviour.reply, request)
            case "cut":
                self._head({"Content-Length": "1000"})
                self.wfile.write(b'{"id": "1", "choices": [')
                self.close_connection = True
            case "silent":
                self.close_connection = True
            case "endless":
                self._without_end(b'{"id": "1", "padding": "', b"x" * 65536, 0)
            case "dripping":
                self._without_end(b"{", b" ", 0.02)
            case "events":
                self._without_end(
                    b"", b'data: {"choices": [{"delta": {"content": "["}}]}\n\n' * 1000, 0, "text/event-stream"
                )
            case "packed":
                self._head({"Content-Encoding": "gzip", "Content-Length": "2"})
                self.wfile.write(b"xx")
            case "dripping headers":
                self.wfile.write(b"HTTP/1.1 200 OK\r\n")
                while not self.server.stopped.wait(0.05):
                    self.wfile.write(b"X-A: b\r\n")

    def _send(self, reply: Reply, request: dict[str, Any], headers: Mapping[str, str] | None = None) -> None:
        status, answer = reply
        data = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        self._head({"Content-Length": str(len(data)), **(headers or {})}, status)
        self.wfile.write(data)
        if status == 200:
            with self.server.lock:
                self.server.answered.append(request)

    def _head(self, headers: Mapping[str, str], status: int = 200, content: str = "application/json") -> None:
        self.send_response(status)
        self.send_header("Content-Type", content)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def _without_end(self, start: bytes, piece: bytes, pause: float, content: str = "application/json") -> None:
        self._head({"Connection": "close"}, content=content)
        self.close_connection = True
        self.wfile.write(start)
        until = time.monotonic() + 20  # should the client fail to leave
        while time.monotonic() < until and not self.server.stopped.is_set():
            self.wfile.write(piece)
            self.server.stopped.wait(pause)

    def log_message(self, *arguments: object) -> None:
        """Say nothing."""
