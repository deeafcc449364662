"""Polarity and modality: what an extraction says by its marks, a fact says by words (*not*, *probably*)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from functools import lru_cache

from karat.metrics.oie.people.lexicon import LEFT_OF_NEGATION, NEGATIONS, POSSIBILITIES
from karat.metrics.oie.people.spelling import Spell, words_of_token
from karat.metrics.oie.slots import Tokens
from karat.model import Extraction, Fact, Modality, Polarity


class Sign(Enum):
    """What a mark or a word can say of a fact."""

    NEGATION = "negation"
    POSSIBILITY = "possibility"


Signs = frozenset[Sign]
NO_SIGNS: Signs = frozenset()
WORDS = {Sign.NEGATION: NEGATIONS, Sign.POSSIBILITY: POSSIBILITIES}


def marked_signs(extraction: Extraction) -> Signs:
    """What the extraction's marks say: negative polarity, possibility.

    >>> marked_signs(Extraction("did need", ("Ann", "help"), polarity=Polarity.NEGATIVE))
    frozenset({<Sign.NEGATION: 'negation'>})
    """
    if extraction.polarity is not Polarity.NEGATIVE and extraction.modality is not Modality.POSSIBILITY:
        return NO_SIGNS
    signs = {
        Sign.NEGATION: extraction.polarity is Polarity.NEGATIVE,
        Sign.POSSIBILITY: extraction.modality is Modality.POSSIBILITY,
    }
    return frozenset(sign for sign, is_marked in signs.items() if is_marked)


def worded_signs(texts: Iterable[str]) -> Signs:
    """What words say."""
    words = {word for text in texts for token in text.split() for word in words_of_token(token)}
    return frozenset(sign for sign, known in WORDS.items() if not words.isdisjoint(known))


def facts_with(signs: Signs, facts: Sequence[Fact]) -> int:
    """Find the facts whose words say all of this, as bits."""
    having = 0
    for number, fact in enumerate(facts):
        if signs <= worded_signs(chunk.text for slot in fact for chunk in slot.chunks):
            having |= 1 << number
    return having


def spell_without(spell: Spell, signs: Signs) -> Spell:
    """Leave out the words that say this."""
    omitted = frozenset().union(*(WORDS[sign] for sign in signs))

    @lru_cache(1 << 12)
    def spell_rest(token: str) -> Tokens:
        plain, spelled = words_of_token(token), spell(token)
        if len(plain) != len(spelled):
            return spelled
        return tuple([_rest(*pair) for pair in zip(plain, spelled, strict=True) if _is_left(pair[0], omitted)])

    return spell_rest


def _is_left(word: str, omitted: frozenset[str]) -> bool:
    return word not in omitted or word in LEFT_OF_NEGATION


def _rest(plain: str, spelled: str) -> str:
    return spelled.replace(plain, LEFT_OF_NEGATION[plain]) if plain in LEFT_OF_NEGATION else spelled
