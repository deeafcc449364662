"""What some published programs take from NLTK and its data: English stop words, and lemmas of nouns by WordNet."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from karat.errors import DataError, MissingExtraError


def _corpus(name: str, what: str) -> Any:
    # NLTK is optional, and slow to import.
    try:
        from nltk import corpus
    except ImportError:
        raise MissingExtraError(what, "syntax") from None
    loader = getattr(corpus, name)
    try:
        loader.ensure_loaded()
    except LookupError:
        raise DataError(
            f"{what}: expected NLTK's data {name!r}, found none; python -m nltk.downloader {name} fetches it"
        ) from None
    return loader


@lru_cache(1)
def stop_words() -> frozenset[str]:
    """NLTK's English stop words."""
    return frozenset(_corpus("stopwords", "cleaning by stop words").words("english"))


@lru_cache(1 << 16)
def noun_lemma(word: str) -> str:
    """The shortest form of which WordNet says that the word is an inflection, taking it for a noun; else the word."""
    found = _corpus("wordnet", "comparing predicates by lemmas")._morphy(word, "n")
    return min(found, key=len) if found else word
