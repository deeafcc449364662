"""The parts of every metric: similarities, matchings, normalisers, averages (Chen et al., 2023).

::

    from karat import algebra as k

    relation = k.product(type=k.equal, subject=k.equal, object=k.equal)
    RELATION_F1 = k.match(relation, k.ONE_TO_ONE).f1
"""

# Loaded first, since a module would take the place of the similarity of its name whenever it is loaded later.
import karat.algebra.latent  # noqa: F401
from karat.algebra.alignment import Alignment, Match
from karat.algebra.constraint import (
    BEST_PER_GOLD,
    BEST_PER_PREDICTED,
    FIRST,
    GREEDY,
    N_TO_N,
    N_TO_ONE,
    ONE_TO_N,
    ONE_TO_ONE,
    SPREAD,
    Constraint,
    Ties,
)
from karat.algebra.corpus import CompositeCorpus, Corpus
from karat.algebra.counting import sharing
from karat.algebra.credit import hierarchy, levels, string_similarity, subtype, supertypes, token_f1, within
from karat.algebra.derivation import Variable, derive, derive_similarity
from karat.algebra.exact import Number
from karat.algebra.matching import (
    SEQUENCE,
    Combined,
    Matching,
    Metric,
    Normalised,
    Reachable,
    Sides,
    match,
    mean,
    mean_of_present,
    score_all,
    sides,
    times,
)
from karat.algebra.mean_score import MeanScore
from karat.algebra.normaliser import CoveredF, FMeasure, Jaccard, Masses, Normaliser, Overlap, Precision, Recall
from karat.algebra.partition import Membership, links, memberships, non_links
from karat.algebra.score import CompositeScore, Score, Scored, from_json
from karat.algebra.similarity import (
    Similarity,
    apart,
    counted,
    equal,
    function,
    latent,
    maximum,
    product,
    subset,
    transform,
    union,
)

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
