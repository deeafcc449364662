"""What holds for every sequence of valid events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from karat.annotate.event import check_undo, effective_events, redone_by, undone_by
from karat.annotate.kind import Place, commutes, replay
from karat.annotate.project import Item, Settings
from karat.annotate.synsets import SYNSETS
from karat.annotate.synsets.state import State
from karat.errors import InputError

SENTENCE = Item(1, 1, 0, "1", "Ann sold the old house to Bob .")
PLACE = Place(SENTENCE, Settings(translation=True))
WORDS = SENTENCE.text.split()


@dataclass(frozen=True)
class Made:
    author: int
    kind: str
    payload: dict[str, Any]


def ids(letter: str) -> st.SearchStrategy[str]:
    return st.integers(1, 5).map(lambda number: f"{letter}{number}".ljust(12, "0"))


SYNSET_IDS, TRIPLE_IDS = ids("s"), ids("t")
CHUNKS = st.integers(0, len(WORDS) - 1).flatmap(
    lambda at: st.sampled_from([True, False]).map(
        lambda optional: {"text": WORDS[at], "optional": optional, "at": [at]}
    )
)
SLOTS = st.lists(CHUNKS, max_size=2)
ORIGINS = st.fixed_dictionaries(
    {"round": st.integers(1, 3), "way": st.sampled_from(["hand", "imported"]), "source": st.none() | st.just("A")}
)
TRIPLES = st.fixed_dictionaries(
    {
        "id": TRIPLE_IDS,
        "subject": SLOTS,
        "relation": SLOTS,
        "object": SLOTS,
        "wholesome": st.none() | st.booleans(),
        "origin": ORIGINS,
    }
)
SOME_TRIPLES = st.lists(TRIPLE_IDS, min_size=1, max_size=3, unique=True)
PAYLOADS = st.one_of(
    *(
        st.tuples(st.just(kind), st.fixed_dictionaries(fields))
        for kind, fields in {
            "add": {
                "synset": SYNSET_IDS,
                "triples": st.lists(TRIPLES, min_size=1, max_size=3, unique_by=lambda triple: triple["id"]),
            },
            "change": {"triple": TRIPLE_IDS, "subject": SLOTS, "relation": SLOTS, "object": SLOTS},
            "remove": {"triples": SOME_TRIPLES},
            "move": {"triples": SOME_TRIPLES, "synset": SYNSET_IDS},
            "merge": {"synsets": st.lists(SYNSET_IDS, min_size=1, max_size=3, unique=True), "into": SYNSET_IDS},
            "mark": {"triples": SOME_TRIPLES, "wholesome": st.none() | st.booleans()},
            "note": {"synset": st.none() | SYNSET_IDS, "text": st.text(max_size=5)},
            "translate": {"text": st.just("Ann sold the old house .")},
            "done": {"done": st.booleans()},
        }.items()
    ),
    st.tuples(
        st.just("decide"),
        st.fixed_dictionaries(
            {"candidate": st.sampled_from("123"), "accepted": st.just(True), "synset": SYNSET_IDS, "triple": TRIPLES}
        )
        | st.fixed_dictionaries({"candidate": st.sampled_from("123"), "accepted": st.just(False)}),
    ),
    st.tuples(
        st.just("import"),
        st.lists(
            st.tuples(SYNSET_IDS, TRIPLES), max_size=2, unique_by=(lambda each: each[0], lambda each: each[1]["id"])
        ).map(lambda pairs: {"synsets": [{"id": id, "note": "", "triples": [triple]} for id, triple in pairs]}),
    ),
    st.tuples(st.sampled_from(["undo", "redo"]), st.just({})),
)
STEPS = st.lists(st.tuples(st.sampled_from([1, 2]), PAYLOADS), max_size=25)


def valid_events(steps) -> list[Made]:
    """Keep the events that the checks let pass, one after the other, as the store does."""
    events: list[Made] = []
    for author, (kind, payload) in steps:
        try:
            if kind in ("undo", "redo"):
                check_undo(events, author, kind)
            else:
                SYNSETS.check(replay(SYNSETS, events), kind, payload, PLACE)
        except InputError:
            continue
        events.append(Made(author, kind, payload))
    return events


@given(STEPS)
def test_valid_events_fold_and_states_survive_json(steps) -> None:
    state = replay(SYNSETS, valid_events(steps))
    assert SYNSETS.from_json(SYNSETS.to_json(state)) == state
    assert all(synset.triples for synset in state.synsets)
    assert len(state.synset_ids()) == len(state.synsets)
    assert len(state.triple_ids()) == len(list(state.triples()))
    assert SYNSETS.counts(state)["triples"] == len(state.triple_ids())


@given(STEPS, st.integers(1, 4), st.sampled_from([1, 2]))
def test_undo_then_redo_is_the_identity(steps, times, author) -> None:
    events = valid_events(steps)
    undone = 0
    longer = list(events)
    while undone < times and undone_by(longer, author) is not None:
        longer.append(Made(author, "undo", {}))
        undone += 1
    for _ in range(undone):
        assert redone_by(longer, author) is not None
        longer.append(Made(author, "redo", {}))
    assert replay(SYNSETS, longer) == replay(SYNSETS, events)


@given(STEPS)
def test_triples_leave_only_by_remove(steps) -> None:
    state = State()
    for event in effective_events(valid_events(steps)):
        folded = SYNSETS.fold(state, event)
        lost = state.triple_ids() - folded.triple_ids()
        assert not lost or (event.kind == "remove" and lost <= set(event.payload["triples"]))
        state = folded


@given(STEPS, PAYLOADS, PAYLOADS)
def test_events_that_commute_give_the_same_triples_in_either_order(steps, one, other) -> None:
    """Synsets may stand in another order, for each new one is put at the end."""
    state = replay(SYNSETS, valid_events(steps))
    first, second = Made(1, *one), Made(2, *other)
    if not commutes(SYNSETS, first, second):
        return
    found = []
    for a, b in ((first, second), (second, first)):
        folded = SYNSETS.fold(SYNSETS.fold(state, a), b)
        found.append({triple for synset in folded.synsets for triple in synset.triples})
    assert {triple.id for triple in found[0]} == {triple.id for triple in found[1]}
    assert {repr(triple.slots) for triple in found[0]} == {repr(triple.slots) for triple in found[1]}
