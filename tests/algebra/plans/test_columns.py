"""Many documents at once: elements and their keys in columns, and corpora scored as their documents are."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from karat import algebra as k
from karat.algebra.plans.matchings import KeyedMatchPlan, compared_fields


@dataclass(frozen=True)
class Place:
    left: int
    right: int


@dataclass(frozen=True)
class Named(Place):
    name: str


@dataclass(frozen=True)
class Word:
    place: Place
    letters: tuple[str, ...]
    note: str = field(default="", compare=False)


@dataclass(frozen=True)
class Caseless:
    text: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Caseless) and self.text.lower() == other.text.lower()

    def __hash__(self) -> int:
        return hash(self.text.lower())


@dataclass(eq=False)
class Unique:
    text: str


class Inherited(Place):
    """A dataclass only through its parent."""


class Pair(NamedTuple):
    left: int
    right: int


@dataclass(frozen=True)
class Holder:
    __elements__ = "words"
    words: tuple[Any, ...]


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        pytest.param(Place, ("left", "right"), id="all fields"),
        pytest.param(Named, ("left", "right", "name"), id="those of the parent first"),
        pytest.param(Word, ("place", "letters"), id="not what is left out of comparing"),
        pytest.param(Caseless, None, id="an equality of its own"),
        pytest.param(Unique, None, id="equal to itself only"),
        pytest.param(Inherited, None, id="an inherited equality"),
        pytest.param(Pair, None, id="no dataclass"),
        pytest.param(int, None, id="no fields"),
    ],
)
def test_fields_by_which_objects_are_equal(kind: type, names: tuple[str, ...] | None) -> None:
    assert compared_fields(kind) == names


def word(place: Any, letters: str) -> Word:
    return Word(place, tuple(letters))


A, B = Place(0, 1), Place(2, 3)
near = k.function(lambda one, other: Fraction(1, 1 + abs(len(one) - len(other))), "near", own=1)
DISCRETE = k.match(k.product(place=k.equal)).f1
NESTED = k.match(k.product(place=k.equal, letters=k.match(k.equal))).f1
GRADED = k.match(k.product(place=k.equal, letters=near)).f1
DISTINCT = k.match(k.product(place=k.equal, letters=k.match(k.equal)), distinct=True).f1


@pytest.mark.parametrize("metric", [DISCRETE, NESTED, GRADED, DISTINCT], ids=str)
@pytest.mark.parametrize(
    ("predicted", "gold"),
    [
        pytest.param([word(A, "ab"), word(B, "c")], [word(B, "cd"), word(A, "b")], id="no key twice"),
        pytest.param([word(A, "ab"), word(A, "c")], [word(A, "cd"), word(A, "b")], id="a key twice on both sides"),
        pytest.param([word(A, "ab"), word(A, "c")], [word(A, "cd")], id="a key twice predicted"),
        pytest.param([word(A, "c")], [word(A, "cd"), word(A, "cc")], id="a key twice in gold"),
        pytest.param([word(B, "c"), word(B, "d")], [word(A, "cd")], id="a key twice without a partner"),
        pytest.param([word(A, "ab"), word(A, "ab")], [word(A, "ab"), word(A, "ab")], id="an element twice"),
        pytest.param([], [word(A, "ab")], id="nothing predicted"),
        pytest.param([], [], id="nothing at all"),
        pytest.param({word(A, "ab")}, frozenset({word(A, "ab")}), id="sets"),
        pytest.param(Holder((word(A, "ab"),)), (word(A, "abc"),), id="a holder"),
        pytest.param([word(A, "ab")], [word(Named(0, 1, "x"), "ab")], id="another kind of place"),
        pytest.param([word(Caseless("X"), "ab")], [word(Caseless("x"), "ab")], id="an equality of its own"),
        pytest.param([word([1], "ab")], [word([1], "ab")], id="what cannot be hashed"),
        pytest.param([{"place": 1, "letters": ["a", "b"]}], [{"place": 1, "letters": ("a", "b")}], id="mappings"),
    ],
)
def test_a_corpus_is_scored_as_its_documents_are(metric: k.Normalised, predicted: Any, gold: Any) -> None:
    other = [word(A, "xy")], [word(A, "x"), word(B, "x")]
    found = metric.corpus([predicted, other[0], predicted], [gold, other[1], gold])
    expected = metric(predicted, gold).masses
    assert [each.masses for each in found] == [expected, metric(*other).masses, expected]


def test_documents_with_a_repeated_key_are_matched_by_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two words at one place can be crossed: only they need a search."""
    asked = []
    value = KeyedMatchPlan.value

    def noted(plan: KeyedMatchPlan, predicted: Any, gold: Any) -> Any:
        asked.append(predicted)
        return value(plan, predicted, gold)

    monkeypatch.setattr(KeyedMatchPlan, "value", noted)
    crossed = [word(A, "ab"), word(A, "c")]
    found = NESTED.corpus([crossed, [word(A, "ab")]], [[word(A, "c"), word(A, "ab")], [word(A, "ab")]])
    assert asked == [crossed]
    assert [each.masses.matched_gold for each in found] == [3, 2]


def test_a_set_of_objects_with_an_equality_of_their_own_is_matched_by_the_fields() -> None:
    metric = k.match(k.product(text=k.equal)).f1
    (score,) = metric.corpus([{Caseless("A")}], [{Caseless("a")}])
    assert score.masses == metric({Caseless("A")}, {Caseless("a")}).masses == (0, 1, 0, 1)


class Loose(NamedTuple):
    """Equal by its first field only, which the metric does not know."""

    left: int
    right: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Loose) and self.left == other.left

    def __hash__(self) -> int:
        return hash(self.left)


def test_fields_count_and_not_the_equality_of_a_named_tuple() -> None:
    metric = k.match(k.product(left=k.equal, right=k.equal)).f1
    predicted, gold = {Loose(1, 2)}, {Loose(1, 3)}
    assert metric(predicted, gold).masses == (0, 1, 0, 1)
    assert metric.corpus([predicted], [gold])[0].masses == (0, 1, 0, 1)
