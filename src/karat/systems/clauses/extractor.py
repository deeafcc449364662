"""Apply the rules to a parsed sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from karat.errors import UnknownNameError
from karat.systems.clauses.clauses import find_clauses
from karat.systems.clauses.proposition import Proposition, Source
from karat.systems.clauses.rules import RULES, Rule
from karat.systems.clauses.sentence import Parse

SWITCHES = (*(rule.name for rule in RULES), *(source.value for source in Source if source is not Source.OWN))
"""What can be switched off: rules, and ways to find the subject of a clause that has none."""


def find_propositions(parse: Parse, without: Sequence[str] = ()) -> list[Proposition]:
    """Return the facts of a sentence, each once, in the order of clauses and rules.

    ``without`` names rules and sources of subjects that are switched off.
    """
    for name in without:
        if name not in SWITCHES:
            raise UnknownNameError("rule", name, SWITCHES)
    rules = [rule for rule in RULES if rule.name not in without]
    propositions: dict[tuple[str, ...], Proposition] = {}
    for proposition in _apply(parse, rules, without):
        written = proposition.write(parse)
        if all(written) and len(set(proposition.arguments)) == len(proposition.arguments):
            propositions.setdefault(written, proposition)
    return list(propositions.values())


def _apply(parse: Parse, rules: Sequence[Rule], without: Sequence[str]) -> Iterator[Proposition]:
    for clause in find_clauses(parse):
        if clause.source not in without:
            for rule in rules:
                if rule.of_clause is not None:
                    yield from rule.of_clause(parse, clause)
    for rule in rules:
        if rule.of_sentence is not None:
            yield from rule.of_sentence(parse)
