"""Imports and exports."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Query, UploadFile
from fastapi.responses import StreamingResponse

from karat.annotate.api.access import Caller, ServerDependency, StoreDependency, require, visible_project
from karat.annotate.api.schemas.files import ExportFormat, ImportReport, What
from karat.annotate.api.schemas.model import Problem, RowId
from karat.annotate.api.uploads import Upload, stored
from karat.annotate.files import Choice, export_lines, import_candidates, import_sentences, import_work, reports
from karat.annotate.people import Person
from karat.annotate.permissions import Action
from karat.annotate.project import Project
from karat.annotate.store import Store
from karat.errors import InputError

router = APIRouter(prefix="/projects/{project}", tags=["files"])

MEDIA_TYPES = {
    "benchie": ("text/plain; charset=utf-8", "txt"),
    "benchie-e": ("text/plain; charset=utf-8", "txt"),
    "jsonl": ("application/jsonl", "jsonl"),
    "csv": ("text/csv; charset=utf-8", "csv"),
}
ATTACHMENT: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "the file",
        "content": {media: {} for media in sorted({each for each, _ in MEDIA_TYPES.values()})},
    }
}
CHUNK = 1 << 16

FileName = Annotated[str | None, Form(max_length=80, description="of the system or benchmark; the file's if absent")]


@router.post("/imports", status_code=201, responses={413: {"model": Problem, "description": "the file is too large"}})
def import_file(
    server: ServerDependency,
    caller: Caller,
    project: RowId,
    file: Annotated[UploadFile, File()],
    what: Annotated[What, Form()],
    format: Annotated[str | None, Form(max_length=80, description="guessed if absent")] = None,
    name: FileName = None,
    person: Annotated[RowId | None, Form(description="whose draft it is to be; mine if absent")] = None,
) -> ImportReport:
    """Add sentences; gold, as work that I have done; a draft to work on; or candidates to review."""
    require(caller, Action.IMPORT)
    store = server.store
    found = visible_project(store, caller, project)
    whose = caller if person is None else store.person(person)
    if what == "gold" and whose.id != caller.id:
        raise InputError("expected gold as your own work, or a draft for somebody else, found gold for somebody else")
    with stored(file, server.settings.largest_upload) as upload:
        report = read_upload(store, found, upload, what, format or None, name or upload.stem, whose, caller)
    fields = {field: getattr(report, field) for field in ImportReport.model_fields}
    repaired = [line.replace(str(upload.path), upload.name) for line in report.repaired]
    return ImportReport.model_validate({**fields, "repaired": repaired, "notes": list(report.notes)})


def read_upload(
    store: Store,
    project: Project,
    upload: Upload,
    what: What,
    format: str | None,
    name: str,
    person: Person,
    author: Person,
) -> reports.ImportReport:
    """Read a file as what it is said to be."""
    match what:
        case "sentences":
            return import_sentences(store, project, upload.path)
        case "candidates":
            return import_candidates(store, project, upload.path, name=name, format=format)
        case "gold" | "draft":
            is_gold = what == "gold"
            return import_work(store, project, upload.path, person, author, done=is_gold, name=name, format=format)


@router.get("/exports/{format}", responses=ATTACHMENT, response_class=StreamingResponse)
def export_file(
    store: StoreDependency,
    caller: Caller,
    project: RowId,
    format: ExportFormat,
    who: Annotated[
        str, Query(pattern=r"^(merged|[1-9][0-9]{0,8})$", description="`merged`, or a person's id")
    ] = "merged",
    unfinished: Annotated[bool, Query(description="also what is not done yet")] = False,
) -> StreamingResponse:
    """Stream a project's gold, or one person's work, without what I may not see yet."""
    require(caller, Action.EXPORT)
    found = visible_project(store, caller, project)
    person = None if who == "merged" else store.person(int(who)).id
    lines = iter(export_lines(store, found, format, Choice(person=person, unfinished=unfinished, reader=caller)))
    # The first line is made before the answer begins, so that an error can still be answered.
    first = next(lines, None)
    media_type, suffix = MEDIA_TYPES[format]
    file = f"{plain_name(found.name)}-{format}-{who}.{suffix}"
    return StreamingResponse(
        chunks(chain([] if first is None else [first], lines)),
        media_type=media_type,
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
