"""Choose the plan of a definition: its shape decides how it is computed.

n and m are the numbers of elements on the two sides, k is the number of pairs with a similarity above 0. Of a matching
the first line that fits is taken; all give the same numbers.

===================================  ======================  ========================================================
shape of the definition              plan                    cost
===================================  ======================  ========================================================
δ                                    ``EqualPlan``           one comparison
a latent variable                    ``LatentPlan``          none: the matching around it compares
a function                           ``FunctionPlan``        one call, and one for each mass that is checked
a product of fields                  ``ProductPlan``         one key for all discrete fields, then the other fields
— of fields whose keys are equal     ``FieldsPlan``          that of the fields
a union of cases                     ``UnionPlan``           that of the case
a threshold, an excess               ``MappedPlan``          that of what it changes
a weight                             ``WeightedPlan``        two calls more
a transform                          ``TransformedPlan``     the functions, then that of the results
— by ``memberships``, Σ↔[δ × count]  ``MembershipPlan``      n + m, by a contingency table
— by ``links`` or ``non_links``      ``LinkPlan``            n + m, by a contingency table, without listing links
a maximum                            ``MaximumPlan``         n · m
a subset, a formula over counts      ``CountingPlan``        n + m
a subset under another φ             ``SubsetPlan``          n · m
two sides apart                      ``ApartPlan``           those of both sides
a normalised similarity              ``NormalisedPlan``      that of what it normalises
Σ with latent variables              ``LatentMatchPlan``     exponential at worst, with a proved bound; often n · m
Σ of sequences                       ``SequencePlan``        k log k
Σ of graphs                          ``ReachabilityPlan``    exponential at worst, with a proved bound
Σ of a discrete φ                    ``DiscreteMatchPlan``   n + m; a corpus in columns
Σ of a formula over counts           ``CountedMatchPlan``    n + m elements in a contingency table, an assignment of k
Σ↔ of a φ with keys                  ``KeyedMatchPlan``      n + m; a corpus in columns; pairs under equal keys only
any other Σ                          ``MatchPlan``           n · m, or only pairs that share a token; an assignment of k
===================================  ======================  ========================================================

A similarity is *discrete* if it is 1 for objects with equal keys and 0 for others. An assignment of k pairs takes
O(k) where each element has one heaviest partner, and at most cubic time otherwise. The pairs of a sequence or a graph
are found first, in n · m comparisons unless φ has keys.

``CountedMatchPlan`` and ``KeyedMatchPlan`` do not serve a matching that is ``literal`` or chooses its pairs ``by``
another similarity, and ``KeyedMatchPlan`` none whose φ counts both sides apart: these get ``MatchPlan``.
"""

from __future__ import annotations

from fractions import Fraction

from karat.algebra.definitions import structures as s
from karat.algebra.definitions.constraint import Constraint, Ties
from karat.algebra.definitions.matching import Matching, Reachable, Sequenced
from karat.algebra.definitions.partition import Membership, links, memberships, non_links
from karat.algebra.definitions.similarity import Excess, Normalised, Similarity, Threshold, Transformed, Weighted
from karat.algebra.plans.atoms import EqualPlan, FunctionPlan, LatentPlan, ProductPlan
from karat.algebra.plans.collections import CountingPlan, MaximumPlan, SubsetPlan
from karat.algebra.plans.counting import Counting
from karat.algebra.plans.discrete import DiscreteMatchPlan
from karat.algebra.plans.keyed import KeyedMatchPlan
from karat.algebra.plans.matchings import MatchPlan
from karat.algebra.plans.partitions import CountedMatchPlan, LinkPlan, MembershipPlan
from karat.algebra.plans.plan import Plan
from karat.algebra.plans.reading import itself
from karat.algebra.plans.record_check import check_of
from karat.algebra.plans.structured import LatentMatchPlan, ReachabilityPlan, SequencePlan
from karat.algebra.plans.wrappers import ApartPlan, MappedPlan, NormalisedPlan, TransformedPlan, UnionPlan, WeightedPlan
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
    distinct, literal, order = definition.distinct, definition.literal, definition.order
    if inner.variables:
        if order or definition.by or literal:
            raise DefinitionError("a matching with latent variables keeps no order and is aligned by itself")
        if ties is not Ties.SPREAD:
            raise DefinitionError("a matching with latent variables spreads ties; expected no `ties`")
        return LatentMatchPlan(inner, constraint, distinct)
    if isinstance(order, Sequenced):
        return SequencePlan(inner, constraint, distinct=distinct, literal=literal)
    if isinstance(order, Reachable):
        return ReachabilityPlan(inner, constraint, order.nodes, order.edges, literal)
    by = definition.by.plan if definition.by else None
    if inner.discrete and not by:
        return DiscreteMatchPlan(inner, constraint, ties, distinct, literal, definition.inner)
    if inner.counting and not (inner.keys or by or literal):
        return CountedMatchPlan(inner, inner.counting, constraint, ties, distinct)
    one_to_one = constraint is Constraint.ONE_TO_ONE and ties is Ties.SPREAD
    if inner.keys and one_to_one and not (inner.apart or by or literal):
        return KeyedMatchPlan(inner, inner.keys, distinct)
    return MatchPlan(inner, constraint, ties, by, distinct, literal)
