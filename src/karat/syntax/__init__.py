"""Words with their parts of speech and what governs them: taggers behind one protocol, and what can be counted.

Constituency trees and how far they are from each other: ``syntax.trees``, ``syntax.hws``, ``syntax.kernel``.
"""

from karat.syntax.cache import Cached
from karat.syntax.counts import case_markers, conjuncts, prepositions
from karat.syntax.tagger import LANGUAGES, Tagged, Tagger, is_parsed, tagger_for

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
