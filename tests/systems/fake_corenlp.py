"""A local server that speaks CoreNLP's protocol, with words between spaces, and misbehaves where it is told to."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

Behaviour = Callable[["Handler", str], None]
"""What to do with a request, whose text is given."""


def annotate(text: str) -> dict[str, Any]:
    """Annotate each line that has a word: the first word does something to the last."""
    sentences, start = [], 0
    for line in text.split("\n"):
        words, place = [], start
        for word in line.split(" "):
            if word:
                words.append((word, place))
            place += len(word.encode("utf-16-le")) // 2 + 1
        start = place
        if words:
            sentences.append(_sentence(len(sentences), words))
    return {"sentences": sentences}


def _sentence(index: int, words: list[tuple[str, int]]) -> dict[str, Any]:
    forms = [word for word, _ in words]
    last = len(forms)
    middle = " ".join(forms[1:-1]) or "is"
    triples = [
        {
            "subject": forms[0],
            "subjectSpan": [0, 1],
            "relation": middle,
            "relationSpan": [1, max(1, last - 1)],
            "object": forms[-1],
            "objectSpan": [last - 1, last],
        },
        {
            "subject": forms[0],
            "subjectSpan": [0, 1],
            "relation": "is",
            "relationSpan": [0, 1],
            "object": "there",
            "objectSpan": [0, 1],
        },
    ]
    return {
        "index": index,
        "parse": f"(ROOT (S {' '.join(f'(X {form})' for form in forms)}))",
        "basicDependencies": [
            {"dep": "ROOT" if n == 1 else "dep", "governor": 0 if n == 1 else 1, "dependent": n}
            for n in range(1, last + 1)
        ],
        "openie": triples[:: 1 if index % 2 else -1],  # CoreNLP's order depends on the neighbours, too
        "tokens": [
            {
                "index": n,
                "word": form,
                "originalText": form,
                "lemma": form.lower(),
                "pos": "NN",
                "characterOffsetBegin": place,
                "characterOffsetEnd": place + len(form),
            }
            for n, (form, place) in enumerate(words, 1)
        ],
    }


def good(handler: Handler, text: str) -> None:
    """Answer as CoreNLP does."""
    handler.reply(200, json.dumps(annotate(text)).encode())


def failing(status: int, said: str = "java.lang.RuntimeException: no") -> Behaviour:
    """Answer with an error."""
    return lambda handler, _: handler.reply(status, said.encode())


def answering(body: bytes) -> Behaviour:
    """Answer with these bytes."""
    return lambda handler, _: handler.reply(200, body)


def slow(seconds: float) -> Behaviour:
    """Answer late."""

    def answer(handler: Handler, text: str) -> None:
        handler.server.stopped.wait(seconds)
        good(handler, text)

    return answer


def dripping(handler: Handler, text: str) -> None:
    """Send a space now and then, so that no single wait is long."""
    handler.send_response(200)
    handler.end_headers()
    while not handler.server.stopped.wait(0.05):
        handler.wfile.write(b" ")


def dripping_headers(handler: Handler, text: str) -> None:
    """Send a letter of the first header now and then."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    while not handler.server.stopped.wait(0.05):
        handler.wfile.write(b"x")


def cut(handler: Handler, text: str) -> None:
    """Close the connection in the middle of the body."""
    body = json.dumps(annotate(text)).encode()
    handler.send_response(200)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body[: len(body) // 2])
    handler.close_connection = True


def silent(handler: Handler, text: str) -> None:
    """Close the connection without a word."""
    handler.close_connection = True


class FakeServer(ThreadingHTTPServer):
    """Follows the behaviours one after the other, the last one again and again."""

    daemon_threads = True

    def __init__(self, *behaviours: Behaviour) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.behaviours = list(behaviours or [good])
        self.texts: list[str] = []
        self.requests: list[dict[str, Any]] = []
        self.stopped = threading.Event()
        self._lock = threading.Lock()
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def next_behaviour(self) -> Behaviour:
        with self._lock:
            return self.behaviours.pop(0) if len(self.behaviours) > 1 else self.behaviours[0]

    def stop(self) -> None:
        self.stopped.set()
        self.shutdown()
        self.server_close()

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that goes away is what some tests are about."""


class Handler(BaseHTTPRequestHandler):
    server: FakeServer
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.reply(200, b"ready\n")

    def do_POST(self) -> None:
        text = self.rfile.read(int(self.headers["Content-Length"])).decode()
        query = parse_qs(urlsplit(self.path).query)
        asked = {"properties": json.loads(query["properties"][0]), "language": query["pipelineLanguage"][0]}
        self.server.requests.append(
            asked | {"authorization": self.headers.get("Authorization"), "at": time.monotonic()}
        )
        self.server.texts.append(text)
        self.server.next_behaviour()(self, text)

    def reply(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""
