"""What a tagger is, and which one a language has."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Protocol

from karat.errors import UnknownNameError
from karat.model import Word

Tagged = tuple[Word, ...]
"""A text's words, numbered from 1; governor 0 and relation ``_`` where nothing is known of them."""


class Tagger(Protocol):
    """Gives words their parts of speech, and if it is a parser also what governs them.

    A text of several sentences has several words with governor 0.
    """

    @property
    def name(self) -> str:
        """Program and weights with their versions: whatever changes the words changes the name."""

    def tag(self, texts: Sequence[str]) -> list[Tagged]:
        """Tag each text."""


LANGUAGES = {"en": "spacy:SpacyTagger", "de": "hanta:HantaTagger", "zh": "jieba:JiebaTagger"}
"""Each language's tagger; only the English one parses."""


def tagger_for(language: str) -> Tagger:
    """Give the tagger of a language, as ``en``; its program is loaded when it first tags."""
    if language not in LANGUAGES:
        raise UnknownNameError("language of a tagger", language, LANGUAGES)
    module, name = LANGUAGES[language].split(":")
    found: Tagger = getattr(import_module(f"karat.syntax.{module}"), name)()
    return found


def is_parsed(words: Tagged) -> bool:
    """Whether it is known what governs the words; nothing governs no words."""
    return not words or any(word.relation != "_" for word in words)
