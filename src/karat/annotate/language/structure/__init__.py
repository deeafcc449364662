"""The structure of a sentence by language: passives, pronouns, verb order, clauses, conjunctions, noun phrases."""

from karat.annotate.language.structure import chinese, english, german
from karat.annotate.language.structure.found import Structure

STRUCTURES = {"en": english.structure, "de": german.structure, "zh": chinese.structure}
"""The function of each language that finds the structure of a parsed sentence."""

__all__ = ["STRUCTURES", "Structure"]
