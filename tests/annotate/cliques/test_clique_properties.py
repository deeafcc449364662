"""What holds for every sequence of valid events of clique documents."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from karat.annotate.cliques import CLIQUES
from karat.annotate.cliques.content import CliqueSentence, Content, form
from karat.annotate.cliques.payloads import current_text
from karat.annotate.event import check_undo, effective_events, redone_by, undone_by
from karat.annotate.kind import Place, commutes, replay
from karat.annotate.project import Item, Settings
from karat.errors import InputError

sys.path.append(str(Path(__file__).parent))

from clique_cases import Made, id_of

SENTENCES = (
    CliqueSentence("7", "Ann opened a shop.", True),
    CliqueSentence("7.1", "A shop was opened by Ann."),
    CliqueSentence("7.2", "It was Ann who opened a shop."),
    CliqueSentence("7.3", "Ann, a shop opened."),
)
IDS = st.sampled_from(["7", "7.1", "7.2", "7.3"])
TEXTS = st.sampled_from([*(each.text for each in SENTENCES), "One.", "one", "Two!", "Three of them."])
TUPLES = st.fixed_dictionaries(
    {
        "id": st.sampled_from([id_of(name) for name in "abcd"]),
        "sentence": IDS,
        "relation": st.sampled_from(["opened", "owns"]),
        "arguments": st.lists(st.sampled_from(["Ann", "a shop"]), min_size=1, max_size=2),
        "time": st.none() | st.just("in May"),
        "place": st.none() | st.just("in Bern"),
    }
)
FAULTS = st.lists(st.sampled_from(["form", "meaning", "atomicity"]), max_size=2, unique=True)
PAYLOADS = st.one_of(
    *(
        st.tuples(st.just(kind), st.fixed_dictionaries(fields))
        for kind, fields in {
            "correct": {
                "sentence": IDS,
                "text": TEXTS,
                "types": st.lists(st.sampled_from(["grammar", "phrase", "rewrite"]), max_size=2, unique=True),
            },
            "keep": {"sentence": IDS},
            "reset": {"sentence": IDS},
            "add": {"tuple": TUPLES},
            "change": {"tuple": TUPLES},
            "remove": {"tuple": st.sampled_from([id_of(name) for name in "abcd"])},
            "empty": {"sentence": IDS},
            "verdict": {
                "round": st.integers(1, 2),
                "sentence": IDS,
                "right": st.none() | st.booleans(),
                "faults": FAULTS,
                "note": st.just(""),
            },
            "check": {"round": st.integers(1, 3)},
            "note": {"text": st.text(max_size=4)},
            "done": {"done": st.booleans()},
        }.items()
    ),
    st.tuples(st.sampled_from(["undo", "redo"]), st.just({})),
)
STEPS = st.lists(st.tuples(st.sampled_from([1, 2]), PAYLOADS), max_size=25)
PLACES = st.tuples(st.sampled_from([1, 2]), st.sampled_from(["work", "check"]), st.booleans())


def place_of(drawn: tuple[int, str, bool]) -> Place:
    stage, purpose, has_given = drawn
    given = (CLIQUES.from_json(GIVEN).tuples) if has_given else ()
    content = Content(stage, "7", SENTENCES, given)
    return Place(Item(1, 1, 1, content.key, "", content=content.to_json()), Settings(), purpose)


GIVEN: dict[str, Any] = {
    **CLIQUES.to_json(CLIQUES.initial_state()),
    "tuples": [
        {"id": id_of("g"), "sentence": "7", "relation": "opened", "arguments": ["Ann"], "time": None, "place": None}
    ],
}


def valid_events(steps: list[Any], place: Place) -> list[Made]:
    """Keep the events that the checks let pass, one after the other, as the store does."""
    events: list[Made] = []
    for author, (kind, payload) in steps:
        try:
            if kind in ("undo", "redo"):
                check_undo(events, author, kind)
            else:
                CLIQUES.check(replay(CLIQUES, events), kind, payload, place)
        except InputError:
            continue
        events.append(Made(author, kind, payload))
    return events


@given(STEPS, PLACES)
def test_states_survive_json_and_hold_together(steps: list[Any], drawn: tuple[int, str, bool]) -> None:
    place = place_of(drawn)
    state = replay(CLIQUES, valid_events(steps, place))
    assert CLIQUES.from_json(CLIQUES.to_json(state)) == state
    assert len({each.id for each in state.tuples}) == len(state.tuples)
    assert not {each.sentence for each in state.tuples} & set(state.empty)
    to_do = {sentence.id for sentence in Content.from_json(place.item.content or {}).sentences_to_do}
    assert set(state.corrections) | {each.sentence for each in state.tuples} | set(state.empty) <= to_do
    assert len(CLIQUES.summary(state) or "") <= 80


@given(st.lists(st.tuples(st.just(1), PAYLOADS), max_size=25))
def test_done_work_of_one_person_is_complete_and_differs_in_form(steps: list[Any]) -> None:
    place = place_of((1, "work", True))
    state = replay(CLIQUES, valid_events(steps, place))
    if state.done:
        assert set(state.corrections) == {"7.1", "7.2", "7.3"}
        forms = [form(current_text(state, sentence)) for sentence in SENTENCES]
        assert len(set(forms)) == len(forms)


@given(STEPS, PLACES, st.integers(1, 4), st.sampled_from([1, 2]))
def test_undo_then_redo_is_the_identity(
    steps: list[Any], drawn: tuple[int, str, bool], times: int, author: int
) -> None:
    events = valid_events(steps, place_of(drawn))
    longer, undone = list(events), 0
    while undone < times and undone_by(longer, author) is not None:
        longer.append(Made(author, "undo", {}))
        undone += 1
    for _ in range(undone):
        assert redone_by(longer, author) is not None
        longer.append(Made(author, "redo", {}))
    assert replay(CLIQUES, longer) == replay(CLIQUES, events)


@given(STEPS, PLACES, PAYLOADS, PAYLOADS)
def test_events_that_commute_give_the_same_in_either_order(
    steps: list[Any], drawn: tuple[int, str, bool], one: Any, other: Any
) -> None:
    """Tuples and marks may stand in another order, for each new one is put at the end."""
    state = replay(CLIQUES, valid_events(steps, place_of(drawn)))
    first, second = Made(1, *one), Made(2, *other)
    if not commutes(CLIQUES, first, second):
        return
    found = []
    for a, b in ((first, second), (second, first)):
        shown = CLIQUES.to_json(CLIQUES.fold(CLIQUES.fold(state, a), b))
        shown["tuples"].sort(key=lambda each: each["id"])
        shown["empty"].sort()
        found.append(shown)
    assert found[0] == found[1]


@given(STEPS, PLACES)
def test_verdicts_of_earlier_rounds_never_change(steps: list[Any], drawn: tuple[int, str, bool]) -> None:
    stage, _, has_given = drawn
    state = CLIQUES.initial_state()
    events = [
        each for each in valid_events(steps, place_of((stage, "check", has_given))) if each.kind not in ("undo", "redo")
    ]
    for event in effective_events(events):
        earlier = {key: each for key, each in state.verdicts.items() if not key.startswith(f"{state.round}:")}
        state = CLIQUES.fold(state, event)
        assert earlier.items() <= state.verdicts.items()
