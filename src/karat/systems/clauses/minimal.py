"""Leave out the words that a fact can do without (BenchIE's guidelines, A.1.3)."""

from __future__ import annotations

from dataclasses import replace

from karat.metrics.oie.people.lexicon import NEGATIVE_ADVERBS
from karat.systems.clauses.proposition import Proposition
from karat.systems.clauses.sentence import Parse, Phrase, Piece, Role

TENSE = frozenset({"have", "be"})
"""Auxiliaries that say no more than the tense; without those of the passive, fewer facts match the tuning data."""


def minimise(parse: Parse, proposition: Proposition) -> Proposition:
    """Leave out articles, adverbs, and auxiliaries of tense; no slot becomes empty, and what denies a fact stays."""
    relation = _minimal(parse, proposition.relation)
    return replace(
        proposition, relation=relation, arguments=tuple(_minimal(parse, each) for each in proposition.arguments)
    )


def _minimal(parse: Parse, phrase: Phrase) -> Phrase:
    kept = tuple(piece for piece in phrase if not _is_dispensable(parse, piece))
    return kept or phrase


def _is_dispensable(parse: Parse, piece: Piece) -> bool:
    if isinstance(piece, str):
        return False
    token = parse.tokens[piece]
    match token.role:
        case Role.DETERMINER:
            return token.lemma in ("a", "an", "the", "ein", "der", "die", "das")
        case Role.ADVERB:
            return token.upos == "ADV" and token.lemma not in NEGATIVE_ADVERBS | {"only", "no"}
        case Role.AUXILIARY:
            return token.lemma in TENSE
    return False
