"""Translate the relations of parsers into the roles that the rules know, one module a scheme."""

from karat.systems.clauses.schemes.scheme import from_words

__all__ = ["from_words"]
