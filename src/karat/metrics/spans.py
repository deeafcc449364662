"""Spans and named entities: exact, by type, with partial credit, by informativity (Chen et al., 2023, section 6)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from karat import algebra as k
from karat.algebra.plans.reading import field_of
from karat.errors import InputError
from karat.model import Form, FormedMention, Mention

overlap = k.match(k.equal).above(0)
"""1 where two mentions share a token."""


def boundary_credit(predicted: Mention, gold: Mention) -> k.Number:
    """Return 1 for equal boundaries, 1/2 for other boundaries that share a token."""
    if (predicted.left, predicted.right) == (gold.left, gold.right):
        return 1
    return Fraction(1, 2) if max(predicted.left, gold.left) <= min(predicted.right, gold.right) else 0


_indices, _form = field_of("indices"), field_of("form")


def places(mention: Mention) -> Iterable[int]:
    """List the tokens of a mention, by which the compiler finds overlaps."""
    indices: Iterable[int] = _indices(mention)
    return indices


WORTH: dict[Form, k.Number] = {Form.NAME: 1, Form.NOMINAL: Fraction(1, 2), Form.PRONOUN: Fraction(1, 4)}
"""A mention's weight: a name counts twice as much as a nominal, a nominal twice as much as a pronoun (our choice)."""


def informativity(mention: FormedMention) -> k.Number:
    """Weight a mention by its form, as a measure of how informative it is about its referent."""
    form = _form(mention)
    if form not in WORTH:
        raise InputError(f"expected a mention's form, one of {', '.join(WORTH)}, found {form!r}")
    return WORTH[form]


SPAN = k.match(k.product(left=k.equal, right=k.equal, type=k.equal)).f1.named("span")
SPAN_EXACT = k.match(k.product(left=k.equal, right=k.equal)).f1.named("span_exact")
SPAN_TYPE = k.match(k.product(type=k.equal, indices=overlap)).f1.named("span_type")
SPAN_PARTIAL = k.match(k.function(boundary_credit, keys=places, own=1)).f1.named("span_partial")
SPAN_JACCARD = k.match(k.product(type=k.equal, indices=k.match(k.equal).jaccard)).f1.named("span_jaccard")
SPAN_INFORMATIVE = k.match(k.product(left=k.equal, right=k.equal).weighted(informativity)).f1.named("span_informative")
