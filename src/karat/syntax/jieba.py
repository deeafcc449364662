"""Chinese words and parts of speech by jieba (Sun, 2013), whose tags are ICTCLAS's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from tempfile import TemporaryDirectory
from typing import Any
from unicodedata import category

from karat.errors import MissingExtraError
from karat.model import Word
from karat.syntax.tagger import Tagged

BLANK = re.compile(r"(?<![A-Za-z0-9])\s+|\s+(?![A-Za-z0-9])")
"""White space that does not stand between two Latin words or numbers: benchmarks put it between all characters."""

UNIVERSAL = {
    "n": "NOUN",
    "nr": "PROPN",
    "ns": "PROPN",
    "nt": "PROPN",
    "nz": "PROPN",
    "t": "NOUN",
    "s": "NOUN",
    "f": "NOUN",
    "q": "NOUN",
    "v": "VERB",
    "a": "ADJ",
    "ad": "ADV",
    "b": "ADJ",
    "z": "ADJ",
    "d": "ADV",
    "p": "ADP",
    "c": "CCONJ",
    "u": "PART",
    "y": "PART",
    "r": "PRON",
    "m": "NUM",
    "e": "INTJ",
}
"""The universal part of speech of a tag, by the longest of these that it begins with."""


class JiebaTagger:
    """Parts Chinese into words and tags them; what governs a word it does not say."""

    @cached_property
    def name(self) -> str:
        """As ``jieba-0.42.1``; the dictionary comes with the program."""
        try:
            return f"jieba-{version('jieba')}"
        except PackageNotFoundError:
            raise MissingExtraError("tagging Chinese", "syntax") from None

    def tag(self, texts: Sequence[str]) -> list[Tagged]:
        """Tag each text, whose own white space parts Latin words only."""
        return [
            tuple(_word(pair.word, pair.flag) for pair in self._tagger.cut(BLANK.sub("", text)) if pair.word.strip())
            for text in texts
        ]

    @cached_property
    def _tagger(self) -> Any:
        _ = self.name  # says what is missing
        import jieba  # an optional dependency
        from jieba import posseg

        jieba.setLogLevel("ERROR")  # its news would mix with our output
        tokenizer = jieba.Tokenizer()
        # By default its dictionary is kept in, and read from, a place where every user of the machine may write.
        with TemporaryDirectory() as folder:
            tokenizer.tmp_dir = folder
            tokenizer.initialize()
        return posseg.POSTokenizer(tokenizer)


def universal(form: str, tag: str) -> str:
    """Give the universal part of speech of a tag of jieba, which tags signs and unknown words alike.

    >>> universal("在", "p"), universal("。", "x"), universal("的", "uj"), universal("Bext", "eng")
    ('ADP', 'PUNCT', 'PART', 'X')
    """
    if all(category(sign)[0] in "PS" for sign in form):
        return "PUNCT"
    fitting = [known for known in UNIVERSAL if tag.startswith(known) and tag != "eng"]
    return UNIVERSAL[max(fitting, key=len)] if fitting else "X"


def _word(form: str, tag: str) -> Word:
    return Word(form, form, universal(form, tag), tag, (), 0, "_")
