"""Modality: whether a fact is only possible in its clause. Each rule gives the words that say so of a verb."""

from __future__ import annotations

from collections.abc import Iterator

from karat.metrics.oie.people.lexicon import INTENTIONS, MODALS, POSSIBLE_ADJECTIVES, POSSIBLE_ADVERBS
from karat.systems.clauses.annotations.finding import Rule
from karat.systems.clauses.annotations.lexicon import CONDITIONS
from karat.systems.clauses.annotations.words import form, head, lemma, role
from karat.systems.clauses.sentence import Parse, Role


def modal_verb(parse: Parse, verb: int) -> Iterator[int]:
    """*The ferry will stop in Kiel*: what will, may, can, should or must happen is possible."""
    return (word for word in parse.all(verb, Role.AUXILIARY) if {lemma(parse, word), form(parse, word)} & MODALS)


def possible_adverb(parse: Parse, verb: int) -> Iterator[int]:
    """*Dora probably meets the Otters*."""
    return (word for word in parse.all(verb, Role.ADVERB) if form(parse, word) in POSSIBLE_ADVERBS)


def intended_infinitive(parse: Parse, verb: int) -> Iterator[int]:
    """*Dora expects to meet the Otters*, *is expected to meet*, *is going to meet*: the meeting is possible."""
    governor = head(parse, verb)
    if _is_infinitive_of(parse, verb, governor) and lemma(parse, governor) in INTENTIONS:
        yield from _up_to_the_infinitive(parse, verb, governor)


def possible_adjective(parse: Parse, verb: int) -> Iterator[int]:
    """*Dora is likely to meet the Otters*."""
    adjective = head(parse, verb)
    if _is_infinitive_of(parse, verb, adjective) and lemma(parse, adjective) in POSSIBLE_ADJECTIVES:
        yield from _up_to_the_infinitive(parse, verb, adjective)
        copula = head(parse, adjective)
        if role(parse, adjective) is Role.COMPLEMENT and lemma(parse, copula) == "be":
            yield copula
            yield from parse.all(copula, Role.AUXILIARY)


def under_condition(parse: Parse, verb: int) -> Iterator[int]:
    """*If Pia pays, Nils keeps the key*: what depends on a condition is possible; *even if* is none.

    A condition that stands first holds for all verbs that are joined: *If Pia pays, Nils leaves and Mira stays*.
    """
    yield from _conditions(parse, verb)
    while role(parse, verb) is Role.CONJUNCT:
        verb = head(parse, verb)
        yield from (word for word in _conditions(parse, verb) if word < verb)


def _conditions(parse: Parse, verb: int) -> Iterator[int]:
    for clause in parse.all(verb, Role.ADVERBIAL_CLAUSE):
        for word in parse.all(clause, Role.MARKER):
            if form(parse, word) in CONDITIONS and form(parse, word - 1) not in ("even", "as"):
                yield word


def _is_infinitive_of(parse: Parse, verb: int, governor: int) -> bool:
    return 0 <= governor < verb and any(_to(parse, verb)) and _completes(parse, verb)


def _completes(parse: Parse, verb: int) -> bool:
    return parse.role(verb) in (Role.INFINITIVE, Role.STATEMENT, Role.OBJECT_COMPLEMENT)


def _to(parse: Parse, verb: int) -> Iterator[int]:
    return (word for word in parse.all(verb, Role.AUXILIARY, Role.MARKER) if form(parse, word) == "to")


def _up_to_the_infinitive(parse: Parse, verb: int, governor: int) -> Iterator[int]:
    """Yield the governing word, its auxiliaries, and the infinitive's *to*."""
    yield governor
    yield from parse.all(governor, Role.AUXILIARY, Role.PASSIVE_AUXILIARY)
    yield from _to(parse, verb)


MODALITY: tuple[Rule, ...] = (modal_verb, possible_adverb, intended_infinitive, possible_adjective, under_condition)
