"""Choose the plan of a definition: its shape decides how it is computed.

`_choose` and `_matching` are the table: of a matching the first line that fits is taken, and all plans give the same
numbers. docs/explanation/how-metrics-are-computed.md lists them with their cost. Below are the checks of objects:
those of other types than a metric was derived from, or with further fields, are refused (``definitions/records.py``).
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import chain
from typing import Any

from karat.algebra.definitions import structures as s
from karat.algebra.definitions.matching import Constraint, Matching, Reachable, Sequenced, Ties
from karat.algebra.definitions.similarity import (
    Excess,
    Normalised,
    Similarity,
    Threshold,
    Transformed,
    Weighted,
    inner_similarities,
)
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
)
from karat.algebra.plans.counting import Counting
from karat.algebra.plans.matchings import DiscreteMatchPlan, KeyedMatchPlan, LiteralPlan, MatchPlan
from karat.algebra.plans.plan import Plan, SideNumber
from karat.algebra.plans.reading import all_keys, claim_of, field_of, itself, listed
from karat.algebra.plans.structured import LatentMatchPlan, ReachabilityPlan, SequencePlan
from karat.algebra.scores.exact import Number, decimal
from karat.errors import DefinitionError


def plan_for(definition: Similarity) -> Plan:
    """Choose the plan of a definition, and add the check of the objects that it compares."""
    plan = _choose(definition)
    if _has_check(definition):
        plan.check = partial(_check, definition)
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
        case s.Subset(inner):
            return CountingPlan(inner.plan, _is_included, "φ⊆", inner, distinct=True, as_whole=True)
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


def _has_check(definition: Similarity) -> bool:
    """Whether a definition or one that it is made of was derived from a type, whose objects are checked."""
    if getattr(definition, "atom", None) or getattr(definition, "record", None):
        return True
    return any(part.plan.check is not None for part in inner_similarities(definition))


def _check(definition: Any, objects: list[Any], side: SideNumber) -> None:
    """Refuse objects that are not of the types from which a definition was derived."""
    match definition:
        case s.Equal(atom) if atom is not None:
            atom.check(objects)
        case s.Product(fields, record) | s.Fields(fields, record):
            if record is not None:
                record.check(objects)
            for name, each in fields:
                if each.plan.check is not None:
                    _check_field(definition, name, each, objects, side)
        case s.Union(cases):
            for kind, each in cases:
                _check_part(each, [value for value in objects if isinstance(value, kind)], side)
                objects = [value for value in objects if not isinstance(value, kind)]
        case Transformed(inner, predicted, gold):
            make = gold if side else predicted
            _check_part(inner, objects if make is None else list(map(make, objects)), side)
        case Matching() | s.Maximum() | s.Subset() | s.Counted():
            order = getattr(definition, "order", None)
            read = order.nodes if isinstance(order, Reachable) else listed
            _check_part(definition.inner, list(chain.from_iterable(map(read, objects))), side)
        case _:
            for each in inner_similarities(definition):
                _check_part(each, objects, side)


def _check_part(definition: Similarity, objects: list[Any], side: SideNumber) -> None:
    if definition.plan.check is not None:
        definition.plan.check(objects, side)


def _check_field(
    record: s.Product | s.Fields, name: str | int, field: Similarity, objects: list[Any], side: SideNumber
) -> None:
    if isinstance(record, s.Product):
        _check_part(field, all_keys(field_of(name), objects), side)
    else:
        _check_part(field, [claim for claim in map(claim_of(name), objects) if claim is not None], side)
