"""Polarity: whether a clause denies its fact. Each rule gives the words that deny a verb.

A negation in another clause depends on another verb, so it changes nothing: *It is not true that Nils lives in Oslo*
states that he lives there.
"""

from __future__ import annotations

from collections.abc import Iterator

from karat.metrics.oie.people.lexicon import NOT_DENYING
from karat.systems.clauses.annotations.finding import Rule
from karat.systems.clauses.annotations.lexicon import NEGATIONS
from karat.systems.clauses.annotations.words import form, is_verb, lemma
from karat.systems.clauses.sentence import Parse, Role


def negated_verb(parse: Parse, verb: int) -> Iterator[int]:
    """*Pia did not sell the boat*, *The ferry never stopped*."""
    for word in parse.all(verb, Role.NEGATION, Role.ADVERB, Role.COORDINATOR):
        belongs_to_verb = word < verb or lemma(parse, verb) in ("be", "have", "do")  # "lives not in Rome but in Pisa"
        if lemma(parse, word) in NEGATIONS and belongs_to_verb and form(parse, word + 1) not in NOT_DENYING:
            yield word


def no_longer(parse: Parse, verb: int) -> Iterator[int]:
    """*Nils no longer lives in Rome*."""
    for word in parse.all(verb, Role.ADVERB):
        if form(parse, word) in ("longer", "more") and form(parse, word - 1) == "no":
            yield from (word - 1, word)


def joined_by_nor(parse: Parse, verb: int) -> Iterator[int]:
    """*Pia did not sell the boat, nor did she lend it*: the conjunction depends on the first verb."""
    if parse.role(verb) is Role.CONJUNCT:
        for word in parse.all(parse.tokens[verb].head, Role.COORDINATOR):
            between = range(word + 1, verb)
            nearer = any(is_verb(parse, other) and parse.tokens[other].head != verb for other in between)
            if form(parse, word) == "nor" and word < verb and not nearer:
                yield word


POLARITY: tuple[Rule, ...] = (negated_verb, no_longer, joined_by_nor)
