"""The sum of fields: a record is the set of its facts. By hand, its laws, and against every matching there is."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from karat import algebra as k
from karat.errors import DefinitionError, InputError


@dataclass(frozen=True)
class Line:
    sku: str | None
    price: int | None = None


@dataclass(frozen=True)
class Invoice:
    id: str | None
    lines: list[Line] | None = None
    tags: tuple[str, ...] | None = None


INVOICE = k.fields(Invoice)
LINES = [Line("a", 1), Line("b", 2)]


@pytest.mark.parametrize(
    ("predicted", "gold", "masses"),
    [
        pytest.param(Invoice("x", LINES), Invoice("x", LINES), (5, 5, 5, 5), id="identical: one id, two lines of two"),
        pytest.param(Invoice("x", LINES[::-1]), Invoice("x", LINES), (5, 5, 5, 5), id="lines in another order"),
        pytest.param(Invoice("y", LINES), Invoice("x", LINES), (4, 5, 4, 5), id="a wrong id"),
        pytest.param(Invoice(None, LINES), Invoice("x", LINES), (4, 4, 4, 5), id="no id: precision is perfect"),
        pytest.param(Invoice(None), Invoice(None), (0, 0, 0, 0), id="neither side claims anything"),
        pytest.param(Invoice("x", []), Invoice("x", LINES), (1, 1, 1, 5), id="an empty list has no leaves"),
        pytest.param(
            Invoice("x", [Line("a", 9), Line("c", 2)]), Invoice("x", LINES), (3, 5, 3, 5), id="half of each line"
        ),
        pytest.param(Invoice("x", [Line("a", 9)]), Invoice("x", [Line("b", 1)]), (1, 3, 1, 3), id="no fact in common"),
        pytest.param(Invoice("x", None, ("p", "p", "q")), Invoice("x", None, ("p",)), (2, 4, 2, 2), id="a multiset"),
    ],
)
def test_by_hand(predicted: Invoice, gold: Invoice, masses: tuple[int, ...]) -> None:
    assert INVOICE.f1(predicted, gold).masses == masses


def test_an_absent_key_and_none_are_the_same() -> None:
    metric = k.fields(id=k.equal, total=k.equal).f1
    assert metric({"id": 1}, {"id": 1, "total": None}).masses == (1, 1, 1, 1)


def test_it_is_written_as_a_sum() -> None:
    assert str(INVOICE.f1) == "F[δ_id + Σ↔_lines[δ_sku + δ_price] + Σ↔_tags[δ]]"
    assert str(k.product(a=k.fields(x=k.equal, y=k.equal), b=k.equal)) == "(δ_x + δ_y)_a × δ_b"
    assert k.fields(a=k.equal).latex() == r"\delta_{\text{a}} + 0"
    assert k.fields(a=k.equal).f1.signature != k.product(a=k.equal).f1.signature


def test_what_is_inside_is_aligned_by_field() -> None:
    alignment = INVOICE.f1(Invoice("x", [Line("a", 9), Line("c")]), Invoice("y", [Line("a", 1)])).alignment
    assert alignment is not None
    (match,) = alignment.matches
    inside = dict(match.inner)
    assert (inside["id"].unmatched_predicted, inside["id"].unmatched_gold) == (("x",), ("y",))
    assert [(each.predicted.sku, each.credit) for each in inside["lines"].matches] == [("a", 1)]
    assert inside["lines"].unmatched_predicted == (Line("c"),)


@pytest.mark.parametrize("kind", [str, list[Line]])
def test_a_sum_is_of_a_record(kind: Any) -> None:
    with pytest.raises(DefinitionError, match="a sum is over the fields of a record"):
        k.fields(kind)
    with pytest.raises(DefinitionError, match="expected one of the two"):
        k.fields()


def test_values_of_other_types_are_refused() -> None:
    with pytest.raises(InputError, match=r"Invoice\.lines\[\]\.price: expected int, found str: '2'"):
        INVOICE.f1(Invoice("x", [Line("a", "2")]), Invoice("x"))  # type: ignore[arg-type]


lines = st.builds(Line, st.one_of(st.none(), st.sampled_from("ab")), st.one_of(st.none(), st.integers(1, 2)))
invoices = st.builds(
    Invoice,
    st.one_of(st.none(), st.sampled_from("xy")),
    st.one_of(st.none(), st.lists(lines, max_size=3)),
    st.one_of(st.none(), st.lists(st.sampled_from("pq"), max_size=3).map(tuple)),
)


def facts(value: Any) -> int:
    """The number of leaves."""
    if isinstance(value, Line):
        return (value.sku is not None) + (value.price is not None)
    if isinstance(value, Invoice):
        return (value.id is not None) + sum(map(facts, value.lines or ())) + len(value.tags or ())
    return 1


def shared(one: Any, other: Any) -> int:
    """The most facts that two values share, over all one-to-one matchings of their lists."""
    if one is None or other is None:
        return 0
    if isinstance(one, Line):
        return (one.sku == other.sku is not None) + (one.price == other.price is not None)
    if isinstance(one, Invoice):
        return sum(shared(getattr(one, name), getattr(other, name)) for name in ("id", "lines", "tags"))
    if isinstance(one, list | tuple):
        few, many = sorted((list(one), list(other)), key=len)
        return max(sum(map(shared, few, chosen)) for chosen in permutations(many, len(few)))
    return int(one == other)


@settings(max_examples=300, deadline=None)
@given(invoices, invoices)
def test_equals_the_best_of_all_matchings(predicted: Invoice, gold: Invoice) -> None:
    score = INVOICE.f1(predicted, gold)
    both = shared(predicted, gold)
    assert score.masses == (both, facts(predicted), both, facts(gold))
    assert [each.masses for each in INVOICE.f1.corpus([predicted], [gold])] == [score.masses]
    # The charges by field add up to the whole.
    inside = dict(score.alignment.matches[0].inner) if both else {}  # type: ignore[union-attr]
    assert sum(each.credit for each in inside.values()) == both


@settings(max_examples=100, deadline=None)
@given(invoices, invoices, st.randoms(use_true_random=False))
def test_laws(predicted: Invoice, gold: Invoice, random: Any) -> None:
    """Gold against itself is perfect, the order of a list does not count, a wrong leaf never raises precision."""
    score = INVOICE.f1(predicted, gold)
    assert INVOICE.f1(gold, gold).f1 in (1, None)
    mixed = Invoice(predicted.id, predicted.lines and random.sample(predicted.lines, len(predicted.lines)))
    assert INVOICE.f1(mixed, gold).masses == INVOICE.f1(Invoice(predicted.id, predicted.lines), gold).masses
    worse = Invoice(predicted.id, predicted.lines, (*(predicted.tags or ()), "wrong"))
    assert (INVOICE.f1(worse, gold).precision or 0) <= (score.precision or 0)
    one = Line(predicted.id)
    other = Line(gold.id)
    if predicted.id is not None and gold.id is not None:
        assert k.fields(sku=k.equal).f1(one, other).value == k.product(sku=k.equal).f1(one, other).value
