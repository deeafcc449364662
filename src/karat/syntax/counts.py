"""What can be counted in a tagged text (BenchIE, appendix C): conjuncts, case markers, prepositions.

Relations are those of Universal Dependencies or of spaCy's English pipelines, which call other things by other names.
"""

from __future__ import annotations

from karat.errors import InputError
from karat.syntax.tagger import Tagged, is_parsed

PREPOSITIONAL = {"prep", "agent", "dative"}
"""What spaCy calls a preposition by its use; it is one where something is its object (``pobj``)."""

PARTICLES = {"RP", "PTKVZ"}
"""Tags of what looks like a preposition and is a part of the verb: *took off*, *fährt ab*."""

PENN_PREPOSITIONS = {"IN", "TO"}
"""Tags of prepositions where there is no universal one; subordinating conjunctions have them too."""


def conjuncts(words: Tagged) -> int:
    """Count the words that are joined to an earlier one (relation ``conj``): *hearts and blood* has one."""
    _demand_parse("conjuncts", words)
    return sum(_relation(word.relation) == "conj" for word in words)


def case_markers(words: Tagged) -> int:
    """Count the words that Universal Dependencies would call ``case``: adpositions with an object, and *'s*."""
    _demand_parse("case markers", words)
    governing = {word.governor for word in words if _relation(word.relation) == "pobj"}
    return sum(
        _relation(word.relation) == "case" or (word.relation in PREPOSITIONAL and number in governing)
        for number, word in enumerate(words, 1)
    )


def prepositions(words: Tagged) -> int:
    """Count the adpositions (``ADP``), whether they have an object or not, without particles of verbs."""
    found = 0
    for word in words:
        relation = word.relation
        if word.xpos in PARTICLES or relation == "prt" or relation.startswith("compound:prt"):
            continue
        if word.upos == "_":
            found += word.xpos in PENN_PREPOSITIONS and _relation(relation) != "mark"
        else:
            found += word.upos == "ADP"
    return found


def _relation(relation: str) -> str:
    """A relation without its subtype."""
    return relation.partition(":")[0]


def _demand_parse(what: str, words: Tagged) -> None:
    if not is_parsed(words):
        raise InputError(f"{what}: expected words with what governs them, found only parts of speech")
