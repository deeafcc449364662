"""Sentence embeddings, beside sentence-transformers where it is installed; without the weights nothing is measured."""

from __future__ import annotations

from typing import Any

import numpy as np
from case import Case

from karat.errors import DataError
from karat.metrics.oie.meaning.embedder import Embedder, find_weights, load_embedder

WORDS = ("mill", "bridge", "river", "clock", "tower")
TEXTS = [f"the old {one} near the {two} {three}" for one in WORDS for two in WORDS for three in WORDS]


def by_karat(texts: list[str]) -> Any:
    """Compute all vectors; the weights are loaded before."""
    loaded = load_embedder()
    return Embedder(loaded.name, loaded.vocabulary, loaded.encoder).matrix(texts)


def by_sentence_transformers(texts: list[str]) -> Any:
    from sentence_transformers import SentenceTransformer

    if not MODELS:
        MODELS.append(SentenceTransformer(str(find_weights()), device="cpu"))
    return MODELS[0].encode(texts, normalize_embeddings=True, batch_size=64)


MODELS: list[Any] = []
"""The peer's model, loaded once."""


def weights_are_there() -> bool:
    try:
        return find_weights().is_dir()
    except DataError:
        return False


def prepare() -> list[str]:
    load_embedder()
    return TEXTS


CASES = (
    (
        Case(
            "meaning/sentence embeddings",
            f"{len(TEXTS)} texts of 7 words",
            prepare,
            by_karat,
            {"sentence-transformers": by_sentence_transformers},
            agree=lambda ours, theirs: bool(np.abs(ours - theirs).max() < 1e-5),
            limit=3.0,
        ),
    )
    if weights_are_there()
    else ()
)
