"""Segment and tag Chinese with jieba (Sun, 2013), which uses the tags of ICTCLAS."""

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
"""White space that is not between two Latin words or numbers; benchmarks put it between all characters."""

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
"""The universal part of speech of a tag, by its longest prefix in this table."""


class JiebaTagger:
    """A word segmenter and tagger for Chinese, without parsing."""

    @cached_property
    def name(self) -> str:
        """The program with its version, as ``jieba-0.42.1``; the dictionary is part of it."""
        try:
            return f"jieba-{version('jieba')}"
        except PackageNotFoundError:
            raise MissingExtraError("tagging Chinese", "syntax") from None

    def tag(self, texts: Sequence[str]) -> list[Tagged]:
        """Tag each text; its white space separates only Latin words and numbers."""
        return [
            tuple(_word(pair.word, pair.flag) for pair in self._tagger.cut(BLANK.sub("", text)) if pair.word.strip())
            for text in texts
        ]

    @cached_property
    def _tagger(self) -> Any:
        _ = self.name  # raises an error that names the missing package
        import jieba  # an optional dependency
        from jieba import posseg

        jieba.setLogLevel("ERROR")  # its messages would mix with our output
        tokenizer = jieba.Tokenizer()
        # By default it caches its dictionary in a folder where every user of the machine can write.
        with TemporaryDirectory() as folder:
            tokenizer.tmp_dir = folder
            tokenizer.initialize()
        return posseg.POSTokenizer(tokenizer)


def universal(form: str, tag: str) -> str:
    """Convert a tag of jieba, which tags punctuation and unknown words alike, to a universal part of speech.

    >>> universal("在", "p"), universal("。", "x"), universal("的", "uj"), universal("Bext", "eng")
    ('ADP', 'PUNCT', 'PART', 'X')
    """
    if all(category(character)[0] in "PS" for character in form):
        return "PUNCT"
    prefixes = [prefix for prefix in UNIVERSAL if tag.startswith(prefix) and tag != "eng"]
    return UNIVERSAL[max(prefixes, key=len)] if prefixes else "X"


def _word(form: str, tag: str) -> Word:
    return Word(form, form, universal(form, tag), tag, (), 0, "_")
