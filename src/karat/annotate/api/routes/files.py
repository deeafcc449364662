"""Imports and exports."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Path, Query, UploadFile
from fastapi.responses import StreamingResponse

from karat.annotate.api.access import Caller, ServerDependency, StoreDependency, require, visible_project
from karat.annotate.api.schemas.files import NAME_PATTERN, ImportReport
from karat.annotate.api.schemas.model import Problem, RowId
from karat.annotate.api.uploads import stored
from karat.annotate.files import Choice
from karat.annotate.files.kind_files import ImportedFile, export_named, files_of
from karat.annotate.files.kind_files import import_file as read_into_project
from karat.annotate.kind import KINDS, kind_named
from karat.annotate.permissions import Action

router = APIRouter(prefix="/projects/{project}", tags=["files"])

MEDIA_TYPES = sorted({export.media_type for kind in KINDS for export in kind_named(kind).exports})
ATTACHMENT: dict[int | str, dict[str, Any]] = {
    200: {"description": "the file", "content": {media_type: {} for media_type in MEDIA_TYPES}}
}
CHUNK = 1 << 16

FileName = Annotated[str | None, Form(max_length=80, description="of the system or benchmark; the file's if absent")]


@router.post("/imports", status_code=201, responses={413: {"model": Problem, "description": "the file is too large"}})
def import_file(
    server: ServerDependency,
    caller: Caller,
    project: RowId,
    file: Annotated[UploadFile, File()],
    what: Annotated[str, Form(pattern=NAME_PATTERN, description="one of the project's imports")],
    format: Annotated[str | None, Form(max_length=80, description="guessed if absent")] = None,
    name: FileName = None,
    person: Annotated[RowId | None, Form(description="whose draft it is to be; mine if absent")] = None,
) -> ImportReport:
    """Import a file as one of the things that the project's kind imports."""
    require(caller, Action.IMPORT)
    store = server.store
    found = visible_project(store, caller, project)
    whose = caller if person is None else store.person(person)
    with stored(file, server.settings.largest_upload) as upload:
        imported = ImportedFile(upload.path, name or upload.stem, what, format or None, whose, caller)
        report = read_into_project(store, found, imported)
    fields = {field: getattr(report, field) for field in ImportReport.model_fields}
    repaired = [line.replace(str(upload.path), upload.name) for line in report.repaired]
    lists = {"repaired": repaired, "notes": list(report.notes), "lines": list(report.lines)}
    return ImportReport.model_validate({**fields, **lists})


@router.get("/exports/{format}", responses=ATTACHMENT, response_class=StreamingResponse)
def export_file(
    store: StoreDependency,
    caller: Caller,
    project: RowId,
    format: Annotated[str, Path(pattern=NAME_PATTERN, description="one of the project's exports")],
    who: Annotated[
        str, Query(pattern=r"^(merged|[1-9][0-9]{0,8})$", description="`merged`, or a person's id")
    ] = "merged",
    unfinished: Annotated[bool, Query(description="also what is not done yet")] = False,
) -> StreamingResponse:
    """Stream a project's gold, or one person's work, without what I may not see yet."""
    require(caller, Action.EXPORT)
    found = visible_project(store, caller, project)
    person = None if who == "merged" else store.person(int(who)).id
    export = export_named(found.kind, format)
    choice = Choice(person=person, unfinished=unfinished, reader=caller)
    lines = iter(files_of(found.kind).export_lines(store, found, format, choice))
    # The first line is made before the answer begins, so that an error can still be answered.
    first = next(lines, None)
    file = f"{plain_name(found.name)}-{format}-{who}.{export.suffix}"
    return StreamingResponse(
        chunks(chain([] if first is None else [first], lines)),
        media_type=export.media_type,
        headers={"Content-Disposition": f'attachment; filename="{file}"'},
    )


def chunks(lines: Iterable[str]) -> Iterator[bytes]:
    """Join lines to pieces of some size; each piece is a step of its own for the server."""
    buffer = bytearray()
    for line in lines:
        buffer += line.encode() + b"\n"
        if len(buffer) >= CHUNK:
            yield bytes(buffer)
            buffer.clear()
    if buffer:
        yield bytes(buffer)


def plain_name(name: str) -> str:
    """A name for a file, of letters, digits and hyphens.

    >>> plain_name('Gold "2"; ../é'), plain_name("金")
    ('Gold-2', 'project')
    """
    return re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")[:40] or "project"
