"""The rules, one a function: each takes the facts of one kind from a clause or from nouns."""

from karat.systems.clauses.rules.adverbials import ADVERBIAL, NESTED
from karat.systems.clauses.rules.arguments import COMPLEMENT, OBJECT, STATEMENT
from karat.systems.clauses.rules.nouns import APPOSITION, POSSESSIVE
from karat.systems.clauses.rules.relatives import ANTECEDENT
from karat.systems.clauses.rules.rule import Rule

RULES: tuple[Rule, ...] = (OBJECT, COMPLEMENT, ADVERBIAL, NESTED, STATEMENT, ANTECEDENT, APPOSITION, POSSESSIVE)
"""All rules, in the order in which they are applied."""

__all__ = ["RULES", "Rule"]
