"""Serve the built page: its files by a list made at the start, and index.html for every path of the app."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from fastapi import APIRouter, HTTPException
from fastapi.responses import FileResponse, HTMLResponse, Response

INDEX = "index.html"
ASSETS = "assets/"
FOREVER = "public, max-age=31536000, immutable"

NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Karat</title>
<p>The page has not been built. In a source checkout, run <code>make web</code> and reload.</p></html>
"""


def is_built(folder: Path) -> bool:
    """Whether there is a page to serve."""
    return (folder / INDEX).is_file()


def page_router(folder: Path) -> APIRouter:
    """Serve a folder. A path is looked up in the list of its files, so that none leads out of it."""
    router = APIRouter()
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}

    @router.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    def read_page(path: str) -> Response:
        if path == "api" or path.startswith("api/"):
            raise HTTPException(404, "there is no such route")
        if (file := files.get(path)) is not None and path != INDEX:
            # Names in assets/ have a hash of their content in them, so that they never change.
            cache = FOREVER if path.startswith(ASSETS) else "no-cache"
            return FileResponse(file, media_type=_media_type(file), headers={"Cache-Control": cache})
        if path.startswith(ASSETS) or "." in path.rpartition("/")[2]:
            raise HTTPException(404, "there is no such file")
        if INDEX not in files:
            return HTMLResponse(NOT_BUILT, 503)
        return FileResponse(files[INDEX], media_type="text/html", headers={"Cache-Control": "no-cache"})

    return router


def _media_type(file: Path) -> str:
    # Not from the machine's registry, where .js may be text/plain, which nosniff makes browsers refuse.
    known = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
    return known.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
