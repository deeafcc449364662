"""The endpoints, one module a subject; ``ROUTERS`` lists them all."""

from __future__ import annotations

from fastapi import APIRouter

from karat.annotate.api.routes import documents, figures, files, guidance, invitations, items, people, projects, session

ROUTERS: tuple[APIRouter, ...] = (
    session.router,
    invitations.router,
    people.router,
    projects.router,
    items.router,
    documents.router,
    figures.router,
    files.router,
    guidance.router,
)
