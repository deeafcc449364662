"""Choose the plan of a definition: its shape decides how it is computed.

`_choose` and `_matching` are the table: of a matching the first line that fits is taken, and all plans give the same
numbers. docs/explanation/how-metrics-are-computed.md lists them with their cost. Below are the checks of objects:
those of other types than a metric was derived from, or with further fields, are refused (``definitions/records.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from typing import Any

from karat.algebra.definitions import structures as s
from karat.algebra.definitions.matching import Constraint, Matching, Reachable, Sequenced, Ties
from karat.algebra.definitions.similarity import Excess, Normalised, Similarity, Threshold, Transformed, Weighted
from karat.algebra.definitions.structures import Membership, links, memberships, non_links
from karat.algebra.plans.atoms import (
    ApartPlan,
    EqualPlan,
    FunctionPlan,
    LatentPlan,
    MappedPlan,
    NormalisedPlan,
    ProductPlan,
    SumPlan,
    TransformedPlan,
    UnionPlan,
    WeightedPlan,
)
from karat.algebra.plans.collections import (
    CountedMatchPlan,
    CountingPlan,
    LinkPlan,
    MaximumPlan,
    MembershipPlan,
    SubsetPlan,
)
from karat.algebra.plans.counting import Counting
from karat.algebra.plans.matchings import DiscreteMatchPlan, KeyedMatchPlan, LiteralPlan, MatchPlan
from karat.algebra.plans.plan import Check, Plan, SideNumber
from karat.algebra.plans.reading import all_keys, claim_of, field_of, itself, listed
from karat.algebra.plans.structured import LatentMatchPlan, ReachabilityPlan, SequencePlan
from karat.algebra.scores.exact import Number, decimal
from karat.errors import DefinitionError


def plan_for(definition: Similarity) -> Plan:
    """Choose the plan of a definition, and add the check of the objects that it compares."""
    plan = _choose(definition)
    plan.check = check_of(definition)
    return plan


def _choose(definition: Similarity) -> Plan:
    match definition:
        case s.Equal():
            return EqualPlan()
        case s.Latent():
            return LatentPlan()
        case s.Function(function, name, keys, own, checked, pairs):
            return FunctionPlan(function, name, keys, own, checked, pairs)
        case s.Product(fields):
            return ProductPlan([(name, field.plan) for name, field in fields])
        case s.Fields(fields):
            return SumPlan([(name, field.plan) for name, field in fields])
        case s.Union(cases):
            return UnionPlan([(kind, case.plan) for kind, case in cases])
        case Threshold() | Excess():
            return _mapped(definition)
        case Weighted(inner, weight, name):
            return WeightedPlan(inner.plan, weight, name)
        case Transformed():
            return _transformed(definition)
        case s.Maximum(inner, remembered):
            return MaximumPlan(inner.plan, remembered=remembered)
        case s.Subset(inner) if inner.plan.discrete:
            return CountingPlan(inner.plan, _is_included, "φ⊆", inner, distinct=True, as_whole=True)
        case s.Subset(inner):
            return SubsetPlan(inner.plan)
        case s.Counted(formula, name, inner, checked):
            return CountingPlan(inner.plan, formula, name, inner, checked=checked)
        case s.Apart(predicted, gold):
            return ApartPlan(predicted.plan, gold.plan)
        case Normalised(inner, normaliser):
            return NormalisedPlan(inner.plan, normaliser, isinstance(inner, Matching))
        case Matching():
            return _matching(definition)
    raise DefinitionError(f"expected a similarity, found {type(definition).__name__}")


def _is_included(shared: int, predicted: int, _: int) -> int:
    return int(shared == predicted > 0)


def _mapped(definition: Threshold | Excess) -> Plan:
    if isinstance(definition, Threshold):
        least, strict = decimal(definition.least), definition.strict
        return MappedPlan(definition.inner.plan, lambda value: int(value > least or (not strict and value == least)))
    base = Fraction(decimal(definition.over))

    def excess(value: Number) -> Number:
        rest = value - base
        return 0 if rest <= 0 else rest.numerator if rest.denominator == 1 else rest

    return MappedPlan(definition.inner.plan, excess, splits=True)


def _transformed(definition: Transformed) -> Plan:
    inner = definition.inner.plan
    both = definition.predicted if definition.predicted is definition.gold else None
    if both is memberships and isinstance(inner, MatchPlan):
        counting = _collection_counting(definition.inner)
        if counting:
            return MembershipPlan(inner, counting)
    plan = TransformedPlan(inner, definition.predicted or itself, definition.gold or itself)
    if both in (links, non_links) and isinstance(inner, DiscreteMatchPlan) and isinstance(inner.inner, EqualPlan):
        counting = Matching(s.equal).plan.counting
        assert counting is not None
        return LinkPlan(plan, counting, apart=both is non_links)
    return plan


def _collection_counting(definition: Similarity) -> Counting | None:
    """How a matching of memberships counts shared elements, if it is Σ↔[δ × φ] over their elements and collections."""
    match definition:
        case Matching(inner=s.Product(fields=((first, s.Equal()), (second, collection)))):
            reads_memberships = (first, second) in (Membership._fields, (0, 1))
            return collection.plan.counting if reads_memberships and definition == Matching(definition.inner) else None
    return None


def _matching(definition: Matching) -> Plan:
    inner, constraint, ties = definition.inner.plan, definition.constraint, definition.ties
    distinct, order = definition.distinct, definition.order
    if definition.literal:
        return LiteralPlan(_matching(replace(definition, literal=False)))
    if inner.variables:
        if order or definition.by:
            raise DefinitionError("a matching with latent variables keeps no order and is aligned by itself")
        if ties is not Ties.SPREAD:
            raise DefinitionError("a matching with latent variables spreads ties; expected no `ties`")
        return LatentMatchPlan(inner, constraint, distinct)
    if isinstance(order, Sequenced):
        return SequencePlan(inner, constraint, distinct=distinct)
    if isinstance(order, Reachable):
        return ReachabilityPlan(inner, constraint, order.nodes, order.edges)
    by = definition.by.plan if definition.by else None
    if inner.discrete and not by:
        return DiscreteMatchPlan(inner, constraint, ties, distinct, definition.inner)
    if inner.counting and not (inner.keyed or by):
        return CountedMatchPlan(inner, inner.counting, constraint, ties, distinct)
    one_to_one = constraint is Constraint.ONE_TO_ONE and ties is Ties.SPREAD
    if inner.keys and inner.keyed and one_to_one and not (inner.apart or by):
        return KeyedMatchPlan(inner, inner.keys, distinct)
    return MatchPlan(inner, constraint, ties, by, distinct)


def check_of(definition: Similarity) -> Check | None:
    """Make the check of the objects that a definition compares; ``None`` where there is nothing to check."""
    match definition:
        case s.Equal(atom) if atom is not None:
            return lambda objects, _: atom.check(objects)
        case s.Product() | s.Fields():
            return _of_fields(definition)
        case s.Union():
            return _of_cases(definition)
        case Transformed(inner, predicted, gold):
            return _of_made(check_of(inner), (predicted, gold))
        case Matching():
            read = definition.order.nodes if isinstance(definition.order, Reachable) else listed
            return _of_elements(check_of(definition.inner), read)
        case s.Maximum() | s.Subset() | s.Counted():
            return _of_elements(check_of(definition.inner), listed)
        case Threshold() | Excess() | Weighted() | Normalised():
            return check_of(definition.inner)
        case s.Apart():
            return _all([check_of(definition.predicted), check_of(definition.gold)])
    return None


def _all(checks: Iterable[Check | None]) -> Check | None:
    needed = [check for check in checks if check is not None]

    def check_all(objects: list[Any], side: SideNumber) -> None:
        for check in needed:
            check(objects, side)

    return check_all if needed else None


def _of_elements(check: Check | None, read: Callable[[Any], Iterable[Any]]) -> Check | None:
    if check is None:
        return None
    return lambda objects, side: check(list(chain.from_iterable(map(read, objects))), side)


def _of_made(check: Check | None, functions: tuple[Callable[[Any], Any] | None, ...]) -> Check | None:
    if check is None:
        return None
    return lambda objects, side: check(objects if (make := functions[side]) is None else list(map(make, objects)), side)


def _of_field(get: Callable[[Any], Any], check: Check | None) -> Check | None:
    return None if check is None else lambda objects, side: check(all_keys(get, objects), side)


def _of_claim(get: Callable[[Any], Any], check: Check | None) -> Check | None:
    if check is None:
        return None
    return lambda objects, side: check([claim for each in objects if (claim := get(each)) is not None], side)


def _of_fields(record: s.Product | s.Fields) -> Check | None:
    kind = record.record
    own: Check | None = None if kind is None else lambda objects, _: kind.check(objects)
    checks = [(name, check_of(each)) for name, each in record.fields]
    if isinstance(record, s.Fields):
        return _all([own, *(_of_claim(claim_of(name), check) for name, check in checks)])
    return _all([own, *(_of_field(field_of(name), check) for name, check in checks)])


def _of_cases(union: s.Union) -> Check | None:
    cases = [(kind, check_of(each)) for kind, each in union.cases]

    def check_cases(objects: list[Any], side: SideNumber) -> None:
        for kind, check in cases:
            if check is not None:
                check([each for each in objects if isinstance(each, kind)], side)
            objects = [each for each in objects if not isinstance(each, kind)]

    return check_cases if any(check for _, check in cases) else None
