"""Guideline, tutorial and examination."""
# ruff: noqa: ARG001 - waits for its neighbours

from __future__ import annotations

from fastapi import APIRouter

from karat.annotate.api.routes.waiting import not_yet
from karat.annotate.api.schemas.guidance import Answers, ExaminationResult, GuidelineView, TutorialView
from karat.annotate.api.schemas.model import RowId

router = APIRouter(prefix="/projects/{project}", tags=["guidance"])


@router.get("/guideline", response_model=GuidelineView)
def read_guideline(project: RowId) -> object:
    """The guideline of the project's kind and language."""
    raise not_yet()


@router.get("/tutorial", response_model=TutorialView)
def read_tutorial(project: RowId) -> object:
    """The tutorial, and the questions of its examination."""
    raise not_yet()


@router.post("/examination", response_model=ExaminationResult)
def take_examination(project: RowId, body: Answers) -> object:
    """Mark the answers; whoever passes may work."""
    raise not_yet()
