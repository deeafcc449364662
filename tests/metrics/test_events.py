"""Events and semantic roles by hand (Chen et al., 2023, equations 15, 16, 38, 39)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from karat.metrics import (
    ARGUMENT,
    ARGUMENT_CLASSIFICATION,
    ARGUMENT_HEAD,
    ARGUMENT_IDENTIFICATION,
    ARGUMENT_UNLABELLED,
    SRL,
    TRIGGER,
    TRIGGER_LEVELS,
    TRIGGER_SUPERTYPES,
    TRIGGER_UNLABELLED,
)
from karat.model import Argument, Event, Mention, Trigger, TypedMention


def event(place: int, kind: str, **roles: int) -> Event:
    arguments = frozenset(Argument(Mention(at, at), role) for role, at in roles.items())
    return Event(Trigger(Mention(place, place), kind), arguments)


GOLD = [event(2, "sell", seller=0, goods=4), event(7, "move", mover=6, goal=9, origin=11)]


@pytest.mark.parametrize(
    ("predicted", "trigger", "trigger_place", "argument", "argument_place", "srl"),
    [
        pytest.param(GOLD, "1", "1", "1", "1", "1", id="identical"),
        # triggers 1 of 1 and 2; arguments 2 of 2 and 5
        pytest.param(GOLD[:1], "2/3", "2/3", "4/7", "4/7", "4/7", id="one event of two"),
        pytest.param(
            [event(2, "buy", seller=0, goods=4), GOLD[1]], "1/2", "1", "3/5", "1", "1", id="a type wrong: its roles too"
        ),
        pytest.param([event(2, "sell", buyer=0, goods=4)], "2/3", "2/3", "2/7", "4/7", "2/7", id="a role wrong"),
        pytest.param([event(3, "sell", seller=0, goods=4)], "0", "0", "0", "0", "0", id="a trigger misplaced"),
        pytest.param([event(2, "sell", seller=0, goods=5)], "2/3", "2/3", "2/7", "2/7", "2/7", id="a mention wrong"),
    ],
)
def test_events_by_hand(
    predicted: list[Event], trigger: str, trigger_place: str, argument: str, argument_place: str, srl: str
) -> None:
    metrics = (TRIGGER, TRIGGER_UNLABELLED, ARGUMENT, ARGUMENT_UNLABELLED, SRL)
    expected = (trigger, trigger_place, argument, argument_place, srl)
    assert tuple(metric(predicted, GOLD).exact for metric in metrics) == tuple(map(Fraction, expected))


def test_an_event_without_arguments_adds_no_matched_argument() -> None:
    bare = event(5, "end")
    assert TRIGGER([bare], [bare]).exact == 1
    assert ARGUMENT([bare], [bare]).masses == (0, 0, 0, 0)
    assert ARGUMENT([bare], [bare]).value is None
    assert ARGUMENT([*GOLD, bare], [*GOLD, bare]).masses == ARGUMENT(GOLD, GOLD).masses


def test_two_events_with_one_trigger_are_matched_by_their_arguments() -> None:
    """The first prediction is like both gold events, and better like the second."""
    gold = [event(2, "sell", seller=0), event(2, "sell", seller=1, goods=4)]
    predicted = [event(2, "sell", seller=1, goods=4), event(2, "sell", seller=0, goods=8)]
    score = ARGUMENT(predicted, gold)
    assert score.masses == (1 + 2, 2 + 2, 1 + 2, 1 + 2)
    assert [len(match.gold.arguments) for match in score.alignment.matches] == [2, 1]


@pytest.mark.parametrize(
    ("predicted", "levels", "supertypes"),
    [
        pytest.param("conflict.attack.bombing", Fraction(1), Fraction(1), id="the type itself"),
        # d = 2 of D = 3: 2^(2-3); supertypes 2 of 3 and 3
        pytest.param("conflict.attack.shelling", Fraction(1, 2), Fraction(2, 3), id="a sister"),
        pytest.param("conflict.attack", Fraction(1, 2), Fraction(2 * 2, 2 + 3), id="the type above"),
        pytest.param("conflict.protest", Fraction(1, 4), Fraction(2 * 1, 2 + 3), id="only the root"),
        pytest.param("trade.attack.bombing", Fraction(0), Fraction(0), id="another root"),
    ],
)
def test_types_in_a_hierarchy_by_hand(predicted: str, levels: Fraction, supertypes: Fraction) -> None:
    gold = [event(2, "conflict.attack.bombing")]
    assert TRIGGER_LEVELS([event(2, predicted)], gold).exact == levels
    assert TRIGGER_SUPERTYPES([event(2, predicted)], gold).exact == supertypes
    assert TRIGGER_LEVELS([event(3, predicted)], gold).exact == 0


def long_event(left: int, right: int, role: str = "seller", kind: str = "sell", place: int = 2) -> Event:
    return Event(Trigger(Mention(place, place), kind), frozenset({Argument(Mention(left, right), role)}))


@pytest.mark.parametrize(
    ("predicted", "head", "identified", "classified"),
    [
        pytest.param(long_event(4, 6), "1", "1", "1", id="identical"),
        pytest.param(long_event(5, 6), "1", "0", "0", id="the same last word stands for the head"),
        pytest.param(long_event(4, 5), "0", "0", "0", id="another last word"),
        pytest.param(long_event(4, 6, role="buyer"), "0", "1", "0", id="a role wrong"),
        pytest.param(long_event(4, 6, place=3), "0", "1", "1", id="argument extraction looks past the trigger"),
        pytest.param(long_event(4, 6, kind="buy"), "0", "0", "0", id="but not past the event's type"),
    ],
)
def test_arguments_by_head_and_by_type(predicted: Event, head: str, identified: str, classified: str) -> None:
    gold = [long_event(4, 6)]
    metrics = (ARGUMENT_HEAD, ARGUMENT_IDENTIFICATION, ARGUMENT_CLASSIFICATION)
    for metric, value in zip(metrics, (head, identified, classified), strict=True):
        assert metric([predicted], gold).exact == Fraction(value), metric.name


def test_a_mention_that_knows_its_head() -> None:
    from dataclasses import dataclass

    @dataclass(frozen=True, slots=True)
    class Headed(Mention):
        head: int

    one, other = (Event(Trigger(Mention(2, 2), "sell"), frozenset({Argument(Headed(4, r, 4), "who")})) for r in (5, 6))
    assert ARGUMENT_HEAD([one], [other]).exact == 1


def test_argument_extraction_compares_ends_whatever_else_a_mention_has() -> None:
    one, other = (
        Event(Trigger(Mention(2, 2), "sell"), frozenset({Argument(TypedMention(4, 6, kind), "who")}))
        for kind in ("person", "firm")
    )
    assert ARGUMENT_IDENTIFICATION([one], [other]).exact == ARGUMENT_CLASSIFICATION([one], [other]).exact == 1
    assert ARGUMENT([one], [other]).exact == 0


def test_an_argument_of_two_events_of_one_type_counts_once() -> None:
    twice = [long_event(4, 6), long_event(4, 6, place=9)]
    assert tuple(ARGUMENT_CLASSIFICATION(twice, twice).masses) == (1, 1, 1, 1)
    assert tuple(ARGUMENT(twice, twice).masses) == (2, 2, 2, 2)
