"""Counts in a tagged text (BenchIE, appendix C): conjuncts, case markers, prepositions.

Relations are those of Universal Dependencies or of spaCy's English pipelines, which use different names.
"""

from __future__ import annotations

from karat.errors import InputError
from karat.syntax.tagger import Tagged, is_parsed

PREPOSITIONAL = {"prep", "agent", "dative"}
"""spaCy's relations of prepositions; a word with one of them is a preposition if it has an object (``pobj``)."""

PARTICLES = {"RP", "PTKVZ"}
"""Tags of particles that look like prepositions but belong to the verb: *took off*, *fährt ab*."""

PENN_PREPOSITIONS = {"IN", "TO"}
"""Tags of prepositions for words without a universal tag; subordinating conjunctions have them too."""


def conjuncts(words: Tagged) -> int:
    """Count the words that are coordinated with an earlier one (relation ``conj``): *hearts and blood* has one."""
    _check_parsed("conjuncts", words)
    return sum(_relation(word.relation) == "conj" for word in words)


def case_markers(words: Tagged) -> int:
    """Count the words with relation ``case`` in Universal Dependencies: adpositions with an object, and *'s*."""
    _check_parsed("case markers", words)
    governing = {word.governor for word in words if _relation(word.relation) == "pobj"}
    return sum(
        _relation(word.relation) == "case" or (word.relation in PREPOSITIONAL and number in governing)
        for number, word in enumerate(words, 1)
    )


def prepositions(words: Tagged) -> int:
    """Count the adpositions (``ADP``) with or without an object, but not the particles of verbs."""
    count = 0
    for word in words:
        relation = word.relation
        if word.xpos in PARTICLES or relation == "prt" or relation.startswith("compound:prt"):
            continue
        if word.upos == "_":
            count += word.xpos in PENN_PREPOSITIONS and _relation(relation) != "mark"
        else:
            count += word.upos == "ADP"
    return count


def _relation(relation: str) -> str:
    """Remove the subtype of a relation."""
    return relation.partition(":")[0]


def _check_parsed(what: str, words: Tagged) -> None:
    if not is_parsed(words):
        raise InputError(f"{what}: expected words with what governs them, found only parts of speech")
