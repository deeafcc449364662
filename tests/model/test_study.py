"""A study: what contradicts itself is refused, and labels follow the order of the tasks."""

from __future__ import annotations

import pytest

from karat.errors import InputError
from karat.model import Extraction, Sentence
from karat.model.study import FactLabel, Label, Source, Study, Task

TASKS = tuple(Task(key, Sentence("1", "It rains ."), Extraction("rains", ("It",))) for key in ("1", "2"))


def test_labels_are_put_into_the_order_of_the_tasks():
    one, two = Label("1", "ann", FactLabel.CORRECT), Label("2", "ann", FactLabel.CORRECT)
    assert Study("s", TASKS, (two, one)).labels == (one, two)


@pytest.mark.parametrize(
    ("tasks", "labels", "message"),
    [
        ((*TASKS, TASKS[0]), (), "expected each task once, found '1' again"),
        (TASKS, (Label("3", "ann"),), "expected labels of its tasks, found one of '3'"),
        (TASKS, (Label("1", "ann"), Label("1", "ann")), "label of task '1': expected each labeller once, found 'ann'"),
        (
            TASKS,
            (Label("1", "ann", rules=("F1",)),),
            "label of task '1': expected rules of facts only where the fact is incorrect, found F1",
        ),
        (
            (Task("1", TASKS[0].sentence, TASKS[0].extraction, repeat_of="9"),),
            (),
            "task '1': expected the key of another task in repeat_of, found '9'",
        ),
    ],
)
def test_what_contradicts_itself_is_refused(tasks, labels, message):
    with pytest.raises(InputError) as caught:
        Study("s", tasks, labels)
    assert str(caught.value) == f"study 's': {message}"


def test_systems_are_those_of_the_info_then_others():
    task = Task("1", TASKS[0].sentence, TASKS[0].extraction, sources=(Source("b"), Source("c")))
    assert Study("s", (task,), info={"systems": {"a": {}, "b": {}}}).systems == ("a", "b", "c")
