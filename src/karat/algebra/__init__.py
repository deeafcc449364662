"""The parts of every metric: similarities, matchings, normalisers, averages (Chen et al., 2023).

Four folders, each of which imports only those below it:

===============  ==================================================================================================
``plans``        how a definition is computed: ``plan.py`` is the interface, ``choice.py`` chooses
``definitions``  what is compared: similarities, matchings, metrics, and how they are written
``solvers``      optimisation on numbers: assignments, sequences, graphs, latent variables
``scores``       what computing gives: exact numbers, normalisers, scores, alignments
===============  ==================================================================================================

To read the room in an hour: ``definitions/structures.py`` and ``definitions/matching.py`` (what there is to compare),
``plans/plan.py``, ``plans/choice.py``, ``plans/atoms.py`` and ``plans/matchings.py`` (how it is computed),
``scores/score.py`` and ``scores/normaliser.py`` (what comes out). The rest are special cases of these.

::

    from karat import algebra as k

    relation = k.product(type=k.equal, subject=k.equal, object=k.equal)
    RELATION_F1 = k.match(relation, k.ONE_TO_ONE).f1
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.algebra.definitions.credit import hierarchy, levels, string_similarity, subtype, supertypes, token_f1, within
from karat.algebra.definitions.derivation import Variable, derive, derive_similarity, fields
from karat.algebra.definitions.matching import (
    BEST_PER_GOLD,
    BEST_PER_PREDICTED,
    FIRST,
    GREEDY,
    N_TO_N,
    N_TO_ONE,
    ONE_TO_N,
    ONE_TO_ONE,
    SEQUENCE,
    SPREAD,
    Combined,
    Constraint,
    Matching,
    Reachable,
    Sides,
    Ties,
    match,
    mean,
    mean_of_present,
    score_all,
    sides,
    times,
)
from karat.algebra.definitions.similarity import Metric, Normalised, Similarity, sharing, transform
from karat.algebra.definitions.structures import (
    Membership,
    apart,
    counted,
    equal,
    function,
    latent,
    links,
    maximum,
    memberships,
    non_links,
    product,
    subset,
    union,
)
from karat.algebra.scores.alignment import Alignment, Match
from karat.algebra.scores.corpus import CompositeCorpus, Corpus
from karat.algebra.scores.exact import Number
from karat.algebra.scores.normaliser import (
    CoveredF,
    FMeasure,
    Jaccard,
    Masses,
    Normaliser,
    Overlap,
    Precision,
    Recall,
)
from karat.algebra.scores.score import CompositeScore, MeanScore, Score, Scored, from_json

if TYPE_CHECKING:
    from karat.algebra.plans.plan import Plan


def _plan_for(definition: Similarity) -> Plan:
    """Choose the plan of a definition."""
    # Not at start-up: plans are a third of the room, and needed only once something is scored.
    from karat.algebra.plans.choice import plan_for

    return plan_for(definition)


# Definitions do not import plans; this is the one place where they are given the function that chooses them.
Similarity.plan_for = staticmethod(_plan_for)

__all__ = [
    "BEST_PER_GOLD",
    "BEST_PER_PREDICTED",
    "FIRST",
    "GREEDY",
    "N_TO_N",
    "N_TO_ONE",
    "ONE_TO_N",
    "ONE_TO_ONE",
    "SEQUENCE",
    "SPREAD",
    "Alignment",
    "Combined",
    "CompositeCorpus",
    "CompositeScore",
    "Constraint",
    "Corpus",
    "CoveredF",
    "FMeasure",
    "Jaccard",
    "Masses",
    "Match",
    "Matching",
    "MeanScore",
    "Membership",
    "Metric",
    "Normalised",
    "Normaliser",
    "Number",
    "Overlap",
    "Precision",
    "Reachable",
    "Recall",
    "Score",
    "Scored",
    "Sides",
    "Similarity",
    "Ties",
    "Variable",
    "apart",
    "counted",
    "derive",
    "derive_similarity",
    "equal",
    "fields",
    "from_json",
    "function",
    "hierarchy",
    "latent",
    "levels",
    "links",
    "match",
    "maximum",
    "mean",
    "mean_of_present",
    "memberships",
    "non_links",
    "product",
    "score_all",
    "sharing",
    "sides",
    "string_similarity",
    "subset",
    "subtype",
    "supertypes",
    "times",
    "token_f1",
    "transform",
    "union",
    "within",
]
