"""Facts of a verb's own arguments: objects, complements, statements."""

from __future__ import annotations

from karat.systems.clauses.clauses import completes
from karat.systems.clauses.phrases import clean, noun_phrase
from karat.systems.clauses.proposition import Clause, Proposition
from karat.systems.clauses.rules.rule import Facts, Rule, explain_clause, state, subject_phrases
from karat.systems.clauses.sentence import Parse, Phrase, Role


def find_objects(parse: Parse, clause: Clause) -> Facts:
    """Relate the subject to each object, unless that says nothing alone: *asked him to go*, *made him king*."""
    if parse.first(clause.verb, Role.INFINITIVE, Role.OBJECT_COMPLEMENT) is not None:
        return
    if any(_that(parse, each) for each in clause.statements):
        return  # *told him that …*
    relation = (*clause.group, *_words(parse, clause.indirect_objects[:1]))
    for head in clause.objects:
        if not parse.tokens[head].is_relative and not _belongs_to_verb(parse, clause.verb, head):
            yield from state(parse, clause, "object", relation, head, "an object of the verb")


def _belongs_to_verb(parse: Parse, verb: int, noun: int) -> bool:
    """Tell whether a noun says with its verb what other verbs say alone: *took* **place**."""
    return (parse.tokens[verb].lemma, parse.tokens[noun].lemma) in LIGHT and not parse.children[noun]


LIGHT = frozenset({("take", "place"), ("take", "part"), ("take", "effect"), ("take", "shape"), ("make", "use")})
"""Verbs with nouns that name nothing."""


def find_complements(parse: Parse, clause: Clause) -> Facts:
    """Relate the subject to what a copula says of it, or to what the verb makes of its object."""
    relation = (*clause.group, *_words(parse, clause.objects[:1]))
    inner = [each for head in clause.complements for each in parse.all(head, Role.RELATIVE_CLAUSE, Role.PARTICIPLE)]
    announced = any(_that(parse, each) for each in (*clause.statements, *inner))
    if announced and parse.tokens[clause.subjects[0]].lemma == "it":
        return  # *It is true that …*, *It is the case that …*
    for head in clause.complements:
        yield from state(parse, clause, "complement", relation, head, "a complement of the verb")


def find_statements(parse: Parse, clause: Clause) -> Facts:
    """Relate a source to what it says; the statement's own facts are those of its clause."""
    for head in _statements(parse, clause):
        marker = _that(parse, head)
        if clause.objects and not marker:
            continue  # a parser's way to join two sentences
        words = tuple(each for each in _own_words(parse, head) if each not in marker)
        relation = (*clause.group, *_words(parse, (*clause.objects[:1], *clause.complements[:1])), *marker)
        for subject in subject_phrases(parse, clause):
            notes = (explain_clause(parse, clause), "a statement that depends on the verb")
            yield Proposition(relation, (subject, words), "statement", clause, notes)


def _statements(parse: Parse, clause: Clause) -> list[int]:
    """Return the verbs of what is said, one for each conjunct with a subject of its own."""
    return [
        each
        for head in clause.statements
        for each in parse.conjuncts(head)
        if parse.first(each, Role.SUBJECT, Role.EXPLETIVE, Role.CLAUSAL_SUBJECT, Role.AUXILIARY) is not None
        and not completes(parse, each)
        and not any(parse.tokens[between].form == ";" for between in range(each, clause.verb))
    ]


def _own_words(parse: Parse, verb: int) -> Phrase:
    """Return the words of a statement, without conjuncts that are statements themselves."""
    others = {each for each in parse.all(verb, Role.COORDINATOR) if each == parse.subtree(verb)[0]}
    for each in parse.all(verb, Role.CONJUNCT):
        if parse.first(each, Role.SUBJECT) is not None:
            others |= {*parse.subtree(each), *parse.all(verb, Role.COORDINATOR)}
    return clean(parse, [each for each in parse.subtree(verb) if each not in others])


def _that(parse: Parse, verb: int) -> tuple[int, ...]:
    return tuple(each for each in parse.all(verb, Role.MARKER) if parse.tokens[each].lemma in THAT)


THAT = ("that", "dass", "daß")


def _words(parse: Parse, heads: tuple[int, ...]) -> Phrase:
    return tuple(index for head in heads for index in noun_phrase(parse, head))


OBJECT = Rule("object", "Ann sold the old house .", (("Ann", "sold", "the old house"),), find_objects, is_binary=True)

COMPLEMENT = Rule("complement", "Ann is a lawyer .", (("Ann", "is", "a lawyer"),), find_complements, is_binary=True)

STATEMENT = Rule("statement", "Ann says that it rains .", (("Ann", "says that", "it rains"),), find_statements)
