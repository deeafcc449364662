"""NLTK data that published programs use: English stop words, and WordNet's lemmas of nouns."""

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
    """Load NLTK's English stop words."""
    return frozenset(_corpus("stopwords", "cleaning by stop words").words("english"))


@lru_cache(1 << 16)
def noun_lemma(word: str) -> str:
    """Get the shortest of WordNet's lemmas of a word, taken for a noun; the word itself if there is none."""
    lemmas = _corpus("wordnet", "comparing predicates by lemmas")._morphy(word, "n")
    return min(lemmas, key=len) if lemmas else word
