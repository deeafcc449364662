"""The examination: its questions, and how answers are judged."""

from __future__ import annotations

import pytest

from karat.annotate.guidelines import PASS_MARK, Question, examination, judge
from karat.annotate.guidelines.examination import Answer
from karat.annotate.guidelines.guideline import LANGUAGES
from karat.errors import InputError

CHOICE = Question("a", "A.1.1", "choice", "Ann left .", "Which?", ("no", "yes"), frozenset({1}), "Because.")
MARK = Question(
    "b",
    "A.1.3",
    "mark",
    "The old cat slept .",
    "Mark.",
    ("The", "old", "cat", "slept", "x"),
    frozenset({0}),
    "Because.",
    slots=(3, 1, 1),
    either=frozenset({1}),
)


def right_answers(questions: tuple[Question, ...]) -> dict[str, Answer]:
    return {
        question.id: next(iter(question.answer)) if question.kind == "choice" else sorted(question.answer)
        for question in questions
    }


@pytest.mark.parametrize("language", [*LANGUAGES, "hi"])
def test_questions_can_be_answered(language: str) -> None:
    questions = examination(language)
    assert len(questions) >= 12
    assert len({question.id for question in questions}) == len(questions)
    assert {question.kind for question in questions} == {"choice", "mark"}
    for question in questions:
        assert question.answer <= set(range(len(question.choices))), question.id
        assert question.explanation
        if question.kind == "mark":
            assert sum(question.slots) == len(question.choices), question.id
            assert set(question.choices) <= set(question.sentence.split()), question.id
        else:
            assert len(question.answer) == 1
            assert len(set(question.choices)) == len(question.choices)
    judged = judge(questions, right_answers(questions))
    assert (judged.passed, judged.score) == (True, 1.0)


def test_right_answers_are_not_always_the_same_choice() -> None:
    answers = [next(iter(question.answer)) for question in examination("en") if question.kind == "choice"]
    assert all(answers.count(number) <= 0.6 * len(answers) for number in set(answers))


@pytest.mark.parametrize(
    ("question", "answer", "right"),
    [
        pytest.param(CHOICE, 1, True, id="the right choice"),
        pytest.param(CHOICE, 0, False, id="another choice"),
        pytest.param(CHOICE, None, False, id="no answer"),
        pytest.param(CHOICE, [1], False, id="marks where a choice is asked for"),
        pytest.param(MARK, [0], True, id="the right marks"),
        pytest.param(MARK, [0, 1], True, id="with a word that may be marked or not"),
        pytest.param(MARK, [], False, id="a mark is missing"),
        pytest.param(MARK, [0, 2], False, id="a mark too many"),
        pytest.param(MARK, 0, False, id="a choice where marks are asked for"),
    ],
)
def test_one_answer(question: Question, answer: Answer | None, right: bool) -> None:
    assert question.is_right(answer) is right


@pytest.mark.parametrize(
    ("right", "passed"),
    [pytest.param(3, False, id="3 of 5"), pytest.param(4, True, id="4 of 5: 80 %"), pytest.param(5, True, id="all")],
)
def test_who_passes(right: int, passed: bool) -> None:
    questions = examination("en")[:5]
    answers = right_answers(questions)
    for question in questions[right:]:
        del answers[question.id]
    judged = judge(questions, answers)
    assert PASS_MARK == 0.8
    assert (judged.score, judged.passed) == (right / 5, passed)
    assert [explanation.right for explanation in judged.explanations] == [number < right for number in range(5)]


def test_the_pass_mark_can_be_set() -> None:
    questions = examination("en")[:2]
    answers = right_answers(questions[:1])
    assert judge(questions, answers, 0.5).passed
    assert not judge(questions, answers, 0.51).passed
    with pytest.raises(InputError, match="pass mark: expected a number from 0 to 1, found 80"):
        judge(questions, answers, 80)


def test_an_answer_to_another_question_is_refused() -> None:
    with pytest.raises(InputError, match="found one to 'x'"):
        judge(examination("en"), {"x": 1})


def test_questions_are_shown_without_their_answers() -> None:
    shown = [question.to_json() for question in examination("zh")]
    assert all(set(each) == {"id", "section", "kind", "sentence", "question", "choices", "slots"} for each in shown)
    judged = judge(examination("zh"), {}).to_json()
    assert set(judged["explanations"][0]) == {"question", "right", "answer", "text", "section"}
