"""Two annotators side by side, what both agree on, and who decided what."""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given

from karat.annotate.event import Event
from karat.annotate.synsets.comparison import agreed_state, compare
from karat.annotate.synsets.gold import annotation_from_state, state_from_annotation
from karat.annotate.synsets.history import history
from pattern_strategies import ANNOTATIONS

sys.path.append(str(Path(__file__).parent))

from fold_cases import add, change, remove
from gold_states import SENTENCE, marked, state


def shown(a: str, b: str) -> list[tuple]:
    """Each pair of synsets with its pairs of triples."""
    compared = compare(state(a, prefix="a"), state(b, prefix="b"))
    return [
        (
            pair.a and pair.a.id,
            pair.b and pair.b.id,
            [(each.a and each.a.id, each.b and each.b.id, each.agrees) for each in pair.triples],
        )
        for pair in compared.pairs
    ]


@pytest.mark.parametrize(
    ("a", "b", "pairs"),
    [
        pytest.param(
            "Ann --> sold --> house", "Ann --> sold --> house", [("as1", "bs1", [("at1", "bt1", True)])], id="same"
        ),
        pytest.param(
            "Ann --> sold --> [the] house",
            "Ann --> sold --> the house",
            [("as1", "bs1", [("at1", "bt1", False)])],
            id="one more option",
        ),
        pytest.param(
            "Ann --> sold --> house",
            "Ann --> sold to --> Bob",
            [("as1", None, [("at1", None, False)]), (None, "bs1", [(None, "bt1", False)])],
            id="two facts",
        ),
        pytest.param(
            "Ann --> sold --> [the] house\nAnn --> sold the --> house",
            "Ann --> sold --> house\nAnn --> sold the --> house",
            [("as1", "bs1", [("at1", None, False), ("at2", "bt2", True), (None, "bt1", False)])],
            id="triples of the same words are paired",
        ),
        pytest.param(
            "Ann --> sold --> house\nAnn --> sold the --> house\nAnn --> sold to --> Bob",
            "Ann --> sold to --> Bob\n\nAnn --> sold --> house\nAnn --> sold the --> house",
            [
                ("as1", "bs2", [("at1", "bt2", True), ("at2", "bt3", True), ("at3", None, False)]),
                (None, "bs1", [(None, "bt1", False)]),
            ],
            id="a synset is paired once, with the one of more triples in common",
        ),
        pytest.param("", "", [], id="nothing"),
    ],
)
def test_pairs(a, b, pairs) -> None:
    assert shown(a, b) == pairs


def test_more_pairs_come_before_more_triples() -> None:
    a = "Ann --> sold --> house\nAnn --> sold to --> Bob\n\nAnn --> sold --> house"
    b = "Ann --> sold --> house\nAnn --> sold to --> Bob\n\nAnn --> sold to --> Bob"
    compared = compare(state(a, prefix="a"), state(b, prefix="b"))
    assert [(pair.a and pair.a.id, pair.b and pair.b.id) for pair in compared.pairs] == [("as1", "bs2"), ("as2", "bs1")]
    assert [pair.covering for pair in compared.pairs] == [("bs1", "bs2"), ("bs1",)]


def test_what_differs_in_optional_words() -> None:
    a = state("[Ann] --> sold --> [the old] house", prefix="a")
    b = state("Ann --> sold --> [the] [old] house", prefix="b")
    (pair,) = compare(a, b).pairs
    assert pair.triples[0].differing == ((0, 0),)
    (pair,) = compare(state("Ann --> sold --> [the old] house"), b).pairs
    assert (pair.triples[0].differing, pair.triples[0].grouped_otherwise) == ((), True)
    assert not pair.agrees
    assert pair.shared == ("Ann", "sold", "house")


def test_what_both_agree_on() -> None:
    a = state("2: Ann --> sold --> house\nAnn --> sold the --> house\n\nAnn --> sold to --> Bob", prefix="a")
    b = state("3: Ann --> sold --> house\nAnn --> sold [the] --> house\n\nBob --> in --> May", prefix="b")
    ids = (f"n{number}" for number in count(1))
    merged = agreed_state(compare(marked(a, at1=False), marked(b, bt1=False)), ("Ann", "Eve"), lambda: next(ids))
    (synset,) = merged.synsets
    (triple,) = synset.triples
    assert annotation_from_state(merged, SENTENCE).synsets[0].facts[0].subject.words == ("Ann",)
    assert (triple.origin.round, triple.origin.way, triple.origin.source) == (2, "adopted", "Ann, Eve")
    assert triple.wholesome is False
    assert {synset.id, triple.id} == {"n1", "n2"}


@given(ANNOTATIONS)
def test_work_compared_with_itself_agrees_in_all(annotation) -> None:
    one, other = state_from_annotation(annotation), state_from_annotation(annotation)
    compared = compare(one, other)
    assert len(compared.matched) == len(one.synsets)
    merged = annotation_from_state(agreed_state(compared, ("A", "B")), annotation.sentence)
    wanted = annotation_from_state(one, annotation.sentence)
    assert sorted(repr(synset.facts) for synset in merged.synsets) == sorted(
        repr(synset.facts) for synset in wanted.synsets
    )


def test_who_decided_what() -> None:
    start = datetime(2026, 1, 1, tzinfo=UTC)
    adopted = add("s", "a")
    adopted[1]["triples"][0]["origin"].update(way="adopted", source="Ann")
    steps = [(7, *adopted), (8, *add("s", "b")), (7, *change("b", "Eve")), (8, *remove("a")), (8, "undo", {})]
    events = [
        Event(1, number, f"client{number}", author, start + timedelta(minutes=number), kind, payload, number - 1)
        for number, (author, kind, payload) in enumerate(steps, 1)
    ]
    found = [(step.number, step.author, step.kind, step.sources, step.undone) for step in history(events)]
    assert found == [
        (1, 7, "add", ("Ann",), False),
        (2, 8, "add", (), False),
        (3, 7, "change", (), False),
        (4, 8, "remove", (), True),
    ]
    assert history(events)[0].to_json()["time"] == "2026-01-01T00:01:00+00:00"
