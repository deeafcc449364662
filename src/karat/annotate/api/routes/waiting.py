"""The answer of routes whose other half has not landed yet."""

from __future__ import annotations

from fastapi import HTTPException


def not_yet() -> HTTPException:
    """Answer 501."""
    return HTTPException(501, "this server cannot do that yet")
