"""A server that answers as a chat endpoint does, and keeps what it was asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

Asked = list[dict[str, str]]


class ChatServer(ThreadingHTTPServer):
    """Gives to each conversation what ``reply`` says: a text, or a status of HTTP."""

    def __init__(self, reply: Callable[[Asked], str | int | None]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.reply = reply
        self.asked: list[Asked] = []
        self._thread = threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self._thread.join()
        self.server_close()


class Handler(BaseHTTPRequestHandler):
    server: ChatServer

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append(body["messages"])
        answer = self.server.reply(body["messages"])
        if isinstance(answer, int):
            return self.send(answer, {"error": {"message": "no more"}})
        message = {"role": "assistant", "content": answer}
        choice = {"index": 0, "finish_reason": "stop", "message": message}
        found = {"id": "1", "object": "chat.completion", "created": 0, "model": body["model"], "choices": [choice]}
        return self.send(200, found)

    def send(self, status: int, value: Any) -> None:
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Say nothing."""
