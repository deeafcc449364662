"""Facts of a verb's own arguments: objects, complements, statements."""

from __future__ import annotations

from karat.systems.clauses.phrases import noun_phrase, whole_phrase
from karat.systems.clauses.proposition import Clause, Proposition
from karat.systems.clauses.rules.rule import Facts, Rule, explain_clause, state, subject_phrases
from karat.systems.clauses.sentence import Parse, Phrase, Role


def find_objects(parse: Parse, clause: Clause) -> Facts:
    """Relate the subject to each object, unless that says nothing alone: *asked him to go*, *made him king*."""
    if parse.first(clause.verb, Role.INFINITIVE, Role.OBJECT_COMPLEMENT) is not None:
        return
    relation = (*clause.group, *_words(parse, clause.indirect_objects[:1]))
    for head in clause.objects:
        if not parse.tokens[head].is_relative:
            yield from state(parse, clause, "object", relation, head, "an object of the verb")


def find_complements(parse: Parse, clause: Clause) -> Facts:
    """Relate the subject to what a copula says of it, or to what the verb makes of its object."""
    relation = (*clause.group, *_words(parse, clause.objects[:1]))
    for head in clause.complements:
        yield from state(parse, clause, "complement", relation, head, "a complement of the verb")


def find_statements(parse: Parse, clause: Clause) -> Facts:
    """Relate a source to what it says; the statement's own facts are those of its clause."""
    for head in clause.statements:
        if parse.first(head, Role.SUBJECT, Role.EXPLETIVE, Role.CLAUSAL_SUBJECT) is None:
            continue
        marker = tuple(each for each in parse.all(head, Role.MARKER) if parse.tokens[each].lemma in THAT)
        words = tuple(each for each in whole_phrase(parse, head) if each not in marker)
        relation = (*clause.group, *_words(parse, (*clause.objects[:1], *clause.complements[:1])), *marker)
        for subject in subject_phrases(parse, clause):
            notes = (explain_clause(parse, clause), "a statement that depends on the verb")
            yield Proposition(relation, (subject, words), "statement", clause, notes)


THAT = ("that", "dass", "daß")


def _words(parse: Parse, heads: tuple[int, ...]) -> Phrase:
    return tuple(index for head in heads for index in noun_phrase(parse, head))


OBJECT = Rule("object", "Ann sold the old house .", (("Ann", "sold", "the old house"),), find_objects, is_binary=True)

COMPLEMENT = Rule("complement", "Ann is a lawyer .", (("Ann", "is", "a lawyer"),), find_complements, is_binary=True)

STATEMENT = Rule("statement", "Ann says that it rains .", (("Ann", "says that", "it rains"),), find_statements)
