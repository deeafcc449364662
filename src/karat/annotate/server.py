"""Start the annotation server: print the link, open the browser, stop on Ctrl-C."""

from __future__ import annotations

import asyncio
import errno
import ipaddress
import logging
import os
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Thread

import uvicorn
from fastapi import FastAPI

from karat.annotate.api.app import create_app
from karat.annotate.api.page import is_built
from karat.annotate.api.security.launch import LAUNCH_PATH
from karat.annotate.api.settings import LOOPBACK, PAGE, ServerSettings
from karat.annotate.connections import BACKLOG, ClientConnection, answer_loop_error, check_often
from karat.annotate.store import Store
from karat.errors import InputError

PORT = 8719
"""The default is always the same, because browsers keep unsent changes by address and port."""

PATIENCE = 5
"""Seconds that requests get to end when the server stops."""

NOT_LOOPBACK = (
    "Warning: everybody who can reach this machine on the network can open the sign-in page. Without https, passwords "
    "can be read on the way: put a proxy with https in front and give --https."
)


def serve(
    place: str | os.PathLike[str],
    host: str = "127.0.0.1",
    port: int = PORT,
    *,
    open_browser: bool = True,
    https: bool = False,
    hosts: tuple[str, ...] = (),
    people: Sequence[str] = (),
    page: Path = PAGE,
    echo: Callable[[str], None] = print,
) -> None:
    """Serve the projects in a folder or database until Ctrl-C.

    ``hosts`` are further names by which people call the server. Port 0 takes any that is free. ``people`` get links of
    their own, each good once, for demos.
    """
    check_page(page)
    if https and not hosts:
        raise InputError("--https: expected also --known-as, the name by which people call the server, found none")
    with bind(host, port) as listener, Store.open(place) as store:
        port = listener.getsockname()[1]
        settings = ServerSettings(
            hosts=allowed_hosts(host, hosts), https=https, cookie=f"karat_session_{port}", page=page
        )
        app = create_app(store, settings)
        launch = f"{link_start(host, port, https, hosts)}{LAUNCH_PATH}"
        tokens = app.state.server.launch
        link = f"{launch}{tokens.make()}"
        found = [person for person in map(store.person_by_name, people) if person is not None]
        links = {person.name: f"{launch}{tokens.make(person.id)}" for person in found}
        if not is_loopback(host):
            echo(NOT_LOOPBACK)
        AnnotationServer(app, lambda: announce(link, links, open_browser, echo)).run(sockets=[listener])
    echo("Stopped. Everything that the page called saved is on disk.")


def check_page(page: Path = PAGE) -> None:
    """Refuse to start without the page, which a source checkout has only after it was built."""
    if not is_built(page):
        raise InputError(
            f"{page}: the page has not been built; in a source checkout, run `make web`, "
            "and if Karat was installed from it as a copy, `pip install '.[annotate]'` again"
        )


def bind(host: str, port: int) -> socket.socket:
    """Take the port, or say who is in the way."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol left to 0, asyncio would not set TCP_NODELAY, and each answer would wait 40 ms for the client.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    # Otherwise the port stays taken for a minute after the last server stopped. On Windows it would share the port.
    if os.name == "posix":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen()
    except (OSError, OverflowError) as error:
        listener.close()
        if getattr(error, "errno", None) == errno.EADDRINUSE:
            raise InputError(
                f"port {port} is taken, perhaps by another `karat annotate`; choose one by --port"
            ) from None
        raise InputError(
            f"expected an address of this machine and a free port, found {host!r}, {port}: {error}"
        ) from None
    return listener


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def allowed_hosts(host: str, more: tuple[str, ...]) -> tuple[str, ...] | None:
    """Names by which the server may be called; all, if it listens on a network and no names are given."""
    if is_loopback(host):
        return tuple(dict.fromkeys((*LOOPBACK, host, *more)))
    return (*LOOPBACK, *more) if more else None


def address(host: str, port: int) -> str:
    """The server in a link; a server that listens everywhere is opened by loopback."""
    if host in {"0.0.0.0", "::", ""}:  # noqa: S104 - compared, not bound
        host = "127.0.0.1"
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def link_start(host: str, port: int, https: bool, hosts: tuple[str, ...]) -> str:
    """Where links begin: over https, at the proxy, which alone can set the session's cookie."""
    return f"https://{hosts[0]}" if https else f"http://{address(host, port)}"


def announce(link: str, links: Mapping[str, str], open_browser: bool, echo: Callable[[str], None]) -> None:
    """Print the links and open the browser, which may wait for its window to close."""
    echo(f"Karat is at {link}")
    echo("The link signs you in once; after that this browser stays signed in. Ctrl-C stops the server.")
    for name, own in links.items():
        echo(f"as {name}: {own}")
    if open_browser:
        Thread(target=webbrowser.open, args=(link,), daemon=True).start()


class AnnotationServer(uvicorn.Server):
    """A uvicorn that says when it is ready, and ends on Ctrl-C without a traceback, also while it computes."""

    def __init__(self, app: FastAPI, when_ready: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=ClientConnection,
                backlog=BACKLOG,
                log_level="warning",
                access_log=False,
                server_header=False,
                proxy_headers=False,
                ws="none",
                lifespan="off",
                timeout_graceful_shutdown=PATIENCE,
            )
        )
        logging.getLogger("uvicorn.error").addFilter(is_no_cancellation)
        self._when_ready = when_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(answer_loop_error)
        await super().startup(sockets)
        check_often(loop, self.server_state.connections)
        self._when_ready()

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        before = threading.enumerate()
        status: object = 1
        try:
            super().run(sockets)
            status = 0
        except KeyboardInterrupt:  # uvicorn has shut down in order and raises it once more
            status = 0
        except SystemExit as end:
            status = end.code
            raise
        finally:
            computing = [thread for thread in threading.enumerate() if not thread.daemon and thread not in before]
            if computing:
                Thread(target=leave, args=(computing, status), daemon=True).start()


def is_no_cancellation(record: logging.LogRecord) -> bool:
    """Keep the traceback of a request that did not end in time out of the log."""
    return not (record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError))


def leave(computing: Sequence[Thread], status: object) -> None:
    """End the process once the main thread has, though others compute: Python would wait for them, however long.

    Nothing is lost. What they would still write was not called saved, and databases undo unfinished transactions.
    """
    threading.main_thread().join()
    deadline = time.monotonic() + 1
    for thread in computing:
        thread.join(max(0, deadline - time.monotonic()))
    if any(thread.is_alive() for thread in computing):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status if isinstance(status, int) else 1)
