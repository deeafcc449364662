"""The final examination of the tutorial: questions, and how answers are judged (after ROBUST, section 2.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from karat.annotate.guidelines.guideline import read_texts, texts_of
from karat.annotate.language.tokens import main_language
from karat.errors import InputError
from karat.one_line import one_line

PASS_MARK = 0.8
"""The share of right answers that is needed, unless a project says otherwise."""

Answer = int | Sequence[int]
"""The number of the chosen answer, or the numbers of all marked words; both from 0."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a sentence.

    ``choice``: one of ``choices`` is right. ``mark``: the choices are the words of a triple, and the optional ones are
    to be marked; ``slots`` says how many words each slot has. Words in ``either`` may be marked or not.
    """

    id: str
    section: str
    kind: Literal["choice", "mark"]
    sentence: str
    question: str
    choices: tuple[str, ...]
    answer: frozenset[int]
    explanation: str
    slots: tuple[int, ...] = ()
    either: frozenset[int] = frozenset()

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Give what is shown before the question is answered, without answer and explanation."""
        return {
            "id": self.id,
            "section": self.section,
            "kind": self.kind,
            "sentence": self.sentence,
            "question": self.question,
            "choices": list(self.choices),
            "slots": list(self.slots),
        }

    def is_right(self, answer: Answer | None) -> bool:
        """Judge an answer; no answer is wrong."""
        if answer is None or (self.kind == "choice") != isinstance(answer, int):
            return False
        given = {answer} if isinstance(answer, int) else set(answer)
        return given - self.either == self.answer - self.either


@dataclass(frozen=True, slots=True)
class Explanation:
    """Whether the answer to a question is right, the right answer, and why."""

    question: str
    right: bool
    answer: tuple[int, ...]
    text: str
    section: str

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Give the fields by name."""
        return {
            "question": self.question,
            "right": self.right,
            "answer": list(self.answer),
            "text": self.text,
            "section": self.section,
        }


@dataclass(frozen=True, slots=True)
class Judgement:
    """The outcome of an examination: the share of right answers, and whether it is enough."""

    passed: bool
    score: float
    explanations: tuple[Explanation, ...]

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Give the fields by name."""
        return {
            "passed": self.passed,
            "score": self.score,
            "explanations": [explanation.to_json() for explanation in self.explanations],
        }


@cache
def examination(language: str, kind: str = "synsets") -> tuple[Question, ...]:
    """Return the questions of a project's language and kind: common ones, and those about German or Chinese."""
    language = main_language(language)
    return tuple(
        _question(fields)
        for fields in read_texts(texts_of(kind, "examination")).get("question", ())
        if fields.get("for", language) == language
    )


def judge(questions: Sequence[Question], answers: Mapping[str, Answer], pass_mark: float = PASS_MARK) -> Judgement:
    """Judge the answers to all questions; whoever has the share ``pass_mark`` right passes.

    >>> questions = examination("en")
    >>> judge(questions, {}).passed
    False
    """
    if not 0 <= pass_mark <= 1:
        raise InputError(f"pass mark: expected a number from 0 to 1, found {pass_mark}")
    if not questions:
        raise InputError("examination: expected a kind of project that has one, found one without")
    known = {question.id for question in questions}
    unknown = sorted(set(answers) - known)
    if unknown:
        raise InputError(f"examination: expected answers to its questions, found one to {unknown[0]!r}")
    explanations = tuple(
        Explanation(
            question.id,
            question.is_right(answers.get(question.id)),
            tuple(sorted(question.answer)),
            question.explanation,
            question.section,
        )
        for question in questions
    )
    score = sum(explanation.right for explanation in explanations) / len(explanations)
    return Judgement(score >= pass_mark, score, explanations)


def _question(fields: dict[str, Any]) -> Question:
    is_choice = fields["kind"] == "choice"
    slots = fields.get("slots", [])
    return Question(
        fields["id"],
        fields["section"],
        fields["kind"],
        fields["sentence"],
        fields["question"],
        tuple(fields["choices"] if is_choice else (word for slot in slots for word in slot)),
        frozenset([fields["answer"]] if is_choice else fields["answer"]),
        fields["explanation"],
        tuple(len(slot) for slot in slots),
        frozenset(fields.get("either", ())),
    )
