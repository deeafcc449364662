"""The guideline, the tutorial and its examination."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from karat.annotate.api.schemas.model import Schema

Number = Annotated[int, Field(ge=0, le=100)]
"""The number of a choice or word, from 0."""


class GuidelineExample(Schema):
    """Triples for a sentence, as ``subject | relation | object`` with optional words in brackets."""

    sentence: str
    triples: list[str]
    note: str
    good: bool = Field(description="whether such triples are to be made, or are a mistake")


class GuidelineSection(Schema):
    """One section of the guideline."""

    id: str
    title: str
    text: str = Field(description="paragraphs between blank lines, with **bold** and *examples*")
    examples: list[GuidelineExample]
    rules: list[str] = Field(description="the suggestions and warnings that point to this section")


class GuidelineView(Schema):
    """The guideline, with examples in the project's language."""

    language: str
    sections: list[GuidelineSection]


class TutorialStep(Schema):
    """One page of the tutorial."""

    id: str
    title: str
    text: str
    section: str


class Question(Schema):
    """A question of the examination; its answer stays on the server.

    Of a ``choice`` one of the choices is right. To ``mark``, the choices are the words of a triple, of which the
    optional ones are to be marked, and ``slots`` says how many words each slot has.
    """

    id: str
    section: str
    kind: Literal["choice", "mark"]
    sentence: str
    question: str
    choices: list[str]
    slots: list[int]


class TutorialView(Schema):
    """The tutorial and the questions of its examination."""

    steps: list[TutorialStep]
    questions: list[Question]
    passed: bool = Field(description="whether I have passed the examination")
    pass_mark: int = Field(description="per cent of right answers that are needed")


class Answers(Schema):
    """By the id of a question: the number of the choice, or the numbers of the marked words."""

    answers: dict[
        Annotated[str, StringConstraints(max_length=80)], Number | Annotated[list[Number], Field(max_length=100)]
    ] = Field(max_length=200)


class Explanation(Schema):
    """Whether an answer is right, the right one, and why."""

    question: str
    right: bool
    answer: list[int]
    text: str
    section: str


class ExaminationResult(Schema):
    """The outcome of an examination; the score is the share of right answers."""

    passed: bool
    score: float
    explanations: list[Explanation]
