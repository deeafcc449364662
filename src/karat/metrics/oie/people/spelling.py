"""Words and letters of a text: what is left of it when case, punctuation and white space do not count."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from unicodedata import category, normalize

from karat.metrics.oie.people.inflection import base_form
from karat.metrics.oie.people.lexicon import ARTICLES
from karat.metrics.oie.people.steps import PeopleStep
from karat.metrics.oie.slots import Tokens

READ_ALOUD = frozenset("%&@#§‰")
"""Punctuation, for Unicode, that is read as a word."""

BRACKETS = frozenset(f"-{side}{shape}b-" for side in "lr" for shape in "rsc")
"""How treebanks write brackets: ``-LRB-``."""

_IDEOGRAPH = re.compile(r"([\u3400-\u4dbf\u4e00-\u9fff])")
_NUMBER_SIGN = re.compile(r"(?<=[0-9])[.,](?=[0-9])|^-(?=[.,]?[0-9])")
"""Marks that make another number: 1.5 is not 15, and -5 is not 5."""
_NEGATED = re.compile(r"(.*)n't|(can)not")


@lru_cache(1 << 15)
def words_of_token(token: str) -> Tokens:
    """Split a token into words of lower-case letters, digits and symbols.

    A Chinese character is a word. The negation is parted from its verb.

    >>> words_of_token("Re-elected"), words_of_token("U.S."), words_of_token("didn't"), words_of_token("-LRB-")
    (('re', 'elected'), ('u', 's'), ('did', 'not'), ())
    >>> words_of_token("-1.5"), words_of_token("1990-95,")
    (('-1.5',), ('1990', '95'))
    """
    if token.isascii() and token.isalpha() and not _NEGATED.fullmatch(token):
        return (token.lower(),)
    text = normalize("NFKC", token).casefold().replace("’", "'").replace("−", "-")
    if text in BRACKETS:
        return ()
    if negated := _NEGATED.fullmatch(text):
        text = f"{negated[1] or negated[2] or ''} not"
    signs = {found.start() for found in _NUMBER_SIGN.finditer(text)}
    kept = "".join([letter if _is_kept(letter) or position in signs else " " for position, letter in enumerate(text)])
    return tuple(_IDEOGRAPH.sub(r" \1 ", kept).split())


def _is_kept(letter: str) -> bool:
    kind = category(letter)
    return kind[0] in "LNM" or kind in ("Sc", "Sm", "So") or letter in READ_ALOUD


Spell = Callable[[str], Tokens]
"""Turns a token into the words that are compared; joined without spaces, they are what must be equal."""


@lru_cache
def speller(chosen: frozenset[PeopleStep]) -> Spell:
    """Choose what of a token is compared under the given steps."""
    ignores_letters = PeopleStep.LETTERS in chosen
    if ignores_letters and chosen.isdisjoint({PeopleStep.ARTICLES, PeopleStep.INFLECTION}):
        return words_of_token

    @lru_cache(1 << 14)
    def spell(token: str) -> Tokens:
        words = words_of_token(token) if ignores_letters else (token,)
        if PeopleStep.ARTICLES in chosen and len(words) == 1 and words[0] in ARTICLES:
            return ()
        if PeopleStep.INFLECTION in chosen:
            words = tuple(map(base_form, words))
        # Where spaces count, each word ends with one.
        return words if ignores_letters else tuple([f"{word} " for word in words])

    return spell
