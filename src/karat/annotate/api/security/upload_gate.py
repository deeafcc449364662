"""Refuse uploads of strangers before their bodies are read, which FastAPI does before it asks who is calling."""

from __future__ import annotations

from fastapi import Request
from fastapi.concurrency import run_in_threadpool
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from karat.annotate.api.access import SIGN_IN_FIRST, find_session
from karat.annotate.api.security.requests import UPLOADS


class UploadGate:
    """Let only those who are signed in fill the server's disk."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].endswith(UPLOADS):
            session = await run_in_threadpool(find_session, Request(scope))
            if session is None:
                await JSONResponse({"error": SIGN_IN_FIRST}, 401)(scope, receive, send)
                return
        await self.app(scope, receive, send)
