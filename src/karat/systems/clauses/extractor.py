"""Apply the rules to a parsed sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from karat.errors import UnknownNameError
from karat.systems.clauses.clauses import find_clauses, object_antecedent
from karat.systems.clauses.confidence import confidence
from karat.systems.clauses.nary import find_nary
from karat.systems.clauses.proposition import Clause, Proposition, Source
from karat.systems.clauses.rules import RULES, Rule
from karat.systems.clauses.rules.relatives import ANTECEDENT, name_owners
from karat.systems.clauses.sentence import Parse
from karat.systems.clauses.standing import Standing

SWITCHES = (*(rule.name for rule in RULES), *(source.value for source in Source if source is not Source.OWN))
"""What can be switched off: rules, and ways to find the subject of a clause that has none."""

MOST = 1000
"""Facts that are kept of one sentence, the most certain ones; long lists in several slots would make millions."""

LOOKED_AT = 2 * MOST
"""Facts of one sentence that are looked at, many of which may be written alike."""

CUT = f"the sentence has more facts: the {MOST:,} most certain of the first {LOOKED_AT:,} were kept"


def check_switches(without: Sequence[str]) -> None:
    """Raise an error that names an unknown rule."""
    for name in without:
        if name not in SWITCHES:
            raise UnknownNameError("rule", name, SWITCHES)


def find_propositions(
    parse: Parse,
    without: Sequence[str] = (),
    *,
    nary: bool = False,
    denied: bool = False,
    rejected: bool = False,
    conditional: bool = False,
) -> list[Proposition]:
    """Return the facts of a sentence, each once, in the order of clauses and rules; what is asked is none.

    ``without`` names rules and sources of subjects that are switched off. With ``nary``, the verb's own arguments and
    its adverbials are in one fact. With ``denied``, facts are kept that the sentence denies by words which are not in
    them, with ``rejected`` those that the clause around them denies (*Ann denies that*), with ``conditional`` those of
    which it leaves open whether they hold (*if*, *whether*, *suppose*); they are marked.
    Of a sentence with very many facts the most certain are kept, each with a note that says so.
    """
    check_switches(without)
    rules = [rule for rule in RULES if rule.name not in without and not (nary and rule.is_binary)]
    propositions: dict[tuple[str, ...], Proposition] = {}
    standing = Standing(parse, apart=denied)
    candidates = _apply(parse, rules, without, nary)
    for found in islice(candidates, LOOKED_AT):
        proposition = standing.judge(found)
        if proposition is None or (proposition.is_denied and not denied):
            continue
        if (proposition.is_rejected and not rejected) or (proposition.is_conditional and not conditional):
            continue
        proposition = name_owners(parse, proposition)
        written = proposition.write(parse)
        if all(written) and len(set(proposition.arguments)) == len(proposition.arguments):
            propositions.setdefault(written, proposition)
    kept = list(propositions.values())
    if len(kept) > MOST or next(candidates, None) is not None:
        return [replace(each, notes=(*each.notes, CUT)) for each in _most_certain(kept)]
    return kept


def _most_certain(propositions: list[Proposition]) -> list[Proposition]:
    """Return as many facts as one sentence can have, in their order."""
    numbers = sorted(range(len(propositions)), key=lambda number: -confidence(propositions[number]))
    return [propositions[number] for number in sorted(numbers[:MOST])]


def _apply(parse: Parse, rules: Sequence[Rule], without: Sequence[str], nary: bool) -> Iterator[Proposition]:
    for clause in find_clauses(parse):
        if clause.source not in without:
            yield from _apply_to_clause(parse, clause, rules, nary)
    for rule in rules:
        if rule.of_sentence is not None:
            yield from rule.of_sentence(parse)


def _apply_to_clause(parse: Parse, clause: Clause, rules: Sequence[Rule], nary: bool) -> Iterator[Proposition]:
    whole = nary and object_antecedent(parse, clause) is not None  # with the noun of the relative clause
    if nary:
        yield from find_nary(parse, clause)
    for rule in rules:
        if rule.of_clause is not None and not (whole and rule is ANTECEDENT):
            yield from rule.of_clause(parse, clause)
