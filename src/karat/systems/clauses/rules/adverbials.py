"""Facts of prepositions and of nouns that stand as adverbials; the preposition belongs to the relation."""

from __future__ import annotations

from karat.systems.clauses.dates import is_date
from karat.systems.clauses.phrases import clean, noun_phrase, whole_phrase
from karat.systems.clauses.proposition import Clause, Proposition
from karat.systems.clauses.rules.rule import (
    Facts,
    Rule,
    explain_clause,
    predicates,
    preposition_parts,
    state,
    subject_phrases,
)
from karat.systems.clauses.sentence import Parse, Phrase, Role

DEPTH = 2
"""How many prepositions deep the phrase of an object is followed; one less for that of an adverbial."""


def find_adverbials(parse: Parse, clause: Clause) -> Facts:
    """Relate the subject to each adverbial; what the verb needs (its object, its complement) is in the relation."""
    for words in predicates(parse, clause):
        for head in clause.adverbials:
            if parse.role(head) is Role.NOUN_ADVERBIAL and _measures(parse, head):
                yield from state(parse, clause, "adverbial", words, head, "a noun as an adverbial")
            elif not _only_links(parse, head):
                yield from _prepositional(parse, clause, words, head)
        for adverb in parse.all(clause.verb, Role.ADVERB):  # *ahead of*, *northeast of*
            if adverb not in words and adverb + 1 in parse.all(adverb, Role.PREPOSITION):
                yield from _prepositional(parse, clause, (*words, adverb), adverb + 1)


def _prepositional(parse: Parse, clause: Clause, words: Phrase, head: int) -> Facts:
    lead, nouns = preposition_parts(parse, head)
    for noun in nouns:
        yield from state(parse, clause, "adverbial", (*words, *lead), noun, "an adverbial of the verb")
    for verb in parse.all(head, Role.PREPOSITION_CLAUSE):
        asked = whole_phrase(parse, verb)
        if asked and parse.tokens[asked[0]].is_relative:  # *depends on what he does*
            notes = (explain_clause(parse, clause), "a question as an adverbial")
            for subject in subject_phrases(parse, clause):
                yield Proposition((*words, *lead), (subject, asked), "adverbial", clause, notes)


def find_times(parse: Parse, clause: Clause) -> Facts:
    """Relate the subject to an adverb that a noun measures."""
    for adverb in parse.all(clause.verb, Role.ADVERB):
        if parse.first(adverb, Role.NOUN_ADVERBIAL) is not None and parse.tokens[adverb].lemma in MEASURED:
            words = whole_phrase(parse, adverb)
            notes = (explain_clause(parse, clause), "an adverb that a noun measures")
            for relation in predicates(parse, clause):
                for subject in subject_phrases(parse, clause):
                    yield Proposition(relation, (subject, words), "time", clause, notes)


MEASURED = frozenset({"ago", "later", "earlier", "before", "after", "away"})


def _measures(parse: Parse, head: int) -> bool:
    """Tell whether a noun can be an adverbial: a time, a distance; names and numbers alone are a parser's mistakes."""
    token = parse.tokens[head]
    return token.upos == "NOUN" or is_date(parse, head)


def _only_links(parse: Parse, preposition: int) -> bool:
    """Tell whether a preposition and its noun link sentences and state nothing: *for example*."""
    nouns = list(parse.all(preposition, Role.PREPOSITION_OBJECT))
    return len(nouns) == 1 and parse.tokens[nouns[0]].lemma in LINKS and not parse.children[nouns[0]]


LINKS = frozenset({"example", "instance", "addition", "contrast", "fact", "turn", "particular", "general", "course"})


def find_nested(parse: Parse, clause: Clause) -> Facts:
    """Relate the subject to the nouns inside the phrases of its arguments."""
    for head in (*clause.objects, *clause.complements):
        for conjunct in parse.conjuncts(head):
            yield from _inside(parse, clause, clause.group, conjunct, DEPTH)
    for words in predicates(parse, clause):
        for head in clause.adverbials:
            lead, nouns = preposition_parts(parse, head)
            for noun in nouns:
                for conjunct in parse.conjuncts(noun):
                    yield from _inside(parse, clause, (*words, *lead), conjunct, DEPTH - 1)


def _inside(parse: Parse, clause: Clause, words: Phrase, noun: int, depth: int) -> Facts:
    phrase = noun_phrase(parse, noun)
    for preposition in parse.all(noun, Role.PREPOSITION):
        lead, nouns = preposition_parts(parse, preposition)
        relation = (*words, *clean(parse, [*(index for index in phrase if index < preposition), *lead]))
        for inner in nouns:
            note = f"inside the phrase of {parse.tokens[noun].form!r}"
            yield from state(parse, clause, "nested", relation, inner, note)
            if depth > 1:
                for conjunct in parse.conjuncts(inner):
                    yield from _inside(parse, clause, relation, conjunct, depth - 1)


ADVERBIAL = Rule(
    "adverbial",
    "Ann sold the house to Bob last year .",
    (("Ann", "sold the house to", "Bob"), ("Ann", "sold the house", "last year")),
    find_adverbials,
    is_binary=True,
)

TIME = Rule(
    "time",
    "Ann sold the house two years ago .",
    (("Ann", "sold the house", "two years ago"),),
    find_times,
    is_binary=True,
)

NESTED = Rule("nested", "Ann is the mayor of Ulm .", (("Ann", "is the mayor of", "Ulm"),), find_nested, is_binary=True)
