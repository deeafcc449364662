"""Dashboard, agreement and live scores."""
# ruff: noqa: ARG001 - waits for its neighbours

from __future__ import annotations

from fastapi import APIRouter

from karat.annotate.api.routes.waiting import not_yet
from karat.annotate.api.schemas.figures import AgreementView, DashboardView, ScoresView
from karat.annotate.api.schemas.model import RowId

router = APIRouter(prefix="/projects/{project}", tags=["figures"])


@router.get("/dashboard", response_model=DashboardView)
def read_dashboard(project: RowId) -> object:
    """Progress by annotator and by round."""
    raise not_yet()


@router.get("/agreement", response_model=AgreementView)
def read_agreement(project: RowId) -> object:
    """Agreement of the annotators on revealed items."""
    raise not_yet()


@router.get("/scores", response_model=ScoresView)
def read_scores(project: RowId) -> object:
    """Score the imported systems against the gold so far."""
    raise not_yet()
