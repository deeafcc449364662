"""The rules, one a function: each takes the facts of one kind from a clause or from nouns."""

from karat.systems.clauses.rules.adverbials import ADVERBIAL, NESTED, TIME
from karat.systems.clauses.rules.arguments import COMPLEMENT, OBJECT, STATEMENT
from karat.systems.clauses.rules.nouns import APPOSITION, EXISTENCE, POSSESSIVE
from karat.systems.clauses.rules.relatives import ANTECEDENT
from karat.systems.clauses.rules.rule import Rule

RULES: tuple[Rule, ...] = (
    OBJECT,
    COMPLEMENT,
    ADVERBIAL,
    TIME,
    NESTED,
    STATEMENT,
    ANTECEDENT,
    EXISTENCE,
    APPOSITION,
    POSSESSIVE,
)
"""All rules, in the order in which they are applied."""

__all__ = ["RULES", "Rule"]
