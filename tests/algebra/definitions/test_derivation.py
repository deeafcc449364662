"""Metrics from types: what follows from each, and what is refused by its field's name."""

from __future__ import annotations

import datetime as dt
import enum
from collections.abc import Callable, Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, is_dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import permutations
from math import prod
from random import Random
from typing import (
    Annotated,
    Any,
    Generic,
    Literal,
    NamedTuple,
    NewType,
    NotRequired,
    Optional,
    TypedDict,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import numpy as np
import pytest

from karat import algebra as k
from karat.algebra.definitions import structures as s
from karat.errors import DerivationError

T = TypeVar("T")
U = TypeVar("U")


class Kind(enum.Enum):
    KNOWS = 1
    LIKES = 2


@dataclass(frozen=True, slots=True)
class Mention:
    left: int
    right: int


@dataclass(frozen=True, slots=True)
class Argument:
    mention: Mention
    role: str


@dataclass(frozen=True, slots=True)
class Event:
    trigger: Mention
    type: Kind
    arguments: frozenset[Argument]


@dataclass(frozen=True, slots=True)
class EventSet:
    events: frozenset[Event]


@dataclass(frozen=True, slots=True)
class Document:
    id: str
    mentions: frozenset[Mention]


@dataclass(frozen=True, slots=True)
class Summed:
    id: str
    mentions: Annotated[frozenset[str], k.match(k.equal)]


@dataclass(frozen=True, slots=True)
class Untitled:
    title: str = field(compare=False)
    links: frozenset[str]


@dataclass(frozen=True, slots=True)
class Parse:
    tokens: tuple[str, ...]
    edges: frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Filler(Generic[T]):
    slot: str
    value: T


@dataclass(frozen=True, slots=True)
class NumberFiller(Filler[int]):
    unit: str | None


@dataclass(frozen=True, slots=True)
class Twice(Filler[list[T]], Generic[T, U]):
    other: U


@dataclass(frozen=True, slots=True)
class Scored:
    name: str
    confidence: float = field(default=1.0, compare=False)


class Pair(NamedTuple):
    subject: str
    number: int


class Row(TypedDict):
    keys: str
    values: list[int]


@dataclass(frozen=True, slots=True)
class Prop:
    relation: str
    subject: k.Variable
    object: k.Variable | str


@dataclass(frozen=True, slots=True)
class Meaning:
    props: frozenset[Prop]


class Word(str):
    __slots__ = ()


Name = NewType("Name", str)
Length = Annotated[float, k.within(0.1)]
close = k.function(lambda x, y: max(0, 1 - abs(x - y) / 10), "close", own=1)


@dataclass(frozen=True, slots=True)
class Measured:
    what: str
    amount: Annotated[float, close, "any other note is left alone"]


@pytest.mark.parametrize(
    ("kind", "notation"),
    [
        pytest.param(str, "F[δ]", id="an atom"),
        pytest.param(set[str], "F↔[δ]", id="a set"),
        pytest.param(frozenset[int], "F↔[δ]", id="a frozen set"),
        pytest.param(AbstractSet[bool], "F↔[δ]", id="any set"),
        pytest.param(Collection[bytes], "F↔[δ]", id="any collection"),
        pytest.param(set[Kind], "F↔[δ]", id="an enumeration"),
        pytest.param(set[Literal["a", "b"]], "F↔[δ]", id="literals"),
        pytest.param(set[dt.datetime], "F↔[δ]", id="dates"),
        pytest.param(set[Name], "F↔[δ]", id="a new name for a type"),
        pytest.param(set[Word], "F↔[δ]", id="a kind of text"),
        pytest.param(set[tuple[int, str]], "F↔[δ_0 × δ_1]", id="positions"),
        pytest.param(set[Mention], "F↔[δ_left × δ_right]", id="a record"),
        pytest.param(set[Pair], "F↔[δ_subject × δ_number]", id="a named tuple"),
        pytest.param(list[Row], "F↔[δ_keys × F↔_values[δ]]", id="a typed dictionary"),
        pytest.param(set[frozenset[int]], "F↔[F↔[δ]]", id="CEAF φ4: nested collections are F-normalised"),
        pytest.param(
            EventSet,
            "F↔_events[(δ_left × δ_right)_trigger × δ_type × F↔_arguments[(δ_left × δ_right)_mention × δ_role]]",
            id="a record of one collection",
        ),
        pytest.param(Document, "F[δ_id × F↔_mentions[δ_left × δ_right]]", id="one collection beside other fields"),
        pytest.param(
            tuple[str, frozenset[int]], "F[δ_0 × F↔_1[δ]]", id="one collection beside other positions of a tuple"
        ),
        pytest.param(
            Filler[EventSet],
            "F[δ_slot × F↔_value.events[(δ_left × δ_right)_trigger × δ_type × "
            "F↔_arguments[(δ_left × δ_right)_mention × δ_role]]]",
            id="one collection, further down, beside other fields",
        ),
        pytest.param(Summed, "F[δ_id × Σ↔_mentions[δ]]", id="a sum, because it is said"),
        pytest.param(Untitled, "F↔_links[δ]", id="beside fields that the class does not compare"),
        pytest.param(Parse, "F[F↔_tokens[δ] × F↔_edges[δ_0 × δ_1]]", id="several collections side by side"),
        pytest.param(Mention, "F[δ_left × δ_right]", id="a record without collections"),
        pytest.param(dict[str, int], "F[Σ↔[δ_key × δ_value]∘items]", id="a mapping"),
        pytest.param(
            set[Filler[Mapping[str, int]]], "F↔[δ_slot × F↔_value[δ_key × δ_value]∘items]", id="a mapping inside"
        ),
        pytest.param(set[Filler[Mention]], "F↔[δ_slot × (δ_left × δ_right)_value]", id="a type parameter"),
        pytest.param(set[NumberFiller], "F↔[δ_slot × δ_value × (δ_str | δ_None)_unit]", id="a parameter, inherited"),
        pytest.param(set[Twice[str, bool]], "F↔[δ_slot × F↔_value[δ] × δ_other]", id="parameters of parameters"),
        pytest.param(set[Filler[T][str]], "F↔[δ_slot × δ_value]", id="a parameter put in later"),
        pytest.param(set[str | None], "F↔[(δ_str | δ_None)]", id="perhaps nothing"),
        pytest.param(set[Optional[str]], "F↔[(δ_str | δ_None)]", id="Optional"),  # noqa: UP045
        pytest.param(set[Union[int, str]], "F↔[(δ_int | δ_str)]", id="Union"),  # noqa: UP007
        pytest.param(set[int | bool], "F↔[(δ_bool | δ_int)]", id="the narrower case first"),
        pytest.param(set[Length], "F↔[within(0.1)]", id="a float with its tolerance"),
        pytest.param(set[Length | None], "F↔[(within(0.1)_Real | δ_None)]", id="an int will do for a float"),
        pytest.param(set[Annotated[int, k.within(0.1)] | Length], "F↔[within(0.1)]", id="so both are one case"),
        pytest.param(set[Annotated[float, k.equal]], "F↔[δ]", id="floats to the last digit, because it is said"),
        pytest.param(set[Decimal], "F↔[δ]", id="decimals are exact"),
        pytest.param(set[Fraction], "F↔[δ]", id="and so are fractions"),
        pytest.param(
            set[Mention | Literal["none"]], "F↔[((δ_left × δ_right)_Mention | δ_str)]", id="a record or a literal"
        ),
        pytest.param(set[Measured], "F↔[δ_what × close_amount]", id="Annotated"),
        pytest.param(set[Scored], "F↔[δ_name]", id="a field that the class does not compare"),
        pytest.param(Meaning, "F↔_props[δ_relation × φ̃_subject × (φ̃_Variable | δ_str)_object]", id="variables: Smatch"),
        pytest.param(
            set[Meaning], "F↔[F↔_props[δ_relation × φ̃_subject × (φ̃_Variable | δ_str)_object]]", id="sets of meanings"
        ),
    ],
)
def test_a_metric_follows_from_the_type(kind: Any, notation: str) -> None:
    assert str(k.derive(kind)) == notation


@pytest.mark.parametrize(
    ("kind", "order"),
    [
        pytest.param(set[str], None, id="set"),
        pytest.param(Collection[str], None, id="Collection"),
        pytest.param(list[str], k.SEQUENCE, id="list"),
        pytest.param(Sequence[str], k.SEQUENCE, id="Sequence"),
        pytest.param(tuple[str, ...], k.SEQUENCE, id="tuple of any length"),
    ],
)
def test_sequences_keep_their_order(kind: Any, order: Any) -> None:
    assert k.derive(kind) == k.match(k.equal, order=order).f1


def test_a_derived_metric_equals_the_one_written_by_hand() -> None:
    mention = k.product(left=k.equal, right=k.equal)
    argument = k.product(mention=mention, role=k.equal)
    event = k.product(trigger=mention, type=k.equal, arguments=k.match(argument).f1)
    assert k.derive(set[Event]) == k.match(event).f1
    assert hash(k.derive(set[Event])) == hash(k.match(event).f1)


@pytest.mark.parametrize(
    ("kind", "metric"),
    [
        pytest.param(
            Annotated[set[str], k.match(k.equal).jaccard], k.match(k.equal).jaccard, id="a normalised matching"
        ),
        pytest.param(Annotated[set[str], k.match(k.equal)], k.match(k.equal).f1, id="a matching"),
        pytest.param(
            Annotated[set[str], k.mean(k.match(k.equal).f1)],
            k.mean(k.match(k.equal).f1),
            id="a metric that is no similarity",
        ),
        pytest.param(set[Annotated[str, "a note"]], k.match(k.equal).f1, id="a note that is no similarity"),
    ],
)
def test_annotated_overrides(kind: Any, metric: k.Metric) -> None:
    assert k.derive(kind) == metric


def event(place: int, *roles: str) -> Event:
    arguments = frozenset(Argument(Mention(index, index), role) for index, role in enumerate(roles))
    return Event(Mention(place, place), Kind.KNOWS, arguments)


@pytest.mark.parametrize(
    ("kind", "predicted", "gold", "value"),
    [
        pytest.param(
            EventSet,
            EventSet(frozenset({event(1, "agent", "theme"), event(9)})),
            EventSet(frozenset({event(1, "agent", "goal")})),
            Fraction(2, 2 + 1) * Fraction(1, 2),
            id="half of the arguments of one event of two",
        ),
        pytest.param(EventSet, EventSet(frozenset({event(1)})), EventSet(frozenset({event(1)})), 1, id="no arguments"),
        pytest.param(
            Document, Document("x", frozenset()), Document("x", frozenset()), 1, id="no mentions on either side"
        ),
        pytest.param(
            Document,
            Document("x", frozenset({Mention(1, 2)})),
            Document("x", frozenset({Mention(1, 2), Mention(3, 4)})),
            Fraction(2, 3),
            id="one mention of two",
        ),
        pytest.param(
            Document,
            Document("x", frozenset({Mention(1, 2)})),
            Document("y", frozenset({Mention(1, 2)})),
            0,
            id="another document",
        ),
        pytest.param(
            Parse,
            Parse(("a", "b"), frozenset({(0, 1)})),
            Parse(("a", "c"), frozenset({(0, 1), (1, 0)})),
            Fraction(1, 2) * Fraction(2, 3),
            id="the product of two collections",
        ),
        pytest.param(dict[str, int], {"a": 1, "b": 2}, {"a": 1, "b": 3, "c": 4}, Fraction(2, 5), id="a mapping"),
        pytest.param(list[int | None], [1, None], [None, 1], Fraction(1, 2), id="None is like None, in order"),
        pytest.param(set[Length], {1}, {1.0}, 1, id="an int for a float"),
        pytest.param(set[Length], {0.1 + 0.2}, {0.3}, 1, id="floats that are nearly the same"),
        pytest.param(set[Annotated[float, k.equal]], {0.1 + 0.2}, {0.3}, 0, id="floats to the last digit"),
        pytest.param(
            list[Length | None], [0.4, None, 7.0], [0.3, None, 7.2], Fraction(2, 3), id="a tolerance, or nothing"
        ),
        pytest.param(
            list[Row], [{"keys": "k", "values": [1]}], [{"keys": "k", "values": [1, 2]}], Fraction(2, 3), id="rows"
        ),
        pytest.param(
            set[Measured],
            {Measured("rain", 3.0)},
            {Measured("rain", 8.0)},
            Fraction(1, 2),
            id="a similarity of one's own",
        ),
        pytest.param(set[Scored], {Scored("a", 0.1)}, {Scored("a", 0.9)}, 1, id="what is not compared"),
    ],
)
def test_derived_by_hand(kind: Any, predicted: Any, gold: Any, value: Any) -> None:
    assert k.derive(kind)(predicted, gold).exact == value


def test_the_alignment_is_of_the_outermost_collection() -> None:
    predicted, gold = EventSet(frozenset({event(1, "agent")})), EventSet(frozenset({event(1, "agent"), event(2)}))
    alignment = k.derive(EventSet)(predicted, gold).alignment
    assert [each.gold for each in alignment.matches] == [event(1, "agent")]
    assert alignment.unmatched_gold == (event(2),)


def test_variables_are_mapped_and_proved() -> None:
    x, y, one, other = map(k.Variable, ("x", "y", "1", "2"))
    predicted = Meaning(frozenset({Prop("instance", x, "boy"), Prop("instance", y, "go"), Prop("arg0", y, x)}))
    gold = Meaning(frozenset({Prop("instance", one, "boy"), Prop("instance", other, "go"), Prop("arg1", other, one)}))
    score = k.derive(Meaning)(predicted, gold)
    assert (score.exact, score.optimal, score.bound) == (Fraction(2, 3), True, 2)
    assert dict(score.alignment.variables) == {x: one, y: other}


# --- precision and recall ---


@dataclass(frozen=True, slots=True)
class Side:
    by_side: frozenset[str]
    other: frozenset[str]


SIDES = Side(frozenset("ab"), frozenset("c")), Side(frozenset("b"), frozenset("cd"))


@pytest.mark.parametrize(
    ("kind", "predicted", "gold", "value"),
    [
        pytest.param(Side, *SIDES, Fraction(2, 3) * Fraction(2, 3), id="two collections side by side"),
        pytest.param(
            Document,
            Document("x", frozenset({Mention(1, 2), Mention(3, 4)})),
            Document("x", frozenset({Mention(1, 2)})),
            Fraction(2, 3),
            id="one collection beside other fields",
        ),
        pytest.param(frozenset[str] | None, frozenset("ab"), frozenset("b"), Fraction(2, 3), id="a collection or None"),
        pytest.param(frozenset[str] | None, frozenset("ab"), None, 0, id="a collection against None"),
        pytest.param(dict[str, int] | list[int], [1, 2], [2], Fraction(2, 3), id="one collection or another"),
        pytest.param(Mention, Mention(1, 2), Mention(1, 2), 1, id="a record without collections"),
        pytest.param(str, "a", "b", 0, id="an atom"),
        pytest.param(Length, 0.3, 0.4, 1, id="a number"),
        pytest.param(Annotated[set[str], k.match(k.equal).f1.above(0.5)], set("ab"), set("b"), 1, id="all or nothing"),
    ],
)
def test_what_is_compared_as_a_whole_has_no_precision_and_recall(
    kind: Any, predicted: Any, gold: Any, value: Any
) -> None:
    """Each object has the mass 1, so that precision and recall would be the value again."""
    metric = k.derive(kind)
    corpus = metric.corpus([predicted, gold], [gold, gold])
    for score in (metric(predicted, gold), k.from_json(metric(predicted, gold).to_json()), next(iter(corpus))):
        assert score.exact == value
        assert (score.precision, score.recall, score.f1) == (None, None, score.value)
    assert (corpus.total.precision, corpus.total.recall) == (None, None)
    assert corpus.total.exact == (value + 1) / Fraction(2)
    precision, recall, f1, values = corpus.total.columns(np.array([[float(each) for each in corpus.total.masses]]))
    assert np.isnan([precision, recall]).all()
    assert f1.tolist() == values.tolist() == [pytest.approx(float(corpus.total.exact))]
    assert "(P " not in metric.explain(predicted, gold)


@pytest.mark.parametrize(
    ("kind", "predicted", "gold", "shares"),
    [
        pytest.param(set[str], set("ab"), set("b"), (1 / 2, 1), id="a collection"),
        pytest.param(
            Summed, Summed("x", frozenset("ab")), Summed("x", frozenset("b")), (1 / 2, 1), id="a sum in a record"
        ),
        pytest.param(dict[str, int], {"a": 1, "b": 2}, {"b": 2}, (1 / 2, 1), id="a mapping"),
        pytest.param(
            Annotated[str, k.function(lambda x, y: len(set(x) & set(y)), "letters")],
            "abc",
            "c",
            (1 / 3, 1),
            id="a mass of its own",
        ),
        pytest.param(Annotated[str, k.equal.weighted(len)], "ab", "ab", (1, 1), id="a weight"),
    ],
)
def test_what_has_parts_has_precision_and_recall(kind: Any, predicted: Any, gold: Any, shares: Any) -> None:
    score = k.derive(kind)(predicted, gold)
    assert (score.precision, score.recall) == shares
    assert "(P " in k.derive(kind).explain(predicted, gold)


# --- the rule by brute force, read off the type ---


@dataclass(frozen=True, slots=True)
class Titled:
    title: str
    links: frozenset[str]


@dataclass(frozen=True, slots=True)
class Site:
    pages: frozenset[Titled]


@dataclass(frozen=True, slots=True)
class OwnedSite:
    owner: str
    site: Site


def alike(kind: Any, x: Any, y: Any) -> Fraction:
    """Compare two objects: the product over fields or positions; of sets 2Σ / (|x| + |y|), 1 where both are empty."""
    if is_dataclass(kind):
        parts = get_type_hints(kind).items()
        return prod((alike(part, getattr(x, name), getattr(y, name)) for name, part in parts), start=Fraction(1))
    if get_origin(kind) is tuple:
        return prod((alike(*each) for each in zip(get_args(kind), x, y, strict=True)), start=Fraction(1))
    if get_origin(kind) is frozenset:
        size = len(x) + len(y)
        return 2 * largest_sum(get_args(kind)[0], x, y) / size if size else Fraction(1)
    return Fraction(x == y)


def largest_sum(kind: Any, x: Collection[Any], y: Collection[Any]) -> Fraction:
    """The largest sum over all one-to-one matchings, each tried."""
    fewer, more = sorted((x, y), key=len)
    return max(
        sum((alike(kind, *pair) for pair in zip(fewer, chosen, strict=True)), start=Fraction(0))
        for chosen in permutations(more, len(fewer))
    )


def random_titled(random: Random) -> Titled:
    return Titled(random.choice("ab"), frozenset(random.sample("xyz", random.randrange(4))))


def random_site(random: Random) -> Site:
    return Site(frozenset(random_titled(random) for _ in range(random.randrange(4))))


DRAWN: dict[Any, Callable[[Random], Any]] = {
    Titled: random_titled,
    Site: random_site,
    OwnedSite: lambda random: OwnedSite(random.choice("mn"), random_site(random)),
    tuple[str, Site]: lambda random: (random.choice("mn"), random_site(random)),
}


@pytest.mark.parametrize("kind", [Titled, OwnedSite, tuple[str, Site]])
def test_a_record_with_other_fields_is_one_unit(kind: Any) -> None:
    """Each document counts once, however much its collection holds; 400 random ones, with many empty collections."""
    random = Random(5)
    predicted, gold = ([DRAWN[kind](random) for _ in range(400)] for _ in range(2))
    expected = [alike(kind, x, y) for x, y in zip(predicted, gold, strict=True)]
    corpus = k.derive(kind).corpus(predicted, gold)
    assert [score.exact for score in corpus] == expected
    assert corpus.total.exact == sum(expected) / Fraction(400)
    assert 0 < corpus.total.exact < 1
    assert {score.exact for score in k.derive(kind).corpus(gold, gold)} == {1}


def test_a_record_of_one_collection_only_has_that_collections_mass() -> None:
    random = Random(5)
    predicted, gold = ([random_site(random) for _ in range(400)] for _ in range(2))
    matched = sum(largest_sum(Titled, x.pages, y.pages) for x, y in zip(predicted, gold, strict=True))
    sizes = [sum(len(site.pages) for site in sites) for sites in (predicted, gold)]
    assert k.derive(Site).corpus(predicted, gold).total.masses == (matched, sizes[0], matched, sizes[1])


def test_empty_collections_do_not_hide_a_wrong_title() -> None:
    """One document right, nine with a wrong title and no links."""
    right, empty = Titled("a", frozenset("xy")), frozenset[str]()
    corpus = k.derive(Titled).corpus([right] + 9 * [Titled("b", empty)], [right] + 9 * [Titled("c", empty)])
    assert corpus.total.exact == Fraction(1, 10)


# --- refusals ---


@dataclass(frozen=True, slots=True)
class Plain:
    thing: Thing


class Thing:
    """A class that can compare itself, but does not say by what."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


@dataclass(frozen=True, slots=True)
class Tree:
    label: str
    children: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    place: str
    degrees: float | None


class Degrees(float):
    __slots__ = ()


TOLERANCE = "expected a tolerance such as Annotated[float, k.within(0.01)], or Annotated[float, k.equal]"


@dataclass(frozen=True, slots=True)
class Handler:
    call: Callable[[int], int]


@dataclass(frozen=True, slots=True)
class Handlers:
    handlers: dict[str, tuple[int, list[Handler]]]


@dataclass(frozen=True, slots=True)
class Unknown:
    what: NoSuchType  # noqa: F821


class Partly(TypedDict):
    sure: str
    unsure: NotRequired[str]


@dataclass(frozen=True, slots=True)
class Empty:
    pass


@dataclass(frozen=True, slots=True)
class Nested:
    variable: k.Variable
    inner: frozenset[Prop]


class LoudWord(str):
    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str) and self.lower() == other.lower()

    def __hash__(self) -> int:
        return hash(self.lower())


ANYTHING = "expected a record, a collection, an atom such as str, or Annotated[…] with a similarity"


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        pytest.param(Any, f"Any: {ANYTHING}, found Any", id="Any"),
        pytest.param(object, f"object: {ANYTHING}, found object", id="object"),
        pytest.param(set[Any], f"set[Any][]: {ANYTHING}, found Any", id="a set of anything"),
        pytest.param(Plain, f"Plain.thing: {ANYTHING}, found Thing", id="equality is no fallback"),
        pytest.param(set[LoudWord], f"set[LoudWord][]: {ANYTHING}, found LoudWord", id="an equality of its own"),
        pytest.param(
            Handlers, f"Handlers.handlers[value][1][].call: {ANYTHING}, found Callable[[int], int]", id="the whole path"
        ),
        pytest.param(set[float], f"set[float][]: {TOLERANCE} to take it to the last digit, found float", id="a float"),
        pytest.param(
            Reading, f"Reading.degrees: {TOLERANCE} to take it to the last digit, found float", id="a float in a field"
        ),
        pytest.param(
            set[int | float],
            f"set[int | float][]: {TOLERANCE} to take it to the last digit, found float",
            id="an int or a float",
        ),
        pytest.param(
            set[Degrees],
            f"set[Degrees][]: {TOLERANCE} to take it to the last digit, found Degrees".replace(
                "Annotated[float", "Annotated[Degrees"
            ),
            id="a kind of float",
        ),
        pytest.param(
            set[complex],
            "set[complex][]: expected a tolerance such as Annotated[complex, a similarity], "
            "or Annotated[complex, k.equal] to take it to the last digit, found complex",
            id="a complex number",
        ),
        pytest.param(
            set[int | Length],
            "set[int | float][]: expected one similarity for int and float, since an int will do for a float, "
            "found two",
            id="an int that is compared otherwise than a float",
        ),
        pytest.param(set[range], f"set[range][]: {ANYTHING}, found range", id="a range"),
        pytest.param(
            Tree,
            "Tree.children[]: expected a type of finite depth, or a similarity in Annotated, found Tree inside itself",
            id="a type inside itself",
        ),
        pytest.param(set, "set: expected a collection that says of what, found set", id="a set of what"),
        pytest.param(tuple, "tuple: expected a tuple that says of what, found tuple", id="a tuple of what"),
        pytest.param(
            set[Filler],
            "set[Filler][].value: expected a type for each parameter, such as Record[str], found the parameter T",
            id="a parameter that is not given",
        ),
        pytest.param(
            Unknown,
            "Unknown: expected types that are known where the class is defined, found the name 'NoSuchType'",
            id="a name that is not known",
        ),
        pytest.param(
            "Event", "Event: expected a type, found a name that is not known: 'Event'", id="a name, not a type"
        ),
        pytest.param(
            Partly,
            "Partly: expected fields that are always there, found unsure, which may be missing",
            id="NotRequired",
        ),
        pytest.param(
            Empty, "Empty: expected a record with fields to compare, found Empty, which has none", id="no field"
        ),
        pytest.param(
            set[Filler[int] | Filler[Mention]],
            "set[Filler[int] | Filler[Mention]][]: expected cases that can be told apart, found two kinds of Filler",
            id="cases of one class",
        ),
        pytest.param(
            Prop, "Prop.subject: expected a variable inside a collection, found one outside", id="a lone variable"
        ),
        pytest.param(
            list[Prop],
            "list[Prop]: expected a set, since a matching with variables keeps no order, "
            "found a sequence of elements with variables",
            id="variables in a sequence",
        ),
        pytest.param(
            set[Nested],
            "set[Nested]: expected variables on one level, "
            "found variables in the elements and in a collection inside them",
            id="variables on two levels",
        ),
        pytest.param(
            set[Annotated[str, k.equal, close]],
            "set[str][]: expected one similarity, found 2: δ, close",
            id="two similarities",
        ),
        pytest.param(
            set[Annotated[set[str], k.mean(k.equal.f1)]],
            "set[set[str]][]: expected a similarity, found a metric that is none: mean(F[δ])",
            id="a mean inside",
        ),
    ],
)
def test_what_cannot_be_derived_is_refused_by_name(kind: Any, message: str) -> None:
    with pytest.raises(DerivationError) as refused:
        k.derive(kind)
    assert str(refused.value) == message


def test_a_similarity_to_build_on() -> None:
    assert k.derive_similarity(frozenset[str]) == k.match(k.equal).f1
    assert k.derive_similarity(Prop) == k.product(
        relation=k.equal, subject=k.latent, object=k.union({k.Variable: k.latent, str: k.equal})
    )
    assert isinstance(k.derive_similarity(Mention), s.Product)


def test_classes_of_ones_own_can_be_variables() -> None:
    assert str(k.derive(set[tuple[Node, str]])) == "F↔[φ̃_0 × δ_1]"


@dataclass(frozen=True, slots=True)
class Node:
    number: int


Node.__latent__ = True  # type: ignore[attr-defined]
