"""Random definitions, each with a strategy for what it compares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter
from typing import Any

from hypothesis import strategies as st

from karat import algebra as k
from karat.algebra.definitions.structures import Subset, links, memberships, non_links

CONSTRAINTS = (k.ONE_TO_ONE, k.N_TO_ONE, k.ONE_TO_N, k.N_TO_N)
NUMBERS = st.integers(0, 2)
Shape = tuple[k.Similarity, st.SearchStrategy[Any]]


@dataclass(frozen=True, slots=True)
class Record:
    a: Any
    b: Any


def closeness(x: int, y: int) -> Fraction:
    """1, 1/2 or 0."""
    return max(Fraction(0), 1 - Fraction(abs(x - y), 2))


def worth(x: int) -> Fraction:
    """0, 1/2 or 1."""
    return Fraction(x, 2)


def weight(thing: Any) -> Fraction:
    """A worth for anything, by its text."""
    return Fraction(1 + len(str(thing)) % 3, 2)


def dice(shared: int, predicted: int, gold: int) -> Fraction:
    return Fraction(2 * shared, predicted + gold) if shared else Fraction(0)


def more_than_one(shared: int, predicted: int, gold: int) -> int:
    return max(0, shared - 1)


def parity(x: int) -> int:
    return x % 2


def close_pairs(predicted: Sequence[int], gold: Sequence[int]) -> list[tuple[int, int]]:
    """Where numbers stand that are not more than 1 apart."""
    return [(row, column) for row, x in enumerate(predicted) for column, y in enumerate(gold) if abs(x - y) <= 1]


close = k.function(closeness)
close_by_key = k.function(closeness, keys=lambda x: (x - 1, x, x + 1), own=1)
close_by_pairs = k.function(closeness, pairs=close_pairs, own=1)
worthy = k.equal.weighted(worth)
only = itemgetter(0)


@st.composite
def discrete(draw: st.DrawFn) -> Shape:
    """Equal or not."""
    options: list[Shape] = [
        (k.equal, NUMBERS),
        (k.product(k.equal, k.equal), st.tuples(st.integers(0, 1), st.integers(0, 1))),
        (k.product(a=k.equal), st.builds(Record, NUMBERS, st.integers(0, 1))),
        (k.equal.on(parity), NUMBERS),
        (k.union({int: k.equal, str: k.equal}), st.sampled_from([0, 1, "0", "1"])),
    ]
    return draw(st.sampled_from(options))


@st.composite
def atomic(draw: st.DrawFn) -> Shape:
    """Anything without a collection inside."""
    graded = [(close, NUMBERS), (close_by_key, NUMBERS), (close_by_pairs, NUMBERS), (worthy, NUMBERS)]
    return draw(st.one_of(discrete(), st.sampled_from(graded)))


def collections(elements: st.SearchStrategy[Any], size: int, *, ordered: bool) -> st.SearchStrategy[Any]:
    listed = st.lists(elements, max_size=size)
    if ordered:
        return listed.map(tuple)
    return st.one_of(listed.map(tuple), listed.map(frozenset))


@st.composite
def matchings(draw: st.DrawFn, inner: st.SearchStrategy[Shape], size: int = 2, *, nested: bool = False) -> Shape:
    """A matching under any constraint."""
    phi, elements = draw(inner)
    # Under FIRST a collection with repetitions does not cover all of itself, so it is no similarity to nest.
    kinds = ["plain", "plain", "plain", "greedy", "sequence", "distinct", *([] if nested else ["first", "literal"])]
    kind = draw(st.sampled_from(kinds))
    constraint = draw(st.sampled_from(CONSTRAINTS))
    if kind == "greedy":
        return k.match(phi, k.GREEDY), collections(elements, size, ordered=True)
    if kind == "first":
        constraint = draw(st.sampled_from((k.N_TO_ONE, k.ONE_TO_N)))  # where partners can be shared
        return k.match(phi, constraint, ties=k.FIRST), collections(elements, size, ordered=True)
    if kind == "sequence":
        return k.match(phi, constraint, order=k.SEQUENCE), collections(elements, size, ordered=True)
    choices = {kind: True} if kind in ("distinct", "literal") else {}
    return k.match(phi, constraint, **choices), collections(elements, size, ordered=False)


@st.composite
def normalised(draw: st.DrawFn, inner: st.SearchStrategy[Shape]) -> Shape:
    phi, things = draw(inner)
    empty = draw(st.sampled_from([None, None, None, 0.0, 1.0]))
    ways = [
        k.Precision(empty),
        k.Recall(empty),
        k.FMeasure(empty),
        k.FMeasure(empty, 0.5),
        k.FMeasure(empty, 2),
        k.Jaccard(empty),
    ]
    return phi.normalised(draw(st.sampled_from(ways))), things


@st.composite
def wrapped(draw: st.DrawFn, inner: st.SearchStrategy[Shape]) -> Shape:
    """A similarity changed, or put beside others."""
    phi, things = draw(inner)
    other, others = draw(atomic())
    kind = draw(
        st.sampled_from(
            ["product", "fields", "positions", "single", "union", "threshold", "excess", "weighted", "transform"]
        )
    )
    match kind:
        case "product":
            return k.product(a=other, b=phi), st.builds(Record, others, things)
        case "fields":
            claims = st.builds(Record, st.one_of(st.none(), others), st.one_of(st.none(), things))
            return k.fields(a=other, b=phi), claims
        case "positions":
            return k.product(phi, other), st.tuples(things, others)
        case "single":
            return k.product(a=phi), st.builds(Record, things, st.just(0))
        case "union":
            return k.union({Record: k.product(a=phi), int: close}), st.one_of(
                st.builds(Record, things, st.just(0)), NUMBERS
            )
        case "threshold":
            least = draw(st.sampled_from([0.5, 1, 1.5]))
            return (phi.above(least) if draw(st.booleans()) else phi.at_least(least)), things
        case "excess":
            return phi.excess(draw(st.sampled_from([0, 0.5, 1]))), things
        case "weighted":
            # The weight must not depend on the order in which a set is written.
            return k.product(a=phi).weighted(lambda record: weight(record.b)), st.builds(Record, things, NUMBERS)
    return phi.on(only), st.tuples(things)


@st.composite
def counted(draw: st.DrawFn) -> Shape:
    """A formula over what collections share, or their best pair, or inclusion."""
    phi, elements = draw(discrete())
    kinds = [k.counted(dice, inner=phi), k.counted(more_than_one, inner=phi), Subset(phi)]
    graded, others = draw(atomic())
    options = [(each, collections(elements, 3, ordered=False)) for each in kinds]
    options.append((k.maximum(graded), collections(others, 2, ordered=False)))
    return draw(st.sampled_from(options))


@st.composite
def partitions(draw: st.DrawFn) -> Shape:
    """Memberships and links of collections of collections."""
    groups = st.lists(st.frozensets(st.integers(0, 3), max_size=3), max_size=3)
    way = draw(st.sampled_from([k.Precision(), k.Recall(), k.FMeasure()]))
    inner = draw(st.sampled_from([k.match(k.equal).normalised(way), k.match(k.equal), k.counted(more_than_one)]))
    member = k.product(element=k.equal, collection=inner)
    options = [k.match(member).on(memberships), k.match(k.equal).on(links), k.match(k.equal).on(non_links)]
    return draw(st.sampled_from(options)), groups


def small() -> st.SearchStrategy[Shape]:
    """What may stand inside a collection."""
    nested = matchings(atomic(), nested=True)
    once = st.one_of(atomic(), nested, normalised(nested), counted(), wrapped(atomic()))
    return st.one_of(once, wrapped(once), normalised(wrapped(nested)))


def documents() -> st.SearchStrategy[Shape]:
    """A definition that can be scored, and what it scores."""
    return st.one_of(matchings(small(), 3), matchings(small(), 3), wrapped(matchings(small())), partitions())
