"""The relations of ClearNLP (Choi and Palmer, 2012), which spaCy's English pipelines use."""

from __future__ import annotations

from collections.abc import Sequence

from karat.model import Word
from karat.systems.clauses.schemes.verbs import is_relative, verb_form
from karat.systems.clauses.sentence import Parse, Role, Token, decode_brackets, locate

ROLES = {
    "ROOT": Role.ROOT,
    "nsubj": Role.SUBJECT,
    "nsubjpass": Role.SUBJECT,
    "csubj": Role.CLAUSAL_SUBJECT,
    "csubjpass": Role.CLAUSAL_SUBJECT,
    "expl": Role.EXPLETIVE,
    "dobj": Role.OBJECT,
    "dative": Role.INDIRECT_OBJECT,
    "attr": Role.COMPLEMENT,
    "acomp": Role.COMPLEMENT,
    "oprd": Role.OBJECT_COMPLEMENT,
    "agent": Role.AGENT,
    "prep": Role.PREPOSITION,
    "pobj": Role.PREPOSITION_OBJECT,
    "pcomp": Role.PREPOSITION_CLAUSE,
    "npadvmod": Role.NOUN_ADVERBIAL,
    "advmod": Role.ADVERB,
    "ccomp": Role.STATEMENT,
    "xcomp": Role.INFINITIVE,
    "advcl": Role.ADVERBIAL_CLAUSE,
    "relcl": Role.RELATIVE_CLAUSE,
    "acl": Role.PARTICIPLE,
    "appos": Role.APPOSITION,
    "conj": Role.CONJUNCT,
    "cc": Role.COORDINATOR,
    "preconj": Role.COORDINATOR,
    "mark": Role.MARKER,
    "aux": Role.AUXILIARY,
    "auxpass": Role.PASSIVE_AUXILIARY,
    "neg": Role.NEGATION,
    "prt": Role.PARTICLE,
    "det": Role.DETERMINER,
    "predet": Role.DETERMINER,
    "amod": Role.ADJECTIVE,
    "nummod": Role.NUMBER,
    "quantmod": Role.NUMBER,
    "compound": Role.COMPOUND,
    "nmod": Role.COMPOUND,
    "poss": Role.POSSESSOR,
    "case": Role.POSSESSIVE_MARK,
    "parataxis": Role.PARATAXIS,
    "punct": Role.PUNCTUATION,
}
"""Each relation's role; all others are ``Role.OTHER``."""


def from_clearnlp(text: str, words: Sequence[Word], language: str = "en") -> Parse:
    """Make the rules' parse of a text from spaCy's words."""
    places = locate(text, [decode_brackets(word.form) for word in words])
    with_auxiliary = {word.governor for word in words if word.relation in ("aux", "auxpass")}
    return Parse(
        text,
        [
            Token(
                index,
                decode_brackets(word.form),
                word.lemma.lower(),
                word.upos,
                word.xpos,
                word.governor - 1,
                _role(word, index + 1 in with_auxiliary),
                *places[index],
                text[slice(*places[index])],
                verb_form(word),
                is_relative(word),
            )
            for index, word in enumerate(words)
        ],
        language,
    )


def _role(word: Word, has_auxiliary: bool) -> Role:
    if not word.governor:
        return Role.ROOT
    role = ROLES.get(word.relation, Role.OTHER)
    if role is Role.INFINITIVE and word.upos in ("ADJ", "NOUN", "PROPN") and not has_auxiliary:
        return Role.OBJECT_COMPLEMENT  # "makes it likely", "considers him a friend"
    return role
