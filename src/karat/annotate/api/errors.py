"""Every error becomes ``{"error": "one plain line"}``."""

from __future__ import annotations

import logging

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from karat.annotate.api.schemas.documents import Conflict, EventView
from karat.annotate.store import (
    BatchStatusError,
    LockedError,
    NameTakenError,
    NotAllowedError,
    NotFoundError,
    VersionConflictError,
)
from karat.errors import InputError, KaratError, StoreFullError

LOGGER = logging.getLogger("karat.annotate")


def add_error_answers(app: FastAPI) -> None:
    """Register what to answer to which exception."""
    app.add_exception_handler(HTTPException, _answer_http_error)
    app.add_exception_handler(RequestValidationError, _answer_invalid_request)
    app.add_exception_handler(KaratError, _answer_karat_error)
    app.add_exception_handler(Exception, _answer_defect)


def _answer_http_error(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": error.detail}, error.status_code, error.headers)


def _answer_invalid_request(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    return JSONResponse({"error": "; ".join(_line(each) for each in error.errors()[:5])}, 422)


def _line(error: dict[str, object]) -> str:
    """Say where and what, without repeating the input, which may be a password."""
    location = error["loc"]
    assert isinstance(location, tuple)
    place = ".".join(str(part) for part in location[1:]) or str(location[0])
    return f"{place}: {str(error['msg'])[0].lower()}{str(error['msg'])[1:]}"


STATUSES: tuple[tuple[type[KaratError], int], ...] = (
    (NotFoundError, 404),
    (NotAllowedError, 403),
    (NameTakenError, 409),
    (BatchStatusError, 409),
    (LockedError, 423),
    (InputError, 422),
    (StoreFullError, 507),
    # The database cannot be used now; nothing was acknowledged, and the page tries again.
    (KaratError, 503),
)


def _answer_karat_error(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, KaratError)
    if isinstance(error, VersionConflictError):
        events = [EventView.model_validate(event) for event in error.events]
        conflict = Conflict(error=str(error), version=error.version, events=events)
        return JSONResponse(conflict.model_dump(mode="json"), 409)
    status = next(status for kind, status in STATUSES if isinstance(error, kind))
    if status < 500:
        return JSONResponse({"error": str(error)}, status)
    # The whole error names the place of the database, which is not everybody's business.
    LOGGER.error("%s", error)
    if isinstance(error, StoreFullError):
        return JSONResponse({"error": "the server's disk is full; nothing of this change was saved"}, status)
    # A connection that breaks during a commit leaves open whether it happened; a retry is harmless and finds out.
    return JSONResponse({"error": "the database cannot be used now; nothing of this change is confirmed yet"}, status)


def _answer_defect(request: Request, error: Exception) -> JSONResponse:
    """Log what went wrong; the answer tells nothing about the inside."""
    LOGGER.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return JSONResponse({"error": "the server failed; its log says why"}, 500)
