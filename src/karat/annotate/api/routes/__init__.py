"""The endpoints, one module a subject; ``ROUTERS`` lists them all."""

from __future__ import annotations

from fastapi import APIRouter

from karat.annotate.api.routes import (
    batches,
    compare,
    documents,
    figures,
    files,
    guidance,
    invitations,
    items,
    people,
    projects,
    review,
    session,
    study,
    study_report,
)

ROUTERS: tuple[APIRouter, ...] = (
    session.router,
    invitations.router,
    people.router,
    projects.router,
    items.router,
    documents.router,
    review.router,
    compare.router,
    batches.router,
    figures.router,
    files.router,
    guidance.router,
    study.router,
    study_report.router,
)
