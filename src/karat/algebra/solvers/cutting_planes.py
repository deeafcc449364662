"""The heaviest set of pairs without conflict, by cutting planes with HiGHS (Chen et al., 2023, appendix A.2).

The published programme has one constraint for every two pairs in conflict, which are far too many to write down. Here
they are generated as needed: solve the linear relaxation, cut off cliques of conflicts whose shares add up to more than
1, repeat; then solve integer programmes in the same way until the answer contains no conflict.
"""

from __future__ import annotations

import math
import time
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

from karat.algebra.solvers.conflicts import Candidates, Choice, Indices, greedy, late

Floats = NDArray[np.float64]
# The solver sees weights up to this; heavier ones are scaled down to it.
_LARGEST_COST = 1_000_000
# The relaxation ends once its bound falls by less than this share in so many rounds.
_STALL_ROUNDS = 8
_STALL_SHARE = 1e-3
# It runs for at least so many rounds, since many answers weigh the same at first.
_FEWEST_ROUNDS = 30
_CUTS_PER_ROUND = 400
# In parts of up to so many pairs each pair starts with a clique of its own.
_LARGEST_START = 1_000


def solve(candidates: Candidates, part: Indices, start: Choice, deadline: float | None) -> Choice:
    """Solve a part with HiGHS: relax, find cliques that the answer violates, add them as cuts, repeat.

    Every programme leaves out some conflicts, so its optimum is an upper bound; an answer without conflict is optimal.
    """
    scale = max(Fraction(1), Fraction(candidates.weights[part[0]], _LARGEST_COST))  # the first pair is the heaviest
    costs = np.array([float(candidates.weights[pair] / scale) for pair in part])
    groups = _first_cliques(candidates, part, deadline)
    best, bound = start.pairs, start.bound
    ceilings: list[float] = []
    integral = False
    while candidates.weigh(best) < bound and not late(deadline):
        shares, ceiling = _programme(costs, groups, integral, deadline)
        if shares is not None:
            found = greedy(candidates, part[np.argsort(-shares, kind="stable")])
            best = max(best, found, key=candidates.weigh)
        if ceiling is not None:
            bound = min(bound, _whole_bound(ceiling, scale, candidates.weigh(best)))
            ceilings.append(ceiling)
        if shares is None:
            break
        cuts = _violated_cliques(candidates, part, shares, set(groups), deadline)
        groups += cuts
        if not cuts and integral:
            break
        integral = integral or not cuts or _stalls(ceilings)
    return Choice(best, bound)


def _stalls(ceilings: list[float]) -> bool:
    if len(ceilings) <= _FEWEST_ROUNDS:
        return False
    return ceilings[-1 - _STALL_ROUNDS] - ceilings[-1] < _STALL_SHARE * ceilings[-1]


def _first_cliques(candidates: Candidates, part: Indices, deadline: float | None) -> list[tuple[int, ...]]:
    """The first cliques, by position in the part: the pairs of each element, and one clique around each pair."""
    groups: dict[tuple[str, int], list[int]] = {}
    for place, pair in enumerate(part):
        if candidates.one_per_predicted:
            groups.setdefault(("predicted", int(candidates.predicted[pair])), []).append(place)
        if candidates.one_per_gold:
            groups.setdefault(("gold", int(candidates.gold[pair])), []).append(place)
    grown = {tuple(group): None for group in groups.values() if len(group) > 1}
    for place in range(len(part) if len(part) <= _LARGEST_START else 0):
        if late(deadline):
            break
        others = np.roll(np.arange(len(part)), -place)[1:]
        grown[tuple(sorted(_extend(candidates, part, [place], others)))] = None
    return list(grown)


def _programme(
    costs: Floats, groups: list[tuple[int, ...]], integral: bool, deadline: float | None
) -> tuple[Floats | None, float | None]:
    """Maximise the weight with at most one pair of each clique; give the answer and its bound, if time allows."""
    options: dict[str, float] = {"mip_rel_gap": 0.0}
    if deadline is not None:
        options["time_limit"] = max(0.01, deadline - time.monotonic())
    starts = np.cumsum([0, *map(len, groups)])
    places = np.fromiter((place for group in groups for place in group), dtype=np.int64, count=starts[-1])
    matrix = csr_array((np.ones(len(places)), places, starts), shape=(len(groups), len(costs)))
    answer = milp(
        -costs,
        integrality=np.full(len(costs), int(integral)),
        bounds=Bounds(0, 1),
        constraints=[LinearConstraint(matrix, -np.inf, 1)] if groups else (),
        options=options,
    )
    assert answer.status in (0, 1), answer.message  # 0 is solved, 1 is out of time
    relaxed = answer.fun if answer.status == 0 else None
    ceiling = answer.mip_dual_bound if integral else relaxed
    return answer.x, None if ceiling is None or not np.isfinite(ceiling) else -float(ceiling)


def _whole_bound(ceiling: float, scale: Fraction, value: int) -> int:
    """Round the solver's bound to whole weights, allowing for its precision."""
    if scale == 1:
        return max(value, int(ceiling + 1e-3))
    if value >= Fraction(ceiling * (1 - 1e-9)) * scale:
        return value
    return max(value, math.ceil(Fraction(ceiling * (1 + 1e-9)) * scale))


def _violated_cliques(
    candidates: Candidates, part: Indices, shares: Floats, known: set[tuple[int, ...]], deadline: float | None
) -> list[tuple[int, ...]]:
    """Find maximal cliques whose shares add up to more than 1.

    An integral answer with a conflict always violates one, unless time is up.
    """
    support = np.flatnonzero(shares > 1e-6)
    support = support[np.argsort(-shares[support], kind="stable")]
    cuts: dict[tuple[int, ...], None] = {}
    for seed in support:
        group = _extend(candidates, part, [int(seed)], support)
        if shares[group].sum() > 1 + 1e-4:
            cut = tuple(sorted(_extend(candidates, part, group, np.arange(len(part)))))
            if cut not in known:
                cuts[cut] = None
        if len(cuts) == _CUTS_PER_ROUND or late(deadline):
            break
    return list(cuts)


def _extend(candidates: Candidates, part: Indices, group: list[int], places: Indices) -> list[int]:
    """Add to a clique, in order of position, each pair that conflicts with all its members."""
    for place in group:
        places = places[candidates.excluded(int(part[place]), part[places])]
    group = list(group)
    while len(places):
        place, places = int(places[0]), places[1:]
        group.append(place)
        places = places[candidates.excluded(int(part[place]), part[places])]
    return group
