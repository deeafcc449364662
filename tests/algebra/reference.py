"""The equations as they are printed: slow, and sharing nothing with the plans.

Matchings are found by trying all of them. Where several are equally good and give different masses, all these masses
are given; where that would make a nested value ambiguous, :class:`AmbiguousError` is raised, since the definition then
has no single value to compare.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from karat.algebra.definitions import structures as s
from karat.algebra.definitions.matching import Constraint, Matching, Sequenced, Ties
from karat.algebra.definitions.similarity import Excess, Normalised, Similarity, Threshold, Transformed, Weighted
from karat.algebra.scores.normaliser import FMeasure, Jaccard, Masses, Precision, Recall

Pair = tuple[int, int]
Weights = dict[Pair, Fraction]
TWO_SIDED = {Constraint.ONE_TO_ONE, Constraint.GREEDY}


class AmbiguousError(Exception):
    """Equally good matchings give a nested similarity different values."""


def read(thing: Any, field: str | int) -> Any:
    return thing[field] if isinstance(field, int) or isinstance(thing, dict) else getattr(thing, field)


def value(phi: Similarity, x: Any, y: Any) -> Fraction:
    """φ(x, y)."""
    match phi:
        case s.Equal():
            return Fraction(x == y)
        case s.Function():
            return Fraction(phi.function(x, y))
        case s.Product():
            result = Fraction(1)
            for field, each in phi.fields:
                result *= value(each, read(x, field), read(y, field))
            return result
        case s.Fields():
            claims = [(each, read(x, field), read(y, field)) for field, each in phi.fields]
            return sum((value(each, u, v) for each, u, v in claims if None not in (u, v)), Fraction(0))
        case s.Union():
            one, other = case(phi, x), case(phi, y)
            return value(phi.cases[one][1], x, y) if one == other else Fraction(0)
        case Threshold():
            inner = value(phi.inner, x, y)
            least = Fraction(str(phi.least))
            return Fraction(inner > least if phi.strict else inner >= least)
        case Excess():
            return max(Fraction(0), value(phi.inner, x, y) - Fraction(str(phi.over)))
        case Weighted():
            return value(phi.inner, x, y) * min(Fraction(phi.weight(x)), Fraction(phi.weight(y)))
        case Transformed():
            return value(phi.inner, *transformed(phi, x, y))
        case s.Maximum():
            return max((value(phi.inner, u, v) for u in x for v in y), default=Fraction(0))
        case s.Subset():
            return Fraction(bool(x) and all(any(value(phi.inner, u, v) for v in y) for u in x))
        case s.Counted():
            shared = value(Matching(phi.inner), x, y)
            return Fraction(phi.formula(int(shared), len(x), len(y)))
        case Normalised():
            values = {nested(phi.normaliser, each) for each in masses(phi.inner, x, y)}
            if len(values) > 1:
                raise AmbiguousError
            return values.pop()
        case Matching():
            totals = {sum(credit(phi, x, y, pairs).values(), Fraction(0)) for pairs in matchings(phi, x, y)}
            if len(totals) > 1:
                raise AmbiguousError
            return totals.pop()
    raise NotImplementedError(type(phi))


def case(phi: s.Union, x: Any) -> int:
    return next(index for index, (kind, _) in enumerate(phi.cases) if isinstance(x, kind))


def transformed(phi: Transformed, x: Any, y: Any) -> tuple[Any, Any]:
    return phi.predicted(x) if phi.predicted else x, phi.gold(y) if phi.gold else y


def elements(phi: Matching, x: Any) -> list[Any]:
    found: list[Any] = []
    for each in x:
        if not (phi.distinct and each in found):
            found.append(each)
    return found


# --- all matchings (equation 13) ---


def weigh(phi: Similarity, xs: list[Any], ys: list[Any]) -> Weights:
    found = {(i, j): value(phi, u, v) for i, u in enumerate(xs) for j, v in enumerate(ys)}
    return {pair: weight for pair, weight in found.items() if weight > 0}


def matchings(phi: Matching, x: Any, y: Any) -> list[frozenset[Pair]]:
    """All matchings between which the definition does not choose."""
    xs, ys = elements(phi, x), elements(phi, y)
    weights = weigh(phi.by or phi.inner, xs, ys)
    ordered = isinstance(phi.order, Sequenced)
    if phi.constraint is Constraint.N_TO_N and not ordered:
        return [frozenset(weights)]
    nested_sum = any(sign in str(phi.inner) for sign in ("Σ→", "Σ←", "Σ~"))
    if nested_sum and any(
        weight > min(own(phi.inner, xs[i]), own(phi.inner, ys[j])) for (i, j), weight in weights.items()
    ):
        # Σ→ inside Σ←, or Σ~ of repeated elements inside a precision, is no similarity: an element is more like another
        # than like itself (Definition 1), and what a collection has is no longer what its elements have.
        raise AmbiguousError
    if phi.constraint is Constraint.GREEDY:
        return [greedy(weights)]
    found = best(
        list(feasible(phi, weights, ordered)), lambda pairs: sum((weights[each] for each in pairs), Fraction(0))
    )
    if phi.constraint in (Constraint.N_TO_ONE, Constraint.ONE_TO_N):
        shared = 1 if phi.constraint is Constraint.N_TO_ONE else 0
        if phi.ties is Ties.FIRST and not ordered:
            return [min(found, key=lambda pairs: sorted((pair[1 - shared], pair[shared]) for pair in pairs))]
        return best(found, lambda pairs: covered(pairs, weights, shared))
    return found


def best(found: list[frozenset[Pair]], measure: Any) -> list[frozenset[Pair]]:
    most = max(map(measure, found))
    return [pairs for pairs in found if measure(pairs) == most]


def covered(pairs: frozenset[Pair], weights: Weights, side: int) -> Fraction:
    """What is covered of the side whose elements are shared: each by its best partner."""
    most: dict[int, Fraction] = {}
    for pair in pairs:
        most[pair[side]] = max(most.get(pair[side], Fraction(0)), weights[pair])
    return sum(most.values(), Fraction(0))


def feasible(phi: Matching, weights: Weights, ordered: bool) -> Iterator[frozenset[Pair]]:
    pairs = sorted(weights)

    def grow(chosen: tuple[Pair, ...], rest: list[Pair]) -> Iterator[frozenset[Pair]]:
        if not rest:
            yield frozenset(chosen)
            return
        first, *others = rest
        yield from grow(chosen, others)
        if all(allowed(phi, first, other, ordered) for other in chosen):
            yield from grow((*chosen, first), others)

    return grow((), pairs)


def allowed(phi: Matching, one: Pair, other: Pair, ordered: bool) -> bool:
    """Whether two pairs may stand side by side (the constraint, and equation 37)."""
    if one[0] == other[0] and phi.constraint in (Constraint.ONE_TO_ONE, Constraint.N_TO_ONE):
        return False
    if one[1] == other[1] and phi.constraint in (Constraint.ONE_TO_ONE, Constraint.ONE_TO_N):
        return False
    if not ordered or one[0] == other[0] or one[1] == other[1]:
        return True
    return (one[0] < other[0]) == (one[1] < other[1])


def greedy(weights: Weights) -> frozenset[Pair]:
    left, chosen = dict(weights), set()
    while left:
        taken = min(left, key=lambda pair: (-left[pair], pair[1], pair[0]))
        chosen.add(taken)
        left = {pair: weight for pair, weight in left.items() if pair[0] != taken[0] and pair[1] != taken[1]}
    return frozenset(chosen)


def credit(phi: Matching, x: Any, y: Any, pairs: frozenset[Pair]) -> Weights:
    xs, ys = elements(phi, x), elements(phi, y)
    found = {(i, j): value(phi.inner, xs[i], ys[j]) for i, j in pairs}
    return {pair: weight for pair, weight in found.items() if weight > 0}


# --- masses ---


def own(phi: Similarity, x: Any) -> Fraction:
    """An object's mass, φ(x, x)."""
    return value(phi, x, x)


def sides(phi: Similarity, x: Any, y: Any) -> set[tuple[Fraction, Fraction]]:
    """The matched masses of a pair, on the predicted and on the gold side."""
    match phi:
        case s.Product():
            result = {(Fraction(1), Fraction(1))}
            for field, each in phi.fields:
                inner = sides(each, read(x, field), read(y, field))
                result = {(a * c, b * d) for (a, b), (c, d) in product(result, inner)}
            return result
        case s.Fields():
            result = {(Fraction(0), Fraction(0))}
            for field, each in phi.fields:
                u, v = read(x, field), read(y, field)
                inner = sides(each, u, v) if None not in (u, v) else {(Fraction(0), Fraction(0))}
                result = {(a + c, b + d) for (a, b), (c, d) in product(result, inner)}
            return result
        case s.Union() if case(phi, x) == case(phi, y):
            return sides(phi.cases[case(phi, x)][1], x, y)
        case Threshold():
            least = Fraction(str(phi.least))
            return {
                tuple(Fraction(each > least or (each == least and not phi.strict)) for each in both)
                for both in sides(phi.inner, x, y)
            }
        case Excess():
            base = Fraction(str(phi.over))
            return {(max(Fraction(0), a - base), max(Fraction(0), b - base)) for a, b in sides(phi.inner, x, y)}
        case Weighted():
            worth = min(Fraction(phi.weight(x)), Fraction(phi.weight(y)))
            return {(a * worth, b * worth) for a, b in sides(phi.inner, x, y)}
        case Transformed():
            return sides(phi.inner, *transformed(phi, x, y))
        case Matching() if not phi.literal and phi.constraint is not Constraint.N_TO_N:
            return {both for pairs in matchings(phi, x, y) for both in gathered(phi, x, y, pairs)}
    here = value(phi, x, y)
    return {(here, here)}


def gathered(phi: Matching, x: Any, y: Any, pairs: frozenset[Pair]) -> set[tuple[Fraction, Fraction]]:
    """What a matching covers of both sides: of an element what its best partner does, or under ~ all, up to its own."""
    xs, ys = elements(phi, x), elements(phi, y)
    kept = sorted(credit(phi, x, y, pairs))
    found = set()
    for chosen in product(*(sides(phi.inner, xs[i], ys[j]) for i, j in kept)):
        here: dict[int, list[Fraction]] = {}
        there: dict[int, list[Fraction]] = {}
        for (i, j), (one, other) in zip(kept, chosen, strict=True):
            here.setdefault(i, []).append(one)
            there.setdefault(j, []).append(other)
        if phi.constraint is Constraint.N_TO_N:
            mine = [min(sum(each), own(phi.inner, xs[i])) for i, each in here.items()]
            theirs = [min(sum(each), own(phi.inner, ys[j])) for j, each in there.items()]
        else:
            mine, theirs = [max(each) for each in here.values()], [max(each) for each in there.values()]
        found.add((sum(mine, Fraction(0)), sum(theirs, Fraction(0))))
    return found


def masses(phi: Similarity, x: Any, y: Any) -> set[Masses]:
    """The four masses of a document."""
    match phi:
        case Transformed():
            return masses(phi.inner, *transformed(phi, x, y))
        case s.Product(fields=((field, only),)):
            return masses(only, read(x, field), read(y, field))
        case Matching(literal=True):
            here = value(phi, x, y)
            return {Masses(here, value(phi, x, x), here, value(phi, y, y))}
        case Matching():
            predicted = sum((own(phi.inner, each) for each in elements(phi, x)), Fraction(0))
            gold = sum((own(phi.inner, each) for each in elements(phi, y)), Fraction(0))
            both = {each for pairs in matchings(phi, x, y) for each in gathered(phi, x, y, pairs)}
            return {Masses(one, predicted, other, gold) for one, other in both}
    return {Masses(one, own(phi, x), other, own(phi, y)) for one, other in sides(phi, x, y)}


# --- normalisers (equations 4 to 7) ---


def normalise(normaliser: Any, four: Masses) -> Fraction | None:
    """The value; None for 0/0 where no convention is stated."""
    empty = None if normaliser.empty is None else Fraction(normaliser.empty)
    p = Fraction(four.matched_predicted) / four.predicted if four.predicted else empty
    r = Fraction(four.matched_gold) / four.gold if four.gold else empty
    match normaliser:
        case Precision():
            return p
        case Recall():
            return r
        case FMeasure():
            if p is None and r is None:
                return None
            if not p or not r:
                return Fraction(0)
            square = Fraction(normaliser.beta) ** 2
            return (1 + square) * p * r / (square * p + r)
        case Jaccard():
            shared = (Fraction(four.matched_predicted) + four.matched_gold) / 2
            union = four.predicted + four.gold - shared
            return shared / union if union else empty
    raise NotImplementedError(type(normaliser))


def nested(normaliser: Any, four: Masses) -> Fraction:
    """As a similarity: without a convention, two empty structures are alike, one is like nothing."""
    found = normalise(normaliser, four)
    if found is None:
        return Fraction(not four.predicted and not four.gold)
    return found
