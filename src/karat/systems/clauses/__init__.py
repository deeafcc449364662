"""Karat's own extractor: rules over dependency parses, in the spirit of clause-based Open Information Extraction."""

from karat.systems.clauses.system import Clauses, ClausesOptions

__all__ = ["Clauses", "ClausesOptions"]
