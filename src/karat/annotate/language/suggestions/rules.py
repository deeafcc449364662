"""The rules of each language."""

from __future__ import annotations

from karat.annotate.language.suggestions import chinese, english, german
from karat.annotate.language.suggestions.rule import Rule

RULES: dict[str, tuple[Rule, ...]] = {"en": english.RULES, "de": german.RULES, "zh": chinese.RULES}
