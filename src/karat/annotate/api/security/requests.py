"""Refuse requests that come from elsewhere, or are too large, before anything else looks at them."""

from __future__ import annotations

from urllib.parse import urlsplit

from fastapi import HTTPException
from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from karat.annotate.api.settings import ServerSettings

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
UPLOADS = ("/imports", "/study/tasks")
"""How the paths of requests end that bring files."""


class RequestChecks:
    """Check the host, the origin and the size of a request.

    The host: a page of another site whose name was pointed at this machine (DNS rebinding) calls the server by that
    name. The origin: browsers send it with every change; a change that another site made carries that site's.
    """

    def __init__(self, app: ASGIApp, settings: ServerSettings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        largest = self.settings.largest_upload if scope["path"].endswith(UPLOADS) else self.settings.largest_body
        refusal = (
            self._refuse_host(headers)
            or (None if scope["method"] in SAFE_METHODS else self._refuse_origin(headers))
            or _refuse_length(headers, largest)
        )
        if refusal is not None:
            await refusal(scope, receive, send)
            return
        await self.app(scope, _count(receive, largest), send)

    def _refuse_host(self, headers: Headers) -> JSONResponse | None:
        hosts = headers.getlist("host")
        if len(hosts) != 1 or (name := host_name(hosts[0])) is None:
            return _refusal(400, "expected one Host header")
        if self.settings.hosts is not None and name not in self.settings.hosts:
            return _refusal(421, f"this server is not called {name!r}")
        return None

    def _refuse_origin(self, headers: Headers) -> JSONResponse | None:
        if headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}:
            return _refusal(403, "changes are only accepted from the server's own page")
        origin = headers.get("origin")
        scheme = "https" if self.settings.https else "http"
        if origin is not None and origin.lower() != f"{scheme}://{headers['host'].lower()}":
            return _refusal(403, "changes are only accepted from the server's own page")
        return None


def host_name(host: str) -> str | None:
    """The name in a Host header, without port and brackets; nothing if there is none.

    >>> host_name("LOCALHOST:8000"), host_name("[::1]:8000"), host_name("a@b")
    ('localhost', '::1', None)
    """
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port
    except ValueError:
        return None
    return parts.hostname if parts.netloc == host and "@" not in host else None


def _refuse_length(headers: Headers, largest: int) -> JSONResponse | None:
    length = headers.get("content-length", "0")
    if not (length.isascii() and length.isdigit()):
        return _refusal(400, "expected a number as Content-Length")
    return _refusal(413, too_large(largest)) if len(length) > 15 or int(length) > largest else None


def _count(receive: Receive, largest: int) -> Receive:
    """Stop reading a body without Content-Length once it is too large."""
    seen = 0

    async def counting_receive() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > largest:
            raise HTTPException(413, too_large(largest))
        return message

    return counting_receive


def too_large(largest: int) -> str:
    """Say how much is allowed."""
    return f"expected at most {largest // 1024:,} kB, found more"


def _refusal(status: int, error: str) -> JSONResponse:
    return JSONResponse({"error": error}, status)
