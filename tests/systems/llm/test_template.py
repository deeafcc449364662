from __future__ import annotations

import re

import pytest

from karat.errors import FormatError
from karat.model import Extraction, Sentence, TupleAnnotation
from karat.systems.chat import Message
from karat.systems.llm.template import default_template, read_template

SOLVED = TupleAnnotation(
    Sentence("1", "Ann {tuples} left ."), (Extraction("left", ("Ann", "")), Extraction("is", ("Ann", "über", "x")))
)
OWN = 'task = "Do."\ndemonstration = "S {sentence} T {tuples} {\\"a\\": 1}"\nquestion = "Q {sentence}"\n'


def test_ours_states_the_form_of_the_answer():
    system, user = default_template().messages("Bob sings .", [SOLVED])
    assert system.role == "system"
    assert '[["relation", "argument 1", "argument 2"], ...]' in system.content
    assert user == Message(
        "user",
        'Sentence: Ann {tuples} left .\nTuples: [["left", "Ann"], ["is", "Ann", "über", "x"]]\n\n'
        "Sentence: Bob sings .\nTuples:",
    )


def test_the_text_says_what_the_messages_say():
    messages = default_template().messages("Bob sings .", [SOLVED])
    assert default_template().text("Bob sings .", [SOLVED]) == "\n\n".join(each.content for each in messages)


def test_a_template_of_ones_own(tmp_path):
    (tmp_path / "own.toml").write_text(OWN)
    template = read_template(tmp_path / "own.toml")
    shown = 'S Ann {tuples} left . T [["left", "Ann"], ["is", "Ann", "über", "x"]] {"a": 1}'
    assert template.text("{sentence} x", [SOLVED]) == f"Do.\n\n{shown}\n\nQ {{sentence}} x"
    assert template.text("x", []) == "Do.\n\nQ x"


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        pytest.param("{tuples}", "", "expected the place {tuples} in demonstration, found {sentence}", id="tuples"),
        pytest.param("Q {sentence}", "Q", "expected the place {sentence} in question, found none", id="sentence"),
        pytest.param("Do.", "Do {it}.", "expected no places in task, found {it}", id="unknown place"),
        pytest.param(
            "Q {sentence}",
            "Q {sentence} {tuples}",
            "expected no places but {sentence} in question, found {tuples}",
            id="the answer in the question",
        ),
        pytest.param('task = "Do."\n', "", "expected a text named task, found none", id="missing part"),
        pytest.param('"Do."', "3", "expected a text named task, found 3", id="not a text"),
        pytest.param("task", "tsk", "expected the parts task, demonstration, question, found 'tsk'", id="unknown part"),
        pytest.param('"Do."', '"Do.', "expected TOML, found", id="no TOML"),
    ],
)
def test_what_a_template_may_not_be(tmp_path, before, after, message):
    (tmp_path / "own.toml").write_text(OWN.replace(before, after, 1))
    with pytest.raises(FormatError, match=re.escape(f"own.toml: {message}")):
        read_template(tmp_path / "own.toml")
