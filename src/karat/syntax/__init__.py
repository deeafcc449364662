"""Taggers behind one protocol, counts in tagged text, and distances between constituency trees.

The distances are in ``syntax.hws`` and ``syntax.kernel``, operations on trees in ``syntax.trees``.
"""

from karat.syntax.counts import case_markers, conjuncts, prepositions
from karat.syntax.tagger import Cached, Tagged, Tagger, is_parsed
from karat.syntax.taggers import LANGUAGES, tagger_for

__all__ = [
    "LANGUAGES",
    "Cached",
    "Tagged",
    "Tagger",
    "case_markers",
    "conjuncts",
    "is_parsed",
    "prepositions",
    "tagger_for",
]
