"""Imports and exports."""
# ruff: noqa: ARG001 - waits for its neighbours

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Query, UploadFile

from karat.annotate.api.routes.waiting import not_yet
from karat.annotate.api.schemas.files import ExportFormat, ImportReport, What
from karat.annotate.api.schemas.model import Problem, RowId

router = APIRouter(prefix="/projects/{project}", tags=["files"])

ATTACHMENT: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/octet-stream": {}}, "description": "the file"}
}


@router.post(
    "/imports",
    response_model=ImportReport,
    status_code=201,
    responses={413: {"model": Problem, "description": "the file is too large"}},
)
def import_file(
    project: RowId,
    file: Annotated[UploadFile, File()],
    what: Annotated[What, Form()],
    format: Annotated[str | None, Form(max_length=80, description="guessed if absent")] = None,
    name: Annotated[str | None, Form(max_length=80, description="of the system or benchmark")] = None,
) -> object:
    """Add sentences, gold, or candidates from a file."""
    raise not_yet()


@router.get("/exports/{format}", responses=ATTACHMENT)
def export_file(
    project: RowId,
    format: ExportFormat,
    who: Annotated[str, Query(max_length=80, description="`merged`, or a person's id")] = "merged",
) -> object:
    """Stream a project's gold, or one person's work."""
    raise not_yet()
