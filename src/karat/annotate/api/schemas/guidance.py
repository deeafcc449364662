"""The guideline, the tutorial and its examination."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from karat.annotate.api.schemas.model import Schema


class GuidelineExample(Schema):
    """A sentence and what to make of it."""

    sentence: str
    text: str
    good: bool = True


class GuidelineSection(Schema):
    """One rule of the guideline."""

    id: str
    title: str
    text: str
    examples: list[GuidelineExample]


class GuidelineView(Schema):
    """The guideline in the project's language of work."""

    language: str
    sections: list[GuidelineSection]


class TutorialStep(Schema):
    """One page of the tutorial."""

    id: str
    title: str
    text: str
    section: str | None


class Question(Schema):
    """A question of the examination; its answer stays on the server."""

    id: str
    sentence: str
    question: str
    choices: list[str]


class TutorialView(Schema):
    """The tutorial and the questions of its examination."""

    steps: list[TutorialStep]
    questions: list[Question]
    passed: bool


class Answers(Schema):
    """The chosen answers: the number of a choice by the id of its question."""

    answers: dict[Annotated[str, StringConstraints(max_length=80)], Annotated[int, Field(ge=0, le=100)]] = Field(
        max_length=200
    )


class Explanation(Schema):
    """Whether an answer is right, and why."""

    question: str
    right: bool
    text: str


class ExaminationResult(Schema):
    """The outcome of an examination."""

    passed: bool
    score: float
    explanations: list[Explanation]
