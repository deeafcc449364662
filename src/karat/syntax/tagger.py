"""The protocol of taggers, and the tagger of each language."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Protocol

from karat.errors import UnknownNameError
from karat.model import Word

Tagged = tuple[Word, ...]
"""A text's words, numbered from 1; governor 0 and relation ``_`` if they are unknown."""


class Tagger(Protocol):
    """Assigns parts of speech to words, and if it is a parser, governors too.

    A text of several sentences has several words with governor 0.
    """

    @property
    def name(self) -> str:
        """Program and weights with their versions; anything that changes the result changes the name."""

    def tag(self, texts: Sequence[str]) -> list[Tagged]:
        """Tag each text."""


LANGUAGES = {"en": "spacy:SpacyTagger", "de": "hanta:HantaTagger", "zh": "jieba:JiebaTagger"}
"""Each language's tagger; only the English one parses."""


def tagger_for(language: str) -> Tagger:
    """Return the tagger of a language, as ``en``; its program is loaded on first use."""
    if language not in LANGUAGES:
        raise UnknownNameError("language of a tagger", language, LANGUAGES)
    module, name = LANGUAGES[language].split(":")
    tagger: Tagger = getattr(import_module(f"karat.syntax.{module}"), name)()
    return tagger


def is_parsed(words: Tagged) -> bool:
    """Tell whether the words have governors; a text without words counts as parsed."""
    return not words or any(word.relation != "_" for word in words)
