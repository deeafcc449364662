"""Facts that nouns state without a verb; their relation is not in the sentence."""

from __future__ import annotations

from typing import NamedTuple

from karat.systems.clauses.clauses import owner, verb_group
from karat.systems.clauses.dates import is_date
from karat.systems.clauses.phrases import clean, is_place, noun_phrase, phrases
from karat.systems.clauses.proposition import Proposition
from karat.systems.clauses.rules.rule import Facts, Rule, preposition_parts
from karat.systems.clauses.sentence import Parse, Phrase, Role, Token


class AddedWords(NamedTuple):
    """The words of a language that say what an apposition or a possessive says."""

    be: str
    be_in: str
    have: str


ADDED = {
    "en": AddedWords("is", "is in", "has"),
    "de": AddedWords("ist", "ist in", "hat"),
    "zh": AddedWords("是", "在", "有"),
}


def find_appositions(parse: Parse) -> Facts:
    """Relate a name to the noun beside it; the name is the subject."""
    for token in parse.tokens:
        if token.role is not Role.APPOSITION or token.head < 0 or not _names(parse, token):
            continue
        head = parse.tokens[token.head]
        is_list = token.upos == head.upos and parse.first(token.index, Role.CONJUNCT) is not None
        if head.upos not in NAMES_AND_NOUNS or is_list or _is_note(parse, token):
            continue
        named, name = (token, head) if head.upos == "PROPN" or token.upos != "PROPN" else (head, token)
        added = ADDED[parse.language]
        relation: Phrase = (added.be_in if is_place(parse, token.index) else added.be,)
        note = f"{token.form!r} is an apposition of {head.form!r}"
        inside = set(parse.subtree(token.index))
        alone = clean(parse, [each for each in noun_phrase(parse, head.index) if each not in inside])
        subject = alone if name is head else noun_phrase(parse, name.index)
        for phrase in phrases(parse, named.index) if named is token else [alone]:
            yield Proposition(relation, (subject, phrase), "apposition", None, (note,))


def _is_note(parse: Parse, token: Token) -> bool:
    """Tell whether an apposition names its noun by no other name: a date, another language's word, an example."""
    first = parse.subtree(token.index)[0]
    if parse.tokens[first].lemma in EXAMPLES or (first and parse.role(first - 1) is Role.NEGATION):
        return True
    return any(parse.tokens[each].form == ":" or is_date(parse, each) for each in parse.subtree(token.index))


NAMES_AND_NOUNS = ("PROPN", "NOUN")


def _names(parse: Parse, token: Token) -> bool:
    """Tell whether an apposition names a thing: a noun, or *one of the crew*."""
    return token.upos in NAMES_AND_NOUNS or (
        token.lemma == "one" and parse.first(token.index, Role.PREPOSITION) is not None
    )


EXAMPLES = frozenset({"not", "especially", "particularly", "notably", "mostly", "mainly", "including"})
"""Words that introduce a part of what the noun names, or something else."""


def find_possessives(parse: Parse) -> Facts:
    """Relate a possessor to what it has; a pronoun possesses nothing that could be looked up, but for *whose*."""
    for token in parse.tokens:
        if token.role is Role.POSSESSOR and token.xpos == "WP$":
            yield from _whose(parse, token)
        if token.role is Role.POSSESSOR and token.upos in NAMES_AND_NOUNS:
            mark = set(parse.all(token.index, Role.POSSESSIVE_MARK))
            possessor = tuple(each for each in noun_phrase(parse, token.index) if each not in mark)
            inside = set(parse.subtree(token.index))
            thing = tuple(each for each in noun_phrase(parse, token.head) if each not in inside)
            note = f"{token.form!r} is the possessor of {parse.tokens[token.head].form!r}"
            yield Proposition((ADDED[parse.language].have,), (possessor, thing), "possessive", None, (note,))


def _whose(parse: Parse, token: Token) -> Facts:
    """*Ann , whose brother slept* → (Ann; has; brother)."""
    noun = owner(parse, token.index)
    if noun is not None:
        thing = tuple(each for each in noun_phrase(parse, token.head) if each != token.index)
        note = f"{token.form!r} stands for {parse.tokens[noun].form!r}"
        relation: Phrase = (ADDED[parse.language].have,)
        yield Proposition(relation, (noun_phrase(parse, noun), thing), "possessive", None, (note,))


APPOSITION = Rule(
    "apposition", "Ann , the mayor of Ulm , slept .", (("Ann", "is", "the mayor of Ulm"),), of_sentence=find_appositions
)


def find_existence(parse: Parse) -> Facts:
    """Relate what there is to its place or company; *there* itself is no argument."""
    for token in parse.tokens:
        if token.role is not Role.EXPLETIVE or token.head < 0 or token.lemma != "there":
            continue
        verb = token.head
        for noun in parse.all(verb, Role.COMPLEMENT, Role.SUBJECT):
            after = (each for each in parse.all(verb, Role.PREPOSITION) if each > noun)
            for preposition in (*parse.all(noun, Role.PREPOSITION), *after):
                lead, places = preposition_parts(parse, preposition)
                inside = set(parse.subtree(preposition))
                thing = clean(parse, [each for each in noun_phrase(parse, noun) if each not in inside])
                for place in places:
                    for phrase in phrases(parse, place):
                        relation = (*verb_group(parse, verb), *lead)
                        note = f"what there is: {parse.tokens[noun].form!r}"
                        yield Proposition(relation, (thing, phrase), "existence", None, (note,))


EXISTENCE = Rule(
    "existence",
    "There were problems with the old house .",
    (("problems", "were with", "the old house"),),
    of_sentence=find_existence,
)

POSSESSIVE = Rule("possessive", "Ann 's brother slept .", (("Ann", "has", "brother"),), of_sentence=find_possessives)
