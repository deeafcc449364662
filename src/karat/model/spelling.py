"""Spellings of one and the same sentence: quotation marks, dashes, bracket codes, Unicode, tokenisation.

Case is not among them: a lower-cased sentence has lost what tells a name from a word.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping

_SINGLE_QUOTES = dict.fromkeys(map(ord, "\N{GRAVE ACCENT}´‘’‚‛′ʼʹ＇"), "'")
_DOUBLE_QUOTES = dict.fromkeys(map(ord, "“”„‟«»″＂"), '"')
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―−﹣－"), "-")
_INVISIBLE = dict.fromkeys(map(ord, "\N{SOFT HYPHEN}\u200b\u200c\u200d\u2060\ufeff"))
_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
_BRACKET_CODE = re.compile("|".join(_BRACKETS), re.IGNORECASE)


def _straight_quotes(text: str) -> str:
    text = text.translate(_SINGLE_QUOTES).translate(_DOUBLE_QUOTES)
    return text.replace("''", '"')


def _plain_dashes(text: str) -> str:
    return re.sub("-{2,3}", "-", text.translate(_DASHES))


def _brackets(text: str) -> str:
    return _BRACKET_CODE.sub(lambda code: _BRACKETS[code[0].upper()], text)


def _unescaped(text: str) -> str:
    return text.replace(r"\/", "/").replace(r"\*", "*")


def _plain_dots(text: str) -> str:
    return text.replace("…", "...").replace(". . .", "...")


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _visible(text: str) -> str:
    return text.translate(_INVISIBLE)


def _without_spaces(text: str) -> str:
    return "".join(text.split())


SPELLINGS: Mapping[str, Callable[[str], str]] = {
    "bracket codes": _brackets,
    "escaped slashes": _unescaped,
    "quotation marks": _straight_quotes,
    "dashes": _plain_dashes,
    "dots": _plain_dots,
    "Unicode composition": _composed,
    "invisible characters": _visible,
    "white space": _without_spaces,
}
"""What is normalised, by the name that messages give it, in the order of application."""


def normalise_spelling(text: str, without: str | None = None) -> str:
    r"""Normalise a sentence's spelling, without one of the ``SPELLINGS`` if named.

    >>> normalise_spelling("“ Don’t ” , he said -LRB- 1898–1901 -RRB- .")
    '"Don\'t",hesaid(1898-1901).'
    """
    for name, normalise in SPELLINGS.items():
        if name != without:
            text = normalise(text)
    return text


def different_spellings(first: str, second: str, key: Callable[[str], str]) -> list[str]:
    """Name what has to be normalised before two spellings of a sentence are equal under a key.

    >>> different_spellings("He said “no”.", 'He said "no" .', str)
    ['quotation marks', 'white space']
    """
    return [
        name
        for name in SPELLINGS
        if key(normalise_spelling(first, without=name)) != key(normalise_spelling(second, without=name))
    ]
