"""Bound how many connections are open, and how long a client may keep one waiting.

uvicorn closes a connection that is idle between two requests, but waits for ever for one that has begun: a few hundred
of them would take all files that a process may open, and nobody else would be answered.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import math
import sys
import time
from collections.abc import Collection
from functools import cache
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

if sys.platform != "win32":
    import resource

LOGGER = logging.getLogger("karat.annotate")

HEAD_SECONDS = 15
"""How long a client may take to send the head of a request."""

STALLED_SECONDS = 60
"""How long a client may send nothing of a body, or read nothing of an answer."""

MOST_CONNECTIONS, FEWEST_CONNECTIONS = 1000, 16

BACKLOG = 64
"""How many connections may wait to be accepted; all of them are accepted at once."""

OTHER_FILES = 128
"""How many files may be open for the database, uploads and the rest."""

MOST_ON_WINDOWS = 400
"""Python watches about 500 sockets there, and has no limit to raise."""

QUIET_SECONDS = 60
"""How long nothing is logged that was logged already: whoever can fill the connections must not fill the disk."""

_logged: dict[str, float] = {}
"""When each message was logged."""

NO_MORE_FILES = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})


class ClientConnection(H11Protocol):
    """A connection that is closed when its client keeps it waiting, or when a new one needs its place."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._received = 0
        self._awaited = self.awaited()
        self._since = self.loop.time()
        if len(self.connections) > most_connections():
            self._make_room()

    def data_received(self, data: bytes) -> None:
        self._received += len(data)
        super().data_received(data)

    def awaited(self) -> tuple[str, object] | None:
        """What the client has to do next, with a mark that changes when it does; ``None`` while the server is busy."""
        if unread := self.transport.get_write_buffer_size():
            return "read", unread
        if self.conn.their_state is h11.IDLE:
            return "head", self.cycle
        if self.conn.their_state is h11.SEND_BODY and not self.flow.read_paused:
            return "body", self._received
        return None

    def check(self) -> None:
        """Close the connection if its client takes too long."""
        now, awaited = self.loop.time(), self.awaited()
        if awaited != self._awaited:
            self._awaited, self._since = awaited, now
        elif awaited and now - self._since > (HEAD_SECONDS if awaited[0] == "head" else STALLED_SECONDS):
            self.drop()

    def drop(self) -> None:
        """Close the connection now, whatever was not sent yet."""
        self.connections.discard(self)
        self.transport.abort()

    def _make_room(self) -> None:
        """Drop who has been slow with the head of a request for longest, else with the rest; else the new one."""
        most = most_connections()
        log_rarely("%d connections are open, as many as may be; the slowest are closed for new ones", most)
        others = [each for each in self.connections if isinstance(each, ClientConnection) and each is not self]
        waiting = [(awaited[0] != "head", each._since, each) for each in others if (awaited := each.awaited())]
        min(waiting, key=lambda each: each[:2], default=(True, 0.0, self))[2].drop()


def check_often(loop: asyncio.AbstractEventLoop, connections: Collection[Any]) -> None:
    """Look every second for clients that take too long."""
    loop.call_later(1, check_often, loop, connections)
    for connection in list(connections):
        connection.check()


@cache
def most_connections() -> int:
    """Raise the limit of open files as far as it helps, and return how many connections it leaves room for."""
    if sys.platform == "win32":
        return MOST_ON_WINDOWS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = MOST_CONNECTIONS + BACKLOG + OTHER_FILES
    if hard != resource.RLIM_INFINITY:
        files = min(files, hard)
    if soft != resource.RLIM_INFINITY and soft < files:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
        except (OSError, ValueError):  # macOS refuses some numbers
            files = soft
    return max(FEWEST_CONNECTIONS, files - BACKLOG - OTHER_FILES)


def answer_loop_error(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log in one line that no file can be opened, which asyncio repeats thousands of times a second."""
    error = context.get("exception")
    if isinstance(error, OSError) and error.errno in NO_MORE_FILES:
        log_rarely("new connections wait until others are closed: %s", error.strerror)
    else:
        loop.default_exception_handler(context)


def log_rarely(message: str, *values: object) -> None:
    """Log a warning, unless the same one was logged within the last minute."""
    now = time.monotonic()
    if now - _logged.get(message, -math.inf) > QUIET_SECONDS:
        _logged[message] = now
        LOGGER.warning(message, *values)
