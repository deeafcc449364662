"""Guideline, tutorial and examination."""

from __future__ import annotations

from fastapi import APIRouter

from karat.annotate.api.access import Caller, StoreDependency, visible_project
from karat.annotate.api.schemas.guidance import (
    Answers,
    ExaminationResult,
    GuidelineView,
    Question,
    TutorialStep,
    TutorialView,
)
from karat.annotate.api.schemas.model import RowId
from karat.annotate.guidelines import examination, guideline, judge, tutorial

router = APIRouter(prefix="/projects/{project}", tags=["guidance"])


@router.get("/guideline")
def read_guideline(store: StoreDependency, caller: Caller, project: RowId) -> GuidelineView:
    """The guideline of the project's kind, with examples in its language."""
    found = visible_project(store, caller, project)
    return GuidelineView.model_validate(guideline(found.language, found.kind).to_json())


@router.get("/tutorial")
def read_tutorial(store: StoreDependency, caller: Caller, project: RowId) -> TutorialView:
    """The tutorial, and the questions of its examination."""
    found = visible_project(store, caller, project)
    return TutorialView(
        steps=[TutorialStep.model_validate(step.to_json()) for step in tutorial(found.language, found.kind)],
        questions=[Question.model_validate(question.to_json()) for question in examination(found.language, found.kind)],
        passed=store.passed_examination(project, caller.id),
        pass_mark=found.settings.pass_mark,
    )


@router.post("/examination")
def take_examination(store: StoreDependency, caller: Caller, project: RowId, body: Answers) -> ExaminationResult:
    """Judge the answers; whoever passes may work."""
    found = visible_project(store, caller, project)
    judgement = judge(examination(found.language, found.kind), body.answers, found.settings.pass_mark / 100)
    store.add_examination(project, caller.id, judgement.passed, body.answers)
    return ExaminationResult.model_validate(judgement.to_json())
