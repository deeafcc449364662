"""Build the server."""

from __future__ import annotations

import os
from typing import Any

from fastapi import FastAPI

from karat.annotate.api.access import ServerState
from karat.annotate.api.errors import add_error_answers
from karat.annotate.api.openapi import describe, operation_id
from karat.annotate.api.page import page_router
from karat.annotate.api.routes import ROUTERS
from karat.annotate.api.schemas.model import Problem
from karat.annotate.api.security.headers import SecurityHeaders
from karat.annotate.api.security.launch import LaunchTokens
from karat.annotate.api.security.requests import RequestChecks
from karat.annotate.api.security.upload_gate import UploadGate
from karat.annotate.api.settings import ServerSettings
from karat.annotate.store import Store

PROBLEMS: dict[int | str, dict[str, Any]] = {
    400: {"model": Problem, "description": "the request cannot be understood"},
    401: {"model": Problem, "description": "nobody is signed in"},
    403: {"model": Problem, "description": "not allowed"},
    404: {"model": Problem, "description": "there is no such thing, or not for you"},
    409: {"model": Problem, "description": "the name is taken"},
    413: {"model": Problem, "description": "the request is too large"},
    422: {"model": Problem, "description": "a value cannot be used"},
    503: {"model": Problem, "description": "the database cannot be used now; nothing is confirmed"},
    507: {"model": Problem, "description": "the disk is full; nothing was saved"},
}


def create_app(store: Store | str | os.PathLike[str], settings: ServerSettings | None = None) -> FastAPI:
    """The server over a store, or over the folder or address of one."""
    settings = settings or ServerSettings()
    opened = store if isinstance(store, Store) else Store.open(store)
    app = describe_app()
    app.state.server = ServerState(opened, settings, LaunchTokens())
    app.include_router(page_router(settings.page))
    add_error_answers(app)
    # The last one added is asked first, so that refusals have the headers too.
    app.add_middleware(UploadGate)
    app.add_middleware(RequestChecks, settings=settings)
    app.add_middleware(SecurityHeaders, https=settings.https)
    return app


def describe_app() -> FastAPI:
    """The routes without a store, for the schema."""
    app = FastAPI(
        title="Karat annotation server",
        version="1",
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        generate_unique_id_function=operation_id,
    )
    for router in ROUTERS:
        app.include_router(router, prefix="/api", responses=PROBLEMS)
    app.openapi = lambda: describe(app)  # type: ignore[method-assign]
    return app
