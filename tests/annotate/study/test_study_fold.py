"""The fold of a study by hand, and the file of cases that the page's fold is tested with."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.annotate.event import effective_events
from karat.annotate.kind import commutes, replay
from karat.annotate.study import STUDY
from karat.annotate.study.state import ATTRIBUTION_LABELS, FACT_LABELS, State, fitting_rules
from karat.model.study import RULES

sys.path.append(str(Path(__file__).parent))

from study_fold_cases import CASES, FILE, PAIRS, SUMMARIES, Made, events_of, file_text


@pytest.mark.parametrize("name", CASES)
def test_fold_by_hand(name: str) -> None:
    steps, expected, effective = CASES[name]
    events = events_of(steps)
    assert STUDY.to_json(replay(STUDY, events)) == expected
    numbers = {id(event): number for number, event in enumerate(events, 1)}
    assert [numbers[id(event)] for event in effective_events(events)] == effective


@pytest.mark.parametrize("name", PAIRS)
def test_which_events_commute(name: str) -> None:
    one, other, expected = PAIRS[name]
    first, second = Made(1, *one), Made(2, *other)
    assert commutes(STUDY, first, second) is expected
    assert commutes(STUDY, second, first) is expected


@pytest.mark.parametrize("name", SUMMARIES)
def test_summaries_by_hand(name: str) -> None:
    state, expected = SUMMARIES[name]
    assert STUDY.summary(STUDY.from_json(state)) == expected


def test_the_longest_summary_fits_its_column() -> None:
    longest = STUDY.summary(State("incorrect", "incorrect", RULES))
    assert longest is not None
    assert len(longest) <= 80


def test_the_file_for_the_page_is_current() -> None:
    assert FILE.read_text(encoding="utf-8") == file_text(), "run: python tests/annotate/study/study_fold_cases.py"


LABELS = st.builds(
    State,
    st.sampled_from((None, *FACT_LABELS)),
    st.sampled_from((None, *ATTRIBUTION_LABELS)),
    st.lists(st.sampled_from(RULES), unique=True).map(tuple),
    st.sampled_from(("", "note")),
    st.booleans(),
)
STATES = LABELS.map(
    lambda state: STUDY.fold(
        STUDY.fold(State(), Made(1, "import", STUDY.to_json(state))), Made(1, "done", {"done": True})
    )
)
EVENTS = st.one_of(
    st.builds(lambda label: Made(1, "fact", {"label": label}), st.sampled_from((None, *FACT_LABELS))),
    st.builds(lambda label: Made(1, "attribution", {"label": label}), st.sampled_from((None, *ATTRIBUTION_LABELS))),
    st.builds(lambda rules: Made(1, "rules", {"rules": rules}), st.lists(st.sampled_from(RULES), unique=True)),
    st.builds(lambda text: Made(1, "note", {"text": text}), st.sampled_from(("", "one"))),
    st.builds(lambda unsure: Made(1, "unsure", {"unsure": unsure}), st.booleans()),
    st.builds(lambda done: Made(1, "done", {"done": done}), st.booleans()),
)


@given(STATES, EVENTS, EVENTS)
def test_events_that_commute_give_the_same_in_either_order(state: State, one: Made, other: Made) -> None:
    if commutes(STUDY, one, other):
        assert STUDY.fold(STUDY.fold(state, one), other) == STUDY.fold(STUDY.fold(state, other), one)


@given(STATES, st.lists(EVENTS, max_size=6))
def test_a_document_that_is_done_is_complete(state: State, events: list[Made]) -> None:
    for event in events:
        state = STUDY.fold(state, event)
        assert state.rules == fitting_rules(state.rules, state.fact, state.attribution)
        assert state.is_complete or not state.done
        assert STUDY.from_json(STUDY.to_json(state)) == state
