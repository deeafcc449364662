"""The rules, one a function: each takes the facts of one kind from a clause or from nouns."""

from karat.systems.clauses.rules.adverbials import ADVERBIAL, NESTED
from karat.systems.clauses.rules.arguments import COMPLEMENT, OBJECT, STATEMENT
from karat.systems.clauses.rules.rule import Rule

RULES: tuple[Rule, ...] = (OBJECT, COMPLEMENT, ADVERBIAL, NESTED, STATEMENT)
"""All rules, in the order in which they are applied to a clause."""

__all__ = ["RULES", "Rule"]
