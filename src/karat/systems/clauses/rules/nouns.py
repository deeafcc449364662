"""Facts that nouns state without a verb; their relation is not in the sentence."""

from __future__ import annotations

from karat.systems.clauses.phrases import noun_phrase
from karat.systems.clauses.proposition import Proposition
from karat.systems.clauses.rules.rule import Facts, Rule
from karat.systems.clauses.sentence import Parse, Role


def find_appositions(parse: Parse) -> Facts:
    """Relate a name to the noun beside it; the name is the subject."""
    for token in parse.tokens:
        if token.role is not Role.APPOSITION or token.head < 0 or token.upos not in NAMES_AND_NOUNS:
            continue
        head = parse.tokens[token.head]
        if head.upos not in NAMES_AND_NOUNS:
            continue
        named, name = (token, head) if head.upos == "PROPN" or token.upos != "PROPN" else (head, token)
        arguments = noun_phrase(parse, name.index), noun_phrase(parse, named.index)
        note = f"{token.form!r} is an apposition of {head.form!r}"
        yield Proposition(("is",), arguments, "apposition", None, (note,))


NAMES_AND_NOUNS = ("PROPN", "NOUN")


def find_possessives(parse: Parse) -> Facts:
    """Relate a possessor to what it has; a pronoun possesses nothing that could be looked up."""
    for token in parse.tokens:
        if token.role is Role.POSSESSOR and token.upos in NAMES_AND_NOUNS:
            mark = set(parse.all(token.index, Role.POSSESSIVE_MARK))
            owner = tuple(each for each in noun_phrase(parse, token.index) if each not in mark)
            inside = set(parse.subtree(token.index))
            thing = tuple(each for each in noun_phrase(parse, token.head) if each not in inside)
            note = f"{token.form!r} is the possessor of {parse.tokens[token.head].form!r}"
            yield Proposition(("has",), (owner, thing), "possessive", None, (note,))


APPOSITION = Rule(
    "apposition", "Ann , the mayor of Ulm , slept .", (("Ann", "is", "the mayor of Ulm"),), of_sentence=find_appositions
)

POSSESSIVE = Rule("possessive", "Ann 's brother slept .", (("Ann", "has", "brother"),), of_sentence=find_possessives)
