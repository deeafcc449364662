"""From a definition to a plan: the shape of the definition decides how it is computed."""

from __future__ import annotations

from fractions import Fraction
from functools import singledispatch

from karat.algebra.definitions import structures as s
from karat.algebra.definitions.constraint import Constraint, Ties
from karat.algebra.definitions.matching import Matching, Reachable, Sequenced
from karat.algebra.definitions.partition import links, memberships, non_links
from karat.algebra.definitions.similarity import Excess, Normalised, Similarity, Threshold, Transformed, Weighted
from karat.algebra.plans.atoms import EqualPlan, FunctionPlan, LatentPlan, ProductPlan
from karat.algebra.plans.checking import check_of
from karat.algebra.plans.collections import CountingPlan, MaximumPlan, SubsetPlan
from karat.algebra.plans.counting import Counting
from karat.algebra.plans.discrete import DiscreteMatchPlan
from karat.algebra.plans.keyed import KeyedMatchPlan
from karat.algebra.plans.matchings import EachMatchPlan, MatchPlan
from karat.algebra.plans.partitions import CountedMatchPlan, LinkPlan, MembershipPlan
from karat.algebra.plans.plan import Plan
from karat.algebra.plans.reading import itself
from karat.algebra.plans.structured import LatentMatchPlan, ReachabilityPlan, SequencePlan
from karat.algebra.plans.wrappers import ApartPlan, MappedPlan, NormalisedPlan, TransformedPlan, UnionPlan, WeightedPlan
from karat.algebra.scores.exact import Number, decimal
from karat.errors import DefinitionError


def planned(definition: Similarity) -> Plan:
    """Make a plan of a definition, with the check of what it compares."""
    plan = compiled(definition)
    plan.check = check_of(definition)
    return plan


@singledispatch
def compiled(definition: object) -> Plan:
    """Make a plan of a definition."""
    raise DefinitionError(f"expected a similarity, found {type(definition).__name__}")


@compiled.register
def _(definition: s.Equal) -> Plan:
    return EqualPlan()


@compiled.register
def _(definition: s.Latent) -> Plan:
    return LatentPlan()


@compiled.register
def _(definition: s.Function) -> Plan:
    return FunctionPlan(
        definition.function, definition.name, definition.keys, definition.own, definition.checked, definition.pairs
    )


@compiled.register
def _(definition: s.Product) -> Plan:
    return ProductPlan([(name, each.plan) for name, each in definition.fields])


@compiled.register
def _(definition: s.Union) -> Plan:
    return UnionPlan([(kind, each.plan) for kind, each in definition.cases])


@compiled.register
def _(definition: Threshold) -> Plan:
    least, strict = decimal(definition.least), definition.strict

    def enough(value: Number) -> Number:
        return int(value > least or (not strict and value == least))

    return MappedPlan(definition.inner.plan, enough)


@compiled.register
def _(definition: Excess) -> Plan:
    over = Fraction(decimal(definition.over))

    def rest(value: Number) -> Number:
        left = value - over
        return 0 if left <= 0 else left.numerator if left.denominator == 1 else left

    return MappedPlan(definition.inner.plan, rest, splits=True)


@compiled.register
def _(definition: Weighted) -> Plan:
    return WeightedPlan(definition.inner.plan, definition.weight, definition.name)


@compiled.register
def _(definition: s.Maximum) -> Plan:
    return MaximumPlan(definition.inner.plan)


@compiled.register
def _(definition: s.Subset) -> Plan:
    inner = definition.inner.plan
    if inner.discrete:
        return CountingPlan(inner, _included, "φ⊆", definition.inner, distinct=True, as_whole=True)
    return SubsetPlan(inner)


def _included(shared: int, predicted: int, gold: int) -> int:
    return int(shared == predicted > 0)


@compiled.register
def _(definition: s.Counted) -> Plan:
    inner, checked = definition.inner, definition.checked
    return CountingPlan(inner.plan, definition.formula, definition.name, inner, checked=checked)


@compiled.register
def _(definition: s.Apart) -> Plan:
    return ApartPlan(definition.predicted.plan, definition.gold.plan)


@compiled.register
def _(definition: Transformed) -> Plan:
    inner = definition.inner.plan
    both = definition.predicted if definition.predicted is definition.gold else None
    if both is memberships and isinstance(inner, MatchPlan):
        counting = _membership_counting(definition.inner)
        if counting:
            return MembershipPlan(inner, counting)
    general = TransformedPlan(inner, definition.predicted or itself, definition.gold or itself)
    if both in (links, non_links) and isinstance(inner, DiscreteMatchPlan) and isinstance(inner.inner, EqualPlan):
        counting = Matching(s.equal).plan.counting
        assert counting is not None
        return LinkPlan(general, counting, apart=both is non_links)
    return general


def _membership_counting(definition: Similarity) -> Counting | None:
    """How collections are compared, where the shape is Σ↔[δ_element × φ_collection] and φ counts shared elements."""
    match definition:
        case Matching(inner=s.Product(fields=(("element", s.Equal()), ("collection", collection)))):
            plain = definition == Matching(definition.inner)
            return collection.plan.counting if plain else None
    return None


@compiled.register
def _(definition: Normalised) -> Plan:
    inner = definition.inner
    return NormalisedPlan(inner.plan, definition.normaliser, isinstance(inner, Matching))


@compiled.register
def _(definition: Matching) -> Plan:
    inner, constraint = definition.inner.plan, definition.constraint
    if inner.variables:
        if definition.order or definition.by or definition.literal:
            raise DefinitionError("a matching with latent variables keeps no order and is aligned by itself")
        if definition.ties is not Ties.SPREAD:
            raise DefinitionError("a matching with latent variables spreads ties; expected no `ties`")
        return LatentMatchPlan(inner, constraint, definition.distinct)
    if isinstance(definition.order, Sequenced):
        return SequencePlan(inner, constraint, distinct=definition.distinct, literal=definition.literal)
    if isinstance(definition.order, Reachable):
        return ReachabilityPlan(inner, constraint, definition.order.nodes, definition.order.edges, definition.literal)
    if inner.discrete and definition.by is None:
        return DiscreteMatchPlan(
            inner, constraint, definition.ties, definition.distinct, definition.literal, definition.inner
        )
    by = definition.by.plan if definition.by else None
    if inner.counting and not inner.keys and not by and not definition.literal:
        return CountedMatchPlan(inner, inner.counting, constraint, definition.ties, definition.distinct)
    one_to_one = constraint is Constraint.ONE_TO_ONE and definition.ties is Ties.SPREAD
    if inner.keys and one_to_one and not (inner.apart or by or definition.literal):
        return KeyedMatchPlan(inner, inner.keys, definition.distinct)
    return EachMatchPlan(inner, constraint, definition.ties, by, definition.distinct, definition.literal)
