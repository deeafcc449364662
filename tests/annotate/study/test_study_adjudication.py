"""What labellers agree on, and where somebody must decide."""

from __future__ import annotations

import pytest

from karat.annotate.project import Document
from karat.annotate.study.adjudication import agreed_state, differ, needs_adjudication
from karat.annotate.study.state import State

C, I, N = "correct", "incorrect", "none"  # noqa: E741 - short names keep a case on one line


@pytest.mark.parametrize(
    ("states", "expected", "agreed"),
    [
        pytest.param([State(C, C), State(C, C)], False, State(C, C), id="the same"),
        pytest.param([State(C, C), State(I, C, ("F4",))], True, State(None, C), id="another fact"),
        pytest.param([State(C, C), State(C, N)], True, State(C), id="another attribution"),
        pytest.param(
            [State(I, C, ("F1", "F4")), State(I, C, ("F4",))],
            False,
            State(I, C, ("F4",)),
            id="other rules of one label",
        ),
        pytest.param([State(I, C, ("F1",)), State(I, C, ("F4",))], False, State(I, C), id="no rule in common"),
        pytest.param([State(I, I, ("F1", "A2")), State(C, I, ("A2",))], True, State(None, I, ("A2",)), id="half"),
        pytest.param([State(C), State(C, C)], False, State(C), id="a label is missing"),
        pytest.param([State(C, C)], False, State(C, C), id="alone"),
        pytest.param([State(C, C), State(C, C), State(I, C)], True, State(None, C), id="two against one"),
    ],
)
def test_agreement_by_hand(states, expected, agreed) -> None:
    assert differ(states) is expected
    assert agreed_state(states) == agreed


def document(person: int | None, state: State, done: bool = True, purpose: str = "work") -> Document:
    return Document(1, 1, person, 1, state.to_json(), done, purpose=purpose)


ANN, BEN = document(1, State(C, C)), document(2, State(I, C, ("F4",)))


@pytest.mark.parametrize(
    ("documents", "expected"),
    [
        pytest.param([ANN, BEN], True, id="they differ"),
        pytest.param([ANN, document(2, State(C, C))], False, id="they agree"),
        pytest.param([ANN, document(2, State(I, C), done=False)], False, id="one is not done"),
        pytest.param([ANN, BEN, document(None, State(C, C))], False, id="decided"),
        pytest.param([ANN, BEN, document(None, State(), done=False)], True, id="begun to decide"),
        pytest.param([ANN, document(3, State(I, C, ("F4",)), purpose="machine")], False, id="a machine does not count"),
        pytest.param([], False, id="nobody"),
    ],
)
def test_who_needs_a_decision(documents, expected) -> None:
    assert needs_adjudication(documents) is expected
