"""Objects with more fields than the type says are refused, not compared in part; everything else a type says holds."""

from __future__ import annotations

import datetime as dt
import enum
import pickle
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypedDict, TypeVar

import numpy as np
import pytest

import karat
from karat import algebra as k
from karat.errors import DerivationError, InputError

T = TypeVar("T")


@dataclass(frozen=True)
class Base:
    name: str


@dataclass(frozen=True)
class Sub(Base):
    extra: int


@dataclass(frozen=True)
class Deeper(Sub):
    more: int


@dataclass(frozen=True)
class Noted(Base):
    """A subclass with nothing further to compare."""

    note: str = field(default="", compare=False)


class Plain(Base):
    """A subclass that is no dataclass of its own."""


@dataclass(frozen=True)
class Like:
    """No subclass, but it has the field."""

    name: str
    size: int


@dataclass(frozen=True)
class Box(Generic[T]):
    content: T


@dataclass(frozen=True)
class Labelled(Box[T]):
    label: str = ""


@dataclass(frozen=True)
class Shelf:
    boxes: tuple[Box[Base], ...]


class Pair(NamedTuple):
    one: str
    other: int


class Triple(NamedTuple):
    one: str
    other: int
    third: int


class Row(TypedDict):
    name: str


FURTHER = "which Base does not compare; derive from Base | Sub to compare it too"
SUBCLASS = f"expected Base, found Sub, a subclass with 'extra', {FURTHER}"


@pytest.mark.parametrize(
    ("kind", "value", "good", "message"),
    [
        pytest.param(set[Base], {Sub("a", 1)}, {Base("a")}, f"set[Base][]: {SUBCLASS}", id="a set"),
        pytest.param(list[Base], [Sub("a", 1)], [Base("a")], f"list[Base][]: {SUBCLASS}", id="a sequence"),
        pytest.param(Base, Sub("a", 1), Base("a"), f"Base: {SUBCLASS}", id="alone"),
        pytest.param(
            set[Base],
            {Deeper("a", 1, 2)},
            {Base("a")},
            "set[Base][]: expected Base, found Deeper, a subclass with 'extra', 'more', which Base does not compare; "
            "derive from Base | Deeper to compare it too",
            id="a subclass of a subclass",
        ),
        pytest.param(set[Base | None], {Sub("a", 1)}, {None}, f"set[Base | None][]: {SUBCLASS}", id="a case"),
        pytest.param(
            set[Base | Sub],
            {Deeper("a", 1, 2)},
            {Sub("a", 1)},
            "set[Base | Sub][]: expected Sub, found Deeper, a subclass with 'more', which Sub does not compare; "
            "derive from Sub | Deeper to compare it too",
            id="beyond the narrowest case",
        ),
        pytest.param(
            dict[str, Base], {"k": Sub("a", 1)}, {"k": Base("a")}, f"dict[str, Base][value]: {SUBCLASS}", id="a mapping"
        ),
        pytest.param(
            set[tuple[str, Base]],
            {("k", Sub("a", 1))},
            {("k", Base("a"))},
            f"set[tuple[str, Base]][][1]: {SUBCLASS}",
            id="a position",
        ),
        pytest.param(
            Shelf,
            Shelf((Box(Sub("a", 1)),)),
            Shelf((Box(Base("a")),)),
            f"Shelf.boxes[].content: {SUBCLASS}",
            id="deep inside",
        ),
        pytest.param(
            Shelf,
            Shelf((Labelled(Base("a"), "b"),)),
            Shelf((Box(Base("a")),)),
            "Shelf.boxes[]: expected Box, found Labelled, a subclass with 'label', which Box does not compare; "
            "derive from Box | Labelled to compare it too",
            id="a generic class",
        ),
        pytest.param(
            set[Base],
            {Like("a", 1)},
            {Base("a")},
            "set[Base][]: expected Base, found Like, a class with 'size', which Base does not compare; "
            "derive from Base | Like to compare it too",
            id="another class that has the field",
        ),
        pytest.param(
            set[Pair],
            {Triple("a", 1, 2)},
            {Pair("a", 1)},
            "set[Pair][]: expected Pair, found Triple, a class with 'third', which Pair does not compare; "
            "derive from Pair | Triple to compare it too",
            id="a named tuple",
        ),
        pytest.param(
            set[tuple[str, int]],
            {("a", 1, 2)},
            {("a", 1)},
            "set[tuple[str, int]][]: expected a tuple of 2, found 3: ('a', 1, 2)",
            id="a tuple that is too long",
        ),
        pytest.param(
            list[Row],
            [{"name": "a", "age": 3}],
            [{"name": "a"}],
            "list[Row][]: expected Row, found dict with 'age', which Row does not have",
            id="a key that is not in the type",
        ),
        pytest.param(
            list[Base],
            [{"name": "a", "age": 3}],
            [Base("a")],
            "list[Base][]: expected Base, found dict with 'age', which Base does not have",
            id="a mapping in place of a record",
        ),
    ],
)
def test_further_fields_are_refused(kind: Any, value: Any, good: Any, message: str) -> None:
    metric = pickle.loads(pickle.dumps(k.derive(kind)))
    for predicted, gold in ((value, good), (good, value), (value, value)):
        with pytest.raises(InputError) as refused:
            metric(predicted, gold)
        assert str(refused.value) == message
        with pytest.raises(InputError):
            sum(metric.corpus([good, predicted], [good, gold]))
        with pytest.raises(InputError):
            k.sides(precision=metric, recall=metric)(predicted, gold)
        with pytest.raises(InputError):
            k.derive_similarity(kind).similarity(predicted, gold)
    assert metric(good, good).value == 1


def test_also_where_nothing_is_to_be_compared_with() -> None:
    with pytest.raises(InputError, match="a subclass with 'extra'"):
        k.derive(set[Base])({Sub("a", 1)}, set())


@pytest.mark.parametrize(
    ("kind", "predicted", "gold", "matched"),
    [
        pytest.param(set[Base | Sub], {Sub("a", 1), Base("b")}, {Sub("a", 1), Base("b")}, 2, id="both classes"),
        pytest.param(set[Base | Sub], {Sub("a", 1)}, {Sub("a", 2)}, 0, id="the further field counts"),
        pytest.param(set[Base | Sub], {Sub("a", 1)}, {Base("a")}, 0, id="a subclass is another case"),
        pytest.param(set[Sub | Like], {Sub("a", 1), Like("a", 1)}, {Sub("a", 1)}, 1, id="classes side by side"),
        pytest.param(set[Base], {Noted("a", "x")}, {Noted("a", "y")}, 1, id="a field that is not compared"),
        pytest.param(set[Base], {Noted("a", "x")}, {Base("a")}, 1, id="a subclass without further fields"),
        pytest.param(set[Base], {Plain("a")}, {Base("a")}, 1, id="a subclass that is no dataclass"),
        pytest.param(list[Noted], [{"name": "a", "note": "x"}], [Noted("a")], 1, id="a known key that is not compared"),
        pytest.param(list[Row], [{"name": "a"}], [{"name": "a"}], 1, id="a typed dictionary"),
        pytest.param(set[Pair], {Pair("a", 1)}, {Pair("a", 1)}, 1, id="a named tuple"),
    ],
)
def test_what_is_compared(kind: Any, predicted: Any, gold: Any, matched: int) -> None:
    assert k.derive(kind)(predicted, gold).matched_gold == matched
    assert sum(k.derive(kind).corpus([predicted], [gold])).matched_gold == matched


def test_the_metric_is_the_one_written_by_hand() -> None:
    """Which does not know the type, and so refuses nothing."""
    by_hand = k.match(k.product(name=k.equal)).f1
    assert k.derive(set[Base]) == by_hand
    assert k.derive(set[Base]).signature == by_hand.signature
    assert by_hand({Sub("a", 1)}, {Sub("a", 2)}).value == 1


# --- what else a type can say ---


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Loud(enum.Enum):
    YES = "yes"

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


@pytest.mark.parametrize(
    ("kind", "predicted", "gold", "matched"),
    [
        pytest.param(set[Colour], {Colour.RED}, {Colour.RED, Colour.BLUE}, 1, id="an enumeration"),
        pytest.param(set[Literal["a", "b"]], {"a", "c"}, {"a", "b"}, 1, id="literals; another value is wrong"),
        pytest.param(set[bytes], {b"a"}, {b"a", b"b"}, 1, id="bytes"),
        pytest.param(
            set[dt.datetime],
            {dt.datetime(2020, 1, 1, 12, tzinfo=dt.UTC)},
            {dt.datetime(2020, 1, 1, 13, tzinfo=dt.timezone(dt.timedelta(hours=1)))},
            1,
            id="one moment in two time zones",
        ),
        pytest.param(set[dt.date], {dt.date(2020, 1, 1)}, {dt.date(2020, 1, 2)}, 0, id="two days"),
        pytest.param(set[str | None], {None, "a"}, {None, "b"}, 1, id="Optional"),
    ],
)
def test_atoms(kind: Any, predicted: Any, gold: Any, matched: int) -> None:
    assert k.derive(kind)(predicted, gold).matched_gold == matched


class Size(enum.StrEnum):
    SMALL = "small"


@pytest.mark.parametrize(
    ("kind", "value", "good", "message"),
    [
        pytest.param(set[int], {"2"}, {2}, "set[int][]: expected int, found str: '2'", id="a text for a number"),
        pytest.param(set[str], {2}, {"2"}, "set[str][]: expected str, found int: 2", id="a number for a text"),
        pytest.param(set[int], {2.5}, {2}, "set[int][]: expected int, found float: 2.5", id="no whole number"),
        pytest.param(set[bool], {"true"}, {True}, "set[bool][]: expected bool, found str: 'true'", id="no truth value"),
        pytest.param(list[str], [None], ["a"], "list[str][]: expected str, found NoneType: None", id="nothing"),
        pytest.param(
            list[Row],
            [{"name": 1}],
            [{"name": "a"}],
            "list[Row][].name: expected str, found int: 1",
            id="in a dictionary",
        ),
        pytest.param(
            set[tuple[str, int]],
            {("a", "1")},
            {("a", 1)},
            "set[tuple[str, int]][][1]: expected int, found str: '1'",
            id="in a tuple",
        ),
        pytest.param(
            dict[str, int],
            {"a": "1"},
            {"a": 1},
            "dict[str, int][value]: expected int, found str: '1'",
            id="in a mapping",
        ),
        pytest.param(set[Colour], {1}, {Colour.RED}, "set[Colour][]: expected Colour, found int: 1", id="no member"),
        pytest.param(
            set[Literal["a", 1]],
            {None},
            {"a"},
            "set[Literal['a', 1]][]: expected str or int, found NoneType: None",
            id="no literal",
        ),
        pytest.param(
            list[dt.date],
            ["2020-01-01"],
            [dt.date(2020, 1, 1)],
            "list[date][]: expected date, found str: '2020-01-01'",
            id="a date in writing",
        ),
    ],
)
def test_values_of_another_type_are_refused(kind: Any, value: Any, good: Any, message: str) -> None:
    metric = pickle.loads(pickle.dumps(k.derive(kind)))
    for predicted, gold in ((value, good), (good, value)):
        with pytest.raises(InputError) as refused:
            metric(predicted, gold)
        assert str(refused.value) == message
        with pytest.raises(InputError):
            sum(metric.corpus([good, predicted], [good, gold]))
    assert metric(good, good).value == 1


def test_the_document_with_the_wrong_type_is_named() -> None:
    metric = k.derive(set[tuple[str, int]])
    with pytest.raises(
        InputError, match=r"mine, document 2: set\[tuple\[str, int\]\]\[\]\[1\]: expected int, found str"
    ):
        karat.score(metric, {"mine": [{("a", 1)}, {("b", "2")}]}, [{("a", 1)}, {("b", 2)}])


@pytest.mark.parametrize(
    ("kind", "predicted", "gold"),
    [
        pytest.param(set[int], {2.0}, {2}, id="a whole number as a float"),
        pytest.param(set[int], {np.int64(2)}, {2}, id="a number of numpy"),
        pytest.param(set[int], {True}, {1}, id="a truth value is an int"),
        pytest.param(set[bool], {np.bool_(True)}, {True}, id="a truth value of numpy"),
        pytest.param(set[str], {np.str_("a")}, {"a"}, id="a text of numpy"),
        pytest.param(set[Decimal], {2}, {Decimal("2.0")}, id="an int as a decimal"),
        pytest.param(set[Size], {"small"}, {Size.SMALL}, id="a text that is a member"),
        pytest.param(set[dt.date], {dt.datetime(2020, 1, 1)}, {dt.datetime(2020, 1, 1)}, id="a kind of date"),  # noqa: DTZ001
        pytest.param(set[Annotated[int, k.equal]], {"2"}, {"2"}, id="what a similarity of one's own compares"),
    ],
)
def test_values_that_will_do_for_a_type(kind: Any, predicted: Any, gold: Any) -> None:
    assert k.derive(kind)(predicted, gold).value == 1


def near(x: int, y: int) -> int:
    return int(abs(x - y) < 2)


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        pytest.param(
            set[Loud],
            "set[Loud][]: expected a record, a collection, an atom such as str, or Annotated[…] with a similarity, "
            "found Loud",
            id="an enumeration with an equality of its own",
        ),
        pytest.param(
            set[Annotated[int, near]],
            "set[int][]: expected a similarity such as k.function(near), found the function near",
            id="a bare function",
        ),
        pytest.param(
            set[Annotated[int, k.Jaccard()]],
            "set[int][]: expected a similarity, found Jaccard(empty=None)",
            id="a normaliser",
        ),
        pytest.param(
            set[Annotated[set[int], k.N_TO_ONE]],
            "set[set[int]][]: expected a similarity, found Constraint.N_TO_ONE",
            id="a constraint",
        ),
        pytest.param(
            set[Annotated[list[int], k.SEQUENCE]],
            "set[list[int]][]: expected a similarity, found Sequenced()",
            id="an order",
        ),
    ],
)
def test_notes_that_were_meant_for_karat_are_not_left_alone(kind: Any, message: str) -> None:
    with pytest.raises(DerivationError) as refused:
        k.derive(kind)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    "note",
    [
        pytest.param("text", id="text"),
        pytest.param({"min": 1}, id="a mapping"),
        pytest.param(str, id="a class"),
        pytest.param(lambda value: value, id="a function of one argument"),
    ],
)
def test_notes_for_other_readers_are_left_alone(note: Any) -> None:
    assert k.derive(set[Annotated[str, note]]) == k.match(k.equal).f1
