"""The guideline, tutorial and examination of clique projects."""

from __future__ import annotations

import re

import pytest

from karat.annotate.cliques.content import form
from karat.annotate.cliques.state import FAULTS, TYPES
from karat.annotate.guidelines import Example, examination, guideline, judge, tutorial
from karat.annotate.guidelines.rendering import render_guideline
from karat.errors import InputError

SECTIONS = guideline("en", "cliques").sections
TUPLES = [
    pytest.param(example, id=f"{section.id} {example.triples[0]}")
    for section in SECTIONS
    if section.id.startswith("2.")
    for example in section.examples
]
CORRECTIONS = [
    pytest.param(example, id=f"{section.id} {example.triples[0]}")
    for section in SECTIONS
    if section.id.startswith("1.")
    for example in section.examples
]


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


@pytest.mark.parametrize("example", TUPLES)
def test_tuples_of_examples_have_words_of_their_sentence(example: Example) -> None:
    for line in example.triples:
        predicate, *arguments = line.split(" | ")
        assert predicate
        assert arguments
        texts = [predicate, *(re.sub("^(time|place): ", "", argument) for argument in arguments)]
        missing = [word for text in texts for word in words(text) if word not in words(example.sentence)]
        # What is not asserted may be said in other words.
        assert not missing or (not example.good and missing == ["reopened"]), missing


@pytest.mark.parametrize("example", CORRECTIONS)
def test_corrections_of_examples_have_another_form_than_the_original(example: Example) -> None:
    assert len(example.triples) in (1, 2)
    assert form(example.triples[-1]) != form(example.sentence)
    assert len(set(example.triples)) == len(example.triples)


def test_every_type_and_every_fault_points_to_one_section() -> None:
    named = [rule for section in SECTIONS for rule in section.rules]
    assert sorted(named) == sorted({*TYPES, *FAULTS[1], *FAULTS[2]})


def test_every_section_has_text_and_an_example_in_all_languages() -> None:
    for language in ("en", "de", "hi"):
        for section in guideline(language, "cliques").sections:
            assert section.text
            assert section.examples


def test_steps_and_questions_name_sections() -> None:
    known = {section.id for section in SECTIONS}
    assert {step.section for step in tutorial("en", "cliques")} <= known
    assert {question.section for question in examination("en", "cliques")} <= known


def test_the_examination_is_passed_with_the_right_answers() -> None:
    questions = examination("en", "cliques")
    assert all(0 <= min(question.answer) < len(question.choices) for question in questions)
    assert judge(questions, {question.id: min(question.answer) for question in questions}).score == 1
    assert len({min(question.answer) for question in questions}) > 1


def test_a_kind_without_texts_has_no_examination() -> None:
    assert guideline("en", "nothing").sections == ()
    assert tutorial("en", "nothing") == ()
    with pytest.raises(InputError, match="examination: expected a kind of project that has one"):
        judge(examination("en", "nothing"), {})


def test_the_manual_shows_every_section_once() -> None:
    lines = list(render_guideline("cliques"))
    assert [line.split()[1] for line in lines if line.startswith("## ")] == [section.id for section in SECTIONS]
    (row,) = [line for line in lines if "`shared ; Ola and Siri ; the prize`" in line]
    assert row.startswith("| Ola and Siri shared the prize. |")
