"""Labels that are read from a language model's answer, and what is called a failure."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.annotate.study.llm.answers import parse_answer
from karat.annotate.study.state import State
from karat.systems.chat import Refusal

PLAIN = '{"fact": "incorrect", "attribution": "none", "rules": ["F4"], "reason": "Toy trains are no trains."}'


@pytest.mark.parametrize(
    ("answer", "labels"),
    [
        pytest.param(PLAIN, ("incorrect", "none", ("F4",)), id="as asked for"),
        pytest.param(f"Sure!\n```json\n{PLAIN}\n```\nAnything else?", ("incorrect", "none", ("F4",)), id="in a fence"),
        pytest.param(
            f'<think>{{"fact": "correct", "attribution": "none"}}</think>{PLAIN}',
            ("incorrect", "none", ("F4",)),
            id="after reasoning",
        ),
        pytest.param(
            '{"fact": "correct or incorrect", "attribution": "none", "rules": []} So: ' + PLAIN,
            ("incorrect", "none", ("F4",)),
            id="after the form of an answer",
        ),
        pytest.param(
            '{"fact": "incorrect", "attribution": "none"} The rule is F4: ' + PLAIN,
            ("incorrect", "none", ("F4",)),
            id="the same labels twice",
        ),
        pytest.param(
            "{'Fact': 'Correct', 'Attribution': 'Correct', 'rules': []}", ("correct", "correct", ()), id="wrong quotes"
        ),
        pytest.param('{"fact": true, "attribution": null}', ("correct", "none", ()), id="true and null"),
        pytest.param(
            '{"fact": "wrong", "attribution": "N/A", "rules": "F4, F10"}',
            ("incorrect", "none", ("F4", "F10")),
            id="other words",
        ),
        pytest.param(
            '{"fact": "incorrect", "attribution": "incorrect", "rules": ["a2", "F04: a word", "F13", {"A3": "so"}]}',
            ("incorrect", "incorrect", ("F4", "A2", "A3")),
            id="rules in any form, unknown ones dropped",
        ),
        pytest.param(
            '{"fact": "correct", "attribution": "incorrect", "rules": ["F4", "A1"]}',
            ("correct", "incorrect", ("A1",)),
            id="rules of a label that is correct are dropped",
        ),
        pytest.param(
            "**Fact:** incorrect\n**Attribution:** none\n**Rules:** F6, F8",
            ("incorrect", "none", ("F6", "F8")),
            id="lines",
        ),
        pytest.param(
            "The fact is correct. The attribution is incorrect (A1).", ("correct", "incorrect", ("A1",)), id="prose"
        ),
        pytest.param("Fact: not correct; attribution: none; F1", ("incorrect", "none", ("F1",)), id="not correct"),
    ],
)
def test_labels_are_read_however_they_are_written(answer: str, labels: tuple[str, str, tuple[str, ...]]) -> None:
    found = parse_answer(answer)
    assert found.failure is None
    assert found.labels is not None
    assert (found.labels.fact, found.labels.attribution, found.labels.rules) == labels
    assert found.labels.done


@pytest.mark.parametrize(
    ("answer", "failure"),
    [
        pytest.param("", "empty", id="nothing"),
        pytest.param("<think>Let me see", "empty", id="only reasoning"),
        pytest.param(Refusal("an empty answer"), "empty", id="no text"),
        pytest.param(Refusal("refused: no"), "refusal", id="refused by the server"),
        pytest.param("I am sorry, but I cannot judge this.", "refusal", id="refused in words"),
        pytest.param('{"fact": "correct"}', "no label", id="one label"),
        pytest.param('{"fact": "maybe", "attribution": "none"}', "no label", id="another word"),
        pytest.param('{"fact": "none", "attribution": "none"}', "no label", id="no label of a fact"),
        pytest.param("The extraction looks fine to me.", "no label", id="prose without labels"),
        pytest.param("Fact: correct\nFact: incorrect\nAttribution: none", "contradiction", id="both"),
        pytest.param(
            '{"fact": "correct", "attribution": "none", "rules": []} No: ' + PLAIN, "contradiction", id="two objects"
        ),
        pytest.param(
            '{"fact": "correct"} No, wait. {"fact": "incorrect"}', "contradiction", id="two objects with one label"
        ),
    ],
)
def test_failures_are_named_and_the_text_is_kept(answer: str | Refusal, failure: str) -> None:
    found = parse_answer(answer)
    assert (found.labels, found.failure) == (None, failure)
    assert found.text == (answer.reason if isinstance(answer, Refusal) else answer)


def test_incorrect_without_a_rule_is_a_label_and_is_counted() -> None:
    found = parse_answer('{"fact": "incorrect", "attribution": "none", "rules": []}')
    assert found.labels == State("incorrect", "none", done=True)
    assert found.ruleless
    assert not parse_answer(PLAIN).ruleless


def test_the_reason_becomes_a_note_that_can_be_stored() -> None:
    reason = "a\\u0000b " + "x" * 3000
    found = parse_answer(f'{{"fact": "correct", "attribution": "none", "reason": "{reason}"}}')
    assert found.labels is not None
    assert len(found.labels.note) == 2000
    assert "\0" not in found.labels.note


@given(st.text() | st.text(alphabet='{}[]":,FA12 factribuonecorw\n'))
def test_no_answer_raises_an_error(answer: str) -> None:
    found = parse_answer(answer)
    assert (found.labels is None) == (found.failure is not None)


def test_none_is_no_label_of_an_extraction_with_an_attribution() -> None:
    assert parse_answer(PLAIN, is_attributed=True).failure == "no label"
    assert parse_answer(PLAIN.replace("none", "correct"), is_attributed=True).labels is not None
