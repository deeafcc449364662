"""The words and letters of a text that are compared when case, punctuation and white space do not count."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from unicodedata import category, decomposition, normalize

from karat.metrics.oie.people.lexicon import ARTICLES
from karat.metrics.oie.people.steps import PeopleStep
from karat.metrics.oie.slots import Tokens

IRREGULAR = {
    form: base
    for base, forms in {
        "be": "am is are was were been being",
        "have": "has had having",
        "do": "does did done doing",
        "go": "goes went gone going",
        "seek": "sought",
        "think": "thought",
        "he": "him his",
        "she": "her hers",
        "they": "them their theirs",
        "we": "us our ours",
        "i": "me my mine",
        "you": "your yours",
        "it": "its",
    }.items()
    for form in forms.split()
}
SHORTEST = 3
"""The fewest letters that are left of a word when an ending is removed."""


@lru_cache(1 << 14)
def base_form(word: str) -> str:
    """Remove an ending of nouns and verbs, and a final *e*; irregular forms are known for a few words only.

    The result is a key for comparison, not a word.

    >>> base_form("was"), base_form("promotes"), base_form("promoting"), base_form("cities"), base_form("stopped")
    ('be', 'promot', 'promot', 'citi', 'stop')
    """
    if word in IRREGULAR:
        return IRREGULAR[word]
    for ending in ("ing", "ed", "es", "s"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= SHORTEST and not (ending == "s" and stem.endswith("s")):
            if ending in ("ing", "ed") and stem[-1] == stem[-2] and stem[-1] not in "lsz":
                stem = stem[:-1]
            word = stem
            break
    if word.endswith("y") and len(word) > SHORTEST:
        return f"{word[:-1]}i"
    return word.removesuffix("e") if len(word) > SHORTEST else word


READ_ALOUD = frozenset("%&@#§‰")
"""Punctuation, for Unicode, that is read as a word."""

BRACKETS = frozenset(f"-{side}{shape}b-" for side in "lr" for shape in "rsc")
"""How treebanks write brackets: ``-LRB-``."""

NUMBER_END = ";"
"""Follows the digits of a number, so that two adjacent numbers never make a third: *5 10*, *510*."""
MAYBE = "\0"
"""Precedes a sign that belongs to a number or is punctuation, depending on its neighbours: *5 - 10*, *re - elected*."""
MARK = "\1"
"""Precedes punctuation, which is not compared."""

_IDEOGRAPH = re.compile(r"([\u3400-\u4dbf\u4e00-\u9fff])")
_NEGATED = re.compile(r"(.*)n't|(can)not")
_SIGNS = {ord(dash): "-" for dash in "‐‑‒–—―−"} | {ord("’"): "'", ord("⁄"): "/", ord("∕"): "/"}
_LEADING_POINT = re.compile(r"(?<![\w.])\.(?=\d)")
_NUMBER_SIGN = re.compile(
    r"(?<=\d)[-/:.,'*^_·]+(?=\d)"  # 3-2, 10:30, 1/2, 1.5, 10^2
    r"|(?<![\w)\]%.-])-(?=[$€£¥]?\d)"  # -5, -$5
    r"|(?<=\de)-(?=\d)"  # 1e-5
)
"""Marks that make another number."""
_MAYBE_SIGN = re.compile(r"^(?:--+|[-/:.,*^_·])$|(?<=\d)[-/:]$|^[/:](?=\d)")
"""Marks that do so where the number is in several tokens."""
_THOUSANDS = re.compile(r"\d{1,3} \d{3}|\d \d")
_RAISED = {"<super>": "^", "<sub>": "_"}
_SAME_DIGITS = ("", "<wide>", "<narrow>", "<font>")
"""How Unicode calls digits that are read like ASCII's, and side by side with them."""


@lru_cache(1 << 15)
def words_of_token(token: str) -> Tokens:
    """Split a token into words of lower-case letters, digits and symbols; signs of a number are words.

    A Chinese character is a word. A negation is separated from its verb.

    >>> words_of_token("Re-elected"), words_of_token("U.S."), words_of_token("didn't"), words_of_token("-LRB-")
    (('re', 'elected'), ('u', 's'), ('did', 'not'), ())
    >>> words_of_token("-1.5"), words_of_token("1990–95,"), words_of_token("5½"), words_of_token("10²")
    (('-', '1;', '.', '5;'), ('1990;', '-', '95;'), ('5;', '1;', '/', '2;'), ('10;', '^', '2;'))
    """
    return tuple([piece for piece in pieces_of_token(token) if piece[0] >= " "])


@lru_cache(1 << 15)
def pieces_of_token(token: str) -> Tokens:
    r"""Split a token into words and punctuation; some may be a number's, as its neighbours decide.

    >>> pieces_of_token("Ulm,"), pieces_of_token("1990-")
    (('ulm', '\x01,'), ('1990;', '\x00-'))
    """
    if token.isascii() and token.isalpha() and not _NEGATED.fullmatch(token):
        return (token.lower(),)
    text = _normalized(token)
    if text in BRACKETS:
        return ()
    if negated := _NEGATED.fullmatch(text):
        text = f"{negated[1] or negated[2] or ''} not"
    signs = {at for found in _NUMBER_SIGN.finditer(text) for at in range(*found.span())}
    maybe = {found.start() for found in _MAYBE_SIGN.finditer(text)}
    pieces = []
    for at, letter in enumerate(text):
        if _is_kept(letter) or letter == " ":
            pieces.append(letter)
        else:
            pieces.append(f" {'' if at in signs else MAYBE if at in maybe else MARK}{letter} ")
    numbered = re.sub(r"(\d)(?!\d)", rf"\1{NUMBER_END}", "".join(pieces))
    return tuple(_IDEOGRAPH.sub(r" \1 ", numbered).split())


def _normalized(token: str) -> str:
    """Normalise case and compatible characters, but separate the digits that Unicode would join: *5½*, *10²*."""
    if not token.isascii():
        token = "".join(map(_parted, f" {token}", token))
    text = normalize("NFKC", token).casefold().translate(_SIGNS).replace("\\/", "/").replace("\\", "/")
    return _LEADING_POINT.sub("0.", re.sub(r"(?<=\d)--+(?=\d)", "-", text))


def _parted(before: str, letter: str) -> str:
    """Separate a digit from one of another kind before it; drop invisible characters."""
    kinds = _kind_of_digit(before), _kind_of_digit(letter)
    if None in kinds or (kinds[0] == kinds[1] and kinds[0] in ("", *_RAISED)):
        return "" if category(letter) == "Cf" else letter
    return _RAISED.get(kinds[1] or "", " ") + letter


def _kind_of_digit(letter: str) -> str | None:
    kind = decomposition(letter).partition(" ")[0]
    if not (re.search(r"\d", normalize("NFKC", letter)) or (kind in _RAISED and letter in "⁺⁻₊₋")):
        return None
    return "" if kind in _SAME_DIGITS else kind


def _is_kept(letter: str) -> bool:
    kind = category(letter)
    return kind[0] in "LNM" or kind in ("Sc", "Sm", "So") or letter in READ_ALOUD


Spell = Callable[[str], Tokens]
"""Turns a token into the words that are compared, and the punctuation that is not.

Joined without spaces, the words are what must be equal.
"""


@lru_cache
def speller(chosen: frozenset[PeopleStep], spaced: bool = True) -> Spell:
    """Return the function that normalises tokens under the given steps; in Chinese, spaces do not separate numbers."""
    ignores_letters = PeopleStep.LETTERS in chosen
    if ignores_letters and spaced and chosen.isdisjoint({PeopleStep.ARTICLES, PeopleStep.INFLECTION}):
        return pieces_of_token

    @lru_cache(1 << 14)
    def spell(token: str) -> Tokens:
        words = pieces_of_token(token) if ignores_letters else (token,)
        if PeopleStep.ARTICLES in chosen and len(words) == 1 and words[0] in ARTICLES:
            return ()
        if PeopleStep.INFLECTION in chosen:
            words = tuple(map(base_form, words))
        if not ignores_letters:  # spaces count, so each word ends with one
            return tuple([f"{word} " for word in words])
        return words if spaced else tuple([word.replace(NUMBER_END, "") for word in words])

    return spell


def is_spaced(text: str) -> bool:
    """Whether spaces separate the words of a text, as in all languages here but Chinese."""
    return not _IDEOGRAPH.search(text)


def settle(words: Sequence[str]) -> list[str]:
    """Decide which signs belong to numbers, between two or before the first: *5 - 10*, *- 5*; others are punctuation.

    A comma does only before thousands and between single digits, so that *May 3 , 1990* is *May 3 1990*.
    """
    return [
        word if word[0] != MAYBE else f"{'' if _is_sign(word[1], words[:at], words[at + 1 :]) else MARK}{word[1]}"
        for at, word in enumerate(words)
    ]


def _is_sign(sign: str, before: Sequence[str], after: Sequence[str]) -> bool:
    if not before:
        return sign == "-" and bool(re.match(r"[$€£¥]?\d", "".join(after[:2])))
    around = f"{before[-1]} {''.join(after[:2] if after[:1] == ['-'] else after[:1])}".replace(NUMBER_END, "")
    return bool(_THOUSANDS.fullmatch(around) if sign == "," else re.search(r"\d -?\d", around))
