"""Suggested optional tokens by language: one small rule for each kind, and how they apply to a slot."""

from karat.annotate.language.suggestions.applying import optional_chunks
from karat.annotate.language.suggestions.rule import Rule, Suggestions, suggest
from karat.annotate.language.suggestions.rules import RULES

__all__ = ["RULES", "Rule", "Suggestions", "optional_chunks", "suggest"]
