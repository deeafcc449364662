"""Choose the scheme of a parse by its labels."""

from __future__ import annotations

from collections.abc import Sequence

from karat.errors import InputError
from karat.model import Word
from karat.systems.clauses.repairs import repair
from karat.systems.clauses.schemes.clearnlp import from_clearnlp
from karat.systems.clauses.schemes.universal import from_universal
from karat.systems.clauses.sentence import Parse


def from_words(text: str, words: Sequence[Word], language: str = "en") -> Parse:
    """Make the rules' parse of a text; ClearNLP's root is called ``ROOT``, that of Universal Dependencies ``root``."""
    root = next((word.relation for word in words if not word.governor), "root")
    if root == "ROOT":
        return repair(from_clearnlp(text, words, language))
    if root == "root":
        return repair(from_universal(text, words, language))
    raise InputError(f"expected words with a root, as a parser gives them, found the relation {root!r}")
