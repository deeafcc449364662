"""Build the server."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI

from karat.annotate.api.openapi import describe, operation_id
from karat.annotate.api.routes import ROUTERS
from karat.annotate.api.schemas.model import Problem

PROBLEMS: dict[int | str, dict[str, Any]] = {
    400: {"model": Problem, "description": "the request cannot be understood"},
    401: {"model": Problem, "description": "nobody is signed in"},
    403: {"model": Problem, "description": "not allowed"},
    404: {"model": Problem, "description": "there is no such thing, or not for you"},
    422: {"model": Problem, "description": "a value cannot be used"},
}


def describe_app() -> FastAPI:
    """The routes without a store, for the schema."""
    app = FastAPI(
        title="Karat annotation server",
        version="1",
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=operation_id,
    )
    for router in ROUTERS:
        app.include_router(router, prefix="/api", responses=PROBLEMS)
    app.openapi = lambda: describe(app)  # type: ignore[method-assign]
    return app
